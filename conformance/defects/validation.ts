// Planted faults: what an order request may hold, and how a refusal names what is wrong.

import { UUID } from '../../src/contract/uuid.ts';
import { refusesField } from './response-edits.ts';
import { randomUUID } from 'node:crypto';
import { isObject } from '../../src/contract/is-object.ts';
import { duplicateNewest } from './db-edits.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import type { Db, Injector, Mutant, RequestEdit, ResponseEdit } from './mutant.ts';
import { BILLING_CYCLES } from './order-edits.ts';
import { acceptsInvalid } from './request-edits.ts';
import {
  changeAt,
  each,
  errorsOf,
  isInvalid,
  listAt,
  refusal,
  replaceResponse,
  serverError,
  setAt,
  setErrors,
  textAt,
  valueAt,
} from './response-edits.ts';

const WORDS = ['hourly', 'one_time', 'monthly', 'quarterly', 'semi_annual'];

const onInvalid = (p: Injector, edit: (reply: ResponseEdit) => void): void =>
  p.reply('everything', (reply) => {
    if (isInvalid(reply)) edit(reply);
  });

/** Lets an order through by setting right what is wrong with it before the mock looks. */
const repairsOrder = (p: Injector, mend: (json: unknown) => void): void =>
  p.request('createOrder', (change) => {
    mend(change.json);
    return undefined;
  });


const items = ({ json }: Pick<RequestEdit, 'json'>): unknown[] => listAt(json, 'items');

/** The customer of the last order that worked. */
function lastCustomer(p: Injector): () => string {
  let last: string = randomUUID();
  p.reply('createOrder', (reply) => {
    if (reply.status === 201) last = textAt(reply.json, 'customer_id');
  });
  return () => last;
}

/** Leaves something behind whenever an order is refused. */
const leavesBehind = (p: Injector, what: (db: Db, customer_id: string) => void): void =>
  p.reply('createOrder', (reply, { json }) => {
    if (!isInvalid(reply)) return;
    const customer = textAt(json, 'customer_id');
    p.readDb((db) => {
      const tenant = db.table('customers').find(customer)?.tenant_id;
      if (typeof tenant === 'string') what(db.of(tenant), customer);
    });
  });

