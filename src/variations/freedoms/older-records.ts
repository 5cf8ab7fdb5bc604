// Edits records that are older than the client: times, amounts, domains, words and product identifiers.

import type { JsonObject } from '../../contract/is-object.ts';
import { changeMembers, isSuccess, recordsIn, textAt } from '../edits.ts';
import type { ClientRequest, Hooks } from '../exchange.ts';
import type { Apply } from '../freedom.ts';
import { randomOf } from '../random.ts';

const LONG_AGO = '2020-02-29T23:59:59Z';

/** How many of the older records are edited. */
const SOME = 0.34;
export const MANY = 0.7;

/**
 * Edits successful replies: the records in them that existed before the client, until it changes them.
 * @param share how many of them are edited; all of them with 1
 */
export function onOlderRecords(
  p: Hooks,
  edit: (record: JsonObject, request: ClientRequest) => void,
  share: number = SOME,
): void {
  let begun: number | undefined;
  const changed = new Set<string>();
  p.request('everything', (_edit, { method, params }) => {
    // Records show when they were made in whole seconds.
    begun ??= Math.floor(p.now() / 1000) * 1000;
    if (method !== 'GET') changed.add(params.id ?? '');
  });
  p.reply(
    // A list that was asked for one state shows no other one.
    ({ method, query }) => method === 'GET' && !/status|event/.test(query),
    (reply, request) => {
      for (const record of isSuccess(reply) ? recordsIn(reply.json) : []) {
        const id = textAt(record, 'id');
        const isOlder = Date.parse(textAt(record, 'created_at')) < (begun ?? 0);
        if (isOlder && !changed.has(id) && randomOf(1, id) < share) edit(record, request);
      }
    },
  );
}

/**
 * Moves the time of a record to the first second of its month, with a fraction that grows with the day and has one digit
 * or two: as texts, `…00.3Z` follows `…00.35Z`.
 */
function withinOneSecond(record: JsonObject): void {
  const [, month, day] = /^(\d{4}-\d\d-)(\d\d)T/.exec(textAt(record, 'created_at')) ?? [];
  if (month === undefined) return;
  record.created_at = `${month}01T00:00:00.${Math.floor(Number(day) / 4)}${Number(day) % 4 > 1 ? 5 : ''}Z`;
}

function toLeapDay(record: JsonObject, now: number): void {
  for (const [member, value] of Object.entries(record)) {
    if (!member.endsWith('_at') || typeof value !== 'string' || !(Date.parse(value) > now)) continue;
    const year = Math.ceil((new Date(now).getUTCFullYear() + 1) / 4) * 4;
    record[member] = `${year}-02-29T23:59:59Z`;
  }
}

const AMOUNTS = [
  ['amounts beyond 32 bits', 10_000_000],
  ['amounts of zero', 0],
  ['amounts below zero', -1],
] as const;

/** Multiplies the amounts of each third record, if it is paid, so that no client pays them. */
const multiplyAmounts = (third: number, by: number) => (record: JsonObject) => {
  if (!/^(paid|completed|succeeded)$/.test(textAt(record, 'status'))) return;
  if (Math.floor(randomOf(2, textAt(record, 'id')) * AMOUNTS.length) !== third) return;
  changeMembers(
    record,
    (name) => name === 'amount' || name.endsWith('_amount'),
    (amount) => (typeof amount === 'number' ? amount * by : amount),
  );
};

/** Words of kinds and levels, beside the state and kind of the record itself. */
const WORDS = /^(priority|control_panel|validation_(level|method)|tier|payment_method)$/;

/** Replaces the words of lists that may grow: those within a record, and those of its levels. */
function otherWords(record: JsonObject): void {
  const replace = (value: unknown): unknown => (typeof value === 'string' ? 'other_word' : value);
  for (const [name, value] of Object.entries(record)) {
    if (WORDS.test(name)) record[name] = replace(value);
    else if (name !== 'metadata' && typeof value === 'object')
      changeMembers(value, (inner) => /^(status|type)$/.test(inner) || WORDS.test(inner), replace);
  }
}

/** What precedes a product identifier of an older record, which may be any text. */
const PRODUCT = 'Ü 1/2 #';

function otherProducts(p: Hooks): void {
  const isSku = (name: string): boolean => name === 'sku_id';
  p.request('everything', ({ json }) =>
    changeMembers(json, isSku, (sku) => (typeof sku === 'string' ? sku.replace(PRODUCT, '') : sku)),
  );
  onOlderRecords(
    p,
    (record) => changeMembers(record, isSku, (sku) => (typeof sku === 'string' ? PRODUCT + sku : sku)),
    1,
  );
}

const onAll =
  (edit: (record: JsonObject) => void): Apply =>
  (p) =>
    onOlderRecords(p, edit, 1);

/** The values of `further-records` that edit records. */
export const olderRecords: Readonly<Record<string, Apply>> = {
  'ending on 29 February': (p) => onOlderRecords(p, (record) => toLeapDay(record, p.now())),
  'domains with a final dot': onAll((record) => {
    for (const name of ['domain', 'name'])
      if (/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(textAt(record, name))) record[name] += '.';
  }),
  ...Object.fromEntries(AMOUNTS.map(([name, by], third) => [name, onAll(multiplyAmounts(third, by))])),
  'created within one second': onAll(withinOneSecond),
  'created at one time': onAll((record) => {
    record.created_at = LONG_AGO;
  }),
  'other product identifiers': otherProducts,
};

/** Operations that show a resource → the words for its state at the end, after its own. */
const AT_THE_END: readonly (readonly [RegExp, string, string])[] = [
  [/Orders?$/, 'completed', 'fulfilled'],
  [/HostingAccounts?$/, 'active', 'live'],
  [/Tickets?$/, 'closed', 'resolved'],
];

/** Shows what the client makes in a state at the end that the contract does not have. */
function ownAtTheEnd(p: Hooks): void {
  const own = new Set<string>();
  p.reply('everything', (reply, { operation, query, method }) => {
    const [, known, word] = AT_THE_END.find(([where]) => where.test(operation ?? '')) ?? [];
    if (!isSuccess(reply) || word === undefined || /status/.test(query)) return;
    for (const record of recordsIn(reply.json)) {
      if (method === 'POST' && /^create/.test(operation ?? '')) own.add(textAt(record, 'id'));
      if (record.status === known && own.has(textAt(record, 'id'))) record.status = word;
    }
  });
}

/** The values of `further-states`. */
export const furtherStates: Readonly<Record<string, Apply>> = {
  some: (p) =>
    onOlderRecords(p, (record) => {
      if (typeof record.status === 'string') record.status = 'awaiting_review';
    }),
  'some kinds': (p) =>
    onOlderRecords(p, (record) => {
      if (typeof record.type === 'string') record.type = 'other_kind';
    }),
  'other words': onAll(otherWords),
  'at the end': ownAtTheEnd,
};
