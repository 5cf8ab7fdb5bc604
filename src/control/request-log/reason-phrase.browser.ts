// Browser version of `reason-phrase.ts`: it has no reason phrases, like HTTP/2 (RFC 9113 §8.3.2).

/** Returns an empty text for every status. */
export const reasonPhrase = (_status: number): string => '';
