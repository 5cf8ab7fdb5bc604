// Rules about error bodies: an error has the envelope shape or the flat shape, and each member has its type.
import { isObject } from '../../src/contract/is-object.ts';
import type { Exchange } from '../../src/suite/model/define.ts';
import { messagesForField, parseErrorBody } from '../../src/suite/model/error-body.ts';
import { observing, rule } from '../define.ts';
import { billingCycles } from '../support/request-bodies/request-bodies.ts';
import { expectsJson } from './bodies.ts';

const JUDGED_STATUSES = new Set([400, 401, 402, 403, 404, 409, 422, 429, 500]);
// Returns whether a reply is an error of the service with a JSON body. The rules about bodies judge replies that are
// not JSON.
const isError = (exchange: Exchange): boolean =>
  exchange.operation !== null && JUDGED_STATUSES.has(exchange.status) && exchange.json !== undefined;

// Returns the object that contains `code`, `message` and `errors`: the `error` object of an envelope error body, or the
// flat error body itself. A body without `errors` whose `error` is a text has neither shape.
function errorObject(json: unknown): { envelope: boolean; inner: Record<string, unknown> } | null {
  if (!isObject(json)) return null;
  if (isObject(json.error)) return { envelope: true, inner: json.error };
  if ('errors' in json || ('message' in json && typeof json.error !== 'string'))
    return { envelope: false, inner: json };
  return null;
}

// Matches descriptions of a deliberate fault in one field. A request that is refused for another reason has no field to
// name.
const FIELD_DESCRIPTION = /^[\w.]+ (= (["[{\d-]|true|false|null|nothing)|left out|with )/;

/** How the deliberate fault of a valid credential without the permission begins; the scopes that it lacks follow. */
export const LACKING_CREDENTIAL = 'a credential that lacks ';

const hasInvalidField = ({ deliberateFault, request }: Exchange): boolean =>
  deliberateFault !== null && FIELD_DESCRIPTION.test(deliberateFault) && isObject(request.json);

const errorsMap = (json: unknown): unknown => {
  const found = errorObject(json);
  return found?.inner.errors ?? (isObject(json) ? json.errors : undefined);
};

const isShown = (id: string | null): boolean =>
  id === 'login' || id === 'createOrder' || id === 'createHostingAccount';

/** Returns whether a message lists all billing cycles: the words, and the cycles of several years by name or by pattern. */
function mentionsAllCycles(message: string): boolean {
  const [years, cycles] = [true, false].map((isYear) =>
    billingCycles().filter((cycle) => /_year$/.test(cycle) === isYear),
  );
  const words = cycles?.every((word) => message.includes(word)) ?? true;
  const pattern = /(<\s*\w+\s*>|\{\s*\w+\s*\}|\[[^\]]+\]|\([^)]+\)|\b[nNxX])_year/.test(message);
  return words && (pattern || [years?.[0], years?.at(-1)].every((year) => message.includes(year ?? '')));
}

/**
 * Matches a cycle that is not allowed. Another type, a text without characters and the text of a number are no cycle, and a
 * text that the name of the fault shortens may be refused for its length.
 */
const DISALLOWED_CYCLE = /((?:items\.\d+\.)?billing_cycle) = "(?=[^"]*[^\s\d"][^"]*")/g;

