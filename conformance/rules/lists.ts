// Rules about lists: the elements and the shape of a list.
import { isObject } from '../../src/contract/is-object.ts';
import { operation } from '../../src/contract/operations.ts';
import { itemsInPage, nextLink } from '../../src/suite/lists/pagination.ts';
import type { Exchange } from '../../src/suite/model/define.ts';
import { observing, rule } from '../define.ts';
import { statusIn } from '../support/reply-readers/response-readers.ts';

const isList = ({ operation: op, status }: Exchange): boolean =>
  status === 200 && op !== null && /Page$/.test(operation(op).responses[200]?.schema ?? '');

const queryParameter = ({ request }: Exchange, name: string): string | null =>
  new URLSearchParams(request.path.split('?')[1] ?? '').get(name);

/** The parameters of the contract that filter nothing by a member of the same name. */
const PAGING = new Set(['page', 'per_page', 'sort', 'q']);

export const listRules = [
  rule('lists/envelope', {
    should: 'wrap a list as `{data, meta, links}`',
    requirement: 'endpoints/list-envelope',
    after: ['bodies/parse', 'statuses/success-is-no-error'],
    applies: isList,
    judge({ json, operation: op }, { compared }) {
      const missing = ['data', 'meta', 'links'].filter((name) => !isObject(json) || json[name] === undefined);
      if (compared(missing.length === 0)) return undefined;
      return { message: `${op} lacks ${missing.join(', ')}`, expected: '{data, meta, links}' };
    },
  }),
  rule('lists/page-size', {
    should: 'return no more elements than `per_page` asks for',
    requirement: 'endpoints/list-paging',
    after: ['lists/envelope'],
    applies: (exchange) => isList(exchange) && /^[1-9]\d*$/.test(queryParameter(exchange, 'per_page') ?? ''),
    judge(exchange, { compared }) {
      const size = Number(queryParameter(exchange, 'per_page'));
      const found = itemsInPage(exchange.json)?.length ?? 0;
      if (compared(found <= size)) return undefined;
      return { message: 'a page holds more than was asked for', expected: size, actual: found };
    },
  }),
  rule('lists/filter', {
    should: 'return only what a filter by a member asks for',
    requirement: 'endpoints/list-filters',
    after: ['lists/envelope'],
    applies: isList,
    judge(exchange, { compared }) {
      const items = itemsInPage(exchange.json) ?? [];
      for (const [name, value] of new URLSearchParams(exchange.request.path.split('?')[1] ?? '')) {
        if (value === '' || PAGING.has(name)) continue;
        const other = items.find(
          (item) => isObject(item) && typeof item[name] === 'string' && compared(item[name] !== value),
        );
        if (other !== undefined)
          return { message: `the filter by ${name} lets others through`, expected: value, actual: other };
      }
      return undefined;
    },
  }),
  rule('lists/next-page-on-this-host', {
    should: 'lead to the next page of a list on the host that was asked',
    requirement: 'endpoints/next-page-on-this-host',
    after: ['bodies/parse'],
    applies: (exchange) => isList(exchange) && nextLink(exchange) !== undefined,
    judge(exchange, { compared }) {
      const { url } = exchange.request;
      const link = nextLink(exchange) ?? '';
      // The link is resolved as a client would resolve it when it follows the link with its credential.
      const leads = URL.parse(link, url);
      if (leads === null || !/^https?:$/.test(leads.protocol)) return undefined;
      const { host } = new URL(url);
      if (compared(leads.host === host)) return undefined;
      return {
        message: 'the link to the next page leads to another host, which would be sent the credential',
        expected: host,
        actual: link.slice(0, 200),
      };
    },
  }),
  rule('billing/subscriptions-active', {
    must: 'list active subscriptions only',
    requirement: 'endpoints/list-subscriptions',
    area: 'billing',
    applies: (exchange) =>
      exchange.operation === 'listSubscriptions' &&
      isList(exchange) &&
      queryParameter(exchange, 'status') === null,
    judge({ json }, { compared }) {
      const over = itemsInPage(json)?.find((one) =>
        compared(/cancel|expired|ended|terminated|inactive/i.test(statusIn(one) ?? '')),
      );
      if (over === undefined) return undefined;
      return { message: 'a subscription in the list is not active', expected: 'active ones', actual: over };
    },
  }),
  observing('lists/shape-in-use', {
    observe: 'give its lists some shape',
    requirement: 'endpoints/list-parameters',
    applies: isList,
    shows({ json }) {
      const keys = isObject(json) ? Object.keys(json).sort().join(', ') : '';
      return Array.isArray(json) ? 'a list is a bare array' : `a list is an object of ${keys}`;
    },
  }),
];
