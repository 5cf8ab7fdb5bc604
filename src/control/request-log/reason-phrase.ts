// Reason phrases of HTTP statuses.

/** Returns the reason phrase of a status, such as `Not Found`; empty for an unknown status. */
export const reasonPhrase = (status: number): string =>
  process.getBuiltinModule('http').STATUS_CODES[status] ?? '';
