// For tests: the types of a random run: actors, moves, and the tools that moves are built with.

/** A caller, and the ids it has seen by resource. */
export type Actor = { bearer: string; ids: Record<string, string[]> };

/** One call of a sequence. */
export type Move = {
  name: string;
  method: string;
  path: string;
  query?: string;
  body?: unknown;
  /** an Idempotency-Key */
  key?: string;
  /** time that passes before the call, in milliseconds */
  elapseMs?: number;
  /** stores the ids of a successful reply */
  rememberReply?: (answer: ReplyIds) => void;
};

/** The ids that a reply may contain. */
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

/** Generates a number in [0, 1). */
export type Roll = () => number;

/** Functions that moves are built with: random numbers, known ids, requests. */
export type MoveTools = {
  roll: Roll;
  number(below: number): number;
  pick<T>(from: readonly T[], otherwise: T): T;
  id(kind: string): string;
  rememberIds(kind: string, ...ids: (string | undefined)[]): void;
  /** an Idempotency-Key in some of the moves */
  key: { key?: string };
  get(name: string, path: string, query?: string): Move;
  post(name: string, path: string, body?: unknown): Move;
};

/** A move with its relative frequency. */
export type WeightedMove = [weight: number, move: () => Move];
