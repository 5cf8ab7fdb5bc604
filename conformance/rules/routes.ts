// Rules about URLs: TLS, the version segment, the path prefix of each area, replies to unknown ids.
import { operation, operations } from '../../src/contract/operations.ts';
import { observing, rule } from '../define.ts';
import { isRefusal, isSuccess, statusIn } from '../support/reply-readers/response-readers.ts';

// Matches host names and addresses of this machine or the local network, where plain HTTP does not expose credentials.
const LOCAL_HOST =
  /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[::1\]|\[f[cd])|^[^.]+$|\.(local|internal|test|localhost)$/;

const prefixOf = (id: string | null): string =>
  operations.find((one) => one.id === id)?.path.split('/')[1] ?? '';

/** The statuses with which a server replies where it has no such operation. */
const ABSENT_STATUSES = [404, 405, 501];

// Builds one rule for each area: its operations are found under the area's path prefix. A rule counts a prefix as
// missing when two operations below the prefix are missing and no operation below the prefix has replied. Another rule
// covers single missing operations. A capability in the target file excludes an area that the target does not offer.
const prefixRules = [...new Set(operations.map(({ area }) => area))].map((area) =>
  rule(`routes/prefix-${area}`, {
    must: `answer under the path prefixes of ${area}`,
    requirement: 'service/path-prefixes',
    area,
    explains: ({ operation: op, status }, breachedBy) =>
      ABSENT_STATUSES.includes(status) && breachedBy.some((one) => prefixOf(one) === prefixOf(op)),
    applies: ({ operation: op, caller, deliberateFault }) =>
      op !== null &&
      operation(op).area === area &&
      /^(tenant[AB]|platformAdmin)$/.test(caller) &&
      deliberateFault === null,
    state: () => ({ answered: new Set<string>(), missing: new Map<string, Set<string>>() }),
    judge({ status, operation: op, request }, { state, compared }) {
      if (op === null) return undefined;
      const prefix = prefixOf(op);
      if (compared(!ABSENT_STATUSES.includes(status))) {
        state.answered.add(prefix);
        return undefined;
      }
      if (state.answered.has(prefix)) return undefined;
      const missing = (state.missing.get(prefix) ?? new Set<string>()).add(op);
      state.missing.set(prefix, missing);
      if (missing.size < 2) return undefined;
      return {
        message: `${[...missing].join(' and ')} do not exist`,
        expected: `an answer at ${request.path}`,
        actual: status,
      };
    },
  }),
);

export const routeRules = [
  rule('routes/https', {
    conditional: true,
    must: 'be spoken to over HTTPS',
    requirement: 'service/https',
    applies: ({ request, status }) => status < 300 && !LOCAL_HOST.test(new URL(request.url).hostname),
    judge({ request }, { compared }) {
      const { protocol, host } = new URL(request.url);
      if (compared(protocol === 'https:')) return undefined;
      return { message: `${host} serves the API without TLS`, expected: 'https:', actual: protocol };
    },
  }),
  rule('routes/version-one', {
    must: 'carry version 1 at the end of the base URL',
    requirement: 'versioning/v1',
    judge({ request }, { compared }) {
      const base = request.url.slice(0, request.url.length - request.path.length);
      if (compared(base.endsWith('/v1'))) return undefined;
      return { message: 'the base URL does not end in /v1', expected: '…/v1', actual: base };
    },
  }),
  ...prefixRules,
  rule('routes/json-requests', {
    must: 'take request bodies labelled application/json',
    requirement: 'service/json-requests',
    applies: ({ request, operation: op }) =>
      op !== null && request.body !== null && request.headers['content-type'] === 'application/json',
    judge: ({ status }, { compared }) =>
      compared(status === 415)
        ? {
            message: 'a body labelled application/json is answered 415',
            expected: 'any other answer',
            actual: 415,
          }
        : undefined,
  }),
  observing('isolation/foreign-id-status', {
    observe: "answer another tenant's id, and one that names nothing",
    requirement: 'authentication/foreign-id-status',
    applies: (exchange) =>
      isRefusal(exchange) &&
      /^(another tenant's id( \(.*\))?|an id that names nothing)$/.test(exchange.deliberateFault ?? ''),
    shows: ({ deliberateFault, status }) => `${deliberateFault?.replace(/ \(.*/, '')} is answered ${status}`,
  }),
  rule('orders/pending-without-wallet', {
    should: 'leave an order pending whose payment method is not the wallet',
    requirement: 'billing/pending-without-wallet',
    area: 'orders',
    after: ['orders/response-status'],
    applies: (exchange) => exchange.operation === 'createOrder' && isSuccess(exchange),
    judge({ request, json }, { compared }) {
      const method = /"payment_method":"([^"]+)"/.exec(request.body ?? '')?.[1] ?? 'wallet';
      if (method === 'wallet' || compared(statusIn(json) === 'pending')) return undefined;
      return {
        message: `an order paid by ${method} does not wait`,
        expected: 'pending',
        actual: statusIn(json),
      };
    },
  }),
  observing('orders/payment-methods', {
    observe: 'take payment methods beside the wallet',
    requirement: 'gaps/payment-methods',
    area: 'orders',
    applies: ({ operation: op, deliberateFault }) => op === 'createOrder' && deliberateFault === null,
    shows({ request, status, json }) {
      const method = /"payment_method":"([^"]+)"/.exec(request.body ?? '')?.[1] ?? 'wallet';
      return `\`${method}\` is answered ${status}${status < 300 ? ` and leaves the order ${statusIn(json)}` : ''}`;
    },
  }),
  observing('statuses/states-in-use', {
    observe: 'name the states of its resources',
    requirement: 'states/not-shown',
    applies: (exchange) => isSuccess(exchange) && exchange.request.params.id !== undefined,
    shows({ json, operation: op }) {
      const status = statusIn(json);
      const text = `${op === null ? 'something' : operation(op).area}: ${status}`;
      return status === undefined ? undefined : text;
    },
  }),
];
