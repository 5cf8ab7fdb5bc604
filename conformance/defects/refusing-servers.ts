// Defects and servers that refuse every valid request to one operation, or every write in one area. The suite cannot
// judge such an area, and must not call any of the servers conformant.
import { operations } from '../../src/contract/operations.ts';
import { ACCEPTANCE_RULE } from '../../src/suite/report/findings/refused-operations.ts';
import { chosen, degenerate } from './define-mutant.ts';
import { each, refusal } from './edits/response-edits.ts';
import type { DegenerateServer, Injector, Mutant } from './mutant.ts';

const REFUSALS = [
  [403, 'FORBIDDEN'],
  [422, 'NOT_TODAY'],
  [400, 'BAD_REQUEST'],
  [409, 'CONFLICT'],
] as const;

const writes = operations.filter(({ method }) => method !== 'GET');
const areas = [...new Set(writes.map(({ area }) => area))];
/** The operations that create something: a POST to a path without an id. */
const creations = writes.filter(
  ({ method, path, auth }) => method === 'POST' && !path.includes('{') && auth !== 'anonymous',
);

/** Refuses requests with a credential to the given operations. */
const refuseAll = (p: Injector, refused: readonly { id: string }[], status: number, code: string): void =>
  p.request(
    ({ operation, bearer }) => bearer !== null && refused.some(({ id }) => id === operation),
    () => refusal(status, code, 'This is refused.'),
  );

/** Each operation that creates something refuses every request. */
export const refusedOperations: readonly Mutant[] = each(creations, (operation) =>
  chosen(
    `operations/every-request-refused[${operation.id}]`,
    `${operation.id} refuses every request`,
    'endpoints/valid-requests-accepted',
    ACCEPTANCE_RULE,
    (p) => refuseAll(p, [operation], 422, 'NOT_TODAY'),
  ),
);

/** Servers whose area the suite cannot judge, because they refuse every write in it; none of them is conformant. */
export const refusingServers: readonly DegenerateServer[] = each(areas, (area) =>
  each(REFUSALS, ([status, code]) =>
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
).flat();
