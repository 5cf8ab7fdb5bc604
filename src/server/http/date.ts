// The `Date` of an answer (RFC 9110 §6.6.1): the time in the world, which is what the body's own times go by.

let lastSecond = Number.NaN;
let lastText = '';

/** An instant (ms since 1970) as HTTP writes it: `Fri, 20 Nov 2026 08:00:00 GMT`. */
export function httpDate(ms: number): string {
  const second = Math.floor(ms / 1000);
  if (second !== lastSecond) {
    lastText = new Date(second * 1000).toUTCString();
    lastSecond = second;
  }
  return lastText;
}
