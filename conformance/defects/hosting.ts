// Defects of hosting accounts: their members, their usage figures and the control-panel password.
import { isObject } from '../../src/contract/is-object.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import { acceptsInvalid, acceptsMissing, editObject, pathId } from './edits/request-edits.ts';
import {
  changeAt,
  changeMembers,
  each,
  errorsOf,
  isInvalid,
  isSuccess,
  onSuccess,
  refusal,
  replaceResponse,
  setAt,
  setErrors,
  textAt,
  valueAt,
} from './edits/response-edits.ts';
import type { Mutant } from './mutant.ts';

export const hosting: readonly Mutant[] = [
  ...each(
    [
      ['negative', -1],
      ['text', '12 MB'],
      ['fraction', 0.5],
    ] as const,
    ([label, value]) =>
      chosen(
        `hosting/usage-invalid[${label}]`,
        `the usage of a hosting account is ${label === 'text' ? 'a text' : `a ${label} number`}`,
        'endpoints/fields',
        'hosting/fields',
        (p) =>
          p.reply('getHostingStats', (reply) => {
            if (isSuccess(reply)) changeAt(reply.json, 'disk.used_bytes', () => value);
          }),
      ),
  ),
  ...each([{}, { message: 'No figures yet.' }], (body) =>
    stated(
      `hosting/usage-missing[${Object.keys(body).join('')}]`,
      'the usage of a hosting account is not in the reply',
      'endpoints/hosting-stats',
      'hosting/stats-name-both',
      (p) =>
        p.reply('getHostingStats', (reply) => {
          if (isSuccess(reply)) reply.json = body;
        }),
    ),
  ),
  chosen(
    'hosting/password-repeated',
    'every reset gives the same control-panel password',
    'hosting/reset-makes-new',
    'hosting/reset-makes-new',
    (p) =>
      p.reply('resetHostingPassword', (reply) => {
        if (isSuccess(reply)) changeAt(reply.json, 'password', () => 'welcome-2026-welcome');
      }),
  ),
  ...each(
    [
      ['weekly', 'billing_cycle', 'weekly', 'monthly', 'hosting-request/billing-cycle'],
      ['11_year', 'billing_cycle', '11_year', '10_year', 'hosting-request/billing-cycle'],
      ['not-a-uuid', 'customer_id', 'not-a-uuid', null, 'hosting-request/customer-id'],
      ['an-object', 'sku_id', { sku: 'hosting-pro' }, 'hosting-pro', 'hosting-request/sku-id'],
      ['no-domain', 'domain', 'not a domain', 'not-a-domain.example.org', 'hosting-request/domain'],
    ] as const,
    ([label, member, wrong, right, requirement]) =>
      stated(
        `hosting/invalid-field-accepted[${member}=${label}]`,
        `createHostingAccount accepts \`${member}\` = ${JSON.stringify(wrong)}`,
        [requirement, 'billing-cycle/values'],
        label === 'not-a-uuid'
          ? 'hosting/all-fields-at-once'
          : `validation/createHostingAccount/${member}/${label}`,
        (p) => {
          const ids = new Map<unknown, string>();
          p.reply('createCustomer', (reply, { bearer }) => {
            if (isSuccess(reply)) ids.set(bearer, textAt(reply.json, 'id'));
          });
          p.request('createHostingAccount', (change, { bearer }) => {
            if (isObject(change.json) && JSON.stringify(change.json[member]) === JSON.stringify(wrong))
              change.json[member] = right ?? ids.get(bearer);
            return undefined;
          });
        },
      ),
  ),
  ...each(
    [
      ['sku_id', 'hosting-pro'],
      ['domain', 'a12345.example.org'],
    ] as const,
    ([member, right]) =>
      chosen(
        `hosting/invalid-field-accepted[${member}=12345]`,
        `createHostingAccount accepts \`${member}\` = 12345`,
        'errors/no-conversion',
        `validation/createHostingAccount/${member}/12345`,
        (p) => acceptsInvalid(p, 'createHostingAccount', member, (value) => typeof value === 'number', right),
      ),
  ),
  chosen(
    'hosting/invalid-field-accepted[domain missing]',
    'createHostingAccount does without a domain',
    'hosting-request/required',
    'validation/createHostingAccount/domain/missing',
    (p) => acceptsMissing(p, 'createHostingAccount', 'domain', 'default.example.org'),
  ),
  follows(
    'hosting/unknown-customer-accepted',
    'createHostingAccount accepts a customer that does not exist',
    'hosting-request/customer-exists',
    'hosting/unknown-customer',
    (p) => {
      let known = '';
      p.handler('createHostingAccount', ({ db, body }, go) => {
        const id = textAt(body, 'customer_id');
        if (db.table('customers').find(id)) known = id;
        if (known === id || known === '' || !isObject(body)) return go();
        return go({ body: { ...body, customer_id: known, domain: `ghost-${textAt(body, 'domain')}` } });
      });
    },
  ),
  stated(
    'hosting/cycle-message-empty',
    'the message for a billing cycle of a hosting account lists nothing',
    'errors/cycle-lists-values',
    'hosting/cycle-lists-values',
    (p) =>
      p.reply('createHostingAccount', (reply) => {
        if (isInvalid(reply))
          changeMembers(
            reply.json,
            (name) => name === 'billing_cycle',
            () => ['Invalid.'],
          );
      }),
  ),
  stated(
    'hosting/errors-name-no-field',
    'the errors of a hosting account name no field',
    ['errors/one-entry-per-field', 'hosting-request/domain', 'hosting-request/billing-cycle'],
    'hosting/one-entry-per-field',
    (p) =>
      p.reply('createHostingAccount', (reply) => {
        if (isInvalid(reply)) setErrors(reply.json, { body: ['Invalid.'] });
      }),
  ),
  stated(
    'hosting/nine-years-refused',
    'hosting for 9 years is refused',
    ['billing-cycle/all-accepted', 'hosting-request/billing-cycle', 'endpoints/create-hosting'],
    'hosting/valid-cycle-not-named',
    (p) =>
      p.request('createHostingAccount', (change) =>
        valueAt(change.json, 'billing_cycle') === '9_year'
          ? refusal(422, 'VALIDATION_FAILED', 'No.', {
              billing_cycle: [
                'Allowed: hourly, one_time, monthly, quarterly, semi_annual, 1_year, 2_year, 3_year, 4_year, 5_year, 6_year, 7_year, 8_year, 9_year, 10_year.',
              ],
            })
          : undefined,
      ),
  ),
  stated(
    'hosting/first-invalid-field-only',
    'hosting: only the first invalid field is named',
    'errors/one-entry-per-field',
    'hosting/all-fields-at-once',
    (p) =>
      p.reply('createHostingAccount', (reply) => {
        if (isInvalid(reply))
          setErrors(reply.json, Object.fromEntries(Object.entries(errorsOf(reply.json)).slice(0, 1)));
      }),
  ),
  stated(
    'hosting/cycle-message-names-pattern',
    'hosting: the message for a cycle names the pattern and not the values',
    'errors/cycle-lists-values',
    'hosting/cycle-lists-values',
    (p) =>
      p.reply('createHostingAccount', (reply) => {
        if (isInvalid(reply))
          changeAt(errorsOf(reply.json), 'billing_cycle', () => [
            'The billing cycle must be monthly, quarterly or match <N>_year.',
          ]);
      }),
  ),
  stated(
    'hosting/customer-id-404',
    'a hosting order whose customer_id is no UUID is answered 404',
    ['errors/validation-is-422', 'hosting-request/customer-id'],
    'validation/createHostingAccount/customer_id/not-a-uuid',
    (p) =>
      p.reply('createHostingAccount', (reply) => {
        if (isInvalid(reply) && 'customer_id' in errorsOf(reply.json))
          replaceResponse(reply, refusal(404, 'NOT_FOUND', 'There is no such customer.'));
      }),
  ),
  stated(
    'hosting/created-for-www-name',
    'the hosting account is made for the www name',
    ['endpoints/create-hosting', 'hosting-request/domain', 'endpoints/create-echoes'],
    'hosting/echo',
    (p) =>
      p.handler('createHostingAccount', ({ body }, go) =>
        go({ body: editObject(body, (body) => ({ ...body, domain: `www.${String(body.domain)}` })) }),
      ),
  ),
  chosen(
    'hosting/same-password-everywhere',
    'the password of a control panel is reset to the same one everywhere',
    ['hosting/reset-makes-new', 'endpoints/reset-hosting-password'],
    'hosting/reset-makes-new',
    (p) => onSuccess(p, 'resetHostingPassword', (body) => setAt(body, 'password', 'Hosting-2026!')),
  ),
  follows(
    'hosting/usage-of-another-account',
    'the usage of an account is that of another account',
    ['endpoints/about-the-named', 'endpoints/hosting-stats'],
    'resources/same-id-as-path',
    (p) =>
      onSuccess(p, 'getHostingStats', (body, request) => {
        setAt(
          body,
          'hosting_id',
          pathId(request).replace(/.$/, (c) => (c === '0' ? '1' : '0')),
        );
      }),
  ),
];
