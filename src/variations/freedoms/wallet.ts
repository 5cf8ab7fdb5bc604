// What moves the balance that wallets show: fees, late credits, and other people who spend and top up.

import type { OperationId } from '../../contract/operations.ts';
import {
  changeMembers,
  header,
  isSuccess,
  numberAt,
  onSuccess,
  removeAt,
  setAt,
  textAt,
  valueAt,
} from '../edits.ts';
import type { ClientRequest, Hooks } from '../exchange.ts';
import { eachValue, type Freedom, freedom } from '../freedom.ts';
import { open } from '../sentences.ts';

/** Operation → the amount by which a successful request moves the balance, in minor units. */
type Moves = Partial<Record<OperationId, (request: ClientRequest) => number>>;

/**
 * Moves the balance that the wallet of a tenant shows.
 * @param moves the amounts of requests; a replay moves nothing
 * @param others the amount by which others move it before each request, from the number of the request
 */
export function shiftBalance(p: Hooks, moves: Moves, others: (calls: number) => number = () => 0): void {
  const shifts = new Map<string, number>();
  const available = new Map<string, number>();
  let calls = 0;
  const shift = (tenant: string, by: number): void => {
    const now = (shifts.get(tenant) ?? 0) + by;
    // Nobody spends what is not there.
    if (by >= 0 || (available.get(tenant) ?? 0) + now >= 0) shifts.set(tenant, now);
  };
  p.request(
    ({ bearer, operation }) => bearer !== null && operation !== null && operation !== 'login',
    async (_edit, request) => {
      calls += 1;
      const by = others(calls);
      if (by !== 0) shift(await p.tenantOf(request), by);
    },
  );
  p.reply(
    ({ operation }) => operation !== null && (operation in moves || /wallet/i.test(operation)),
    async (reply, request) => {
      if (!isSuccess(reply)) return;
      const tenant = await p.tenantOf(request);
      const isReplay = header(reply, 'Idempotent-Replayed') !== undefined;
      const by = isReplay ? 0 : (moves[request.operation ?? 'login']?.(request) ?? 0);
      const shown = valueAt(reply.json, 'available_amount');
      if (typeof shown === 'number') available.set(tenant, shown);
      if (by !== 0) shifts.set(tenant, (shifts.get(tenant) ?? 0) + by);
      if (!/wallet/i.test(request.operation ?? '') || (isReplay && textAt(reply.json, 'status') === ''))
        return;
      changeMembers(
        reply.json,
        (name) => /^(balance|available|balance_after)_amount$/.test(name),
        (amount) => (typeof amount === 'number' ? amount + (shifts.get(tenant) ?? 0) : amount),
      );
    },
  );
}

const LATE_TOP_UPS = ['pending', 'awaiting_settlement', 'completed', 'no status'];

export const wallet: readonly Freedom[] = [
  freedom(
    'wallet-payments',
    'what a payment by wallet does to the balance',
    open.MONEY,
    {
      'costs 50': (p) =>
        shiftBalance(p, {
          createOrder: ({ json }) => (textAt(json, 'payment_method') === 'wallet' ? -50 : 0),
        }),
      'shows a read later': (p) => {
        const last = new Map<string | null, unknown>();
        const ordered = new Set<string | null>();
        p.reply('createOrder', (reply, { bearer }) => {
          if (isSuccess(reply)) ordered.add(bearer);
        });
        p.reply('getWallet', (reply, { bearer }) => {
          if (!isSuccess(reply)) return;
          const now = structuredClone(reply.json);
          if (ordered.delete(bearer)) reply.json = last.get(bearer) ?? reply.json;
          last.set(bearer, now);
        });
      },
    },
    { incomplete: { 'shows a read later': 'a charge shows late' } },
  ),
  freedom(
    'top-ups',
    'when a top-up is credited, and what it costs',
    open.MONEY,
    {
      ...eachValue(LATE_TOP_UPS, (status) => (p) => {
        shiftBalance(p, { topUpWallet: ({ json }) => -numberAt(json, 'amount') });
        onSuccess(p, 'topUpWallet', (json) => {
          setAt(json, 'status', status === 'no status' ? undefined : status);
          for (const name of ['wallet', 'balance_after_amount']) removeAt(json, name);
        });
      }),
      'fixed fee': (p) =>
        shiftBalance(p, { topUpWallet: ({ json }) => -Math.min(numberAt(json, 'amount'), 25) }),
      'fee of a share': (p) =>
        shiftBalance(p, { topUpWallet: ({ json }) => -Math.ceil(numberAt(json, 'amount') * 0.029) }),
    },
    {
      incomplete: Object.fromEntries(
        LATE_TOP_UPS.map((status) => [status, 'the balance does not rise during the run']),
      ),
    },
  ),
];
