// Values for request members whose names the specification leaves open, chosen by what a name says.
import { snakeCase } from '../../../src/form/names.ts';
import type { RefusedBody } from '../../../src/suite/model/context.ts';

export type WantedField = Pick<RefusedBody, 'original' | 'placeholders'> & {
  name: string;
  /** what the target says about the member */
  message: string;
  /** the value that was refused first; undefined when none was sent */
  sent: unknown;
  /** names of the members that the target refuses */
  named: ReadonlySet<string>;
  /** names of the members of the suite's body whose value the body has under another name by now */
  placed: ReadonlySet<string>;
  /** names of the members of the suite's body that the target does not know */
  unknown: ReadonlySet<string>;
  /** whether the contract has the member in this request: it means what it says, and no text of another one */
  isContracts: boolean;
};

/** A value to send, and the members of the suite's body whose value it is. */
export type Candidate = { value: unknown; from: readonly string[] };

type Family = {
  /** matches names in snake case */
  name: RegExp;
  /** matches names of members of the suite's own bodies that mean the same; by default the pattern of the family */
  own?: RegExp;
  values: (tag: string) => readonly unknown[];
};

const FAMILIES: readonly Family[] = [
  { name: /(^|_)(e_?)?mail$|mail_?address|email/, own: /email/, values: (tag) => [`${tag}@example.org`] },
  { name: /name_?servers?|^ns$|hosts$/, values: (tag) => [[`ns1.${tag}.net`, `ns2.${tag}.net`]] },
  {
    name: /domain|fqdn|host_?name|^host$|origin|^cn$|common_name|^zone$|^site$|dns_name|^q$/,
    own: /domain|common_name|hostname|^name$/,
    values: (tag) => [`${tag}.example.org`, `${tag}.com`],
  },
  {
    name: /scope|permission|abilit|grant/,
    own: /scopes/,
    values: () => [['customers:read'], ['read'], ['*']],
  },
  {
    name: /events?$|event_types?$|topics$|trigger|subscriptions?$/,
    own: /events/,
    values: () => [['ticket.opened'], ['*']],
  },
  {
    name: /(^|_)ur[il]s?$|endpoint|callback|target|href|web_?site|link/,
    own: /url/,
    values: (tag) => [`https://hooks.example.org/${tag}`],
  },
  { name: /phone|mobile|(^|_)fax|^tel/, values: () => ['+4930123456', '+49 30 123456', '+12025550123'] },
  { name: /country|nation/, values: () => ['DE', 'DEU', 'Germany'] },
  { name: /currency/, values: () => ['EUR', 'eur'] },
  { name: /amount|cents|minor|^sum$|^total$|^value$|price/, own: /amount/, values: () => [100] },
  {
    name: /customer|client|payer|owner|buyer|holder|account(_id)?$/,
    own: /customer_id/,
    values: (tag) => [`Conformance ${tag}`],
  },
  { name: /(^|_)zip(_?code)?$|post(al)?_?code/, values: () => ['10115'] },
  { name: /auth|epp|transfer_(key|code)|^code$/, own: /auth_code/, values: (tag) => [`Auth-${tag}`] },
  { name: /pass|secret|pwd/, own: /password/, values: (tag) => [`Kept-Secret-${tag}`] },
  {
    name: /_at$|_on$|date|expir|^(from|until|start|end)s?$|birth/,
    values: () => ['2030-01-31', '2030-01-31T00:00:00Z'],
  },
  { name: /region|location|data_?cent(er|re)/, own: /region/, values: () => ['de-fra', 'eu-central', 'eu'] },
  {
    name: /image|template|distro|^os$|operating_system/,
    own: /image/,
    values: () => ['debian-13', 'debian-12', 'ubuntu-24.04'],
  },
  { name: /method|means|paid_by/, own: /payment_method|validation_method/, values: () => ['wallet'] },
  { name: /cycle|term$|period|interval/, own: /billing_cycle/, values: () => ['monthly', '1_year'] },
  {
    name: /sku|plan|product|package|offer|tier|flavou?r|model|size/,
    own: /sku_id/,
    values: () => ['hosting-pro'],
  },
  { name: /lang|locale/, values: () => ['en', 'en-GB'] },
  { name: /time_?zone|^tz$/, values: () => ['Europe/Berlin', 'UTC'] },
  { name: /accept|agree|terms|consent|confirm|^is_|^has_|enabled|active/, values: () => [true] },
  { name: /priority|severity|urgency/, values: () => ['normal', 'low', 1] },
  { name: /departments?|category|queue/, values: () => ['support', 'general'] },
  { name: /^ip|ipv4|_ip$/, own: /content/, values: () => ['192.0.2.10'] },
  { name: /count|quantity|qty|number|years?$|months?$|ttl|port$|units?$/, values: () => [1, 3600] },
  { name: /login|user|local_?part|mailbox|alias/, own: /local_part/, values: (tag) => [tag] },
  { name: /street|address(_line)?_?\d?$/, values: () => ['Main Street 1'] },
  { name: /city|town/, values: () => ['Berlin'] },
  { name: /(^|_)(vat|tax)/, values: () => ['DE123456789'] },
  {
    name: /^(full_?|display_?|contact_?)name$/,
    own: /^(first|last)_name$/,
    values: (tag) => [`Conformance ${tag}`],
  },
];

