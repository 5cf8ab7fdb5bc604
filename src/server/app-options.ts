// The settings of an app, and what they are when nobody says.
import type { WorldExport } from '../state/world-export.ts';
import type { Step } from './pipeline/step.ts';
import type { LimitSetting } from './rate-limit/rate-limits.ts';
import type { RequestLogSize } from './request-log.ts';

export type ErrorShape = 'envelope' | 'flat' | 'alternate';

/** How long answers take: not at all, or as over a local, a mobile or a bad network. */
export type LatencyProfile = 'none' | 'lan' | 'mobile' | 'slow';

export type AppOptions = {
  /** decides every id, name and amount of a world; 1 when left out */
  seed?: number;
  /** which world to settle: a name of the content's `worlds`; `demo` when left out */
  world?: string;
  /** a world that was exported, taken up where it was left: with its seed, clock and settings, whatever the others here say */
  from?: WorldExport;
  /** `now`: real time; `frozen`: 2026-11-20T08:00:00Z, standing still; or an ISO 8601 instant that runs from there */
  clock?: string;
  /** the form of 422 bodies: the envelope, the flat form, or by turns */
  errorShape?: ErrorShape;
  /** the specification's Set A or Set B, none, or figures of your own */
  limits?: LimitSetting;
  /** requests a minute and client address to login, refresh and 2FA; 10 when left out, none when `limits` is off */
  limitsAuth?: number;
  /** handed to the world's settings: whether provisioning takes time, none, or waits for a hand */
  lifecycle?: 'time' | 'immediate' | 'manual';
  /** how long answers take; `none` when left out */
  latency?: LatencyProfile;
  /** how many of the last calls, and how many bytes of their bodies, are remembered; 500 and 2 MiB when left out */
  requests?: RequestLogSize;
  /** check every reply against the document; on when left out */
  verify?: boolean;
  /** origins a browser page may call from; every origin when left out */
  cors?: readonly string[];
  /** told of every call answered */
  log?: (entry: LogEntry) => void;
  /** told of our own failures, with their stack; standard error when left out */
  fault?: (error: unknown, where: string) => void;
  /** replaces or wraps steps; for tests that break the mock on purpose */
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
