// For tests of random sequences: the types of actors and moves (a move is one API call), and of the functions that
// build moves.

/** A caller in a random sequence: its bearer credential, and the ids it has received, by resource. */
export type Actor = { bearer: string; ids: Record<string, string[]> };

/** A move: one API call of a random sequence. */
export type Move = {
  name: string;
  method: string;
  path: string;
  query?: string;
  body?: unknown;
  /** value of the Idempotency-Key HTTP header; not sent by default */
  key?: string;
  /** time that passes on the world's clock before the call, in milliseconds; none by default */
  elapseMs?: number;
  /** is called with the body of a successful reply, to store the ids in it */
  rememberReply?: (answer: ReplyIds) => void;
};

/** The members of a reply body from which ids are stored. */
export type ReplyIds = {
  service_id?: string;
  tenant_id?: string;
  order_id?: string;
  zone_id?: string;
  id?: string;
  data?: { id: string }[];
  services?: string[];
  invoice_id?: string;
};

/** Generates a random number in [0, 1). */
export type Roll = () => number;

/** The functions that build moves: random numbers, known ids, requests. */
export type MoveTools = {
  roll: Roll;
  number(below: number): number;
  pick<T>(from: readonly T[], otherwise: T): T;
  id(kind: string): string;
  rememberIds(kind: string, ...ids: (string | undefined)[]): void;
  /** contains an Idempotency-Key for some of the moves, and is empty for the other moves */
  key: { key?: string };
  get(name: string, path: string, query?: string): Move;
  post(name: string, path: string, body?: unknown): Move;
};

/** A move with the relative frequency at which it is chosen. */
export type WeightedMove = [weight: number, move: () => Move];
