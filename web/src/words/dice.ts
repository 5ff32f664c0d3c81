/** Sentences of the tab of the dice and of the keys of seats, fetched with them. */
import { learn } from "./words";
import source from "./dice.ftl?raw";

learn(source);
