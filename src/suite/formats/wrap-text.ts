// Wraps texts to the width of a terminal.

/**
 * Wraps a text at spaces, and splits a word that is longer than a line.
 * @param columns width of the terminal
 * @param first columns that are already used in the first line; `rest` is the same for the other lines
 */
export function wrapText(text: string, columns: number, first: number, rest: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const available = Math.max(columns - (lines.length === 0 ? first : rest), 16);
    // A word that is longer than any line starts in the current line.
    const fitsNext = word.length <= Math.max(columns - rest, 16);
    if (line !== '' && line.length + 1 + word.length > available && fitsNext) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
    for (let width = available; line.length > width; width = Math.max(columns - rest, 16)) {
      // a surrogate pair is not split
      const whole = /[\ud800-\udbff]/.test(line.charAt(width - 1)) ? width - 1 : width;
      lines.push(line.slice(0, whole));
      line = line.slice(whole);
    }
  }
  return [...lines, line];
}
