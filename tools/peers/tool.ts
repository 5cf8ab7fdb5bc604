// Defines the interface that each tool of the comparison implements.
import { fileURLToPath } from 'node:url';
import type { Ready } from './server-ready.ts';

/** Path of the folder tools/peers, which contains the npm packages of the other tools. */
export const HOME = fileURLToPath(new URL('.', import.meta.url));
/** Path of the cache folder, which contains the results, the prepared files and the Python environment. */
export const CACHE = fileURLToPath(new URL('../../.cache/peers/', import.meta.url));

/** The input of a tool for one run. */
export type ToolInput = {
  ready: Ready;
  /** path of an empty folder that the tool may write to during the run */
  folder: string;
  /** time limit of the run in milliseconds */
  patience: number;
};

/** The result that a tool returns for one run. */
export type ToolRun = {
  /** alarms that the tool raised; the same alarm has the same text in every run */
  alarms: string[];
  /** reason why the run is not complete: `took longer than 300 s` */
  incompleteBecause?: string;
};

/** A tool of the comparison, with the function that runs it. */
export type Tool = {
  name: string;
  version: string;
  /** how the tool is configured, in one or two sentences */
  how: string;
  /** time limit of one run in seconds */
  patience: number;
  /** returns the reason why the tool cannot run on this machine; null when it can */
  missing(): string | null;
  run(given: ToolInput): Promise<ToolRun>;
};

/** Replaces the parts of a message that change from run to run: ids, times and long numbers. */
export const stableMessage = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)?/g, '<time>')
    .replace(/\d{4,}/g, '<n>')
    .replace(/([/.[])\d+(?=[/.\]']|$)/g, '$1<n>')
    .slice(0, 300);
