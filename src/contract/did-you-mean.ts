// Suggests the known name that is most similar to a mistyped name.

/** Returns the most similar of the names; undefined when no name is similar enough. */
export function closestName(typed: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  let fewest = Math.max(1, Math.floor(typed.length / 3)) + 1;
  for (const name of names) {
    // The distance is at least the difference of the lengths, so that a text of any length costs next to nothing.
    if (Math.abs(typed.length - name.length) >= fewest) continue;
    const steps = editDistance(typed.toLowerCase(), name.toLowerCase());
    if (steps < fewest) {
      fewest = steps;
      best = name;
    }
  }
  return best;
}

/** Returns the text `; did you mean "x"?`, or an empty text when no name is similar enough. */
export function didYouMean(typed: string, names: Iterable<string>): string {
  const found = closestName(typed, names);
  return found === undefined ? '' : `; did you mean "${found}"?`;
}

// Computes the optimal string alignment distance: swaps of adjacent characters count once.
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const above = rows[i - 1] ?? [];
      let steps = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      steps = Math.min(steps, (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        steps = Math.min(steps, (rows[i - 2]?.[j - 2] ?? 0) + 1);
      }
      row.push(steps);
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
}
