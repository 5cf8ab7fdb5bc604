// Declares the report: the outcome of a run as one plain value, with the types that `report.schema.json` describes.
import type { Report as ReportFile } from '../model/generated/report.ts';
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
