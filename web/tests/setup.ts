/** jsdom asks no media: every query is answered with no. */
window.matchMedia ??= (media: string) => Object.assign(new EventTarget(), { media, matches: false, onchange: null }) as unknown as MediaQueryList;
