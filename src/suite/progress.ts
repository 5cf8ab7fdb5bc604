// What a run tells while it runs.
import type { Result } from './result.ts';

export type Progress =
  | { type: 'start'; checks: number; baseUrl: string; runId: string }
  | { type: 'check'; result: Result; done: number; checks: number; requests: number }
  | { type: 'wait'; ms: number; why: string }
  | { type: 'cleanup'; things: number };
export type OnProgress = (event: Progress) => void;
