// The API reference in a browser: its pages are files of the package, which are not here.
import type { Call, Reply } from '../../server/http/call.ts';

/** Nothing of the reference is in this build. */
export const docs = (_call: Call, _path: string): Reply | undefined => undefined;

/** Leads to where the reference would be. */
export const redirect = (to: string): Reply => ({ status: 302, headers: { Location: to }, body: '' });
