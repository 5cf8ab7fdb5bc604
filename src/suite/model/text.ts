// Shortens long texts, and joins words.

/** Returns a text on one line, or the start of a line that is too long. @param most the most characters */
export function shortLine(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
}

/** Names the first of several things: `a, b, …`. @param most the most that are named */
export const named = (all: readonly string[], most: number): string =>
  `${all.slice(0, most).join(', ')}${all.length > most ? ', …' : ''}`;

/** Joins a number and its noun: `1 sentence`, `2 sentences`. */
export const plural = (n: number, noun: string, nouns = `${noun}s`): string =>
  `${n} ${n === 1 ? noun : nouns}`;
