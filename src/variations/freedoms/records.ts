// What records hold that are older than the client: extreme texts, words that the contract does not have, other dates.

import { DELIVERY_FORMS } from '../../contract/delivery-forms.ts';
import { document } from '../../contract/document.ts';
import { isObject, type JsonObject } from '../../contract/is-object.ts';
import { operation } from '../../contract/operations.ts';
import { isSuccess, recordsIn, textAt } from '../edits.ts';
import type { Db, Hooks } from '../exchange.ts';
import { type Apply, eachValue, editRecords, type Freedom, freedom, onlyByName } from '../freedom.ts';
import { open } from '../sentences.ts';
import { furtherStates, MANY, olderRecords, onOlderRecords } from './older-records.ts';
import { unknownOnTheWay } from './passing-states.ts';
import { shiftBalance } from './wallet.ts';

/** `rest` replaces what a record need not have; `copies` further records have the same texts. */
type Texts = { text(most: number): string; rest: string | null; copies?: number };

const repeated =
  (words: string) =>
  (most: number): string =>
    words
      .repeat(Math.ceil(most / words.length))
      .slice(0, most)
      .trim();

/** Stands for a text without a character in stored records, which keep to the contract. */
const EMPTY = '∅';

/** Value → the texts of the further records. */
const TEXTS: Readonly<Record<string, Texts>> = {
  longest: { text: repeated('Donaudampfschifffahrtsgesellschaft'), rest: 'W'.repeat(32) },
  'right to left': {
    text: (most) => 'شركة الأمل للاستضافة (2026) «فرع» <b>'.slice(0, most).trim(),
    rest: 'ר-12',
  },
  'beyond the basic plane': {
    text: (most) => repeated('𝓐𝓬𝓶𝓮 🏳️‍🌈 ')(most).replace(/[\ud800-\udbff]$/, ''),
    rest: '🧾-12',
  },
  'only what is required': { text: (most) => 'x'.slice(0, most), rest: null },
  'with markup': {
    text: (most) => ` <b>O'Neil</b>\n&amp; "Sons" `.slice(0, most),
    rest: '<i>&lt;\\',
  },
  'with empty texts': { text: (most) => (most === 80 ? 'x' : EMPTY), rest: EMPTY },
  'of one name': { text: () => 'Twin', rest: 'twin', copies: 1 },
};

/** What tells a further record from those with other texts: in an address, a number, the prefix of a key, a name. */
const marks = (value: string, copy = ''): Record<'email' | 'number' | 'prefix' | 'name', string> => {
  const nth = `${Object.keys(TEXTS).indexOf(value)}${copy}`;
  return {
    email: `further-${nth}@records.example`,
    number: `T-899999${nth}`,
    prefix: `hpk_furt${nth.padEnd(4, '0')}`,
    name: `further-${nth}.example`,
  };
};

/** Tells whether a value of `further-records` adds records, and does not only edit those of a reply. */
export const addsRecords = (value: string): boolean => value in TEXTS;

/** Returns where a text, such as a reply, shows a further record with the texts of a value; -1 where it shows none. */
export const furtherRecordAt = (value: string, text: string): number =>
  Math.max(-1, ...(addsRecords(value) ? Object.values(marks(value)).map((mark) => text.indexOf(mark)) : []));

/** Table → the members of a further record of it, whose other members are those of an existing one. */
const FURTHER: Readonly<Record<string, (texts: Texts, mark: ReturnType<typeof marks>) => JsonObject>> = {
  customers: ({ text, rest }, { email }) => ({
    email,
    first_name: text(80),
    last_name: text(80),
    company_name: rest === null ? null : text(160),
    tax_id: rest,
    external_id: rest && `${rest} ${email}`,
    ...(rest === null && { phone: null, address: null, metadata: {} }),
  }),
  tickets: ({ text }, { number }) => ({ number, subject: text(200), message: text(2000), reply_count: 1 }),
  api_keys: ({ text }, { prefix }) => ({ name: text(80), prefix, last_used_at: null }),
  dns_zones: (_texts, { name }) => ({ name, record_count: 0 }),
};

