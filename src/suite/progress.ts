// What a run tells while it runs.
import type { Recorded } from './recorded.ts';
import type { Head } from './report.ts';
import type { Result } from './result.ts';

export type Progress =
  /** `requests` are planned: what is sent when all is well */
  | {
      type: 'start';
      checks: number;
      requests: number;
      baseUrl: string;
      runId: string;
      head: Head;
      /** milliseconds that the run may take; absent where it may take any time */
      maxTime?: number;
    }
  /** `left`: milliseconds to go, as far as they can be told */
  | { type: 'check'; result: Result; done: number; checks: number; requests: number; left?: number | null }
  /** only where all exchanges are kept */
  | { type: 'exchange'; exchange: Recorded }
  | { type: 'wait'; ms: number; why: string }
  | { type: 'cleanup'; things: number };
export type OnProgress = (event: Progress) => void;
