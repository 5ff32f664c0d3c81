/** The words about programs and their tokens, fetched with the page that makes them. */
import source from "./programs.ftl?raw";
import { learn } from "./words";

learn(source);

export { say } from "./words";