/** Adds a record to each table of the caller's tenant, as the second of its list, before the first request. */
const furtherRecords =
  (value: string, texts: Texts): Apply =>
  (p) => {
    const known = new Set<string>();
    const add = (db: Db): void => {
      if (db.tenantId === null || known.has(db.tenantId)) return;
      known.add(db.tenantId);
      for (const [name, members] of Object.entries(FURTHER)) {
        const table = db.table(name);
        const [template] = table.all();
        if (!template) continue;
        const { id: _id, updated_at: _at, ...rest } = template;
        const newest = Math.max(...table.all().map((row) => Date.parse(textAt(row, 'created_at'))));
        const created_at = new Date(newest - 1000).toISOString().replace('.000Z', 'Z');
        for (let copy = 0; copy <= (texts.copies ?? 0); copy += 1)
          table.insert({ ...rest, ...members(texts, marks(value, 'b'.repeat(copy))), created_at });
      }
    };
    p.before(({ operation, bearer }) => operation !== null && bearer !== null, add);
  };

/**
 * Leaves out what a record need not have: null for what may be null, no text of a list but the words with which it was
 * made, no member that is not required.
 */
function leaveOut(record: JsonObject, name: string, keeps: ReadonlySet<string>): void {
  const { properties = {}, required = [] } = document().components.schemas[name] ?? {};
  for (const [member, { type, 'x-stated': isStated }] of Object.entries(properties)) {
    if (isStated || keeps.has(member) || [undefined, '', EMPTY].includes(record[member] as string)) continue;
    if (!required.includes(member)) delete record[member];
    else if (Array.isArray(type) && type.includes('null')) record[member] = null;
    else if (type === 'array' && /^(nameservers|ipv[46]|.*_(names|statuses))$/.test(member))
      record[member] = [];
  }
}

function emptyTexts(p: Hooks): void {
  p.reply('everything', (reply) => {
    const text = JSON.stringify(reply.json);
    if (text?.includes(EMPTY)) reply.json = JSON.parse(text.replaceAll(/∅ ?/g, ''));
  });
}

/** Leaves out of every record what it need not have and the client has sent of none. */
function onlyRequired(p: Hooks): void {
  const sent = new Set<string>();
  p.request('everything', (_edit, { text }) => {
    for (const [, name = ''] of text.matchAll(/"(\w+)"\s*:/g)) sent.add(name);
  });
  p.reply(
    ({ operation }) => operation !== null,
    (reply, { operation: op }) => {
      const { schema = '' } = (op && operation(op).responses[reply.status]) ?? {};
      for (const record of isSuccess(reply) ? recordsIn(reply.json) : [])
        leaveOut(record, (schema ?? '').replace(/Page$/, ''), sent);
    },
  );
}

/** Divides the first line of an invoice into three, whose sum with the others misrounds in binary fractions of a currency. */
function divideLine(invoice: JsonObject): void {
  const { lines, subtotal_amount: total } = invoice;
  if (!Array.isArray(lines) || !isObject(lines[0]) || typeof total !== 'number') return;
  const [first, ...others] = lines;
  for (let cents = 1; cents < Math.min(100, Number(first.amount) - 29); cents += 1) {
    const parts = [cents, 29, Number(first.amount) - cents - 29];
    const divided = parts.map((amount) => ({ ...first, quantity: 1, unit_amount: amount, amount }));
    invoice.lines = [...divided, ...others];
    const sum = [...divided, ...others].reduce((before, { amount }) => before + Number(amount) / 100, 0);
    if (sum !== total / 100) return;
  }
}

