// What a status says in words.

/** The reason phrase of a status, `Not Found`; empty for one that has none. */
export const reasonPhrase = (status: number): string =>
  process.getBuiltinModule('http').STATUS_CODES[status] ?? '';
