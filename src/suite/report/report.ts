// Declares the report: the outcome of a run as one plain value, with the types that `report.schema.json` describes.
import type { Report as ReportFile } from '../model/generated/report.ts';
import type { Result } from '../model/result.ts';
import type { TargetConfig } from '../model/target-config.ts';

export type {
  CapabilityProposal,
  CliArgs,
  CountsByName,
  Finding,
} from '../model/generated/report.ts';

/** The outcome of a run. Its member `learned` may stand in a target file as it is. */
export type Report = ReportFile & Pick<TargetConfig, 'learned'>;

/** The number of the report format that this suite writes and reads. */
export const REPORT_FORMAT = 3;

/** The members of the report that are known before the first request. */
export type ReportHead = Pick<
  Report,
  | 'format'
  | 'suite'
  | 'contract'
  | 'register'
  | 'target'
  | 'profile'
  | 'requirements'
  | 'mode'
  | 'seed'
  | 'filter'
  | 'runId'
  | 'startedAt'
>;

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
