// The cells of a sentence that holds everywhere: its domain is a few dimensions, and a covering array of the domain bounds
// the number of checks.

/** The dimensions of a domain: name → values. */
export type Dimensions = Readonly<Record<string, readonly string[]>>;

/** One value of each dimension. */
export type Cell<D extends Dimensions> = { readonly [Name in keyof D]: D[Name][number] };

/** Returns every cell of a domain. @param isPossible whether a cell exists; all of them by default */
export function allCells<const D extends Dimensions>(
  dimensions: D,
  isPossible: (cell: Cell<D>) => boolean = () => true,
): Cell<D>[] {
  const product = Object.entries(dimensions).reduce<Record<string, string>[]>(
    (cells, [name, values]) => cells.flatMap((cell) => values.map((value) => ({ ...cell, [name]: value }))),
    [{}],
  );
  const isCell = (cell: Record<string, string>): cell is Cell<D> =>
    Object.keys(dimensions).every((name) => name in cell);
  return product.filter(isCell).filter(isPossible);
}

/**
 * Chooses few cells of a domain, so that all values of any `strength` dimensions that occur together in a cell occur
 * together in a chosen one (a covering array). Each step takes the cell that covers most of what is left, the first one of
 * several.
 */
export function coveringCells<C extends Readonly<Record<string, string>>>(
  cells: readonly C[],
  strength = 2,
): C[] {
  const left = new Set(cells.flatMap((cell) => combinations(cell, strength)));
  const chosen: C[] = [];
  while (left.size > 0) {
    const gain = (cell: C): number => combinations(cell, strength).filter((one) => left.has(one)).length;
    let best: { cell: C; gain: number } | undefined;
    for (const cell of cells) {
      const found = { cell, gain: gain(cell) };
      if (found.gain > (best?.gain ?? 0)) best = found;
    }
    if (best === undefined) break;
    chosen.push(best.cell);
    for (const one of combinations(best.cell, strength)) left.delete(one);
  }
  return chosen;
}

/** Returns the combinations of a number of values of a cell, each as a text. */
function combinations(cell: Readonly<Record<string, string>>, strength: number): string[] {
  const parts = Object.entries(cell).map(([name, value]) => `${name}=${value}`);
  const choose = (from: readonly string[], count: number): string[] => {
    if (count === 0) return [''];
    return from.flatMap((part, at) => choose(from.slice(at + 1), count - 1).map((rest) => `${part}&${rest}`));
  };
  return choose(parts, Math.min(strength, parts.length));
}
