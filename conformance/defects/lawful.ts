// Lawful variants further off: limits nobody is told of, shops that are closed, ids that are numbers, wallets in two currencies.
import type { OperationId } from '../../src/contract/operations.ts';
import { each, isSuccess, refusal } from './edit.ts';
import type { Answer, Asked, Plant, Variant } from './plant.ts';
import { variant } from './row.ts';

const slow = (seconds: number): Answer => {
  const { headers, ...rest } = refusal(429, 'RATE_LIMITED', 'Too many requests.');
  return { ...rest, headers: { ...headers, 'Retry-After': String(seconds) } };
};

/** So many calls of a kind in any minute, which no header tells. @param told seconds of `Retry-After`; left out: until there is room */
function hiddenLimit(
  p: Plant,
  limited: (operation: OperationId) => boolean,
  most: number,
  told?: number,
): void {
  const sent: number[] = [];
  p.request(
    ({ operation, bearer }) => operation !== null && bearer !== null && limited(operation),
    () => {
      const now = p.now();
      while ((sent[0] ?? now) <= now - 60_000) sent.shift();
      if (sent.length >= most) return slow(told ?? Math.ceil(((sent[0] ?? now) + 60_000 - now) / 1000));
      sent.push(now);
      return undefined;
    },
  );
}

/** A shop that takes no orders just now, whatever is ordered. */
const closed = (p: Plant, where: readonly OperationId[], errors?: Record<string, unknown>): void =>
  p.request(
    ({ operation, bearer }: Asked) => operation !== null && bearer !== null && where.includes(operation),
    () => refusal(422, 'NOT_TODAY', 'We take no orders on Fridays.', errors),
  );

const shops: readonly (readonly [what: string, operations: readonly OperationId[]])[] = [
  ['orders', ['createOrder']],
  ['hosting, instances, tickets', ['createHostingAccount', 'createVps', 'createTicket']],
  ['money and domains', ['topUpWallet', 'createPayment', 'registerDomain', 'createCertificate']],
];

export const lawful: readonly Variant[] = [
  variant('LV64[lists]', 'twenty lists a minute, which no header tells', (p) =>
    hiddenLimit(p, (operation) => operation.startsWith('list'), 20),
  ),
  variant('LV64[creations]', 'five creations a minute, which no header tells', (p) =>
    hiddenLimit(p, (operation) => operation.startsWith('create'), 5),
  ),
  variant('LV64[soon]', 'five creations a minute, and a Retry-After of a second each time', (p) =>
    hiddenLimit(p, (operation) => operation.startsWith('create'), 5, 1),
  ),
  ...each(shops, ([what, operations]) =>
    each([undefined, {}], (errors) =>
      variant(
        `LV65[${what}${errors ? ', empty errors' : ''}]`,
        `no ${what} today: 422 ${errors ? 'with empty' : 'without'} errors`,
        (p) => closed(p, operations, errors),
      ),
    ),
  ).flat(),
  variant('LV65[no funds]', 'a wallet that is too small is answered 422 without errors', (p) =>
    p.reply('createOrder', (reply) => {
      if (!isSuccess(reply)) return;
      Object.assign(reply, refusal(422, 'INSUFFICIENT_FUNDS', 'There is too little money.'));
    }),
  ),
];
