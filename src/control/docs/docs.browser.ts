// Browser version of `docs.ts`. A browser build has no API reference, because its pages are files of the package.
import type { Call, Reply } from '../../server/http/call.ts';

/** Returns undefined for every path, because a browser build has no pages. */
export const docs = (_call: Call, _path: string): Reply | undefined => undefined;
