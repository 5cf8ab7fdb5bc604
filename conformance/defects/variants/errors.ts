// Lawful variants of refusals: the form of error bodies, the status, and the keys of `errors`.
import { isObject } from '../../../src/contract/is-object.ts';
import { BURST, variant } from '../define-mutant.ts';
import {
  dropHeader,
  each,
  errorsOf,
  isInvalid,
  isSuccess,
  refusal,
  replaceResponse,
  setAt,
  setErrors,
  textAt,
  valueAt,
} from '../edits/response-edits.ts';
import { editReplies } from '../edits/variant-edits.ts';
import type { ClientRequest, Injector, LawfulVariant, ResponseEdit } from '../mutant.ts';

/**
 * Rewrites an error body as a flat error body.
 * @param errors the value of `errors` when the mock gives none; when left out, the member `errors` stays absent
 */
function toFlatError(reply: ResponseEdit, errors?: unknown): void {
  const error = valueAt(reply.json, 'error');
  if (!isObject(error)) return;
  reply.json = {
    message: error.message,
    ...(error.errors !== undefined
      ? { errors: error.errors }
      : errors !== undefined && { errors: structuredClone(errors) }),
  };
}

/**
 * Replies with another status to a request whose path has an id of another tenant.
 * @param status returns the status: 403 or 404
 */
function answersForeignIds(p: Injector, status: (request: ClientRequest) => number): void {
  const foreignRequests = new WeakSet<ClientRequest>();
  const tables = [
    'customers',
    'services',
    'orders',
    'invoices',
    'subscriptions',
    'domains',
    'hosting_accounts',
    'certificates',
    'dns_zones',
    'email_services',
    'vps',
    'tickets',
    'webhooks',
    'api_keys',
  ];
  p.step('locate', 'everything', ({ request, db }, go) => {
    const id = request.params.id ?? '';
    const row = tables
      .map((table) => db?.platform.table(table).find(id))
      .find((entry) => entry !== undefined);
    if (row && row.tenant_id !== db?.tenantId) foreignRequests.add(request);
    return go();
  });
  editReplies(p, (reply, request) => {
    if (!foreignRequests.has(request)) return;
    const wantedStatus = status(request);
    if (reply.status === 404 && wantedStatus === 403)
      replaceResponse(reply, refusal(403, 'FORBIDDEN', 'This is not yours.'));
  });
}

/** Renames the keys of `errors` in every error body. */
const fieldKeys = (p: Injector, rename: (key: string) => string): void =>
  editReplies(p, (reply) => {
    if (!isInvalid(reply)) return;
    const renamed: Record<string, unknown[]> = {};
    for (const [key, messages] of Object.entries(errorsOf(reply.json))) {
      const name = rename(key);
      renamed[name] = [...(renamed[name] ?? []), ...(Array.isArray(messages) ? messages : [])];
    }
    setErrors(reply.json, renamed);
  });

const cycleMessage = (p: Injector, message: string): void =>
  editReplies(p, (reply) => {
    const errors = errorsOf(reply.json);
    for (const key of Object.keys(errors)) if (key.endsWith('billing_cycle')) errors[key] = [message];
  });

