/** The words of what is shown elsewhere, fetched with the replay. */
import source from "./sharing.ftl?raw";
import { learn } from "./words";

learn(source);

export { say } from "./words";
