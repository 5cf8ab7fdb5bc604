// Browser version of `pages.ts`. A browser build has no pages, because they are files of the package.
import type { Call, Reply } from '../server/http/call.ts';

/** Returns undefined for every path. */
export const servePage = (_call: Call): Promise<Reply | undefined> => Promise.resolve(undefined);
