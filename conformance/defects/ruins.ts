// Servers that are none: they answer everything alike, and nobody may ever call them conformant.
import { answer, each, refusal } from './edit.ts';
import type { Variant } from './plant.ts';
import { variant } from './row.ts';

export const ruins: readonly Variant[] = [
  variant('EV[200]', 'everything is answered 200 with an empty object', (p) =>
    p.request('everything', () => answer(200, {})),
  ),
  ...each([401, 403, 404, 429, 500], (status) =>
    variant(`EV[${status}]`, `everything is answered ${status}`, (p) =>
      p.request('everything', () => refusal(status, 'NO', 'No.')),
    ),
  ),
  variant('EV[nothing]', 'everything is answered 200 with nothing', (p) =>
    p.request('everything', () => ({ ...answer(200, undefined), raw: '' })),
  ),
];
