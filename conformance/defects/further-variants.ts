// Lawful variants further off: limits nobody is told of, shops that are closed, ids that are numbers, wallets in two currencies.
import { UUID } from '../../src/contract/uuid.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import { variant } from './define-mutant.ts';
import type { ClientRequest, Injector, LawfulVariant, ResponseEdit } from './mutant.ts';
import { changeMembers, each, isSuccess, refusal, textAt, valueAt } from './response-edits.ts';

const rateLimited = (seconds: number): ResponseEdit => {
  const { headers, ...rest } = refusal(429, 'RATE_LIMITED', 'Too many requests.');
  return { ...rest, headers: { ...headers, 'Retry-After': String(seconds) } };
};

/** So many calls of a kind in any minute, which no header tells. @param told seconds of `Retry-After`; left out: until there is room */
function unannouncedLimit(
  p: Injector,
  limited: (operation: OperationId) => boolean,
  most: number,
  announced?: number,
): void {
  const sent: number[] = [];
  p.request(
    ({ operation, bearer }) => operation !== null && bearer !== null && limited(operation),
    () => {
      const now = p.now();
      while ((sent[0] ?? now) <= now - 60_000) sent.shift();
      if (sent.length >= most)
        return rateLimited(announced ?? Math.ceil(((sent[0] ?? now) + 60_000 - now) / 1000));
      sent.push(now);
      return undefined;
    },
  );
}

/** What has an id of which the specification does not say that it is a UUID. */
const numbered =
  /^\/(subscriptions|payments|domains|hosting|ssl|dns|email|vps|support|webhooks|api-keys)(\/|$)/;

/**
 * Ids that are numbers, in bodies too. @param perTenant each tenant counts its own things from one
 */
function numericIds(p: Injector, perTenant: boolean): void {
  const tenants = new Map<string, string>();
  const numberById = new Map<string, number>();
  const meant = new Map<string, string>();
  const counts = new Map<string, number>();
  const counterOf = ({ bearer }: ClientRequest): string =>
    perTenant ? (tenants.get(bearer ?? '') ?? '') : 'all';
  p.resolveCredential((bearer, go) => {
    const who = go();
    if ('tenantId' in who) tenants.set(bearer, who.tenantId ?? '');
    return who;
  });
  p.request(
    ({ path }) => numbered.test(path),
    (change, request) => {
      change.path = change.path
        .split('/')
        .map((part) => meant.get(`${counterOf(request)} ${part}`) ?? part)
        .join('/');
      return undefined;
    },
  );
  p.reply(
    ({ path }) => numbered.test(path),
    (reply, request) =>
      changeMembers(
        reply.json,
        (name) => name === 'id',
        (id) => {
          if (typeof id !== 'string' || !UUID.test(id)) return id;
          const counter = counterOf(request);
          const number = numberById.get(id) ?? (counts.get(counter) ?? (perTenant ? 0 : 40_000)) + 1;
          if (!numberById.has(id)) counts.set(counter, number);
          numberById.set(id, number);
          meant.set(`${counter} ${number}`, id);
          return number;
        },
      ),
  );
}

/** A shop that takes no orders just now, whatever is ordered. */
const refusesOrders = (p: Injector, where: readonly OperationId[], errors?: Record<string, unknown>): void =>
  p.request(
    ({ operation, bearer }: ClientRequest) =>
      operation !== null && bearer !== null && where.includes(operation),
    () => refusal(422, 'NOT_TODAY', 'We take no orders on Fridays.', errors),
  );

/** Answers successes with something else, under another id each time. */
function insteadOf(p: Injector, where: readonly OperationId[], body: (id: string) => object): void {
  let counted = 0;
  p.reply(where, (reply) => {
    if (!isSuccess(reply)) return;
    counted += 1;
    reply.json = body(`3f0c1f0e-1111-4222-8333-${String(counted).padStart(12, '0')}`);
  });
}

const PURCHASES: readonly OperationId[] = [
  'createHostingAccount',
  'createVps',
  'createCertificate',
  'createEmailService',
  'registerDomain',
  'transferDomain',
];
const ACTIONS: readonly OperationId[] = [
  'suspendService',
  'unsuspendService',
  'terminateService',
  'renewService',
  'cancelOrder',
  'cancelSubscription',
  'renewDomain',
  'renewCertificate',
  'reissueCertificate',
  'startVps',
  'stopVps',
  'rebootVps',
  'resizeVps',
  'terminateVps',
  'closeTicket',
  'updateCustomer',
  'deactivateCustomer',
  'updateWebhook',
  'revokeApiKey',
];