/** Taxes an invoice at another rate, in per cent; a fee keeps its total, which orders and payments have too. */
function taxAt(invoice: JsonObject, percent: number): void {
  const { lines, total_amount: total, subtotal_amount: before } = invoice;
  if (!Array.isArray(lines) || !isObject(lines[0]) || typeof total !== 'number') return;
  const net = Math.round((total * 100) / (100 + percent));
  const fee = net - Number(before) + Number(invoice.discount_amount ?? 0);
  Object.assign(invoice, { subtotal_amount: Number(before) + fee, tax_amount: total - net });
  lines.push({ ...lines[0], description: 'Fee', sku_id: null, service_id: null });
  Object.assign(lines.at(-1), { quantity: 1, unit_amount: fee, amount: fee });
  for (const line of lines.filter(isObject)) line.tax_rate_percent = percent;
}

/** How much later a reply comes than the webhooks of its request, in ms. */
const AFTER_MS = 150;

/** Lets webhooks arrive before the reply to the request that caused them: also a first one to each new endpoint. */
function afterWebhooks(p: Hooks): void {
  let hasEndpoint = false;
  p.reply(
    ({ method }) => method !== 'GET',
    async (reply, request) => {
      if (!isSuccess(reply)) return;
      if (request.operation === 'createWebhook') {
        hasEndpoint = true;
        await p.send(request, { method: 'POST', path: `/webhooks/${textAt(reply.json, 'id')}/test` });
      }
      if (hasEndpoint) await p.sleep(AFTER_MS);
    },
  );
}

export const records: readonly Freedom[] = onlyByName(
  freedom(
    'further-records',
    'what further, older records hold',
    open.TEXTS,
    {
      ...eachValue(Object.keys(TEXTS), (name) => (p) => {
        const texts = TEXTS[name] ?? { text: String, rest: null };
        furtherRecords(name, texts)(p);
        if (texts.rest === EMPTY) emptyTexts(p);
        if (texts.rest === null) onlyRequired(p);
        else
          onOlderRecords(p, (record) => {
            if (typeof record.name === 'string' && /^[^.@]+$/.test(record.name)) record.name = texts.text(60);
          });
      }),
      ...olderRecords,
    },
    { own: 'none', many: true },
  ),
  freedom(
    'further-states',
    'whether some records have a state or kind that the contract does not have',
    open.STATES,
    { ...furtherStates, 'on the way': unknownOnTheWay },
    { own: 'none', many: true },
  ),
  freedom('tax', 'at which rate invoices are taxed, and which fees and lines they have', open.MONEY, {
    '7 %, with a fee': editRecords('everything', (record) => taxAt(record, 7)),
    'in lines that misround': editRecords('everything', divideLine),
  }),
  freedom('balance', 'how much a wallet holds', open.MONEY, {
    'beyond 32 bits': (p) => shiftBalance(p, {}, (calls) => (calls === 1 ? 3_000_000_000 : 0)),
  }),
  freedom(
    'further-events',
    'whether some records name events and scopes that the contract does not have',
    open.SCOPES,
    {
      some: (p) =>
        onOlderRecords(
          p,
          (record) => {
            if (typeof record.event_type === 'string') record.event_type = 'platform.announced';
            for (const [name, word] of [
              ['events', 'platform.announced'],
              ['scopes', 'platform:announce'],
            ] as const)
              if (Array.isArray(record[name])) record[name].push(word);
            if (isObject(record.event)) record.event.type = 'platform.announced';
          },
          MANY,
        ),
    },
    { own: 'none' },
  ),
  freedom('clock', 'the time of day and year on the clock of the platform', open.CLOCK, {
    'end of February': (p) => p.option('clock', '2024-02-29T23:40:00Z'),
    'end of October': (p) => p.option('clock', '2027-10-31T00:40:00Z'),
    'end of March': (p) => p.option('clock', '2027-03-28T00:40:00Z'),
    'end of the year': (p) => p.option('clock', '2026-12-31T23:40:00Z'),
  }),
  freedom(
    'deliveries',
    'how webhooks arrive: how often, in which order and form',
    open.DELIVERY_FORMS,
    {
      ...eachValue(
        DELIVERY_FORMS.filter((form) => form !== 'once'),
        (form) => (p) => p.option('deliveries', [form]),
      ),
      'before the reply': afterWebhooks,
    },
    { own: 'once', many: true },
  ),
);
