/** Two pages: `/` and `/table/{id}`. */
import { readFragment, type Held } from "./seats";

export type Route = { page: "home" } | { page: "table"; id: string; held: Held };

function read(): Route {
  const match = /^\/table\/([^/]+)\/?$/.exec(location.pathname);
  return match ? { page: "table", id: decodeURIComponent(match[1]!), held: readFragment(location.hash) } : { page: "home" };
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
