// The options of an app and their defaults.
import type { DeliveryForm } from '../contract/delivery-forms.ts';
import type { WorldExport } from '../state/world-export.ts';
import type { LogSize } from './bounded-log.ts';
import type { Caller } from './pipeline/caller.ts';
import type { Answered, Step } from './pipeline/request-context.ts';
import type { LimitSetting } from './rate-limit/rate-limiter.ts';
import type { RefusalCause } from './request-log.ts';

/** The shape of 422 bodies: the envelope, the flat one, or the two in turns. */
export type ErrorShape = 'envelope' | 'flat' | 'alternate';

/** The simulated network: no delay, or the latency of a local, a mobile or a bad network. */
export type LatencyProfile = 'none' | 'lan' | 'mobile' | 'slow';

/** Which products there are: any string, as the specification tells a builder to accept, or only those of the price list. */
type Catalogue = 'open' | 'strict';

export type AppOptions = {
  /** the seed of every id, name and amount of a world; 1 when left out */
  seed?: number;
  /** the world to seed: a name of the mock definition's `worlds`; `demo` when left out */
  world?: string;
  /** an exported world to continue from; its seed, clock and settings override the other options */
  from?: WorldExport;
  /**
   * the name of the first world when a stored world is loaded into it: the app then starts without rows, and must not be
   * used before
   */
  recover?: string;
  /**
   * the start of the world's clock; `now`: it follows real time; `frozen`: it stands still at 2026-11-20T08:00:00Z;
   * an ISO 8601 instant: it runs from that instant
   */
  clock?: string;
  /** the shape of 422 bodies; `envelope` when left out */
  errorShape?: ErrorShape;
  /** the rate limits: Set A, Set B, none, or requests a minute by tier; `A` when left out */
  limits?: LimitSetting;
  /**
   * the rate limit of login, token refresh and 2FA, in requests a minute per IP address of the client; when left out
   * 60 with Set A, no limit where `limits` is off, else 10
   */
  limitsAuth?: number;
  /** which products an order may name; `open` when left out */
  catalogue?: Catalogue;
  /** the pace of provisioning: by the clock, at once, or by a lever of the control API */
  lifecycle?: 'time' | 'immediate' | 'manual';
  /** the network whose latency is simulated; `none` when left out */
  latency?: LatencyProfile;
  /** how webhooks arrive; once, in their order and signed, when left out */
  deliveries?: readonly DeliveryForm[];
  /** the capacity of the request log; 500 requests and 2 MiB when left out */
  requests?: LogSize;
  /** the capacity of the timeline; when left out 16 MiB and 1,000 changes, 10,000 once it was read */
  timeline?: LogSize;
  /** whether every reply is validated against the document; true when left out */
  verify?: boolean;
  /** the origins whose browser pages may call the API; every origin when left out */
  cors?: readonly string[];
  /** a function that receives an entry for every answered request */
  log?: (entry: LogEntry) => void;
  /** receives internal errors of the mock and their places; standard error when left out */
  fault?: (error: unknown, where: string) => void;
  /**
   * a function that replaces or wraps the pipeline steps of a world, for an upstream and for tests that break the mock;
   * `callerOf` returns the caller of a persona's credential, null when the world has no such persona
   */
  steps?: (steps: readonly Step[], callerOf: (persona: string) => Caller | null) => readonly Step[];
};

export type LogEntry = {
  requestId: string;
  method: string;
  /** path and query as sent, with the values of secret-looking query names replaced by `***` */
  url: string;
  /** the id of the operation that the request reached; null when it reached none */
  operation: string | null;
  status: number;
  /** the fault that was injected into the request; null when none was injected */
  fault: string | null;
  /** what the reply of an operation without a handler was made from; null for every other reply */
  generated: string | null;
  /** what a lawful variation changed in the request or the reply, as `name=value` */
  varied: readonly string[];
  /** who answered, and why; null without an upstream */
  answered: Answered | null;
  /** the time from the arrival of the request to its reply, in ms */
  ms: number;
} & RefusalCause;
