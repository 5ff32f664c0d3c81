/** The pages: `/`, `/table/{id}`, `/embed/{id}` for the pages of others, `/editor/{game}`, `/calculator/{game}`, and those of a club: `/me`, `/lobby`, `/standing`, `/tournaments` and `/ladder`. */
import { readFragment, type Held } from "./seats";

export type Route = { page: "home"; play: string | null } | { page: "lost" } | { page: "table"; id: string; held: Held } | { page: "embed"; id: string } | { page: "editor"; game: string } | { page: "calculator"; game: string } | { page: "me"; kind: string; slip: string } | { page: "lobby"; slip: string } | { page: "standing"; person: string } | { page: "tournaments"; id: string } | { page: "ladder"; game: string };

function read(): Route {
  const [, page, id] = /^\/(table|embed|editor|calculator)\/([^/]+)\/?$/.exec(location.pathname) ?? [];
  if (page === "table") return { page, id: decodeURIComponent(id!), held: readFragment(location.hash) };
  if (page === "embed") return { page, id: decodeURIComponent(id!) };
  if (page === "editor" || page === "calculator") return { page, game: decodeURIComponent(id!) };
  const [, kind = "", slip = ""] = /^#(\w+)=([\w-]+)$/.exec(location.hash) ?? [];
  if (/^\/me\/?$/.test(location.pathname)) return { page: "me", kind, slip };
  if (/^\/lobby\/?$/.test(location.pathname)) return { page: "lobby", slip: kind === "challenge" ? slip : "" };
  const [standing, person] = /^\/standing(?:\/(\w+))?\/?$/.exec(location.pathname) ?? [];
  if (standing) return { page: "standing", person: person ?? "" };
  const [tournaments, tournament] = /^\/tournaments(?:\/(\w+))?\/?$/.exec(location.pathname) ?? [];
  if (tournaments) return { page: "tournaments", id: tournament ?? "" };
  const [ladder, climbed] = /^\/ladder(?:\/([\w-]+))?\/?$/.exec(location.pathname) ?? [];
  if (ladder) return { page: "ladder", game: climbed ?? "" };
  if (location.pathname !== "/") return { page: "lost" };
  return { page: "home", play: new URLSearchParams(location.search).get("play") };
}

class Router {
  now = $state.raw<Route>(read());

  constructor() {
    addEventListener("popstate", () => (this.now = read()));
    addEventListener("hashchange", () => (this.now = read()));
  }

  go(url: string): void {
    history.pushState(null, "", url);
    this.now = read();
    scrollTo(0, 0);
  }
}

export const router = new Router();
