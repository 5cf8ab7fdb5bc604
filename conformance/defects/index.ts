// Lists every defect: those that need knowledge of the domain, and those that are generated from the document.

import { accounts } from './accounts.ts';
import { auth } from './auth.ts';
import { billing } from './billing.ts';
import { allGenerated, generatedDefects } from './from-document/index.ts';
import { limits } from './limits.ts';
import { listsAndRoutes } from './lists-routes.ts';
import type { Mutant } from './mutant.ts';
import { ordersAndServices } from './orders.ts';
import { products } from './products.ts';
import { supportAndWebhooks } from './support-webhooks.ts';
import { tenancyAndIdempotency } from './tenancy.ts';
import { validationAndErrors } from './validation.ts';

export { degenerateServers } from './degenerate-servers.ts';
export type { Injector, Mutant } from './mutant.ts';

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
