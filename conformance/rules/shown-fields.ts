// A rule about the three requests whose fields the specification shows: log-in, order and hosting account.
import { isObject } from '../../src/contract/is-object.ts';
import { operation as documented, type OperationId } from '../../src/contract/operations.ts';
import { parseErrorBody } from '../../src/suite/model/error-body.ts';
import { rule } from '../define.ts';
import { deploymentDocument } from '../support/deployment-document.ts';
import { isSuccess } from '../support/reply-readers/response-readers.ts';

/** The members of the requests that the specification shows, at the top level and inside an item. */
const SHOWN: Partial<Record<OperationId, readonly string[]>> = {
  login: ['email', 'password', 'totp_code'],
  createOrder: [
    ...['customer_id', 'items', 'payment_method'],
    ...['sku_id', 'quantity', 'billing_cycle', 'config', 'domain', 'plan'],
  ],
  createHostingAccount: ['customer_id', 'sku_id', 'domain', 'billing_cycle'],
};

export const shownFieldRules = [
  rule('payloads/shown-fields-suffice', {
    must: 'accept a log-in, an order and a hosting account with the fields that are shown for them',
    requirement: 'endpoints/shown-fields-suffice',
    applies: ({ operation, deliberateFault }) =>
      operation !== null && SHOWN[operation] !== undefined && deliberateFault === null,
    state: () => new Map<string, Set<string>>(),
    judge(exchange, { state, compared }) {
      const { operation, status, json, request } = exchange;
      const shown = operation === null ? undefined : SHOWN[operation];
      if (operation === null || shown === undefined || !isObject(request.json)) return undefined;
      const demanded = state.get(operation) ?? new Set<string>();
      // A key of `errors` may also name a reason, such as the wallet: it is a field once the request succeeds with it.
      if (isSuccess(exchange)) {
        const added = Object.keys(request.json).find((name) => demanded.has(name));
        if (compared(added === undefined)) return undefined;
        return {
          message: `${operation} is refused without \`${added}\`, which is not shown, and accepted with it`,
          expected: shown,
          actual: Object.keys(request.json),
        };
      }
      if (status !== 422) return undefined;
      for (const key of Object.keys(parseErrorBody(json)?.errors ?? {}))
        if (
          !(key in request.json) &&
          !shown.includes(key) &&
          !deploymentDocument?.hasAddedMember(documented(operation), key)
        )
          demanded.add(key);
      state.set(operation, demanded);
      return undefined;
    },
  }),
];
