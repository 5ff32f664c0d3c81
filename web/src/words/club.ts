/** The words of the club, fetched with its pages. */
import source from "./club.ftl?raw";
import { learn } from "./words";

learn(source);

export { say } from "./words";
