// What a run learns by effect: which member of a resource is its state, because an action or time changes its word, and
// which one is the balance of a wallet, because it moves by the amount of a top-up or of an order.
import { isObject } from '../../contract/is-object.ts';
import { namesIn } from '../../contract/json/pointer.ts';
import type { Place } from '../../form/form.ts';
import { STATE_NAME, snakeCase } from '../../form/names.ts';
import type { Exchange } from '../model/exchange.ts';
import type { LearnedEffect } from '../model/generated/report.ts';
import { WALLET } from '../model/kinds.ts';
import { leavesOf } from './leaves.ts';

/** Matches the places of amounts in a wallet that are taken for the balance without an effect, the likeliest first. */
const BALANCE_PLACES = [/\/balance(_amount)?$/, /balance/, /available|spendable|credit|left|funds/];
const NO_BALANCE = /opening|start|previous|held|hold|reserv|pending|block|lock|promo|bonus|limit|closing/;

/** A word that may be a state: no time, id, address, name of a host or sentence. */
export const WORD = /^[a-z][a-z _-]{1,30}$/i;

type Received = Pick<Exchange, 'id' | 'operation' | 'status' | 'received' | 'request' | 'caller'>;
type Values = ReadonlyMap<string, unknown>;
/** The last read of a resource, and what was done to it since. */
type Seen = { values: Values; exchange: string; since: Received[] };

const valuesOf = (resource: unknown): Values =>
  new Map(leavesOf(resource).map(({ pointer, value }) => [pointer, value]));

const keyOf = ({ caller }: Received, kind: string, id: string): string =>
  `${kind} ${kind === WALLET ? caller : id}`;

/** What one run has learned by effect. */
export class LearnedEffects {
  readonly #seen = new Map<string, Seen>();
  /** the members of a wallet that moved by every amount that was expected so far */
  #movers: readonly string[] | undefined;

  /** Adds a reply that shows a resource. @returns what it tells, unless a name tells it */
  note(exchange: Received, kind: string, id: string, resource: unknown): LearnedEffect | undefined {
    if (!isObject(resource) && !Array.isArray(resource)) return undefined;
    const key = keyOf(exchange, kind, id);
    const before = this.#seen.get(key);
    const values = valuesOf(resource);
    const isRead = exchange.request.method === 'GET';
    const since = [...(before?.since ?? []), ...(isRead ? [] : [exchange])];
    // A read may lag behind a top-up: then what was done counts for the next read.
    const isSame = [...values].every(([pointer, value]) => before?.values.get(pointer) === value);
    this.#seen.set(key, { values, exchange: exchange.id, since: kind === WALLET && isSame ? since : [] });
    if (before === undefined) return undefined;
    return kind === WALLET
      ? this.#learnBalance(before, values, exchange)
      : this.#learnState(
          kind,
          before.values,
          values,
          [before.exchange, ...since.map((one) => one.id), exchange.id],
          since,
        );
  }

  /** Adds a successful call that acts on a resource, or may move money, and does not show the resource. */
  noteAction(exchange: Received, kind: string, id: string): void {
    this.#seen.get(keyOf(exchange, kind, id))?.since.push(exchange);
  }

  #learnState(
    kind: string,
    before: Values,
    now: Values,
    exchanges: string[],
    since: readonly Received[],
  ): LearnedEffect | undefined {
    const sent = new Set(since.flatMap(({ request }) => leavesOf(request.json).map(({ value }) => value)));
    const changed = [...now].filter(([pointer, value]) => {
      const was = before.get(pointer);
      return (
        was !== value &&
        !sent.has(value) &&
        // An element of a list is one of several words.
        !/\/\d+$/.test(pointer) &&
        [was, value].every((one) => typeof one === 'string' && WORD.test(one))
      );
    });
    // What a resource contains may have states of its own.
    const depth = (place: string): number => place.split('/').length;
    const outermost = Math.min(...changed.map(([place]) => depth(place)));
    const [found, ...others] = changed.filter(([place]) => depth(place) === outermost);
    if (found === undefined || others.length > 0 || [...now.keys()].some(isStateName)) return undefined;
    const actions = since.map(({ operation: op }) => op).join(', ');
    const how = `the only word that ${actions === '' ? 'changed by itself' : `changed with ${actions}`}`;
    return { kind, name: 'status', place: found[0], how, exchanges };
  }

  #learnBalance(
    { values: before, exchange: first, since }: Seen,
    now: Values,
    exchange: Received,
  ): LearnedEffect | undefined {
    const movers = since.filter((one) => movedAmount(one) !== 0);
    const amount = movers.reduce((sum, one) => sum + movedAmount(one), 0);
    if (amount === 0) return undefined;
    const moved = [...now].flatMap(([pointer, value]) => {
      const was = before.get(pointer);
      return typeof was === 'number' && typeof value === 'number' && value - was === amount ? [pointer] : [];
    });
    if (moved.length === 0) return undefined;
    this.#movers = this.#movers?.filter((one) => moved.includes(one)) ?? moved;
    const [found, ...more] = this.#movers;
    const isClear = more.every((one) => now.get(one) === now.get(found ?? ''));
    if (found === undefined || !isClear || balanceIn(now) !== undefined) return undefined;
    const how = `the number that moved by ${amount} with ${movers.map(({ operation: op }) => op).join(', ')}`;
    const exchanges = [first, ...movers.map(({ id }) => id), exchange.id];
    return { kind: WALLET, name: 'balance_amount', place: found, how, exchanges };
  }
}

const isStateName = (place: string): boolean => STATE_NAME.test(place.replace(/^.*\//, ''));

/** Returns the place of the only number of a wallet whose name suits a balance best; undefined without one, or for several. */
function balanceIn(values: Values): string | undefined {
  const amounts = [...values].flatMap(([place, value]) =>
    typeof value === 'number' && !/\/\d+$/.test(place) && !NO_BALANCE.test(snakeCase(place)) ? [place] : [],
  );
  const suiting = BALANCE_PLACES.map((form) => amounts.filter((place) => form.test(snakeCase(place))));
  const [found, ...others] = suiting.find(({ length }) => length > 0) ?? [];
  return others.length === 0 ? found : undefined;
}

/** Returns the place of the member of a wallet whose name suits a balance best; undefined without one, or for several. */
export function likelyBalance(wallet: unknown): Place | undefined {
  const place = balanceIn(valuesOf(wallet));
  return place === undefined ? undefined : namesIn(place);
}

/** Returns by how much a call must move the balance of its caller, in minor units; 0 when that is not known. */
function movedAmount({ operation: op, request, received }: Received): number {
  const integers = (body: unknown): number[] =>
    leavesOf(body).flatMap(({ value }) => (Number.isSafeInteger(value) ? [Number(value)] : []));
  if (op === 'topUpWallet') {
    const [amount, ...others] = new Set(integers(request.json));
    return others.length === 0 ? (amount ?? 0) : 0;
  }
  const isPaid = op === 'createOrder' && isObject(request.json) && request.json.payment_method === 'wallet';
  const total = isPaid && isObject(received) ? received.total_amount : undefined;
  return typeof total === 'number' ? -total : 0;
}
