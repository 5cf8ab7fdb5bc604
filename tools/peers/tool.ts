// The interface of each tool of the comparison.
import { fileURLToPath } from 'node:url';
import type { Ready } from './server-ready.ts';

/** The folder of the comparison, with the npm packages of its tools. */
export const HOME = fileURLToPath(new URL('.', import.meta.url));
/** The folder of the cache: results, prepared files, the Python environment. */
export const CACHE = fileURLToPath(new URL('../../.cache/peers/', import.meta.url));

/** What a tool gets for one run. */
export type ToolInput = {
  ready: Ready;
  /** an empty folder for the run */
  folder: string;
  /** time limit in milliseconds */
  patience: number;
};

/** What a tool returns of one run. */
export type ToolRun = {
  /** alarms of the run; the same alarm has the same text in every run */
  alarms: string[];
  /** why the run is not complete: `took longer than 300 s` */
  incompleteBecause?: string;
};

/** A tool of the comparison. */
export type Tool = {
  name: string;
  version: string;
  /** how the tool is configured, in a sentence or two */
  how: string;
  /** longest run in seconds */
  patience: number;
  /** returns why the tool cannot be run here; null when it can */
  missing(): string | null;
  run(given: ToolInput): Promise<ToolRun>;
};

/** Replaces the parts of a message that change from run to run. */
export const stableMessage = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)?/g, '<time>')
    .replace(/\d{4,}/g, '<n>')
    .replace(/([/.[])\d+(?=[/.\]']|$)/g, '$1<n>')
    .slice(0, 300);
