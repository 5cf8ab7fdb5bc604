// The options of an app and their defaults.
import type { WorldExport } from '../state/world-export.ts';
import type { Step } from './pipeline/step.ts';
import type { LimitSetting } from './rate-limit/rate-limits.ts';
import type { RequestLogSize } from './request-log.ts';

/** The shape of 422 bodies: the stated envelope, the stated flat form, or both in turns. */
export type ErrorShape = 'envelope' | 'flat' | 'alternate';

/** The simulated network: no delay, or the latency of a local, a mobile or a bad network. */
export type LatencyProfile = 'none' | 'lan' | 'mobile' | 'slow';

/** The options of an app. */
export type AppOptions = {
  /** decides every id, name and amount of a world; 1 when left out */
  seed?: number;
  /** the world to seed: a name of the mock definition's `worlds`; `demo` when left out */
  world?: string;
  /** an exported world to continue from; its seed, clock and settings override the other options */
  from?: WorldExport;
  /**
   * `now`: real time; `frozen`: 2026-11-20T08:00:00Z, standing still; or an ISO 8601 instant from which the clock
   * runs
   */
  clock?: string;
  /** the shape of 422 bodies: the envelope, the flat form, or both in turns; `envelope` when left out */
  errorShape?: ErrorShape;
  /** Set A or Set B of the specification, no limits, or a table of your own; `A` when left out */
  limits?: LimitSetting;
  /**
   * requests a minute per client address to login, refresh and 2FA; when left out 10, or no limit where `limits` is
   * off
   */
  limitsAuth?: number;
  /** a setting that handlers read: provisioning takes time, is immediate, or waits for a lever of the control API */
  lifecycle?: 'time' | 'immediate' | 'manual';
  /** the simulated network; `none` when left out */
  latency?: LatencyProfile;
  /** how many requests the request log holds, and how many bytes of bodies; 500 and 2 MiB when left out */
  requests?: RequestLogSize;
  /** whether every reply is validated against the document; true when left out */
  verify?: boolean;
  /** the origins that browser pages may call from; every origin when left out */
  cors?: readonly string[];
  /** receives an entry for every answered request */
  log?: (entry: LogEntry) => void;
  /** receives faults of the mock itself with the place they happened; when left out they go to standard error */
  fault?: (error: unknown, where: string) => void;
  /** replaces or wraps pipeline steps; for tests that break the mock deliberately */
  steps?: (steps: readonly Step[]) => readonly Step[];
};

/** What is logged about a request once it is answered. */
export type LogEntry = {
  requestId: string;
  method: string;
  /** path and query as sent, with the values of secret-looking query names replaced by `***` */
  url: string;
  /** the operation that the request reached; null for none */
  operation: string | null;
  status: number;
  /** milliseconds from the arrival of the request to its reply */
  ms: number;
};