export const validation: readonly Mutant[] = [
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
  stated(
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
    'validation/billing-cycle-accepted',
    'the billing cycle `weekly` is accepted',
    ['billing-cycle/values', 'order-item/billing-cycle'],
    'validation/billing-cycle',
    (p) =>
      acceptsInvalid(p, 'createOrder', 'items.*.billing_cycle', (value) => value === 'weekly', 'monthly'),
  ),
  stated(
    'validation/billing-cycle-accepted[any]',
    'any billing cycle is accepted',
    ['billing-cycle/values', 'order-item/billing-cycle'],
    'validation/billing-cycle',
    (p) =>
      acceptsInvalid(
        p,
        'createOrder',
        'items.*.billing_cycle',
        (value) => typeof value === 'string' && !BILLING_CYCLES.includes(value),
        'monthly',
      ),
  ),
  stated(
    'validation/billing-cycle-accepted[number]',
    'a number is accepted as billing cycle',
    ['order-item/billing-cycle', 'billing-cycle/values'],
    'validation/createOrder/items.0.billing_cycle/12',
    (p) =>
      acceptsInvalid(
        p,
        'createOrder',
        'items.*.billing_cycle',
        (value) => typeof value === 'number',
        'monthly',
      ),
  ),
  ...each(['0_year', '11_year', '1_years', '01_year'], (cycle) =>
    stated(
      `validation/billing-term-accepted[${cycle}]`,
      `the billing cycle \`${cycle}\` is accepted`,
      ['billing-cycle/values', 'order-item/billing-cycle'],
      `validation/createOrder/items.${cycle === '01_year' ? 1 : 0}.billing_cycle/${cycle}`,
      (p) => acceptsInvalid(p, 'createOrder', 'items.*.billing_cycle', (value) => value === cycle, 'monthly'),
    ),
  ),
  chosen(
    'validation/billing-term-accepted[Monthly]',
    'billing cycles are accepted in any letter case',
    'billing-cycle/case',
    'validation/createOrder/items.0.billing_cycle/Monthly',
    (p) =>
      repairsOrder(p, (json) =>
        changeAt(json, 'items.*.billing_cycle', (value) =>
          typeof value === 'string' ? value.toLowerCase() : value,
        ),
      ),
  ),
  ...each(BILLING_CYCLES, (cycle) =>
    stated(
      `validation/billing-cycle-refused[${cycle}]`,
      `the billing cycle \`${cycle}\` is refused`,
      ['billing-cycle/all-accepted', 'order-item/billing-cycle'],
      'validation/all-cycles',
      (p) =>
        p.request('createOrder', (change, { bearer }) =>
          bearer !== null && items(change).some((item) => valueAt(item, 'billing_cycle') === cycle)
            ? refusesField(
                'items.0.billing_cycle',
                `Choose one of ${BILLING_CYCLES.filter((one) => one !== cycle).join(', ')}.`,
              )
            : undefined,
        ),
    ),
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
  ...each(
    [
      ['"2"', (value: unknown) => typeof value === 'string'],
      ['1.5', (value: unknown) => typeof value === 'number' && !Number.isInteger(value)],
      ['true', (value: unknown) => typeof value === 'boolean'],
    ] as const,
    ([label, wrong]) =>
      stated(
        `validation/quantity-type-accepted[${label}]`,
        `the quantity ${label} is accepted`,
        'order-item/quantity',
        `validation/createOrder/items.0.quantity/${label.replaceAll('"', '')}`,
        (p) => acceptsInvalid(p, 'createOrder', 'items.*.quantity', wrong, 1),
      ),
  ),
  ...each(
    [
      ['0', (value: unknown) => value === 0],
      ['negative', (value: unknown) => typeof value === 'number' && value < 0],
    ] as const,
    ([label, wrong]) =>
      chosen(
        `validation/quantity-below-one-accepted[${label}]`,
        `the quantity ${label} is accepted`,
        'order-item/quantity-range',
        `validation/createOrder/items.0.quantity/${label === '0' ? 0 : 1}`,
        (p) => acceptsInvalid(p, 'createOrder', 'items.*.quantity', wrong, 1),
      ),
  ),
  ...each(
    [
      ['slug', (sku: string) => !UUID.test(sku)],
      ['uuid', (sku: string) => UUID.test(sku)],
    ] as const,
    ([label, fits]) =>
      stated(
        `validation/sku-refused[${label}]`,
        `an SKU that is a ${label} is refused`,
        ['gaps/any-sku', 'endpoints/create-order'],
        'orders/any-sku-form',
        (p) =>
          p.request('createOrder', (change, { bearer }) =>
            bearer !== null &&
            items(change).some(
              (item) => typeof valueAt(item, 'sku_id') === 'string' && fits(textAt(item, 'sku_id')),
            )
              ? refusesField('items.0.sku_id', 'There is no such product.')
              : undefined,
          ),
      ),
  ),
  ...each(
    [
      ['a number', (value: unknown) => typeof value === 'number'],
      ['null', (value: unknown) => value === null],
    ] as const,
    ([label, wrong]) =>
      stated(
        `validation/sku-type-accepted[${label}]`,
        `${label} is accepted as \`sku_id\``,
        'order-item/sku-id',
        `validation/createOrder/items.0.sku_id/${label === 'null' ? 'null' : 12345}`,
        (p) => acceptsInvalid(p, 'createOrder', 'items.*.sku_id', wrong, 'hosting-pro'),
      ),
  ),
  stated(
    'validation/customer-id-type-accepted',
    'a `customer_id` that is no UUID is accepted',
    'order-request/customer-id',
    'validation/createOrder/customer_id/not-a-uuid',
    (p) => {
      const customer = lastCustomer(p);
      repairsOrder(p, (json) =>
        changeAt(json, 'customer_id', (id) => (typeof id === 'string' && !UUID.test(id) ? customer() : id)),
      );
    },
  ),
  stated(
    'validation/customer-id-type-accepted[number]',
    'a number is accepted as `customer_id`',
    'order-request/customer-id',
    'validation/createOrder/customer_id/12345',
    (p) => {
      const customer = lastCustomer(p);
      repairsOrder(p, (json) =>
        changeAt(json, 'customer_id', (id) => (typeof id === 'number' ? customer() : id)),
      );
    },
  ),
  follows(
    'validation/unknown-customer-not-refused[accepted]',
    'an order for a customer that does not exist is accepted',
    'order-request/customer-exists',
    'orders/unknown-customer',
    (p) => {
      const customer = lastCustomer(p);
      p.handler('createOrder', ({ db, body }, go) => {
        const id = textAt(body, 'customer_id');
        if (db.platform.table('customers').find(id)) return go();
        const copy = structuredClone(body);
        setAt(copy, 'customer_id', customer());
        return go({ body: copy });
      });
    },
  ),
  follows(
    'validation/unknown-customer-not-refused[500]',
    'an order for a customer that does not exist is a server error',
    'order-request/customer-exists',
    'orders/unknown-customer',
    (p) =>
      p.handler('createOrder', ({ db, body }, go) => {
        if (!db.platform.table('customers').find(textAt(body, 'customer_id')))
          throw new Error('Foreign key.');
        return go();
      }),
  ),
  stated(
    'validation/items-object-accepted',
    '`items` that is no array is accepted',
    'order-request/items',
    'validation/createOrder/items/sku_id-hosting-pro',
    (p) =>
      repairsOrder(p, (json) => {
        if (isObject(json) && 'items' in json && !Array.isArray(json.items)) {
          json.items = [
            isObject(json.items)
              ? json.items
              : { sku_id: 'hosting-pro', quantity: 1, billing_cycle: 'monthly' },
          ];
        }
      }),
  ),
  chosen(
    'validation/items-empty-accepted[empty]',
    'an order without any item is accepted',
    'order-request/required',
    'validation/createOrder/items/empty',
    (p) =>
      repairsOrder(p, (json) =>
        changeAt(json, 'items', (list) =>
          Array.isArray(list) && list.length === 0
            ? [{ sku_id: 'hosting-pro', quantity: 1, billing_cycle: 'monthly' }]
            : list,
        ),
      ),
  ),
  stated(
    'validation/wallet-payment-refused',
    'payment by wallet is refused',
    ['order-request/wallet', 'endpoints/create-order'],
    'orders/wallet-accepted',
    (p) =>
      p.request('createOrder', (change, { bearer }) =>
        bearer !== null &&
        typeof valueAt(change.json, 'payment_method') === 'string' &&
        !['manual', 'bank_transfer'].includes(textAt(change.json, 'payment_method'))
          ? refusesField('payment_method', 'Pay by bank transfer.')
          : undefined,
      ),
  ),
  follows(
    'validation/unknown-payment-method-500',
    'a payment method nobody knows is a server error',
    ['gaps/payment-methods', 'errors/odd-strings'],
    'validation/unknown-payment-method',
    (p) =>
      p.request('createOrder', ({ json }) =>
        typeof valueAt(json, 'payment_method') === 'string' &&
        !['wallet', 'manual', 'bank_transfer'].includes(textAt(json, 'payment_method'))
          ? serverError()
          : undefined,
      ),
  ),
  stated(
    'validation/config-invalid-accepted',
    '`config.domain` may be anything',
    'order-item/config-domain',
    'validation/createOrder/items.0.config.domain/not-a-domain',
    (p) =>
      acceptsInvalid(
        p,
        'createOrder',
        'items.*.config.domain',
        (value) => typeof value === 'string' && !/^[a-z0-9][a-z0-9.-]*$/.test(value),
        'example.org',
      ),
  ),
  stated(
    'validation/config-invalid-accepted[number]',
    'a number is accepted as `config.domain`',
    ['order-item/config', 'order-item/config-domain'],
    'validation/createOrder/items.0.config.domain/12345',
    (p) =>
      acceptsInvalid(
        p,
        'createOrder',
        'items.*.config.domain',
        (value) => typeof value !== 'string',
        'example.org',
      ),
  ),
  stated(
    'validation/config-invalid-accepted[config]',
    'a text is accepted as `config`',
    'order-item/config',
    'validation/createOrder/items.0.config/a-text',
    (p) => acceptsInvalid(p, 'createOrder', 'items.*.config', (value) => !isObject(value), {}),
  ),
  stated(
    'validation/config-invalid-accepted[plan]',
    'a number is accepted as `config.plan`',
    'order-item/config',
    'validation/createOrder/items.0.config.plan/12345',
    (p) =>
      acceptsInvalid(p, 'createOrder', 'items.*.config.plan', (value) => typeof value === 'number', 'pro'),
  ),
  stated(
    'validation/payment-method-number-accepted',
    'a number is accepted as `payment_method`',
    'order-request/payment-method',
    'validation/createOrder/payment_method/42',
    (p) => acceptsInvalid(p, 'createOrder', 'payment_method', (value) => typeof value !== 'string', 'wallet'),
  ),
  ...each(['customer_id', 'items', 'payment_method'] as const, (member) =>
    chosen(
      `validation/field-missing-accepted[${member}]`,
      `an order without \`${member}\` is accepted`,
      'order-request/required',
      `validation/createOrder/${member}/missing`,
      (p) => {
        const customer = lastCustomer(p);
        repairsOrder(p, (json) => {
          if (!isObject(json) || member in json) return;
          if (member === 'customer_id') json.customer_id = customer();
          if (member === 'payment_method') json.payment_method = 'wallet';
          if (member === 'items')
            json.items = [{ sku_id: 'hosting-pro', quantity: 1, billing_cycle: 'monthly' }];
        });
      },
    ),
  ),
  ...each(
    [
      ['sku_id', 'hosting-pro'],
      ['quantity', 1],
      ['billing_cycle', 'monthly'],
    ] as const,
    ([member, value]) =>
      chosen(
        `validation/field-missing-accepted[items.${member}]`,
        `an item without \`${member}\` is accepted`,
        'order-item/required',
        `validation/createOrder/items.0.${member}/missing`,
        (p) =>
          repairsOrder(p, (json) => {
            for (const item of listAt(json, 'items'))
              if (isObject(item) && !(member in item)) item[member] = value;
          }),
      ),
  ),
  follows(
    'orders/refused-order-leaves-data[order]',
    'a refused order leaves an order behind',
    'states/invalid-order-creates-nothing',
    'validation/refused-orders-leave-nothing',
    (p) =>
      leavesBehind(p, (db, customer_id) =>
        duplicateNewest(db, 'orders', { customer_id, invoice_id: randomUUID() }),
      ),
  ),
  follows(
    'orders/refused-order-leaves-data[invoice]',
    'a refused order leaves an invoice behind',
    'states/invalid-order-creates-nothing',
    'validation/refused-orders-leave-nothing',
    (p) =>
      leavesBehind(p, (db, customer_id) =>
        duplicateNewest(db, 'invoices', { customer_id, number: `DUP-${randomUUID()}`, order_id: null }),
      ),
  ),
  follows(
    'orders/refused-order-leaves-data[service]',
    'a refused order leaves a service behind',
    'states/invalid-order-creates-nothing',
    'validation/refused-orders-leave-nothing',
    (p) => leavesBehind(p, (db, customer_id) => duplicateNewest(db, 'services', { customer_id })),
  ),
  follows(
    'orders/refused-order-leaves-data[wallet]',
    'a refused order is paid for',
    'states/invalid-order-creates-nothing',
    'validation/refused-orders-leave-nothing',
    (p) =>
      leavesBehind(p, (db) => {
        const [wallet] = db.table('wallets').all();
        if (!wallet) return;
        const less = (amount: unknown): number => Number(amount) - 1190;
        db.table('wallets').update(wallet.id, {
          balance_amount: less(wallet.balance_amount),
          available_amount: less(wallet.available_amount),
        });
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
    'errors/unknown-form[empty]',
    '404 comes without a body',
    'errors/two-shapes',
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
        (p) => p.request('everything', (_asking, { json }) => (fits(json) ? serverError() : undefined)),
      ),
  ),
  follows(
    'validation/other-json-type-500[accepted]',
    'a body that is an array is taken for the last order',
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
    'a member nobody asked for is a server error',
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
      p.request('everything', (_asking, { operation, json }) => {
        const names = known[operation ?? ''];
        return names && isObject(json) && Object.keys(json).some((name) => !names.includes(name))
          ? serverError()
          : undefined;
      });
    },
  ),
  chosen(
    'validation/email-invalid-accepted[customer]',
    'a customer may have any text as e-mail address',
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
  stated(
    'validation/email-invalid-accepted[login]',
    'a number is taken for an e-mail address at log-in',
    ['login-request/email', 'errors/validation-is-422'],
    'auth/login-email-is-a-string',
    (p) =>
      p.reply('login', (reply, { json }) => {
        if (typeof valueAt(json, 'email') === 'number')
          replaceResponse(reply, refusal(401, 'INVALID_CREDENTIALS', 'Wrong.'));
      }),
  ),
  chosen(
    'validation/email-invalid-accepted[login any]',
    'any text is taken for an e-mail address at log-in',
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
    'a customer may be anything',
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
    'a payment may lack its method',
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
    'the invoice of a payment may be any text',
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
  follows(
    'auth/validated-before-credential',
    'fields are validated before the credential',
    ['authentication/before-validation', 'authentication/missing-is-401'],
    'authentication/missing/createOrder',
    (p) =>
      p.request('everything', (_asking, { headers, operation, method, json }) =>
        headers.authorization === undefined &&
        operation !== null &&
        operation !== 'login' &&
        operation !== 'verifyTwoFactor' &&
        method !== 'GET' &&
        isObject(json)
          ? refusesField('body', 'Invalid.')
          : undefined,
      ),
  ),
  follows(
    'auth/validated-before-credential[empty]',
    'an empty body is refused before the credential is looked at',
    ['authentication/before-validation', 'authentication/missing-is-401'],
    'authentication/before-validation',
    (p) =>
      p.request('createOrder', (_asking, { bearer, json }) =>
        bearer === null && isObject(json) && Object.keys(json).length === 0
          ? refusesField('customer_id', 'Required.')
          : undefined,
      ),
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
];
