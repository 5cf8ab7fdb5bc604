// What a status says in words: in a browser nothing, as over HTTP/2 (RFC 9113 §8.3.2).

/** The reason phrase of a status: none. */
export const reasonPhrase = (_status: number): string => '';
