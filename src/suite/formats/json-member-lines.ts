// Finds the lines of the members in a JSON text.

/**
 * Maps the JSON Pointer (RFC 6901) of every object member to its line, counted from 1.
 * @param depth how many levels of members are read
 */
export function memberLines(text: string, depth: number): Map<string, number> {
  const lines = new Map<string, number>();
  const path: string[] = [];
  // One element for each bracket that is open: true for an object, false for an array.
  const open: boolean[] = [];
  let line = 1;
  let key: string | null = null;
  // Only strings, brackets, commas and line ends determine the lines of members.
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|[{}[\],\n]/g)) {
    if (token === '\n') line += 1;
    else if (token === '{' || token === '[') {
      path.push(key ?? '');
      key = null;
      open.push(token === '{');
    } else if (token === '}' || token === ']') {
      path.pop();
      open.pop();
    } else if (token.endsWith(':') && open.at(-1) && open.length <= depth) {
      key = (JSON.parse(token.slice(0, -1)) as string).replaceAll('~', '~0').replaceAll('/', '~1');
      lines.set([...path, key].join('/'), line);
    } else if (token === ',') key = null;
  }
  return lines;
}