/**
 * Returns whether a value of the suite's own body names a resource of the target, such as the customer of a purchase.
 * It is valid as it is: no value that the suite makes up can take its place.
 */
export const isReference = (sent: unknown, placeholders: RefusedBody['placeholders']): boolean =>
  sent !== '' && Object.entries(placeholders).some(([name, value]) => name !== 'unique' && value === sent);

/**
 * Lists the values to send for a wanted member, the most likely one first: values of the suite's own members that
 * mean the same, then usual values of the family, then any other value of the body. A member of the suite's own body
 * never gets the value of another one, and an id is never replaced with a text or a name.
 */
export function candidateValues(field: WantedField): Candidate[] {
  const { original, placeholders, named, placed, unknown, sent, message, isContracts } = field;
  const name = snakeCase(field.name);
  const tag = typeof placeholders.unique === 'string' ? placeholders.unique : 'hc';
  const isOwn = sent !== undefined;
  const wantsId = /(^|_)(id|uuid|ref|reference)$/.test(name);
  const families = FAMILIES.filter((family) => family.name.test(name));
  const owns = families.flatMap((family) => ownValue(original, family.own ?? family.name, named) ?? []);
  const usual = families.flatMap((family) =>
    family.values(tag).map((value): Candidate => ({ value, from: [] })),
  );
  const byFamily = [...sameName(name, original, named), ...owns, ...partsOfDomain(name, original), ...usual];
  const typed = inType(message, sent, byFamily[0]?.value);
  const inOtherType: Candidate[] = typed === undefined ? [] : [{ value: typed, from: [] }];
  if (isReference(sent, placeholders)) return inOtherType;
  // A member with a name that says nothing is most likely another name of an id in the body, such as the customer's.
  // The member that has the value now is sent too, because this is a guess.
  const saysNothing = families.length === 0 && !wantsId && !isContracts;
  const unused = Object.entries(original)
    .filter(([member]) => !named.has(member))
    .filter(([, value]) => saysNothing || (!isContracts && fitsNumber(value, name)))
    .filter(([member]) => !isOwn && (!wantsId || isIdName(member)))
    .sort(
      ([a, one], [b, other]) =>
        Number(placed.has(a)) - Number(placed.has(b)) ||
        Number(isIdName(b)) - Number(isIdName(a)) ||
        Number(unknown.has(b)) - Number(unknown.has(a)) ||
        Number(isText(other, /\s/)) - Number(isText(one, /\s/)),
    )
    .map(([, value]): Candidate => ({ value, from: [] }));
  const others = wantsId ? [tag] : [`Conformance ${tag}`, tag, ...FORMS.map(({ value }) => value(tag))];
  const known = byFamily.filter(({ value }) => !wantsId || !/\s/.test(String(value)));
  // A name of many meanings is more likely another name of a member that the target did not know.
  const isVague = VAGUE_NAME.test(name) && owns.length === 0 && unused.length > 0;
  const all = [
    ...inOtherType,
    ...(isVague ? [...unused, ...known] : [...known, ...unused]),
    ...others.map((value): Candidate => ({ value, from: [] })),
  ];
  const texts = new Set([JSON.stringify(sent)]);
  const distinct = all.filter(({ value }) => {
    const text = JSON.stringify(value);
    if (texts.has(text)) return false;
    texts.add(text);
    return true;
  });
  const fits = FORMS.find(({ asked }) => asked.test(message))?.fits;
  return fits && saysNothing
    ? distinct.sort((a, b) => Number(fits(b.value)) - Number(fits(a.value)))
    : distinct;
}

