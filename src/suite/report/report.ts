// Declares the report: the outcome of a run as one plain value, with the types that `report.schema.json` describes.
import type { Report } from '../model/generated/report.ts';

export type {
  CapabilityProposal,
  CliArgs,
  CountsByName,
  Finding,
  Report,
} from '../model/generated/report.ts';

/** The number of the report format that this suite writes and reads. */
export const REPORT_FORMAT = 2;

/** The members of the report that are known before the first request. */
export type ReportHead = Pick<
  Report,
  | 'format'
  | 'suite'
  | 'contract'
  | 'register'
  | 'target'
  | 'profile'
  | 'mode'
  | 'seed'
  | 'filter'
  | 'runId'
  | 'startedAt'
>;
