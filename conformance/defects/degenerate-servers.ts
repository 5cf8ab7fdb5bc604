// Degenerate servers: each server gives the same reply to every request, and the suite must not call any of the
// servers conformant.

import { jsonResponse, refusal } from '../../src/variations/edits.ts';
import { degenerate } from './define-mutant.ts';
import type { DegenerateServer } from './mutant.ts';

export const sameReplyServers: readonly DegenerateServer[] = [
  degenerate('degenerate/always[200]', 'everything is answered 200 with an empty object', (p) =>
    p.request('everything', () => jsonResponse(200, {})),
  ),
  ...[401, 403, 404, 429, 500].map((status) =>
    degenerate(`degenerate/always[${status}]`, `everything is answered ${status}`, (p) =>
      p.request('everything', () => refusal(status, 'NO', 'No.')),
    ),
  ),
  degenerate('degenerate/always[nothing]', 'everything is answered 200 with nothing', (p) =>
    p.request('everything', () => ({ ...jsonResponse(200, undefined), raw: '' })),
  ),
];
