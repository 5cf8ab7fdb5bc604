// Formats the `Date` header (RFC 9110 §6.6.1), which shows the time of the world's clock.

let lastSecond = Number.NaN;
let lastText = '';

/** Formats an instant (ms since 1970) as HTTP does: `Fri, 20 Nov 2026 08:00:00 GMT`. */
export function httpDate(ms: number): string {
  const second = Math.floor(ms / 1000);
  if (second !== lastSecond) {
    lastText = new Date(second * 1000).toUTCString();
    lastSecond = second;
  }
  return lastText;
}
