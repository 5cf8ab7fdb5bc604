// Defects of the validation of request bodies other than orders.

import { randomUUID } from 'node:crypto';
import { isObject } from '../../src/contract/is-object.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import { UUID } from '../../src/contract/uuid.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import { acceptsInvalid, acceptsMissing } from './edits/request-edits.ts';
import {
  changeAt,
  each,
  isInvalid,
  isSuccess,
  refusal,
  refusesField,
  replaceResponse,
  serverError,
  textAt,
  valueAt,
} from './edits/response-edits.ts';
import type { Injector, Mutant } from './mutant.ts';

/** Replies with status 500 to a request body that contains characters outside ASCII. */
const failsOnNonAscii = (p: Injector, where: OperationId): void =>
  p.request(where, (_edit, { text, bearer }) =>
    bearer !== null && /[^\s -~]/.test(text) ? serverError() : undefined,
  );

export const validation: readonly Mutant[] = [
  follows(
    'validation/malformed-json-500',
    'a body that is no JSON is a server error',
    'errors/unusable-body',
    'validation/unusable-body/createOrder',
    (p) =>
      p.request('everything', (_edit, { text, json }) =>
        text !== '' && json === undefined ? serverError() : undefined,
      ),
  ),
  follows(
    'validation/empty-order-500',
    'an order without members is a server error',
    'errors/unusable-body',
    'validation/unusable-body/createOrder',
    (p) =>
      p.request('createOrder', (_edit, { text, bearer }) =>
        bearer !== null && text === '{}' ? serverError() : undefined,
      ),
  ),
  chosen(
    'validation/text-plain-accepted',
    'a body with the content type text/plain is read as JSON',
    'errors/wrong-media-type',
    'validation/text-plain',
    (p) =>
      p.request('everything', (change) => {
        if (change.headers['content-type'] !== undefined) change.headers['content-type'] = 'application/json';
        return undefined;
      }),
  ),
  ...each(
    [
      ['array', (json: unknown) => Array.isArray(json)],
      ['string', (json: unknown) => typeof json === 'string'],
      ['number', (json: unknown) => typeof json === 'number'],
      ['null', (json: unknown) => json === null],
    ] as const,
    ([label, fits]) =>
      follows(
        `validation/other-json-type-500[${label}]`,
        `a body that is ${label === 'array' ? 'an' : 'a'} ${label} is a server error`,
        'errors/other-json-types',
        `validation/body-is-${label}`,
        (p) => p.request('everything', (_edit, { json }) => (fits(json) ? serverError() : undefined)),
      ),
  ),
  follows(
    'validation/other-json-type-500[accepted]',
    'a body that is an array is accepted as the last order',
    'errors/other-json-types',
    'validation/body-is-array',
    (p) => {
      let last: unknown;
      p.reply('createOrder', (reply, { json }) => {
        if (reply.status === 201 && isObject(json)) last = json;
      });
      p.request('createOrder', (change) => {
        if (Array.isArray(change.json) && last !== undefined) change.json = last;
        return undefined;
      });
    },
  ),
  follows(
    'validation/extra-member-500',
    'an unknown member in a body is a server error',
    'errors/extra-members',
    'validation/extra-member',
    (p) => {
      const known: Record<string, string[]> = {
        createOrder: ['customer_id', 'items', 'payment_method'],
        login: ['email', 'password', 'totp_code'],
        topUpWallet: ['amount', 'currency', 'payment_method', 'reference', 'note'],
        createCustomer: [
          'email',
          'first_name',
          'last_name',
          'company_name',
          'phone',
          'address',
          'tax_id',
          'locale',
          'external_id',
          'metadata',
        ],
      };
      p.request('everything', (_edit, { operation, json }) => {
        const names = known[operation ?? ''];
        return names && isObject(json) && Object.keys(json).some((name) => !names.includes(name))
          ? serverError()
          : undefined;
      });
    },
  ),
  chosen(
    'validation/email-invalid-accepted[customer]',
    'any text is accepted as the e-mail address of a customer',
    'errors/other-fields',
    'validation/createCustomer/email/no-address',
    (p) =>
      p.request('createCustomer', (change) => {
        changeAt(change.json, 'email', (email) =>
          typeof email === 'string' && !/^\S+@\S+\.\S+$/.test(email)
            ? `mended-${randomUUID()}@example.org`
            : email,
        );
        return undefined;
      }),
  ),
  ...each(
    [
      ['email', 'login-request/email'],
      ['password', 'login-request/password'],
    ] as const,
    ([member, requirement]) =>
      stated(
        `validation/login-object-accepted[${member}]`,
        `an object in the place of the ${member} of a login matches every ${member}`,
        [requirement, 'endpoints/login', 'authentication/invalid-is-401'],
        `auth/login-${member}-is-a-string`,
        (p) => {
          let known: unknown;
          p.reply('login', (reply, { json }) => {
            if (isSuccess(reply) && textAt(json, 'totp_code') === '') known ??= json;
          });
          p.request('login', (change) => {
            if (isObject(valueAt(change.json, member)) && known !== undefined)
              change.json = structuredClone(known);
            return undefined;
          });
        },
      ),
  ),
  ...each(['createOrder', 'createHostingAccount'] as const, (operation) =>
    stated(
      `validation/field-not-shown-demanded[${operation}]`,
      `${operation} demands a member that is not shown`,
      ['endpoints/shown-fields-suffice', 'endpoints/payload-shapes'],
      'payloads/shown-fields-suffice',
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
  stated(
    'validation/email-invalid-accepted[login]',
    'an object as e-mail address of a login is answered 400',
    ['login-request/email', 'errors/validation-is-422'],
    'auth/login-email-is-a-string',
    (p) =>
      p.reply('login', (reply, { json }) => {
        if (isObject(valueAt(json, 'email'))) replaceResponse(reply, refusal(400, 'BAD_REQUEST', 'Wrong.'));
      }),
  ),
  chosen(
    'validation/email-invalid-accepted[login any]',
    'any text is accepted as e-mail address at login',
    'login-request/required',
    'auth/login-email-is-an-address',
    (p) =>
      p.reply('login', (reply, { json }) => {
        const email = valueAt(json, 'email');
        if (isInvalid(reply) && typeof email === 'string') {
          replaceResponse(reply, refusal(401, 'INVALID_CREDENTIALS', 'Wrong.'));
        }
      }),
  ),
  chosen(
    'validation/email-invalid-accepted[login empty]',
    'an empty log-in is answered 401',
    'login-request/required',
    'auth/login-fields-are-required',
    (p) =>
      p.reply('login', (reply, { json }) => {
        if (isInvalid(reply) && isObject(json) && Object.keys(json).length === 0) {
          replaceResponse(reply, refusal(401, 'INVALID_CREDENTIALS', 'Wrong.'));
        }
      }),
  ),
  chosen(
    'validation/body-field-unchecked[createCustomer]',
    'the fields of a new customer are not validated',
    'errors/other-fields',
    'validation/createCustomer/email/no-address',
    (p) =>
      p.request('createCustomer', (change, { bearer }) => {
        if (!isObject(change.json) || bearer === null) return undefined;
        const { email, first_name, last_name, phone } = change.json;
        const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
        if (typeof email !== 'string' || !email.includes('@'))
          change.json.email = `mended-${randomUUID()}@example.org`;
        if (!isText(first_name)) change.json.first_name = 'Mended';
        if (!isText(last_name)) change.json.last_name = 'Mended';
        if (phone !== undefined && !/^\+\d{7,15}$/.test(String(phone))) change.json.phone = null;
        return undefined;
      }),
  ),
  chosen(
    'validation/body-field-unchecked[createPayment]',
    'a payment without a method is accepted',
    'errors/other-fields',
    'validation/createPayment/method/missing',
    (p) =>
      p.reply('createPayment', (reply, { json }) => {
        if (!isInvalid(reply) || valueAt(json, 'method') !== undefined) return;
        replaceResponse(
          reply,
          refusal(422, 'VALIDATION_FAILED', 'The given data was invalid.', { invoice_id: ['Unknown.'] }),
        );
      }),
  ),
  chosen(
    'validation/body-field-unchecked[invoice_id]',
    'any text is accepted as the invoice of a payment',
    'errors/other-fields',
    'validation/createPayment/invoice_id/not-a-uuid',
    (p) =>
      p.reply('createPayment', (reply, { json }) => {
        if (!isInvalid(reply) || UUID.test(textAt(json, 'invoice_id'))) return;
        replaceResponse(
          reply,
          refusal(422, 'VALIDATION_FAILED', 'The given data was invalid.', { amount: ['Too much.'] }),
        );
      }),
  ),
  ...each(
    [
      ['createVps', 'hostname', 'not a host name', 'host.example.org', 'odd'],
      ['createVps', 'billing_cycle', 'weekly', 'monthly', 'odd'],
      ['createTicket', 'message', undefined, 'Nothing to say.', 'missing'],
      ['createTicket', 'priority', 'whenever', 'normal', 'odd'],
      ['createWebhook', 'url', 'not a URL', 'https://hooks.example.org/odd', 'odd'],
      ['createWebhook', 'events', [], ['ticket.opened'], 'empty'],
      ['createApiKey', 'name', undefined, 'Nameless', 'missing'],
      ['createApiKey', 'scopes.0', 'no such scope', 'customers:read', 'odd'],
    ] as const,
    ([operation, path, wrong, right, how]) =>
      chosen(
        `validation/body-field-unchecked[${operation} ${path} ${how}]`,
        `${operation} accepts \`${path}\` although it is ${how === 'odd' ? 'invalid' : how}`,
        ['errors/other-fields', 'billing-cycle/values'],
        `validation/${operation}/${path}/${how}`,
        (p) =>
          wrong === undefined
            ? acceptsMissing(p, operation, path, right)
            : acceptsInvalid(
                p,
                operation,
                path,
                (value) => JSON.stringify(value) === JSON.stringify(wrong),
                right,
              ),
      ),
  ),
  ...each(
    [
      ['NUL', 'validation/text-with-a-NUL', /\0|\\u0000/],
      [
        'lone surrogate',
        'validation/text-with-half-a-surrogate-pair',
        /\\ud[89a-f][0-9a-f]{2}|[\ud800-\udfff]/iu,
      ],
      ['right to left', 'validation/text-with-a-change-of-direction', /\u202e|\\u202e/],
    ] as const,
    ([label, check, odd]) =>
      follows(
        `validation/odd-text-500[${label}]`,
        `a text with the character ${label} is a server error`,
        'errors/odd-strings',
        check,
        (p) => p.request('everything', (_edit, { text }) => (odd.test(text) ? serverError() : undefined)),
      ),
  ),
  ...each(
    [
      ['checkDomain', 'domains/check-odd-names'],
      ['createHostingAccount', 'hosting/odd-names'],
      ['createDnsZone', 'dns/odd-names'],
    ] as const,
    ([operation, check]) =>
      follows(
        `validation/non-ascii-name-500[${operation}]`,
        `${operation} answers 500 to a name in another script`,
        'domains/any-script',
        check,
        (p) => failsOnNonAscii(p, operation),
      ),
  ),
];
