// Rules about the fields of replies: one rule for each stated member, and one rule per area for the fields of this
// contract.
import { document } from '../../src/contract/document.ts';
import { isObject } from '../../src/contract/is-object.ts';
import { type JsonSchema, resolveRef } from '../../src/contract/openapi.ts';
import { type OperationId, operation, operations } from '../../src/contract/operations.ts';
import { type ValidationProblem, validateValue as validate } from '../../src/contract/validation/validate.ts';
import type { Exchange } from '../../src/suite/model/define.ts';
import { rule } from '../define.ts';
import type { RequirementId } from '../requirements.ts';
import { issuedAtOf, looksLikeJwt, tokenIn } from '../support/reply-readers/jwt.ts';
import { isSuccess } from '../support/reply-readers/response-readers.ts';
import { isUtcTime, timeOf } from '../support/reply-readers/times.ts';

// Returns the name of the member that a schema breach is about: the first step of its JSON pointer, or the name of
// the missing member.
function problemMember(problem: ValidationProblem): string {
  const missing = problem.params.missingProperty;
  if (problem.pointer === '' && typeof missing === 'string') return missing;
  return problem.pointer.split('/')[1] ?? '';
}

/** Returns whether a problem is a value that an open list (`x-extensible`) of the document does not have. */
function isUnknownValue(schema: string, { keyword, pointer }: ValidationProblem): boolean {
  if (keyword !== 'enum') return false;
  let node: JsonSchema = { $ref: `#/components/schemas/${schema}` };
  for (const step of pointer.split('/').slice(1)) {
    const { items, properties } = resolveRef<JsonSchema>(document(), node);
    node = items ?? properties?.[step] ?? {};
  }
  return 'x-extensible' in node;
}

function memberRule(
  id: string,
  record: { operation: OperationId; schema: string; applies: (exchange: Exchange) => boolean },
  member: string,
  requirement: RequirementId,
  must: string,
) {
  return rule(id, {
    must,
    requirement,
    after: ['bodies/labelled-json', 'bodies/parse', 'statuses/success-is-no-error'],
    applies: record.applies,
    judge({ received: json }, { compared }) {
      if (!isObject(json))
        return { message: 'the body is no object', expected: `a member \`${member}\``, actual: json };
      // The schema takes RFC 3339 times only, and the specification any time of ISO 8601 in UTC.
      const problem = compared(validate(record.schema, json, 'stated')).find(
        (one) => problemMember(one) === member && !isUtcTime(json[member]),
      );
      if (!problem && /_at$/.test(member) && !isUtcTime(json[member]))
        return {
          message: `${member} is no UTC timestamp`,
          expected: 'a time in UTC such as 2026-01-31T12:00:00Z',
          actual: json[member],
        };
      return (
        problem && { message: `${problem.field || member}: ${problem.message}`, actual: json[member] ?? null }
      );
    },
  });
}

const ORDER_RESPONSE = {
  operation: 'createOrder',
  schema: 'Order',
  applies: (exchange: Exchange) =>
    exchange.operation === 'createOrder' && isSuccess(exchange) && exchange.status !== 204,
} as const;

const orderMembers = [
  ['id', 'order-response/id', 'give a new order an `id`, a UUID'],
  ['status', 'order-response/status', 'give a new order a `status`, a string'],
  ['total_amount', 'order-response/total-amount', 'give a new order a `total_amount`, an integer'],
  ['currency', 'order-response/currency', 'give a new order a `currency`, a string'],
  ['invoice_id', 'order-response/invoice-id', 'give a new order an `invoice_id`, a UUID'],
  ['services', 'order-response/services', 'give a new order its `services`, an array of UUIDs'],
  ['created_at', 'order-response/created-at', 'give a new order a `created_at`, an ISO 8601 timestamp'],
] as const;

/** Returns whether the reply to a log-in is a success without a token, which asks for the second factor. */
const asksForSecondFactor = ({ request, received: json }: Exchange): boolean =>
  isObject(request.json) &&
  request.json.totp_code === undefined &&
  isObject(json) &&
  json.token === undefined &&
  Object.keys(json).some((name) => /challenge|mfa|two_?factor|second_factor|otp|ticket/i.test(name));

const LOGIN_RESPONSE = {
  operation: 'login',
  schema: 'Session',
  applies: (exchange: Exchange) =>
    exchange.operation === 'login' && isSuccess(exchange) && !asksForSecondFactor(exchange),
} as const;

