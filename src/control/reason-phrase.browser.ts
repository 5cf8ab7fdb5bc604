// Browser version of `reason-phrase.ts`; like HTTP/2, it has no reason phrases (RFC 9113 §8.3.2).

/** Returns an empty text. */
export const reasonPhrase = (_status: number): string => '';