/** Matches the faults of stated members: an object in the place of a scalar, a fraction, an id or a cycle that is none. */
const STATED_FAULTS =
  /(?<=^|, )((?:items\.\d+\.)?(?:sku_id|payment_method|quantity|customer_id|billing_cycle)) = (?:\{|1\.5|"not-a-uuid"|"[\da-z]+_years?")/g;

export const errorRules = [
  rule('errors/one-of-two-shapes', {
    must: 'write an error body in the envelope form or in the flat form',
    requirement: 'errors/two-shapes',
    applies: (exchange) =>
      isError(exchange) || (JUDGED_STATUSES.has(exchange.status) && expectsJson(exchange)),
    judge({ json, status, text }, { compared }) {
      if (compared(errorObject(json))) return undefined;
      return {
        message: `a ${status} has neither shape`,
        expected: '{"error": {code, message, errors}} or {message, errors}',
        actual: json ?? text.slice(0, 200),
      };
    },
  }),
  rule('errors/has-a-body', {
    should: 'explain an error in its body',
    requirement: 'errors/always-a-body',
    after: ['bodies/labelled-json', 'bodies/parse'],
    applies: (exchange) =>
      exchange.operation !== null && JUDGED_STATUSES.has(exchange.status) && exchange.bytes.length === 0,
    judge: ({ status }) => ({ message: `a ${status} has no body`, expected: 'one of the two error shapes' }),
  }),
  rule('errors/flat-422-complete', {
    conditional: true,
    must: 'give a 422 in the flat form a message, a string, at its top level',
    requirement: 'errors/flat-is-for-422',
    after: ['errors/one-of-two-shapes'],
    applies: (exchange) => isError(exchange) && exchange.status === 422,
    judge({ json }, { compared }) {
      if (!isObject(json) || isObject(json.error) || !('errors' in json)) return undefined;
      if (compared(typeof json.message === 'string')) return undefined;
      return { message: 'a flat 422 has no message', expected: 'a string', actual: json.message ?? null };
    },
  }),
  rule('errors/message', {
    must: 'give every error a message, a string',
    requirement: 'errors/envelope-message',
    after: ['errors/one-of-two-shapes', 'errors/flat-422-complete'],
    applies: isError,
    judge({ json, status }, { compared }) {
      const found = errorObject(json);
      if (!found || compared(typeof found.inner.message === 'string')) return undefined;
      if (compared(isObject(json) && typeof json.message === 'string')) return undefined;
      return {
        message: `a ${status} has no message`,
        expected: 'a string',
        actual: found.inner.message ?? null,
      };
    },
  }),
  rule('errors/code', {
    conditional: true,
    must: 'give an error in the envelope form a code, a string',
    requirement: 'errors/envelope-code',
    after: ['errors/one-of-two-shapes'],
    applies: isError,
    judge({ json, status }, { compared }) {
      const found = errorObject(json);
      if (!found?.envelope || compared(typeof found.inner.code === 'string')) return undefined;
      return {
        message: `the envelope of a ${status} has no code`,
        expected: 'a string',
        actual: found.inner.code ?? null,
      };
    },
  }),
  rule('errors/map', {
    must: 'map each field name to an array of message strings',
    requirement: 'errors/errors-is-a-map',
    after: ['errors/one-of-two-shapes'],
    applies: isError,
    judge({ json }, { compared }) {
      const errors = errorsMap(json);
      if (errors === undefined || errors === null) return undefined;
      if (compared(Array.isArray(errors) && errors.length === 0)) return undefined;
      const expected = '{"<field>": ["<message>"]}';
      if (!isObject(errors)) return { message: '`errors` is no object', expected, actual: errors };
      const odd = Object.entries(errors).find(
        ([, value]) => !(Array.isArray(value) && value.every((one) => typeof one === 'string')),
      );
      return odd && { message: `\`errors.${odd[0]}\` is no array of strings`, expected, actual: odd[1] };
    },
  }),
  rule('errors/present-on-422', {
    must: 'give the 422 for an invalid field its `errors`',
    requirement: 'errors/one-entry-per-field',
    after: ['errors/one-of-two-shapes'],
    applies: (exchange) =>
      exchange.operation !== null &&
      exchange.status === 422 &&
      (exchange.json !== undefined || exchange.bytes.length === 0),
    state: () => new Set<string | null>(),
    judge(exchange, { state, compared }) {
      const { json, operation, deliberateFault } = exchange;
      // An operation that also refuses valid requests may not have checked any field.
      if (deliberateFault === null) state.add(operation);
      if (!hasInvalidField(exchange) || state.has(operation)) return undefined;
      const errors = errorsMap(json);
      // Where the payload is open, a refusal may be about something else than the field.
      const isEmpty = isObject(errors) && Object.keys(errors).length === 0 && isShown(operation);
      if (compared(errors !== undefined && errors !== null && !isEmpty)) return undefined;
      return {
        message: 'a 422 has no entry in `errors`',
        expected: 'one per invalid field',
        actual: errors ?? null,
      };
    },
  }),
  rule('errors/validation-status', {
    must: 'answer 422 where it says itself that fields failed validation',
    requirement: 'errors/validation-is-422',
    conditional: true,
    // Another status may speak of the credential, of a conflict or of a limit.
    applies: (exchange) => isError(exchange) && (exchange.status === 400 || exchange.status === 422),
    judge({ json, status }, { compared }) {
      const { code, errors = {} } = parseErrorBody(json) ?? {};
      if (code !== 'VALIDATION_FAILED' || Object.keys(errors).length === 0) return undefined;
      if (compared(status === 422)) return undefined;
      return {
        message: `${status} with the code VALIDATION_FAILED and fields in \`errors\``,
        expected: 422,
        actual: status,
      };
    },
  }),
  rule('errors/all-fields-at-once', {
    must: 'name every invalid field of a request',
    requirement: 'errors/one-entry-per-field',
    after: ['errors/one-of-two-shapes', 'errors/map', 'errors/present-on-422'],
    applies: ({ operation, status, deliberateFault }) =>
      isShown(operation) && operation !== 'login' && status === 422 && deliberateFault !== null,
    judge({ json, deliberateFault }, { compared }) {
      const errors = parseErrorBody(json)?.errors ?? {};
      const fields = [...(deliberateFault ?? '').matchAll(STATED_FAULTS)].map(([, field = '']) => field);
      if (fields.length < 2 || Object.keys(errors).length === 0) return undefined;
      const lacking = fields.filter((field) => messagesForField(errors, field) === undefined);
      if (compared(lacking.length === 0)) return undefined;
      return { message: `\`errors\` lacks ${lacking.join(' and ')}`, expected: fields, actual: errors };
    },
  }),
  rule('errors/cycle-lists-values', {
    must: 'list the allowed values in the message for an invalid billing cycle',
    requirement: 'errors/cycle-lists-values',
    after: ['errors/one-of-two-shapes', 'errors/map'],
    applies: ({ operation, status, deliberateFault }) =>
      isShown(operation) && status === 422 && deliberateFault !== null,
    judge({ json, deliberateFault }, { compared }) {
      const error = parseErrorBody(json);
      for (const [, field = ''] of (deliberateFault ?? '').matchAll(DISALLOWED_CYCLE)) {
        const messages = messagesForField(error?.errors ?? {}, field);
        // The specification does not say which of the messages lists the values: that of the field, or the whole one.
        const text = [...(messages ?? []), error?.message].join(' ');
        if (messages !== undefined && !compared(mentionsAllCycles(text)))
          return {
            message: 'the message does not list them all',
            expected: `all of ${billingCycles().join(', ')}`,
            actual: text,
          };
      }
      return undefined;
    },
  }),
  rule('hosting/valid-cycle-not-named', {
    must: 'take every billing cycle of the specification for valid in a hosting account',
    requirement: 'billing-cycle/all-accepted',
    area: 'hosting',
    after: ['errors/one-of-two-shapes', 'errors/map'],
    applies: ({ operation, status, request }) =>
      operation === 'createHostingAccount' &&
      status === 422 &&
      isObject(request.json) &&
      billingCycles().some((cycle) => isObject(request.json) && cycle === request.json.billing_cycle),
    judge({ json, request }, { compared }) {
      const named = messagesForField(parseErrorBody(json)?.errors ?? {}, 'billing_cycle');
      if (compared(named === undefined)) return undefined;
      const cycle = isObject(request.json) ? request.json.billing_cycle : undefined;
      return { message: `"${cycle}" is named invalid`, expected: 'no entry for it', actual: named };
    },
  }),
  rule('authentication/lacking-is-not-401', {
    must: 'not answer 401 to a valid credential that lacks the permission',
    requirement: 'authentication/lacking-permission-is-403',
    everyOperation: true,
    applies: ({ operation, deliberateFault }) =>
      operation !== null && deliberateFault?.startsWith(LACKING_CREDENTIAL) === true,
    judge: ({ status }, { compared }) =>
      compared(status !== 401)
        ? undefined
        : { message: 'the credential is called invalid', expected: 403, actual: status },
  }),
  rule('errors/no-internals', {
    should: 'not show a stack trace or a database statement',
    requirement: 'errors/no-internals',
    applies: (exchange) => exchange.status >= 400,
    judge({ text }, { compared }) {
      const found = compared(
        /\n? {2,}at [\w.<>[\] ]+ \(?\/?\S+:\d+:\d+\)?|Traceback \(most recent call last\)|SQLSTATE\[|\b(SELECT .+ FROM|INSERT INTO) [`"\w]+|#\d+ \/\S+\.php\(\d+\)/.exec(
          text.replaceAll('\\n', '\n'),
        ),
      );
      return (
        found && { message: 'an error shows its inside', expected: 'a sentence for people', actual: found[0] }
      );
    },
  }),
  observing('errors/shape-in-use', {
    observe: 'use one of the two error shapes for each status',
    requirement: 'errors/which-shape',
    applies: isError,
    shows({ json, status }) {
      const found = errorObject(json);
      if (!found) return undefined;
      return `${status} in the ${found.envelope ? 'envelope' : 'flat'} form`;
    },
  }),
  observing('errors/www-authenticate', {
    observe: 'name the scheme of authentication in `WWW-Authenticate` of a 401',
    requirement: 'authentication/www-authenticate',
    applies: ({ status, operation }) => status === 401 && operation !== null,
    shows: (exchange) =>
      exchange.header('www-authenticate') === null ? '401 without the header' : '401 with the header',
  }),
];
