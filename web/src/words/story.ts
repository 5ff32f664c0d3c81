/** The words of looking back, fetched with its panels. */
import source from "./story.ftl?raw";
import { learn } from "./words";

learn(source);

export { say } from "./words";
