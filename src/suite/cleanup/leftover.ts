// What a run leaves behind because it could not be taken back.

/** What could not be taken back, and why. */
export type Leftover = { operation: string; params: Record<string, string>; why: string };
