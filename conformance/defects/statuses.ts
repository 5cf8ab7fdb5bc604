// Planted faults: status codes.
import { isObject } from '../../src/contract/is-object.ts';
import { operations } from '../../src/contract/operations.ts';
import { BURST, chosen, follows, stated } from './define-mutant.ts';
import type { Mutant, RequestMatcher } from './mutant.ts';
import {
  dropHeader,
  each,
  isInvalid,
  isSuccess,
  jsonResponse,
  refusal,
  replaceResponse,
  serverError,
  valueAt,
} from './response-edits.ts';

/** Operations on one thing that is named in the path. */
const onOne: RequestMatcher = operations.filter(({ path }) => path.includes('{id}')).map(({ id }) => id);

export const statuses: readonly Mutant[] = [
  stated(
    'statuses/new-order-200',
    'a new order is answered 200',
    'endpoints/create-order',
    'statuses/order-is-201',
    (p) =>
      p.reply('createOrder', (reply) => {
        if (reply.status === 201) reply.status = 200;
      }),
  ),
  ...each(['createCustomer', 'createPayment', 'topUpWallet'] as const, (operation) =>
    chosen(
      `statuses/creation-200[${operation}]`,
      `${operation} answers a creation with 200`,
      'endpoints/creates-answer-201',
      'statuses/success-as-documented',
      (p) =>
        p.reply(operation, (reply) => {
          if (reply.status === 201) reply.status = 200;
        }),
    ),
  ),
  follows(
    'statuses/unknown-id-500',
    'an id that names nothing is a server error',
    'endpoints/unknown-id-refused',
    'unknown-id/getCustomer',
    (p) =>
      p.reply(onOne, (reply) => {
        if (reply.status === 404) replaceResponse(reply, serverError());
      }),
  ),
  ...each(
    [
      ['null', null],
      ['empty', {}],
    ] as const,
    ([label, body]) =>
      follows(
        `statuses/unknown-id-success[${label}]`,
        `an id that names nothing is answered 200 with ${label}`,
        ['endpoints/unknown-id-refused', 'service/own-tenant-only', 'errors/success-is-no-error'],
        'unknown-id/getCustomer',
        (p) =>
          p.reply(onOne, (reply) => {
            if (reply.status === 404) replaceResponse(reply, jsonResponse(200, body));
          }),
      ),
  ),
  ...each([400, 422], (status) =>
    chosen(
      `statuses/unknown-id-not-404[${status}]`,
      `an id that names nothing is answered ${status}`,
      'endpoints/unknown-id-404',
      'unknown-id/getCustomer/404',
      (p) =>
        p.reply(onOne, (reply) => {
          if (reply.status === 404)
            replaceResponse(reply, refusal(status, 'BAD_ID', 'Bad id.', { id: ['Bad id.'] }));
        }),
    ),
  ),
  stated(
    'statuses/invalid-400',
    'a validation failure is answered 400',
    'errors/validation-is-422',
    'errors/invalid-is-422',
    (p) =>
      p.reply('everything', (reply) => {
        if (isInvalid(reply)) reply.status = 400;
      }),
  ),
  ...each([503, 403], (status) =>
    stated(
      `limits/breach-not-429[${status}]`,
      `a breach of the rate limit is answered ${status}`,
      ['limits/breach-is-429', 'limits/auth-tighter', 'errors/status-codes'],
      'limits/breach-is-429',
      (p) =>
        p.reply('everything', (reply) => {
          if (reply.status === 429) reply.status = status;
        }),
      BURST,
    ),
  ),
  stated(
    'statuses/unlisted-status[302]',
    'whoever has no credential is sent to a log-in page',
    ['errors/status-codes', 'authentication/missing-is-401'],
    'statuses/listed',
    (p) =>
      p.reply('everything', (reply, { headers }) => {
        if (reply.status !== 401 || headers.authorization !== undefined) return;
        replaceResponse(reply, jsonResponse(302, {}, { Location: '/login' }));
      }),
  ),
  stated(
    'statuses/unlisted-status[418]',
    'an id that names nothing is answered 418',
    'errors/status-codes',
    'statuses/listed',
    (p) =>
      p.reply(onOne, (reply) => {
        if (reply.status === 404) reply.status = 418;
      }),
  ),
  stated(
    'statuses/unlisted-status[402]',
    'a credential that lacks permission is answered 402',
    ['errors/status-codes', 'authentication/lacking-permission-is-403'],
    'statuses/listed',
    (p) =>
      p.reply('everything', (reply) => {
        if (reply.status === 403) reply.status = 402;
      }),
  ),
  ...each(['deactivateCustomer', 'cancelSubscription'] as const, (operation) =>
    chosen(
      `statuses/answers-204[${operation}]`,
      `${operation} answers 204`,
      ['errors/status-codes', 'endpoints/creates-answer-201'],
      'statuses/no-204',
      (p) =>
        p.reply(operation, (reply) => {
          if (!isSuccess(reply)) return;
          reply.status = 204;
          reply.raw = '';
          dropHeader(reply, 'Content-Type');
        }),
    ),
  ),
  stated(
    'statuses/login-201',
    'a login answers 201',
    ['login-response/status', 'endpoints/login', 'errors/status-codes', 'endpoints/created-only-by-post'],
    'statuses/login-is-200',
    (p) =>
      p.reply('login', (reply) => {
        if (isSuccess(reply)) reply.status = 201;
      }),
  ),
  follows(
    'statuses/error-with-200',
    'errors come with status 200',
    ['errors/success-is-no-error', 'endpoints/unknown-id-refused'],
    'statuses/success-is-no-error',
    (p) =>
      p.reply(onOne, (reply) => {
        if (reply.status === 404) reply.status = 200;
      }),
  ),
  follows(
    'statuses/unknown-id-success[DELETE]',
    'DELETE of an id that names nothing is answered 200',
    ['endpoints/unknown-id-refused', 'errors/success-is-no-error'],
    'unknown-id/deactivateCustomer',
    (p) =>
      p.reply(['deactivateCustomer', 'cancelSubscription'], (reply, { params: { id = '' } }) => {
        const known = p.readDb((db) =>
          ['customers', 'subscriptions'].some((table) => db.table(table).find(id) !== undefined),
        );
        if (reply.status === 404 && !known) replaceResponse(reply, jsonResponse(200, {}));
      }),
  ),
  follows(
    'validation/malformed-json-500',
    'a body that is no JSON is a server error',
    'errors/malformed-json',
    'validation/malformed-json',
    (p) =>
      p.request('everything', (_asking, { text, json }) =>
        text !== '' && json === undefined ? serverError() : undefined,
      ),
  ),
  follows(
    'routes/unknown-path-200',
    'a path that does not exist is answered 200',
    'endpoints/unknown-route-refused',
    'routes/unknown-path',
    (p) =>
      p.reply(
        ({ operation }) => operation === null,
        (reply) => {
          if (valueAt(reply.json, 'error.code') === 'ROUTE_NOT_FOUND')
            replaceResponse(reply, jsonResponse(200, {}));
        },
      ),
  ),
  ...each([200, 500], (status) =>
    chosen(
      `routes/unknown-method-accepted[${status}]`,
      `a method that a path does not have is answered ${status}`,
      'endpoints/unknown-method-refused',
      'routes/unknown-method',
      (p) =>
        p.reply(
          ({ operation, method }) => operation === null && method !== 'GET',
          (reply) => replaceResponse(reply, status === 200 ? jsonResponse(200, {}) : serverError()),
        ),
    ),
  ),
  ...each(['getOrder', 'deactivateCustomer'] as const, (operation) =>
    follows(
      `statuses/201-without-creation[${operation}]`,
      `${operation} answers 201`,
      'endpoints/created-only-by-post',
      'statuses/created-only-by-post',
      (p) =>
        p.reply(operation, (reply) => {
          if (reply.status === 200 && isObject(reply.json)) reply.status = 201;
        }),
    ),
  ),
];
