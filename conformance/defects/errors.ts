// Defects of error bodies: their form, their code, and the names of the invalid fields.
import { isObject } from '../../src/contract/is-object.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import { BILLING_CYCLES } from './edits/order-edits.ts';
import {
  changeAt,
  each,
  errorsOf,
  isInvalid,
  removeAt,
  setAt,
  setErrors,
  setHeader,
  valueAt,
} from './edits/response-edits.ts';
import type { Injector, Mutant, ResponseEdit } from './mutant.ts';

const WORDS = ['hourly', 'one_time', 'monthly', 'quarterly', 'semi_annual'];

const onInvalid = (p: Injector, edit: (reply: ResponseEdit) => void): void =>
  p.reply('everything', (reply) => {
    if (isInvalid(reply)) edit(reply);
  });

export const errors: readonly Mutant[] = [
  ...each([401, 403, 404, 422], (status) =>
    stated(
      `errors/html-page[${status}]`,
      `${status} comes with an HTML page`,
      ['errors/two-shapes', 'service/json-bodies'],
      'errors/one-of-two-shapes',
      (p) =>
        p.reply('everything', (reply) => {
          if (reply.status !== status) return;
          setHeader(reply, 'Content-Type', 'text/html');
          reply.raw = `<html><body><h1>${status}</h1></body></html>`;
        }),
    ),
  ),
  stated(
    'errors/errors-missing',
    '422 comes without `errors`',
    ['errors/one-entry-per-field', 'errors/errors-is-a-map'],
    'errors/present-on-422',
    (p) => onInvalid(p, ({ json }) => setErrors(json, undefined)),
  ),
  stated(
    'errors/errors-missing[empty]',
    '422 comes with empty `errors`',
    ['errors/one-entry-per-field', 'errors/errors-is-a-map'],
    'errors/one-entry-per-field',
    (p) => onInvalid(p, ({ json }) => setErrors(json, {})),
  ),
  stated(
    'errors/values-are-strings',
    'the values of `errors` are strings',
    'errors/errors-is-a-map',
    'errors/map',
    (p) => onInvalid(p, ({ json }) => changeAt(errorsOf(json), '*', (messages) => String(messages))),
  ),
  stated('errors/errors-is-array', '`errors` is an array', 'errors/errors-is-a-map', 'errors/map', (p) =>
    onInvalid(p, ({ json }) =>
      setErrors(
        json,
        Object.entries(errorsOf(json)).map(([field, messages]) => ({ field, messages })),
      ),
    ),
  ),
  stated(
    'errors/some-fields-unreported',
    'only the first invalid field is reported',
    'errors/one-entry-per-field',
    'errors/all-fields-at-once',
    (p) =>
      onInvalid(p, ({ json }) =>
        setErrors(json, Object.fromEntries(Object.entries(errorsOf(json)).slice(0, 1))),
      ),
  ),
  stated(
    'errors/some-fields-unreported[two]',
    'two invalid fields are reported at most',
    'errors/one-entry-per-field',
    'errors/all-fields-at-once',
    (p) =>
      onInvalid(p, ({ json }) =>
        setErrors(json, Object.fromEntries(Object.entries(errorsOf(json)).slice(0, 2))),
      ),
  ),
  follows(
    'errors/valid-fields-reported',
    'valid fields are reported too',
    'errors/no-entry-for-valid-fields',
    'errors/names-no-valid-field',
    (p) =>
      p.reply('createOrder', (reply, { json }) => {
        if (!isInvalid(reply) || !isObject(json)) return;
        for (const name of Object.keys(json)) setAt(errorsOf(reply.json), name, ['This is invalid.']);
      }),
  ),
  stated(
    'errors/cycle-message-incomplete',
    'the message for a billing cycle lists no values',
    'errors/cycle-lists-values',
    'errors/cycle-lists-values',
    (p) =>
      p.reply('createOrder', (reply) => {
        if (!isInvalid(reply)) return;
        for (const name of Object.keys(errorsOf(reply.json))) {
          if (name.endsWith('billing_cycle'))
            setAt(reply.json, 'error.errors', {
              ...errorsOf(reply.json),
              [name]: ['This value is not allowed.'],
            });
        }
      }),
  ),
  stated(
    'errors/cycle-message-incomplete[partly]',
    'the message for a billing cycle leaves the yearly terms out',
    'errors/cycle-lists-values',
    'errors/cycle-lists-values',
    (p) =>
      p.reply('createOrder', (reply) => {
        if (!isInvalid(reply)) return;
        for (const name of Object.keys(errorsOf(reply.json))) {
          if (name.endsWith('billing_cycle')) {
            setAt(reply.json, 'error.errors', {
              ...errorsOf(reply.json),
              [name]: [`Must be one of ${WORDS.join(', ')}.`],
            });
          }
        }
      }),
  ),
  ...each([401, 403, 404, 422], (status) =>
    stated(
      `errors/unknown-form[${status}]`,
      `${status} comes with a body of no known form`,
      'errors/two-shapes',
      'errors/one-of-two-shapes',
      (p) =>
        p.reply('everything', (reply) => {
          if (reply.status === status) reply.json = { problem: 'Something went wrong', status };
        }),
    ),
  ),
  stated(
    'errors/flat-422-without-message',
    'a 422 in the flat form has `errors` and no message',
    ['errors/flat-is-for-422', 'errors/envelope-message'],
    'errors/flat-422-complete',
    (p) => {
      p.option('errorShape', 'flat');
      p.reply('everything', (reply) => {
        if (reply.status === 422) removeAt(reply.json, 'message');
      });
    },
  ),
  stated(
    'errors/422-empty',
    '422 comes without a body',
    ['errors/one-entry-per-field', 'errors/two-shapes'],
    'errors/present-on-422',
    (p) =>
      p.reply('everything', (reply) => {
        if (reply.status === 422) reply.raw = '';
      }),
  ),
  chosen(
    'errors/unknown-form[empty]',
    '404 comes without a body',
    'errors/always-a-body',
    'errors/has-a-body',
    (p) =>
      p.reply('everything', (reply) => {
        if (reply.status === 404) reply.raw = '';
      }),
  ),
  stated(
    'errors/code-invalid[missing]',
    'the envelope of a validation failure has no `code`',
    ['errors/envelope-code', 'errors/two-shapes'],
    'errors/code',
    (p) =>
      onInvalid(p, ({ json }) => {
        const error = valueAt(json, 'error');
        if (isObject(error)) delete error.code;
      }),
  ),
  stated(
    'errors/code-invalid[number]',
    'the `code` of an error is a number',
    ['errors/envelope-code', 'errors/two-shapes'],
    'errors/code',
    (p) =>
      p.reply('everything', ({ status, json }) => {
        if (status >= 400) changeAt(json, 'error.code', () => status);
      }),
  ),
  follows(
    'errors/validation-code-differs',
    'the code of a validation failure is another word',
    'errors/validation-code',
    'errors/validation-code',
    (p) => onInvalid(p, ({ json }) => changeAt(json, 'error.code', () => 'INVALID_INPUT')),
  ),
  stated(
    'errors/message-invalid[missing]',
    'a validation failure has no `message`',
    ['errors/envelope-message', 'errors/two-shapes'],
    'errors/message',
    (p) =>
      onInvalid(p, ({ json }) => {
        const error = valueAt(json, 'error');
        if (isObject(error)) delete error.message;
      }),
  ),
  stated(
    'errors/message-invalid[object]',
    'the `message` of a validation failure is an object',
    ['errors/envelope-message', 'errors/two-shapes'],
    'errors/message',
    (p) => onInvalid(p, ({ json }) => changeAt(json, 'error.message', (text) => ({ en: text }))),
  ),
  chosen(
    'errors/shows-internals',
    'an error shows a database statement',
    'errors/no-internals',
    'errors/no-internals',
    (p) =>
      p.reply('everything', ({ status, json }) => {
        if (status === 404)
          changeAt(
            json,
            'error.message',
            () => "SQLSTATE[22P02]: SELECT * FROM orders WHERE id = '1' at /app/src/db.js:42:7",
          );
      }),
  ),
  stated(
    'errors/403-plain-text',
    '403 comes with a plain text',
    ['errors/two-shapes', 'service/json-bodies'],
    'errors/one-of-two-shapes',
    (p) =>
      p.reply('everything', (reply) => {
        if (reply.status === 403) {
          reply.raw = 'Forbidden';
          setHeader(reply, 'Content-Type', 'text/plain');
        }
      }),
  ),
  stated(
    'errors/cycle-message-stops-at-nine',
    'the message for a billing cycle stops at nine years',
    'errors/cycle-lists-values',
    'errors/cycle-lists-values',
    (p) =>
      p.reply('createOrder', (reply) => {
        if (!isInvalid(reply)) return;
        const errors = errorsOf(reply.json);
        for (const key of Object.keys(errors))
          if (key.endsWith('billing_cycle'))
            errors[key] = [`Must be one of ${BILLING_CYCLES.slice(0, -1).join(', ')}.`];
      }),
  ),
  chosen(
    'errors/list-named-for-field',
    'errors name the list instead of the field',
    'errors/member-names',
    'errors/names-the-member',
    (p) =>
      p.reply('createOrder', (reply) => {
        if (!isInvalid(reply)) return;
        const errors = errorsOf(reply.json);
        setErrors(
          reply.json,
          Object.fromEntries(Object.entries(errors).map(([key, value]) => [key.split('.')[0] ?? key, value])),
        );
      }),
  ),
  stated('errors/values-are-objects', 'errors hold objects', 'errors/errors-is-a-map', 'errors/map', (p) =>
    p.reply('everything', (reply) => {
      if (isInvalid(reply))
        changeAt(errorsOf(reply.json), '*', (value) =>
          Array.isArray(value) ? value.map((message) => ({ message })) : value,
        );
    }),
  ),
  stated(
    'errors/code-null',
    'the code of errors is null',
    ['errors/envelope-code', 'errors/two-shapes'],
    'errors/code',
    (p) => p.reply('everything', (reply) => changeAt(reply.json, 'error.code', () => null)),
  ),
  stated(
    'errors/nested-values-are-strings',
    'messages of nested fields are texts, not lists',
    'errors/errors-is-a-map',
    'errors/map',
    (p) =>
      p.reply('createOrder', (reply) => {
        if (isInvalid(reply))
          setErrors(
            reply.json,
            Object.fromEntries(
              Object.entries(errorsOf(reply.json)).map(([key, value]) => [
                key,
                key.includes('.') && Array.isArray(value) ? value[0] : value,
              ]),
            ),
          );
      }),
  ),
  stated(
    'errors/404-bare-text',
    '404 has a body with an error text only',
    'errors/two-shapes',
    'errors/one-of-two-shapes',
    (p) =>
      p.reply('everything', (reply) => {
        if (reply.status === 404) reply.json = { error: 'Not Found' };
      }),
  ),
  chosen('errors/403-empty', '403 has no body', 'errors/always-a-body', 'errors/has-a-body', (p) =>
    p.reply('everything', (reply) => {
      if (reply.status === 403) {
        reply.raw = '';
      }
    }),
  ),
  stated(
    'errors/404-code-number',
    'the code of a 404 is a number',
    'errors/envelope-code',
    'errors/code',
    (p) =>
      p.reply('everything', (reply) => {
        if (reply.status === 404) setAt(reply.json, 'error.code', 404);
      }),
  ),
  stated(
    'errors/named-by-field-label',
    'errors are kept under the label of a field: `Billing cycle`',
    ['errors/errors-is-a-map', 'errors/one-entry-per-field'],
    'errors/one-entry-per-field',
    (p) =>
      p.reply('everything', (reply) => {
        if (!isInvalid(reply)) return;
        const label = (name: string): string => {
          const last = name.split('.').at(-1) ?? '';
          return `${last.charAt(0).toUpperCase()}${last.slice(1).replaceAll('_', ' ')}`;
        };
        setErrors(
          reply.json,
          Object.fromEntries(Object.entries(errorsOf(reply.json)).map(([name, list]) => [label(name), list])),
        );
      }),
  ),
];
