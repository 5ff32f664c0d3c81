/** How a row of plans is told: each by its first clicks, and so that no two of them read alike. */

export const short = (parts: string[]): string => (parts.length > 4 ? `${parts.slice(0, 4).join("; ")} …` : parts.join("; "));

/** Where a plan parts from another; its end, if it is the beginning of the other. */
function parting(parts: string[], other: string[]): number {
  const at = parts.findIndex((part, n) => part !== other[n]);
  return at < 0 ? parts.length - 1 : at;
}

/** Each plan in short; of those that begin with the same clicks the later ones say where they part from the earlier. */
export function inShort(plans: string[][]): string[] {
  const said: string[] = [];
  plans.forEach((parts, i) => {
    const alike = plans.slice(0, i).filter((other) => short(other) === short(parts));
    let from = Math.max(0, ...alike.map((other) => parting(parts, other)));
    const title = () => (from > 0 ? `${parts[0]} … ${parts.slice(from, from + 3).join("; ")}` : short(parts));
    while (from > 1 && said.includes(title())) from--; // two may end alike that part elsewhere
    said.push(said.includes(title()) ? parts.join("; ") : title());
  });
  return said;
}
