// The interface between the runner and each tool of the comparison.
import { fileURLToPath } from 'node:url';
import type { Ready } from './server-ready.ts';

/** The folder of this comparison, with the npm packages; `CACHE` has the Python environment. */
export const HOME = fileURLToPath(new URL('.', import.meta.url));
export const CACHE = fileURLToPath(new URL('../../.cache/peers/', import.meta.url));

export type ToolInput = {
  ready: Ready;
  /** an empty folder for the run */
  folder: string;
  /** time limit in milliseconds */
  patience: number;
};

export type ToolRun = {
  /** one text per alarm; the same alarm always has the same text */
  alarms: string[];
  /** why the run is incomplete: `took longer than 300 s` */
  incompleteBecause?: string;
};

export type Tool = {
  name: string;
  version: string;
  /** its configuration in a sentence or two */
  how: string;
  /** time limit of a run in seconds */
  patience: number;
  /** returns why it cannot run here; null when it can */
  missing(): string | null;
  run(given: ToolInput): Promise<ToolRun>;
};

/** Removes the parts of a message that differ between runs. */
export const stableMessage = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)?/g, '<time>')
    .replace(/\d{4,}/g, '<n>')
    .replace(/([/.[])\d+(?=[/.\]']|$)/g, '$1<n>')
    .slice(0, 300);
