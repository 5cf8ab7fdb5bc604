// Rules about updates: a value that was sent for one resource appears in no other resource of the same kind.
import { isObject } from '../../src/contract/is-object.ts';
import { operation } from '../../src/contract/operations.ts';
import type { Exchange } from '../../src/suite/model/define.ts';
import { rule } from '../define.ts';
import { idIn, isSuccess, leaves, mentions } from '../support/reply-readers/response-readers.ts';

const UPDATE_OPERATIONS = ['updateCustomer', 'updateTenant', 'updateWebhook', 'updateDnsRecord'] as const;

/** Returns the first segment of the path of an operation, which the operations on one kind of resource share. */
const prefixOf = ({ operation: op }: Exchange): string =>
  op === null ? '' : (operation(op).path.split('/')[1] ?? '');

/** Returns the resources in a reply: the body itself, or the elements of its list. */
const resourcesIn = ({ json }: Exchange): Record<string, unknown>[] => {
  const inner = isObject(json) ? Object.values(json).find(Array.isArray) : json;
  return [json, ...(Array.isArray(inner) ? inner : [])].filter(isObject);
};

export const updateRules = [
  rule('updates/change-one-resource', {
    must: 'change the one thing an update names, and no other',
    requirement: 'endpoints/update-of-one',
    applies: (exchange) => exchange.operation !== null && isSuccess(exchange),
    state: () => ({
      /** maps each text that only one request sent to the resource that the request named */
      sent: new Map<string, { id: string; prefix: string; by: Exchange }>(),
      /** ids that reads have shown: the reply to a creation may have the id of an order or a task */
      shown: new Set<string>(),
    }),
    judge(exchange, { state, runId, compared }) {
      const { operation: op, request } = exchange;
      const prefix = prefixOf(exchange);
      const id = request.params.rid ?? request.params.id;
      if (UPDATE_OPERATIONS.some((one) => one === op) && id !== undefined) {
        for (const { value } of leaves(request.json))
          if (typeof value === 'string' && value.includes(runId) && !state.sent.has(value))
            state.sent.set(value, { id, prefix, by: exchange });
      }
      if (request.method !== 'GET') return undefined;
      for (const resource of resourcesIn(exchange)) {
        const ownId = idIn(resource)?.toLowerCase();
        if (ownId !== undefined) state.shown.add(`${prefix} ${ownId}`);
        // A request may claim an id for its resource: another check judges whether a write may change an id.
        const isAnother = ({ id, prefix: area, by }: { id: string; prefix: string; by: Exchange }): boolean =>
          ownId !== undefined &&
          area === prefix &&
          id.toLowerCase() !== ownId &&
          state.shown.has(`${prefix} ${id.toLowerCase()}`) &&
          !mentions(by.request.json, ownId);
        if (![...state.sent.values()].some(isAnother)) continue;
        for (const [name, value] of Object.entries(compared(resource))) {
          const owner = typeof value === 'string' ? state.sent.get(value) : undefined;
          if (owner === undefined || !isAnother(owner) || name === 'id') continue;
          return {
            message: `\`${name}\` of another one is what was sent for ${owner.id}`,
            expected: 'its own',
            actual: resource,
            dependsOn: [owner.by],
          };
        }
      }
      return undefined;
    },
  }),
];