const shops: readonly (readonly [what: string, operations: readonly OperationId[]])[] = [
  ['orders', ['createOrder']],
  ['hosting, instances, tickets', ['createHostingAccount', 'createVps', 'createTicket']],
  ['money and domains', ['topUpWallet', 'createPayment', 'registerDomain', 'createCertificate']],
];

export const furtherVariants: readonly LawfulVariant[] = [
  variant('variant/unannounced-limits[lists]', 'twenty lists a minute, which no header tells', (p) =>
    unannouncedLimit(p, (operation) => operation.startsWith('list'), 20),
  ),
  variant('variant/unannounced-limits[creations]', 'five creations a minute, which no header tells', (p) =>
    unannouncedLimit(p, (operation) => operation.startsWith('create'), 5),
  ),
  variant(
    'variant/unannounced-limits[soon]',
    'five creations a minute, and a Retry-After of a second each time',
    (p) => unannouncedLimit(p, (operation) => operation.startsWith('create'), 5, 1),
  ),
  ...each(shops, ([what, operations]) =>
    each([undefined, {}], (errors) =>
      variant(
        `variant/orders-refused[${what}${errors ? ', empty errors' : ''}]`,
        `no ${what} today: 422 ${errors ? 'with empty' : 'without'} errors`,
        (p) => refusesOrders(p, operations, errors),
      ),
    ),
  ).flat(),
  ...each(
    [
      ['an order', (id: string) => ({ order: { id, status: 'processing' } })],
      ['a task', (id: string) => ({ id, status: 'queued' })],
      ['a customer', (id: string) => ({ customer: { id, name: 'Ada' } })],
    ] as const,
    ([what, body]) =>
      variant(
        `variant/purchase-answers[${what}]`,
        `what is bought is answered with ${what} alone, under whatever id`,
        (p) => insteadOf(p, PURCHASES, body),
      ),
  ),
  ...each(
    [
      ['a customer', (id: string) => ({ customer: { id, name: 'Ada' } })],
      ['a task', (id: string) => ({ id, status: 'queued' })],
    ] as const,
    ([what, body]) =>
      variant(`variant/purchase-answers[actions, ${what}]`, `actions are answered with ${what} alone`, (p) =>
        insteadOf(p, ACTIONS, body),
      ),
  ),
  ...each(
    [
      ['a list', (own: object) => ({ wallets: [{ currency: 'JPY', balance: 500 }, own] })],
      ['a bare list', (own: object) => [own, { currency: 'JPY', balance: 500 }]],
      [
        'a table',
        ({ currency, balance }: { currency: string; balance: unknown }) => ({
          balances: { [currency]: balance, JPY: 500 },
        }),
      ],
    ] as const,
    ([what, shape]) =>
      variant(`variant/wallet-shapes[${what}]`, `a wallet in two currencies: ${what}`, (p) =>
        p.reply('getWallet', (reply) => {
          if (!isSuccess(reply)) return;
          const balance = valueAt(reply.json, 'balance_amount') ?? valueAt(reply.json, 'balance');
          reply.json = shape({ currency: textAt(reply.json, 'currency'), balance });
        }),
      ),
  ),
  variant('variant/wallet-fee', 'a payment by wallet costs a fee of fifty cents, which no total shows', (p) =>
    p.handler('createOrder', ({ db, body }, go) => {
      const done = go();
      const [wallet] = db.table('wallets').all();
      const held = valueAt(wallet, 'balance_amount');
      if (textAt(body, 'payment_method') === 'wallet' && wallet && typeof held === 'number')
        db.table('wallets').update(wallet.id, { balance_amount: held - 50 });
      return done;
    }),
  ),
  variant('variant/numeric-ids', 'ids that are not said to be UUIDs are numbers', (p) =>
    numericIds(p, false),
  ),
  variant('variant/numeric-ids[per tenant]', 'each tenant counts its own things from one', (p) =>
    numericIds(p, true),
  ),
  variant(
    'variant/orders-refused[no funds]',
    'a wallet that is too small is answered 422 without errors',
    (p) =>
      p.reply('createOrder', (reply) => {
        if (!isSuccess(reply)) return;
        Object.assign(reply, refusal(422, 'INSUFFICIENT_FUNDS', 'There is too little money.'));
      }),
  ),
];
