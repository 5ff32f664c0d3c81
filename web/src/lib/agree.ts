/** What two sides offer each other, over HTTP: who is cut off from the live line can still answer. */
import { post } from "./api";
import type { OfferKind } from "./wire";

const at = encodeURIComponent;

export const offer = (id: string, token: string | null, kind: OfferKind, player = "") => post(`/api/tables/${at(id)}/offers`, token, { kind, player });
export const answer = (id: string, token: string | null, kind: OfferKind, accept: boolean) => post(`/api/tables/${at(id)}/offers/answer`, token, { kind, accept });