const loginMembers = [
  ['token', 'login-response/token', 'give a login a `token`, a string'],
  ['expires_at', 'login-response/expires-at', 'give a login an `expires_at`, an ISO 8601 timestamp'],
  ['user', 'login-response/user', 'give a login a `user` with `id`, `email` and `tenant_id`'],
] as const;

const statedRules = [
  ...orderMembers.map(([member, requirement, must]) =>
    memberRule(`orders/response-${member}`, ORDER_RESPONSE, member, requirement, must),
  ),
  ...loginMembers.map(([member, requirement, must]) =>
    memberRule(`auth/login-${member}`, LOGIN_RESPONSE, member, requirement, must),
  ),
];

const areas = [...new Set(operations.map(({ area }) => area))];

const fieldRules = areas.map((area) =>
  rule(`${area}/fields`, {
    should: `answer with the fields this contract gives to ${area}`,
    requirement: 'endpoints/fields',
    area,
    after: [
      'bodies/parse',
      'bodies/utc-times',
      'bodies/integer-amounts',
      'statuses/success-is-no-error',
      'lists/envelope',
      ...statedRules.map(({ id }) => id),
    ],
    applies: (exchange) =>
      exchange.operation !== null && isSuccess(exchange) && operation(exchange.operation).area === area,
    judge(exchange, { compared }) {
      if (exchange.operation === null || asksForSecondFactor(exchange)) return undefined;
      const { responses, success } = operation(exchange.operation);
      const schema = responses[success]?.schema;
      if (!schema) return undefined;
      const problem = compared(validate(schema, exchange.received)).find(
        (one) => !isUnknownValue(schema, one),
      );
      return problem && { message: `${exchange.operation}: ${problem.field}: ${problem.message}` };
    },
  }),
);

export const responseFieldRules = [
  ...statedRules,
  rule('auth/login-token-is-a-jwt', {
    must: 'make the `token` of a login a JWT',
    requirement: 'login-response/token',
    after: ['auth/login-token'],
    applies: LOGIN_RESPONSE.applies,
    judge({ received: json }, { compared }) {
      if (!isObject(json) || typeof json.token !== 'string' || compared(looksLikeJwt(json.token)))
        return undefined;
      return {
        message: '`token` is no JWT',
        expected: 'base64url parts with dots between, the first a JSON header',
      };
    },
  }),
  rule('orders/currency-is-a-code', {
    must: 'give a new order a currency code',
    requirement: 'order-response/currency',
    after: ['orders/response-currency'],
    applies: ORDER_RESPONSE.applies,
    judge({ received: json }, { compared }) {
      if (!isObject(json) || typeof json.currency !== 'string' || compared(/^\w{3,}$/.test(json.currency)))
        return undefined;
      return { message: '`currency` is no code', expected: 'such as "EUR"', actual: json.currency };
    },
  }),
  rule('orders/services-named', {
    must: 'create at least one service instance for an order and name it',
    requirement: 'states/order-creates-services',
    after: ['orders/response-services'],
    applies: ORDER_RESPONSE.applies,
    judge({ received: json }, { compared }) {
      if (!isObject(json) || !Array.isArray(json.services) || compared(json.services.length > 0))
        return undefined;
      return { message: '`services` is empty', expected: 'at least one id', actual: json.services };
    },
  }),
  rule('orders/created-now', {
    must: 'date a new order to the present',
    requirement: 'service/times-are-now',
    after: ['orders/response-created_at', 'bodies/utc-times'],
    applies: (exchange) =>
      (ORDER_RESPONSE.applies(exchange) && exchange.status === 201) ||
      (exchange.operation === 'login' && isSuccess(exchange)),
    // A sandbox may have a clock of its own, which the JWTs of the target show.
    state: () => ({ issued: Number.NaN }),
    judge(exchange, { now, state, compared }) {
      if (exchange.operation === 'login') {
        state.issued = issuedAtOf(tokenIn(exchange.received) ?? '') ?? state.issued;
        return undefined;
      }
      const at = isObject(exchange.received) ? timeOf(exchange.received.created_at) : Number.NaN;
      const hour = 3_600_000;
      const dated = Date.parse(exchange.header('date') ?? '');
      const clocks = [now, dated, state.issued].filter((clock) => !Number.isNaN(clock));
      const off = Math.min(...clocks.map((clock) => Math.abs(at - clock)));
      if (Number.isNaN(at) || compared(off <= hour)) return undefined;
      return {
        message: '`created_at` is more than an hour off',
        expected: new Date(Number.isNaN(dated) ? now : dated).toISOString(),
        actual: isObject(exchange.received) ? exchange.received.created_at : null,
      };
    },
  }),
  ...fieldRules,
];
