// Servers that refuse every write in one area. The suite cannot judge such an area, and must not call any of the servers
// conformant.

import { operations } from '../../src/contract/operations.ts';
import { refusal } from '../../src/variations/edits.ts';
import { degenerate } from './define-mutant.ts';
import type { DegenerateServer, Injector } from './mutant.ts';

const REFUSALS = [
  [403, 'FORBIDDEN'],
  [422, 'NOT_TODAY'],
  [400, 'BAD_REQUEST'],
  [409, 'CONFLICT'],
] as const;

const writes = operations.filter(({ method }) => method !== 'GET');
const areas = [...new Set(writes.map(({ area }) => area))];
/** Refuses requests with a credential to the given operations. */
const refuseAll = (p: Injector, refused: readonly { id: string }[], status: number, code: string): void =>
  p.request(
    ({ operation, bearer }) => bearer !== null && refused.some(({ id }) => id === operation),
    () => refusal(status, code, 'This is refused.'),
  );

/** Servers whose area the suite cannot judge, because they refuse every write in it; none of them is conformant. */
export const refusingServers: readonly DegenerateServer[] = areas.flatMap((area) =>
  REFUSALS.map(([status, code]) =>
    degenerate(
      `refusing/area[${area} ${status}]`,
      `every write in the area ${area} is refused with ${status}`,
      (p) =>
        refuseAll(
          p,
          writes.filter((one) => one.area === area),
          status,
          code,
        ),
    ),
  ),
);
