// Degenerate servers: each server gives the same reply to every request, and the suite must not call any of the
// servers conformant.

import { variant } from './define-mutant.ts';
import { each, jsonResponse, refusal } from './edits/response-edits.ts';
import type { LawfulVariant } from './mutant.ts';

export const sameReplyServers: readonly LawfulVariant[] = [
  variant('degenerate/always[200]', 'everything is answered 200 with an empty object', (p) =>
    p.request('everything', () => jsonResponse(200, {})),
  ),
  ...each([401, 403, 404, 429, 500], (status) =>
    variant(`degenerate/always[${status}]`, `everything is answered ${status}`, (p) =>
      p.request('everything', () => refusal(status, 'NO', 'No.')),
    ),
  ),
  variant('degenerate/always[nothing]', 'everything is answered 200 with nothing', (p) =>
    p.request('everything', () => ({ ...jsonResponse(200, undefined), raw: '' })),
  ),
];
