// Defects of the validation of requests and of error bodies.

import { isObject } from '../../src/contract/is-object.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import {
  answer,
  changeAt,
  errorsOf,
  isInvalid,
  listAt,
  removeAt,
  setAt,
  setErrors,
  textAt,
} from '../../src/variations/edits.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import { editBody, refusesField, serverError } from './edits/injections.ts';
import type { ClientRequest, Injector, Mutant, ResponseEdit } from './mutant.ts';

const fails = (
  p: Injector,
  where: OperationId | 'everything',
  isWrong: (request: ClientRequest) => boolean,
): void => answer(p, where, serverError(), isWrong);

const validation: readonly Mutant[] = [
  chosen('validation/billing-cycle-case-ignored', 'billing-cycle/case', (p) =>
    p.request('createOrder', ({ json }) =>
      changeAt(json, 'items.*.billing_cycle', (cycle) =>
        typeof cycle === 'string' ? cycle.toLowerCase() : cycle,
      ),
    ),
  ),
  ...[/^(?!.*-.{4}-)/, /^[\da-f]{8}-.{4}-/i, /[A-Z]/].map((form) =>
    stated(
      `validation/sku-refused[${form.source}]`,
      ['gaps/any-sku', 'order-item/sku-id', 'endpoints/create-order'],
      (p) =>
        answer(
          p,
          'createOrder',
          refusesField('items.0.sku_id', 'There is no such product.'),
          ({ json, bearer }) =>
            bearer !== null && listAt(json, 'items').some((item) => form.test(textAt(item, 'sku_id'))),
        ),
    ),
  ),
  ...['accepted', '500'].map((label) =>
    follows(`validation/unknown-customer-not-refused[${label}]`, 'order-request/customer-exists', (p) => {
      let known = '';
      editBody(p, 'createOrder', (body, { db }) => {
        const id = textAt(body, 'customer_id');
        if (db.platform.table('customers').find(id)) known = id;
        else if (label === '500') throw new Error('Foreign key.');
        else if (known !== '') body.customer_id = known;
      });
    }),
  ),
  ...(['createOrder', 'createHostingAccount'] as const).map((operation) =>
    stated(
      `validation/field-not-shown-demanded[${operation}]`,
      ['endpoints/shown-fields-suffice', 'endpoints/payload-shapes'],
      (p) =>
        p.request(operation, (change, { bearer }) => {
          if (bearer === null || !isObject(change.json)) return undefined;
          const { terms_accepted: terms, ...shown } = change.json;
          change.json = shown;
          return terms === undefined
            ? refusesField('terms_accepted', 'The terms accepted field is required.')
            : undefined;
        }),
    ),
  ),
  chosen('validation/text-plain-accepted', 'errors/wrong-media-type', (p) =>
    p.request('everything', ({ headers }) => {
      if (headers['content-type'] !== undefined) headers['content-type'] = 'application/json';
    }),
  ),
  ...(
    [
      ['NUL', /\0|\\u0000/],
      ['lone surrogate', /\\ud[89a-f][0-9a-f]{2}|[\ud800-\udfff]/iu],
    ] as const
  ).map(([label, form]) =>
    follows(`validation/unusual-body-500[${label}]`, 'errors/odd-strings', (p) =>
      fails(p, 'everything', ({ text }) => form.test(text)),
    ),
  ),
  follows('validation/unknown-payment-method-500', ['gaps/payment-methods', 'errors/odd-strings'], (p) =>
    fails(
      p,
      'createOrder',
      ({ json }) => !['', 'wallet', 'manual', 'bank_transfer'].includes(textAt(json, 'payment_method')),
    ),
  ),
  follows('validation/extra-member-500', 'errors/extra-members', (p) => {
    const known = ['customer_id', 'items', 'payment_method'];
    fails(
      p,
      'createOrder',
      ({ json }) => isObject(json) && Object.keys(json).some((name) => !known.includes(name)),
    );
  }),
];

const onInvalid = (p: Injector, edit: (reply: ResponseEdit, request: ClientRequest) => void): void =>
  p.reply('everything', (reply, request) => {
    if (isInvalid(reply)) edit(reply, request);
  });

const editErrors = (p: Injector, edit: (errors: [string, unknown][]) => [string, unknown][]): void =>
  onInvalid(p, ({ json }) =>
    setErrors(json, Object.fromEntries(edit(Object.entries<unknown>(errorsOf(json))))),
  );

const errors: readonly Mutant[] = [
  stated('errors/map-is-of-the-first-field', ['errors/one-entry-per-field', 'errors/errors-is-a-map'], (p) =>
    editErrors(p, (fields) => fields.slice(0, 1)),
  ),
  chosen(
    'errors/map-is-by-list',
    ['errors/member-names', 'errors/errors-is-a-map', 'errors/one-entry-per-field'],
    (p) => editErrors(p, (fields) => fields.map(([field, value]) => [field.split('.')[0] ?? field, value])),
  ),
  follows('errors/valid-fields-reported', 'errors/no-entry-for-valid-fields', (p) =>
    onInvalid(p, (reply, { json }) => {
      if (isObject(json))
        for (const name of Object.keys(json)) setAt(errorsOf(reply.json), name, ['This is invalid.']);
    }),
  ),
  ...['This value is not allowed.', 'Must be one of hourly, one_time, monthly, quarterly, semi_annual.'].map(
    (message) =>
      stated(`errors/cycle-message-incomplete[${message.length}]`, 'errors/cycle-lists-values', (p) =>
        onInvalid(p, ({ json }) => {
          const errors = errorsOf(json);
          for (const name of Object.keys(errors))
            if (name.endsWith('billing_cycle')) errors[name] = [message];
        }),
      ),
  ),
  stated('errors/flat-422-without-message', ['errors/flat-is-for-422', 'errors/envelope-message'], (p) => {
    p.option('errorShape', 'flat');
    onInvalid(p, ({ json }) => removeAt(json, 'message'));
  }),
  follows('errors/validation-code-differs', 'errors/validation-code', (p) =>
    onInvalid(p, ({ json }) => changeAt(json, 'error.code', () => 'INVALID_INPUT')),
  ),
  chosen('errors/shows-internals', 'errors/no-internals', (p) =>
    p.reply('everything', ({ status, json }) => {
      const message = "SQLSTATE[22P02]: SELECT * FROM orders WHERE id = '1' at /app/src/db.js:42:7";
      if (status === 404) changeAt(json, 'error.message', () => message);
    }),
  ),
  follows('errors/error-with-200', ['errors/success-is-no-error', 'endpoints/unknown-id-refused'], (p) =>
    p.reply('everything', (reply, { params }) => {
      if (reply.status === 404 && params.id !== undefined) reply.status = 200;
    }),
  ),
  ...(['createCertificate', 'listInvoices'] as const).map((operation) =>
    chosen(`errors/no-reply[${operation}]`, 'errors/every-request-is-answered', (p) =>
      p.closeConnection(operation),
    ),
  ),
];

export const validationAndErrors: readonly Mutant[] = [...validation, ...errors];
