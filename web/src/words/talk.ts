/** Sentences about what people agree on and say to each other, fetched with the parts that need them. */
import { learn } from "./words";
import source from "./talk.ftl?raw";

learn(source);

export { say } from "./words";
