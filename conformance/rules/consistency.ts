// Rules that compare a reply with its request: the id of the resource, the items of an order, the values that were
// sent.
import { isObject } from '../../src/contract/is-object.ts';
import { type OperationId, operation } from '../../src/contract/operations.ts';
import type { Exchange } from '../../src/suite/model/define.ts';
import { rule } from '../define.ts';
import {
  isComparableSku,
  isSuccess,
  isUuid,
  leaves,
  mentions,
} from '../support/reply-readers/response-readers.ts';
import {
  idsInPath,
  type KnownResource,
  newRunState,
  observeExchange,
  VOLATILE_MEMBER,
} from './resource-state.ts';

const pathOf = (op: OperationId | null): string => (op === null ? '' : operation(op).path);

/**
 * Returns the member names under which a reply may repeat the id from its path, such as `hosting_id`, `zone_id` and
 * `ticket_id`.
 */
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
function otherIdIn(exchange: Exchange, compared: <T>(outcome: T) => T): [string, unknown] | undefined {
  const { json, operation: op, request } = exchange;
  const [name = '', part] = idsInPath(exchange);
  if (!isObject(json) || !['GET', 'PUT'].includes(request.method)) return undefined;
  const path = pathOf(op);
  // A UUID cannot be another spelling of a numeric id, and a reply that shows none of the sent values may be about a
  // job instead of the resource.
  if (!isUuid(part ?? name)) return undefined;
  const shows =
    request.method === 'GET' ||
    leaves(request.json).some(({ value }) => typeof value === 'string' && mentions(json, value));
  if (path.endsWith('}') && shows && isUuid(json.id) && compared(!isSameId(json.id, part ?? name)))
    return ['id', json.id];
  if (request.method !== 'GET' || !isUuid(name)) return undefined;
  return resourceIdNames(op)
    .map((name): [string, unknown] => [name, json[name]])
    .find(([, value]) => isUuid(value) && compared(!isSameId(value, name)));
}

const normalized = (value: unknown): unknown =>
  typeof value === 'string' ? value.trim().toLowerCase().replace(/\.$/, '') : value;

/** Returns the members that the creation request sent and that the reply to the creation showed unchanged. */
function sentAndShown({ creation }: KnownResource): [string, unknown][] {
  const body = creation.exchange.request.json;
  if (!isObject(body) || creation.exchange.request.method !== 'POST') return [];
  return Object.entries(body).filter(
    ([name, value]) =>
      ['string', 'number', 'boolean'].includes(typeof value) &&
      !VOLATILE_MEMBER.test(name) &&
      normalized(creation.view[name]) === normalized(value),
  );
}

const isTruncated = (value: unknown): boolean =>
  typeof value === 'string' && /(…|\.\.\.)$|[*•]{2}/.test(value);

export const consistencyRules = [
  rule('resources/same-id-as-path', {
    must: 'speak of the thing that the path names',
    requirement: 'endpoints/about-the-named',
    defersToChecks: true,
    applies: (exchange) =>
      isSuccess(exchange) && exchange.deliberateFault === null && idsInPath(exchange).length > 0,
    judge(exchange, { compared }) {
      const found = otherIdIn(exchange, compared);
      if (found === undefined) return undefined;
      const [name, actual] = found;
      return {
        message: `\`${name}\` is that of another thing`,
        expected: idsInPath(exchange).join(' or '),
        actual,
      };
    },
  }),
  rule('resources/keep-sent-values', {
    conditional: true,
    must: 'keep what was sent for a thing until something else is sent',
    requirement: 'endpoints/keeps-what-was-sent',
    defersToChecks: true,
    applies: ({ operation: op }) => op !== null,
    includeUnanswered: true,
    state: newRunState,
    judge(exchange, { state, compared }) {
      for (const { resource, now } of observeExchange(state, exchange)) {
        if (!resource.isShownById) continue;
        const sent = sentAndShown(resource).find(([name, value]) => {
          const is = now.view[name];
          const wasGiven = state.writes.some(
            ({ exchange, ids }) =>
              ids.includes(resource.id) &&
              isObject(exchange.request.json) &&
              // The deployment may take the member under several names.
              (name in exchange.request.json || Object.values(exchange.request.json).includes(is)),
          );
          return (
            typeof is === typeof value &&
            compared(normalized(is) !== normalized(value)) &&
            !isTruncated(is) &&
            !wasGiven
          );
        });
        if (sent === undefined) continue;
        const [name, expected] = sent;
        return { message: `\`${name}\` is another than was sent`, expected, actual: now.view[name] };
      }
      return undefined;
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
  rule('dns/content-unchanged', {
    must: 'show the content of a DNS record as it was sent',
    requirement: 'endpoints/create-echoes',
    area: 'dns',
    defersToChecks: true,
    applies: (exchange) =>
      /^(create|update)DnsRecord$/.test(exchange.operation ?? '') &&
      isSuccess(exchange) &&
      exchange.deliberateFault === null,
    // A deployment that calls the content otherwise may have ignored the member that was sent.
    judge({ request, received: json }, { compared }) {
      const [sent, shown] = [request.json, json].map((body) => (isObject(body) ? body.content : undefined));
      // An IPv6 address has several spellings, so the texts are not compared.
      if (
        !isObject(request.json) ||
        request.json.type === 'AAAA' ||
        typeof sent !== 'string' ||
        typeof shown !== 'string'
      )
        return undefined;
      // The content of a TXT record may be quoted and cut into strings of 255 characters. Letter case counts only for TXT
      // records.
      const bare = (content: string): string => content.replace(/[\s"]/g, '').replace(/\.$/, '');
      const [one, other] = [bare(sent), bare(shown)];
      if (
        compared(
          request.json.type === 'TXT' ? one === other : other.toLowerCase().includes(one.toLowerCase()),
        )
      )
        return undefined;
      return { message: '`content` is another than was sent', expected: sent, actual: shown };
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
];
