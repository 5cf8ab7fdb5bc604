// Lists every defect: those that need knowledge of the domain, those that are generated from the document, and servers
// that the suite must never call conformant.

import { operations } from '../../src/contract/operations.ts';
import { createRandom } from '../../src/suite/model/random.ts';
import { answer, jsonResponse, refusal } from '../../src/variations/edits.ts';
import { accounts } from './accounts.ts';
import { auth } from './auth.ts';
import { billing } from './billing.ts';
import { accessDefects } from './from-document/access.ts';
import type { Candidate } from './from-document/document.ts';
import { errorDefects, replyDefects } from './from-document/replies.ts';
import { requestDefects } from './from-document/requests.ts';
import { operationDefects } from './from-document/writes.ts';
import { limits } from './limits.ts';
import { listsAndRoutes } from './lists-routes.ts';
import type { Mutant, ResponseEdit } from './mutant.ts';
import { ordersAndServices } from './orders.ts';
import { products } from './products.ts';
import { supportAndWebhooks } from './support-webhooks.ts';
import { tenancyAndIdempotency } from './tenancy.ts';
import { validationAndErrors } from './validation.ts';

export type { Injector, Mutant } from './mutant.ts';

/** A server that the suite must never call conformant. */
type DegenerateServer = Pick<Mutant, 'id' | 'allow' | 'inject'> & { title: string };

const always = (what: string | number, title: string, reply: ResponseEdit): DegenerateServer => ({
  id: `degenerate/always[${what}]`,
  title: `everything is answered ${title}`,
  allow: [],
  inject: (p) => p.request('everything', () => reply),
});

const REFUSALS = [
  [403, 'FORBIDDEN'],
  [422, 'NOT_TODAY'],
  [400, 'BAD_REQUEST'],
  [409, 'CONFLICT'],
] as const;

const writes = operations.filter(({ method }) => method !== 'GET');
const areas = [...new Set(writes.map(({ area }) => area))];

const refusesArea = (area: string, status: number, code: string): DegenerateServer => {
  const refused = writes.filter((one) => one.area === area).map(({ id }) => id);
  return {
    id: `refusing/area[${area} ${status}]`,
    title: `every write in the area ${area} is refused with ${status}`,
    allow: [],
    inject: (p) => answer(p, refused, refusal(status, code, 'This is refused.')),
  };
};

/** Servers that answer everything alike, or refuse all writes of an area: none of them is conformant. */
export const degenerateServers: readonly DegenerateServer[] = [
  always(200, '200 with an empty object', jsonResponse(200, {})),
  ...[401, 403, 404, 429, 500].map((status) => always(status, `${status}`, refusal(status, 'NO', 'No.'))),
  always('nothing', '200 with nothing', { ...jsonResponse(200, undefined), raw: '' }),
  ...areas.flatMap((area) => REFUSALS.map(([status, code]) => refusesArea(area, status, code))),
];

export const allGenerated: readonly Candidate[] = [
  ...new Map(
    [...operationDefects, ...accessDefects, ...requestDefects, ...replyDefects, ...errorDefects].map(
      (row) => [row.id, row],
    ),
  ).values(),
];

export const generatedDefects = (seed: number): Candidate[] =>
  [...Map.groupBy(allGenerated, ({ cell }) => cell)].map(([cell, rows]) =>
    createRandom(seed, `defect of ${cell}`).pick(rows),
  );

const handWritten: readonly Mutant[] = [
  ...auth,
  ...accounts,
  ...ordersAndServices,
  ...billing,
  ...products,
  ...supportAndWebhooks,
  ...tenancyAndIdempotency,
  ...validationAndErrors,
  ...limits,
  ...listsAndRoutes,
];

/** The seed of the generated defects that every whole run injects. */
const SEED = 1;

/** Every hand-written defect, and one generated defect of each cell. The id of a defect begins with its area or topic. */
export const defects: readonly Mutant[] = [...handWritten, ...generatedDefects(SEED)];

const byId = new Map([...handWritten, ...allGenerated].map((row) => [row.id, row]));

/** Returns a hand-written defect, or any generated defect, by its id. */
export const defectById = (id: string): Mutant | undefined => byId.get(id);
