// The catalogue: everything the suite asks of a target, in the order in which it asks.
import type { Catalogue } from '../src/suite/define.ts';
import { auth } from './auth.ts';
import { authentication } from './authentication.ts';
import { billing } from './billing.ts';
import { customers } from './customers.ts';
import { idempotency } from './idempotency.ts';
import { isolation } from './isolation.ts';
import { lists } from './lists.ts';
import { money } from './money.ts';
import { orders } from './orders.ts';
import { rateLimits } from './rate-limits.ts';
import { idIn, isRecord, isUuid, statusIn } from './reading.ts';
import { type RequirementId, requirements } from './requirements.ts';
import { routes } from './routes.ts';
import { rules } from './rules/index.ts';
import { services } from './services.ts';
import { twoFactor } from './two-factor.ts';
import { validation } from './validation.ts';

export const catalogue: Catalogue<RequirementId> = {
  requirements,
  checks: [
    ...auth,
    ...twoFactor,
    ...customers,
    ...orders,
    ...services,
    ...billing,
    ...money,
    ...idempotency,
    ...lists,
    ...validation,
    ...routes,
    ...authentication,
    ...isolation,
    ...rateLimits,
  ],
  rules,
  proofs: ['getCurrentUser', 'getWallet', 'listCustomers', 'listOrders'],
  undo: {
    createCustomer(reply) {
      const id = idIn(reply.json);
      return id === undefined ? undefined : { operation: 'deactivateCustomer', params: { id } };
    },
    createOrder(reply) {
      const json = isRecord(reply.json) ? reply.json : {};
      if (statusIn(json) === 'pending' && typeof json.id === 'string') {
        return { operation: 'cancelOrder', params: { id: json.id } };
      }
      const services = Array.isArray(json.services) ? json.services.filter(isUuid) : [];
      return services.map((id) => ({ operation: 'terminateService', params: { id } }));
    },
  },
};
