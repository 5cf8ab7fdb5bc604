// SHA-256 with Node's own implementation.

/** Returns the SHA-256 of a text in UTF-8, in lower-case hex. */
export function sha256Hex(text: string): string {
  return process.getBuiltinModule('crypto').hash('sha256', text, 'hex');
}
