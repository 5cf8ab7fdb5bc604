// Rules that compare a reply with its request: the id of the resource, the items of an order, the values and members
// that were sent.
import { isObject } from '../../src/contract/is-object.ts';
import { type OperationId, operation } from '../../src/contract/operations.ts';
import { keepsRequest, shownMembers } from '../../src/form/families.ts';
import type { Exchange, RuleContext } from '../../src/suite/model/define.ts';
import { parseErrorBody } from '../../src/suite/model/error-body.ts';
import { rule } from '../define.ts';
import { deploymentDocument } from '../support/deployment-document.ts';
import {
  isComparableSku,
  isSuccess,
  isUuid,
  leaves,
  mentions,
} from '../support/reply-readers/response-readers.ts';
import { idsInPath } from './histories/run-history.ts';

const pathOf = (op: OperationId | null): string => (op === null ? '' : operation(op).path);

// Returns the member names under which a reply may repeat the id from its path, such as `hosting_id`, `zone_id` and
// `ticket_id`.
function resourceIdNames(op: OperationId | null): string[] {
  const words = pathOf(op)
    .split('/{')[0]
    ?.split('/')
    .filter((word) => word !== '');
  const last = (words?.at(-1) ?? '').replaceAll('-', '_');
  const one = last.replace(/s$/, '');
  return [last, one].flatMap((word) => [`${word}_id`, `${word}Id`]);
}

const isSameId = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Finds a member of a reply that states another id than the path of the request. */
function otherIdIn(
  exchange: Exchange,
  { compared, runId }: Pick<RuleContext<unknown>, 'compared' | 'runId'>,
): [string, unknown] | undefined {
  const { json, operation: op, request } = exchange;
  const [name = '', part] = idsInPath(exchange);
  if (!isObject(json) || !['GET', 'PUT'].includes(request.method)) return undefined;
  const path = pathOf(op);
  // A UUID cannot be another spelling of a numeric id, and a reply that shows none of the run's own texts that were sent may
  // be about a job instead of the resource.
  if (!isUuid(part ?? name)) return undefined;
  const shows =
    request.method === 'GET' ||
    leaves(request.json).some(
      ({ value }) => typeof value === 'string' && value.includes(runId) && mentions(json, value),
    );
  if (path.endsWith('}') && shows && isUuid(json.id) && compared(!isSameId(json.id, part ?? name)))
    return ['id', json.id];
  if (request.method !== 'GET' || !isUuid(name)) return undefined;
  return resourceIdNames(op)
    .map((name): [string, unknown] => [name, json[name]])
    .find(([, value]) => isUuid(value) && compared(!isSameId(value, name)));
}

export const consistencyRules = [
  rule('resources/same-id-as-path', {
    must: 'speak of the thing that the path names',
    requirement: 'endpoints/about-the-named',
    defersToChecks: true,
    applies: (exchange) =>
      isSuccess(exchange) && exchange.deliberateFault === null && idsInPath(exchange).length > 0,
    judge(exchange, { compared, runId }) {
      const found = otherIdIn(exchange, { compared, runId });
      if (found === undefined) return undefined;
      const [name, actual] = found;
      return {
        message: `\`${name}\` is that of another thing`,
        expected: idsInPath(exchange).join(' or '),
        actual,
      };
    },
  }),
  rule('orders/items-unchanged', {
    must: 'take the items of an order as they were sent',
    requirement: 'order-request/items',
    area: 'orders',
    defersToChecks: true,
    applies: (exchange) =>
      exchange.operation === 'createOrder' && isSuccess(exchange) && exchange.deliberateFault === null,
    judge({ request, json }, { compared }) {
      const [sent, shown] = [request.json, json].map((body) => (isObject(body) ? body.items : undefined));
      if (!Array.isArray(sent) || !Array.isArray(shown) || shown.length === 0) return undefined;
      const skus = [sent, shown].map((items) =>
        items.map((item) => (isObject(item) ? item.sku_id : undefined)),
      );
      // The deployment may show a product by its own id, whatever the request called it.
      const isShownAsSent = skus[1]?.some((one) => skus[0]?.some((other) => isComparableSku(one, other)));
      const worth = (item: unknown): string =>
        isObject(item) ? `${isShownAsSent ? item.sku_id : ''} ${item.billing_cycle}`.toLowerCase() : '';
      const known = shown.map(worth);
      // The reply may contain one line per unit, and its lines may have other member names than the request.
      if (!shown.every((item) => isObject(item) && 'sku_id' in item && 'billing_cycle' in item))
        return undefined;
      const lost = sent.find((item) => isObject(item) && !known.includes(worth(item)));
      if (compared(lost === undefined)) return undefined;
      return { message: 'an item of the order is not among its items', expected: lost, actual: shown };
    },
  }),
  rule('domains/check-names-the-domain', {
    must: 'answer about the domain name that was asked about',
    requirement: 'endpoints/check-domain',
    area: 'domains',
    applies: (exchange) => exchange.operation === 'checkDomain' && isSuccess(exchange),
    judge({ request, json }, { compared }) {
      const [asked, reported] = [request.json, json].map((body) =>
        isObject(body) ? body.domain : undefined,
      );
      if (typeof asked !== 'string' || typeof reported !== 'string' || !reported.includes('.'))
        return undefined;
      // The names are compared as host names in ASCII. A text that is no host name is compared in lower case.
      const ascii = (name: string): string =>
        (URL.parse(`http://${name}`)?.hostname ?? name.toLowerCase()).replace(/\.$/, '');
      if (compared(ascii(asked) === ascii(reported))) return undefined;
      return { message: '`domain` is another name', expected: asked, actual: reported };
    },
  }),
  rule('payloads/shown-fields-suffice', {
    must: 'accept a log-in, an order and a hosting account with the fields that are shown for them',
    requirement: 'endpoints/shown-fields-suffice',
    applies: ({ operation: op, deliberateFault }) =>
      op !== null && keepsRequest(op) && deliberateFault === null,
    state: () => new Map<string, Set<string>>(),
    judge(exchange, { state, compared }) {
      const { operation: op, status, json, request } = exchange;
      if (op === null || !isObject(request.json)) return undefined;
      const shown = shownMembers(op);
      const demanded = state.get(op) ?? new Set<string>();
      // A key of `errors` may also name a reason, such as the wallet: it is a field once the request succeeds with it.
      if (isSuccess(exchange)) {
        const added = Object.keys(request.json).find((name) => demanded.has(name));
        if (compared(added === undefined)) return undefined;
        return {
          message: `${op} is refused without \`${added}\`, which is not shown, and accepted with it`,
          expected: shown,
          actual: Object.keys(request.json),
        };
      }
      if (status !== 422) return undefined;
      for (const key of Object.keys(parseErrorBody(json)?.errors ?? {}))
        if (
          !(key in request.json) &&
          !shown.includes(key) &&
          !deploymentDocument?.hasAddedMember(operation(op), key)
        )
          demanded.add(key);
      state.set(op, demanded);
      return undefined;
    },
  }),
];
