/** Sentences about standing orders, fetched with the tab that shows them. */
import { learn } from "./words";
import source from "./orders.ftl?raw";

learn(source);

export { say } from "./words";
