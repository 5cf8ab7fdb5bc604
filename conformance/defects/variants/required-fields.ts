// Lawful variants that want one more field in a request body, whose value the suite cannot know.
import { isObject } from '../../../src/contract/is-object.ts';
import type { OperationId } from '../../../src/contract/operations.ts';
import { variant } from '../define-mutant.ts';
import { each, refusal, replaceResponse } from '../edits/response-edits.ts';
import type { ClientRequest, LawfulVariant } from '../mutant.ts';

const CREATIONS: readonly OperationId[] = [
  'createCustomer',
  'createOrder',
  'createTenant',
  'createVps',
  'createHostingAccount',
  'createTicket',
  'createWebhook',
  'createApiKey',
  'createDnsZone',
  'topUpWallet',
];

/** The number of a contract that the platform has with the tenant. */
const FRAMEWORK_CONTRACT = 'RV-2024/0381-7';

const fieldRefused = () =>
  refusal(422, 'VALIDATION_FAILED', 'The data are invalid.', {
    framework_contract: ['This field must be the number of your framework contract.'],
  });

export const requiredFieldVariants: readonly LawfulVariant[] = each(CREATIONS, (operation) =>
  variant(
    `variant/one-more-field[${operation}]`,
    `${operation} wants the number of a framework contract`,
    (p) => {
      // The mock validates its own fields first, so that a refusal for one of them names that field.
      const lacking = new WeakSet<ClientRequest>();
      p.handler(operation, ({ request }, go) => {
        const { json } = request;
        if (isObject(json) && json.framework_contract === FRAMEWORK_CONTRACT) return go();
        lacking.add(request);
        return p.throwRefusal('INSUFFICIENT_FUNDS');
      });
      p.reply(operation, (reply, request) => {
        if (lacking.has(request)) replaceResponse(reply, fieldRefused());
      });
    },
  ),
);
