// What a run tells while it runs.

import type { RecordedExchange } from '../model/recorded-exchange.ts';
import type { Result } from '../model/result.ts';
import type { ReportHead } from './report.ts';

export type ProgressEvent =
  /** `requests` are planned: what is sent when all is well */
  | {
      type: 'start';
      checks: number;
      requests: number;
      baseUrl: string;
      runId: string;
      head: ReportHead;
      /** milliseconds that the run may take; absent where it may take any time */
      maxTime?: number;
      /** one line for each option that names checks by former ids */
      notes?: readonly string[];
    }
  /** `left`: milliseconds to go, as far as they can be told */
  | { type: 'check'; result: Result; done: number; checks: number; requests: number; left?: number | null }
  /** only where all exchanges are kept */
  | { type: 'exchange'; exchange: RecordedExchange }
  | { type: 'wait'; ms: number; why: string }
  | { type: 'cleanup'; things: number };
export type OnProgress = (event: ProgressEvent) => void;
