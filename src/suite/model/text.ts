// Shortens long texts, and joins words.

/** Returns a text on one line, or the start of a line that is too long. @param most the most characters */
export function shortLine(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
}

/** The most things that a sentence or a file names of several, unless it is short of room. */
export const MAX_NAMED = 8;

/** Names the first of several things: `a, b, …`. @param most the most that are named */
export const named = (all: readonly string[], most = MAX_NAMED): string =>
  `${all.slice(0, most).join(', ')}${all.length > most ? ', …' : ''}`;

/** Joins a number and its noun: `1 sentence`, `2 sentences`. */
export const plural = (n: number, noun: string, nouns = `${noun}s`): string =>
  `${n} ${n === 1 ? noun : nouns}`;
