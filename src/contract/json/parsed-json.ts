/** Parses a JSON text; returns undefined when there is no text, or when it is not JSON. */
export function parsedJson(text: string | null): unknown {
  if (!text) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
