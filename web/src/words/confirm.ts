/** The words of the card before what cannot be taken back, fetched with it. */
import source from "./confirm.ftl?raw";
import { learn } from "./words";

learn(source);

export { say } from "./words";
