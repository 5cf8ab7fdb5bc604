// Browser version of `console.ts`. A browser build has no console, because its pages are files of the package.
import type { Call, Reply } from '../../server/http/call.ts';

/** Returns undefined for every file, because a browser build has no pages. */
export const consoleFile = (_call: Call, _file: string): Promise<Reply | undefined> =>
  Promise.resolve(undefined);
