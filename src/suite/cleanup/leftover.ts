// What a run leaves at the target.

/** A call that would undo something but was not sent or was refused, with the reason. */
export type Leftover = { operation: string; params: Record<string, string>; why: string };
