// The events that a run reports while it goes on.

import type { RecordedExchange } from '../model/recorded-exchange.ts';
import type { Result } from '../model/result.ts';
import type { ReportHead } from './report.ts';

/** An event of a run. */
export type ProgressEvent =
  /** the run starts; `requests`: number of requests planned without second attempts */
  | {
      type: 'start';
      checks: number;
      requests: number;
      baseUrl: string;
      runId: string;
      head: ReportHead;
      /** milliseconds that the run may take; absent without a limit */
      maxTime?: number;
      /** one line for each option that names checks by former ids */
      notes?: readonly string[];
    }
  /** a check is done; `left`: estimated milliseconds left, null while unknown */
  | { type: 'check'; result: Result; done: number; checks: number; requests: number; left?: number | null }
  /** a request and its reply; only when all exchanges are kept */
  | { type: 'exchange'; exchange: RecordedExchange }
  | { type: 'wait'; ms: number; why: string }
  | { type: 'cleanup'; things: number };
/** Is called with every event of a run, in order. */
export type OnProgress = (event: ProgressEvent) => void;
