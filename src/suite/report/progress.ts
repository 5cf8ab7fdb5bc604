// Declares the events that a run reports while it is in progress.

import type { Result } from '../model/result.ts';
import type { ReportHead } from './report.ts';

/** An event of a run. */
export type ProgressEvent =
  /** the run starts; `requests` is the number of planned requests without second attempts */
  | {
      type: 'start';
      checks: number;
      requests: number;
      baseUrl: string;
      runId: string;
      head: ReportHead;
      /** the time limit of the run in milliseconds; absent when there is no limit */
      maxTime?: number;
    }
  /** a check has ended; `left` is the estimated time left in milliseconds, null while it is unknown */
  | { type: 'check'; result: Result; done: number; checks: number; requests: number; left?: number | null }
  | { type: 'wait'; ms: number; why: string }
  | { type: 'cleanup'; things: number };
/** A callback for every event of a run, in order. */
export type OnProgress = (event: ProgressEvent) => void;
