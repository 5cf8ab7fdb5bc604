// Browser version of `docs.ts`. A browser build has no console that the redirects could lead to.
import type { Call, Reply } from '../../server/http/call.ts';

/** Returns undefined for every path, because a browser build has no console. */
export const docs = (_call: Call, _path: string): Reply | undefined => undefined;
