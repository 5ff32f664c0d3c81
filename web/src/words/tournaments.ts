/** The words of tournaments and ladders, fetched with their pages. */
import source from "./tournaments.ftl?raw";
import { learn } from "./words";

learn(source);

export { say } from "./words";