export const variantsErrors: readonly LawfulVariant[] = [
  variant('variant/flat-422', '422 in the flat form', (p) => p.option('errorShape', 'flat')),
  variant('variant/envelope-422', '422 in the envelope form', (p) => p.option('errorShape', 'envelope')),
  ...each(
    [
      ['flat', undefined],
      ['flat, empty errors', {}],
      ['flat, null errors', null],
    ] as const,
    ([label, errors]) =>
      variant(`variant/flat-errors[${label}]`, `every error in the flat form: ${label}`, (p) =>
        editReplies(p, (reply) => {
          if (reply.status >= 400) toFlatError(reply, errors);
        }),
      ),
  ),
  ...each([[], {}, null], (errors) =>
    variant(
      `variant/flat-errors[${JSON.stringify(errors)}]`,
      `envelopes that hold errors ${JSON.stringify(errors)} outside of 422`,
      (p) =>
        editReplies(p, (reply) => {
          const error = valueAt(reply.json, 'error');
          if (reply.status >= 400 && reply.status !== 422 && isObject(error))
            error.errors = structuredClone(errors);
        }),
    ),
  ),
  variant('variant/mixed-error-shapes', 'both error forms by turns', (p) =>
    p.option('errorShape', 'alternate'),
  ),
  variant(
    'variant/no-limit-headers-on-errors',
    'no rate-limit headers on errors',
    (p) =>
      editReplies(p, (reply) => {
        if (isSuccess(reply)) return;
        for (const name of [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
        ])
          dropHeader(reply, name);
      }),
    BURST,
  ),
  variant('variant/foreign-id-404', "another tenant's id is answered 404", (p) =>
    answersForeignIds(p, () => 404),
  ),
  variant('variant/foreign-id-403', "another tenant's id is answered 403", (p) =>
    answersForeignIds(p, () => 403),
  ),
  variant(
    'variant/foreign-id-mixed',
    "another tenant's id is answered 403 by some operations and 404 by others",
    (p) =>
      answersForeignIds(p, ({ path }) =>
        path.startsWith('/orders') || path.startsWith('/customers') ? 403 : 404,
      ),
  ),
  variant('variant/malformed-json-422', 'a body that is no JSON is answered 422', (p) =>
    editReplies(p, (reply) => {
      if (reply.status === 400 && textAt(reply.json, 'error.code').startsWith('MALFORMED')) {
        replaceResponse(
          reply,
          refusal(422, 'VALIDATION_FAILED', 'The given data was invalid.', { body: ['This is no JSON.'] }),
        );
      }
    }),
  ),
  variant('variant/unknown-customer-404', 'an order for an unknown customer is answered 404', (p) =>
    p.reply('createOrder', (reply) => {
      const fields = Object.keys(errorsOf(reply.json));
      if (
        reply.status === 422 &&
        fields.length === 1 &&
        fields[0] === 'customer_id' &&
        /no such customer/i.test(
          textAt(reply.json, 'error.errors.customer_id.0') + textAt(reply.json, 'error.message'),
        )
      ) {
        replaceResponse(reply, refusal(404, 'NOT_FOUND', 'There is no such customer.'));
      }
    }),
  ),
  variant('variant/unknown-members-refused', 'unknown members in a body are refused', (p) => {
    const known: Record<string, string[]> = {
      createOrder: ['customer_id', 'items', 'payment_method'],
      login: ['email', 'password', 'totp_code'],
      topUpWallet: ['amount', 'currency', 'payment_method', 'reference', 'note'],
      createPayment: ['invoice_id', 'amount', 'currency', 'method', 'reference', 'note', 'paid_at'],
    };
    p.request('everything', (_edit, { operation, json, headers }) => {
      const names = known[operation ?? ''];
      const extra = names && isObject(json) ? Object.keys(json).filter((name) => !names.includes(name)) : [];
      if (extra.length === 0 || (operation !== 'login' && headers.authorization === undefined))
        return undefined;
      return refusal(
        422,
        'VALIDATION_FAILED',
        'The given data was invalid.',
        Object.fromEntries(extra.map((name) => [name, ['This is unknown here.']])),
      );
    });
  }),
  variant('variant/error-keys[brackets]', 'fields named `items[0].billing_cycle`', (p) =>
    fieldKeys(p, (key) => key.replace(/\.(\d+)/g, '[$1]')),
  ),
  variant('variant/error-keys[pointer]', 'fields named `/items/0/billing_cycle`', (p) =>
    fieldKeys(p, (key) => `/${key.replaceAll('.', '/')}`),
  ),
  variant('variant/error-keys[leaf]', 'fields named `billing_cycle`', (p) =>
    fieldKeys(p, (key) => key.split('.').at(-1) ?? key),
  ),
  variant('variant/cycle-message[pattern]', 'the billing-cycle message writes `<N>_year`', (p) =>
    cycleMessage(p, 'Erlaubt: semi_annual, quarterly, monthly, one_time, hourly, <N>_year (N = 1 … 10).'),
  ),
  variant('variant/cycle-message[order]', 'the billing-cycle message in another order and language', (p) =>
    cycleMessage(
      p,
      `Les valeurs admises: ${Array.from({ length: 10 }, (_, n) => `${10 - n}_year`).join(' | ')} | semi_annual | quarterly | monthly | one_time | hourly`,
    ),
  ),
  variant('variant/cycle-message[whole refusal]', 'the message of the whole refusal lists the cycles', (p) =>
    editReplies(p, (reply) => {
      const fieldErrors = valueAt(reply.json, 'error.errors');
      if (reply.status !== 422 || !isObject(fieldErrors)) return;
      const name = Object.keys(fieldErrors).find((key) => key.endsWith('billing_cycle'));
      if (name === undefined) return;
      setAt(reply.json, 'error.message', [fieldErrors[name]].flat().join(' '));
      setAt(reply.json, 'error.errors', { ...fieldErrors, [name]: ['is not allowed'] });
    }),
  ),
  ...each([402, 409, 400], (status) =>
    variant(`variant/wallet-too-small[${status}]`, `a wallet that is too small is answered ${status}`, (p) =>
      editReplies(p, (reply) => {
        if (valueAt(reply.json, 'error.code') === 'INSUFFICIENT_FUNDS')
          replaceResponse(reply, refusal(status, 'PAYMENT_REQUIRED', 'Not enough.'));
      }),
    ),
  ),
  variant('variant/no-www-authenticate', '401 without WWW-Authenticate', (p) =>
    editReplies(p, (reply) => dropHeader(reply, 'WWW-Authenticate')),
  ),
  variant('variant/405-with-allow', '405 with Allow for a method that a path does not have', (p) =>
    p.reply(
      ({ operation, method }) => operation === null && method !== 'GET',
      (reply) => {
        if (reply.status === 404)
          replaceResponse(reply, {
            ...refusal(405, 'METHOD_NOT_ALLOWED', 'Not here.'),
            headers: { 'Content-Type': 'application/json', Allow: 'GET, POST' },
          });
      },
    ),
  ),
];