/** Returns the values of the body's own members of the same name in another letter case or as a part of it. */
const sameName = (name: string, original: Record<string, unknown>, named: ReadonlySet<string>): Candidate[] =>
  Object.entries(original)
    .filter(([member]) => !named.has(member) && `_${name}`.endsWith(`_${snakeCase(member)}`))
    .map(([member, value]) => ({ value, from: [member] }));

const isText = (value: unknown, form: RegExp): boolean => typeof value === 'string' && form.test(value);

const FORMS: readonly { asked: RegExp; fits(value: unknown): boolean; value(tag: string): unknown }[] = [
  { asked: /\b(array|list)\b/i, fits: Array.isArray, value: (tag) => [tag] },
  {
    asked: /\b(integer|whole number|number|numeric)\b/i,
    fits: (value) => typeof value === 'number',
    value: () => 100,
  },
  { asked: /\bboolean\b/i, fits: (value) => typeof value === 'boolean', value: () => true },
  { asked: /e-?mail/i, fits: (value) => isText(value, /@/), value: (tag) => `${tag}@example.org` },
  {
    asked: /\bur[il]s?\b/i,
    fits: (value) => isText(value, /^https?:/),
    value: (tag) => `https://hooks.example.org/${tag}`,
  },
  {
    asked: /host ?name|domain/i,
    fits: (value) => isText(value, /^[\w.-]+\.[a-z]+$/),
    value: (tag) => `${tag}.example.org`,
  },
];

const isIdName = (name: string): boolean => /(^|_)id$/.test(snakeCase(name));

/** Matches names that many kinds of values may have. */
const VAGUE_NAME =
  /^(value|display|display_name|target|title|label|label_text|alias|data|content|text|tag|kind)$/;

/** Returns whether a value is a list exactly when a name is one of several things: `name_servers`, not `alias`. */
const fitsNumber = (value: unknown, name: string): boolean =>
  Array.isArray(value) === /[^s]s$/.test(name) || (!Array.isArray(value) && /(as|us|ss|is)$/.test(name));

/** Returns the part of a domain that a member wants where the target splits domains into label and suffix. */
function partsOfDomain(name: string, original: Record<string, unknown>): Candidate[] {
  const isLabel = /^(sld|second_level|domain_label)/.test(name);
  if (!isLabel && !/^(tld|top_level|domain_extension|extension|suffix)/.test(name)) return [];
  return Object.entries(original).flatMap(([member, value]): Candidate[] => {
    if (!/domain|^name$/.test(member) || typeof value !== 'string' || !value.includes('.')) return [];
    const cut = value.indexOf('.');
    const part = isLabel ? value.slice(0, cut) : value.slice(cut + 1);
    // A target that wants no suffix beside the label may take the whole name as the label.
    return [part, ...(isLabel ? [value] : [])].map((one) => ({ value: one, from: [member] }));
  });
}

/** Returns the value of the body's own members of a family; the parts of a name are joined. */
function ownValue(
  original: Record<string, unknown>,
  pattern: RegExp,
  named: ReadonlySet<string>,
): Candidate | undefined {
  const members = Object.keys(original).filter((member) => pattern.test(member) && !named.has(member));
  const [first] = members;
  if (first === undefined) return undefined;
  const parts = members.filter((member) => /^(first|last)_name$/.test(member));
  if (parts.length < 2) return { value: original[first], from: [first] };
  return { value: parts.map((member) => String(original[member])).join(' '), from: parts };
}

/** Returns a value in the type that a message asks for; undefined when the message names no other type. */
function inType(message: string, sent: unknown, known: unknown): unknown {
  const value = sent ?? known;
  if (/\b(array|list)\b/i.test(message) && !Array.isArray(value) && value !== undefined) return [value];
  if (/\b(integer|whole number|number|numeric)\b/i.test(message) && typeof value !== 'number')
    return Number.isFinite(Number(value ?? Number.NaN)) ? Number(value) : 1;
  if (/\bboolean\b/i.test(message) && typeof value !== 'boolean') return true;
  if (/\bstring\b|\btext\b/i.test(message) && typeof value === 'number') return String(value);
  return undefined;
}
