// For tests: the types of a random run: actors, moves, and the tools that moves are built with.

/** Somebody who calls, and the ids they have seen by kind. */
export type Actor = { bearer: string; ids: Record<string, string[]> };

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
  /** takes ids out of a successful answer */
  rememberReply?: (answer: ReplyIds) => void;
};

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

export type Roll = () => number;

/** What moves are made of, and how they know ids. */
export type MoveTools = {
  roll: Roll;
  number(below: number): number;
  pick<T>(from: readonly T[], otherwise: T): T;
  id(kind: string): string;
  rememberIds(kind: string, ...ids: (string | undefined)[]): void;
  /** an Idempotency-Key, now and then */
  key: { key?: string };
  get(name: string, path: string, query?: string): Move;
  post(name: string, path: string, body?: unknown): Move;
};

export type WeightedMove = [weight: number, move: () => Move];
