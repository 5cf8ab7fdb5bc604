// Rules about the status code of a reply.
import { isObject } from '../../src/contract/is-object.ts';
import { operation } from '../../src/contract/operations.ts';
import { GATEWAY_STATUSES } from '../../src/suite/http/rate-limits/refusals.ts';
import { intermediaryNote } from '../../src/suite/model/intermediary.ts';
import { ACCEPTANCE_RULE } from '../../src/suite/report/findings/refused-operations.ts';
import { observing, rule } from '../define.ts';
import { isSuccess, mayBeReplay } from '../support/reply-readers/response-readers.ts';

const LISTED_STATUSES = new Set([200, 201, 400, 401, 403, 404, 422, 429, 500]);

// Statuses beyond the table "Status codes used" whose meaning in HTTP (RFC 9110, RFC 6585, RFC 4918) fits a request of
// this suite. The table is read as open (openapi/DECISIONS.md); where the specification states a status for a
// condition, the checks of that condition expect it. Other statuses answer what no request of the suite contains (a
// range, a precondition, an expectation), lead elsewhere, or are not registered.
const FITTING_STATUSES = new Set([
  ...[202, 203, 204, 205],
  ...[402, 405, 408, 409, 410, 411, 413, 414, 415, 421, 423, 424, 425, 426, 428, 431, 451],
  ...[501, 502, 503, 504, 505, 507, 511],
]);

export const statuses = [
  rule('statuses/listed', {
    everyOperation: true,
    must: 'answer with a status code of the list, or with another one whose meaning in HTTP fits',
    requirement: 'errors/status-codes',
    judge(exchange, { compared }) {
      const { status } = exchange;
      if (compared(LISTED_STATUSES.has(status) || FITTING_STATUSES.has(status))) return undefined;
      return {
        message: `${status}${intermediaryNote(exchange)} is not among the status codes used, and its meaning in HTTP does not fit`,
        expected: [...LISTED_STATUSES].join(' or '),
        actual: status,
      };
    },
  }),
  rule('statuses/no-204', {
    should: 'answer a success without content as 200',
    requirement: 'errors/status-codes',
    applies: ({ status }) => status === 204,
    judge: () => ({ message: '204 is not among the status codes used', expected: 200, actual: 204 }),
  }),
  observing('statuses/unlisted', {
    observe: 'use status codes beyond the list',
    requirement: 'errors/codes-open',
    applies: ({ status }) =>
      !LISTED_STATUSES.has(status) && FITTING_STATUSES.has(status) && !GATEWAY_STATUSES.has(status),
    shows: ({ status, operation: op }) => `${status} for ${op ?? 'an unknown route'}`,
  }),
  rule('statuses/created-only-by-post', {
    conditional: true,
    must: 'answer 201 only to a request that creates',
    requirement: 'endpoints/created-only-by-post',
    applies: ({ operation: id, status, request }) =>
      status === 201 &&
      request.method !== 'POST' &&
      request.method !== 'PUT' &&
      // A deployment document may say 201.
      (id === null || operation(id).success !== 201),
    judge: ({ request }) => ({ message: `${request.method} answered 201`, expected: 200, actual: 201 }),
  }),
  rule('statuses/login-is-200', {
    must: 'answer a login with 200',
    requirement: 'login-response/status',
    applies: (exchange) => exchange.operation === 'login' && isSuccess(exchange),
    judge({ status }, { compared }) {
      const { success } = operation('login');
      return compared(status === success)
        ? undefined
        : { message: 'a login succeeded', expected: success, actual: status };
    },
  }),
  rule('statuses/order-is-201', {
    must: 'answer a new order with 201',
    requirement: 'endpoints/create-order',
    applies: (exchange) => exchange.operation === 'createOrder' && isSuccess(exchange),
    state: () => new Set<string>(),
    judge(exchange, { state, compared }) {
      const { status } = exchange;
      const { success } = operation('createOrder');
      if (mayBeReplay(exchange, state) || compared(status === success)) return undefined;
      return { message: 'an order was placed', expected: success, actual: status };
    },
  }),
  rule('statuses/success-as-documented', {
    should: 'answer a success with the status of this contract: 201 for what creates, 200 for the rest',
    requirement: 'endpoints/creates-answer-201',
    after: [
      'statuses/created-only-by-post',
      'statuses/order-is-201',
      'statuses/login-is-200',
      'statuses/no-204',
    ],
    applies: (exchange) => exchange.operation !== null && isSuccess(exchange),
    state: () => new Set<string>(),
    judge(exchange, { state, compared }) {
      const { operation: op, status } = exchange;
      if (mayBeReplay(exchange, state) || op === null) return undefined;
      const documented = operation(op).success;
      if (op === 'login' || op === 'createOrder' || compared(status === documented)) return undefined;
      return { message: `${op} succeeded`, expected: documented, actual: status };
    },
  }),
  rule('statuses/success-is-no-error', {
    must: 'not answer a success with an error body',
    requirement: 'errors/success-is-no-error',
    explains: ({ brokeRule }) => brokeRule,
    // Other rules cover downloads.
    applies: (exchange) =>
      exchange.operation !== null && !/^download/.test(exchange.operation) && isSuccess(exchange),
    judge({ json, status }, { compared }) {
      if (!isObject(json) || compared('id' in json || 'data' in json)) return undefined;
      const envelope =
        isObject(json.error) && typeof json.error.code === 'string' && typeof json.error.message === 'string';
      const flat =
        typeof json.message === 'string' && isObject(json.errors) && Object.keys(json.errors).length > 0;
      if (compared(!envelope && !flat)) return undefined;
      return { message: `a ${status} carries an error`, expected: 'a 4xx status', actual: json };
    },
  }),
];

export const acceptanceRules = [
  rule(ACCEPTANCE_RULE, {
    should: 'accept at least one of the valid requests that the suite sends to an operation',
    requirement: 'endpoints/valid-requests-accepted',
    applies: ({ operation: id, deliberateFault }) =>
      id !== null && operation(id).method !== 'GET' && deliberateFault === null,
    // One refusal proves nothing; only the whole run shows that an operation accepts no request.
    judge: (_, { compared }) => compared(undefined),
  }),
];
