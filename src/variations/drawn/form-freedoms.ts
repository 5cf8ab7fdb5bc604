// The freedoms of the form of a deployment; one layer applies all of them together.
import { FIELD_FORMS, ID_FORMS, TIME_FORMS, WAYS } from '../../form/form.ts';
import type { Freedom } from '../freedom.ts';
import { open } from '../sentences.ts';

/** Name → what a deployment chooses, the sentence that leaves it open, and the values, the mock's own first. */
const table = {
  casing: [
    'letter case of member names that the specification does not show',
    open.FIELDS,
    ['snake', 'camel', 'kebab', 'pascal'],
  ],
  words: [
    'words of names that the specification does not show: members, groups, ids, envelopes',
    open.FIELDS,
    ['own', 'other', 'random'],
  ],
  requestNames: [
    'names that request bodies have: those of the replies, or those of the contract',
    open.PAYLOADS,
    ['mapped', 'contract'],
  ],
  idName: [
    'name of the member that holds the id of a resource',
    open.FIELDS,
    ['id', 'uuid', 'key', 'resource', 'number', 'meta', 'ref'],
  ],
  idForm: ['form of ids that are not stated to be UUIDs', open.IDS, ID_FORMS],
  references: [
    'how a resource refers to another one: `customer_id`, `customer`, `customer.id`',
    open.FIELDS,
    ['flat', 'bare', 'objects', 'objects in replies'],
  ],
  nesting: ['whether members stand in groups, such as `contact.email`', open.FIELDS, ['none', 'groups']],
  joined: ['whether first and last name are one member', open.FIELDS, ['none', 'names']],
  split: ['whether a domain is split into name and top-level domain', open.FIELDS, ['none', 'domains']],
  addresses: [
    'whether a postal address is an object or members such as `address_city`',
    open.FIELDS,
    ['object', 'flat'],
  ],
  objects: [
    'what a single resource stands in',
    open.PAYLOADS,
    ['bare', 'data', 'jsend', 'result', 'resource', 'jsonapi'],
  ],
  lists: [
    'what the rows of a list stand in',
    open.PAYLOADS,
    ['data', 'items', 'results', 'resource', 'within data', 'embedded', 'bare'],
  ],
  pages: ['how a list points to its next page', open.QUERIES, WAYS],
  pageSize: ['rows of a page when the request does not say', open.PAGE_SIZE, ['25', '3', '5', '10', '50']],
  sizes: ['whether a request may choose the size of a page', open.PAGE_SIZE, ['chosen', 'ignored']],
  pageLimit: ['the most rows of a page, whatever the request says', open.PAGE_SIZE, ['50', '5', '1']],
  order: ['order of the rows of a list', open.QUERIES, ['newest first', 'oldest first']],
  queries: ['names of query parameters', open.QUERIES, ['own', 'other', 'brackets', 'random']],
  states: [
    'words of states and kinds',
    open.STATES,
    ['own', 'other', 'upper', 'pascal', 'prefixed', 'random'],
  ],
  stateName: [
    'name of the member that holds a state',
    open.FIELDS,
    ['status', 'state', 'phase', 'lifecycle'],
  ],
  vocabulary: [
    'names of permission scopes and event types',
    open.SCOPES,
    ['own', 'dots', 'colons', 'upper', 'random'],
  ],
  fieldKeys: ['how a 422 names a field within another one', open.FIELD_NAMES, FIELD_FORMS],
  times: ['form of times', open.TIMES, TIME_FORMS],
  money: ['whether an amount is a number or an object with a number', open.FIELDS, ['number', 'object']],
  orderDetails: [
    'whether GET /orders shows orders under the names that POST /orders uses',
    open.PAYLOADS,
    ['stated', 'renamed'],
  ],
  sessions: [
    'whether a refreshed session has the names that log-in uses',
    open.PAYLOADS,
    ['stated', 'renamed'],
  ],
} as const;

type FormFreedom = keyof typeof table;
/** A choice for every freedom of the form. */
export type FormChoices = { [F in FormFreedom]: (typeof table)[F][2][number] };

/** The chance that a seed chooses another value of a freedom, in percent, where it is not 60. */
const CHANCES: Partial<Record<FormFreedom, number>> = {
  orderDetails: 30,
  sessions: 20,
  requestNames: 10,
  money: 40,
  // For clients: seeds, whose deployments test the suite, do not choose it.
  pageLimit: 0,
};

const names = Object.keys(table) as FormFreedom[];

/** Writes the name of a freedom as users do: `id-name` for `idName`. */
const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The freedoms of the form. */
export const formFreedoms: readonly Freedom[] = names.map((name) => {
  const [title, sentence, [own, ...others]] = table[name];
  return {
    name: kebab(name),
    title,
    open: sentence,
    own,
    values: Object.fromEntries(others.map((value) => [value, null])),
    chance: CHANCES[name] ?? 60,
  };
});

/** Returns the choices for all freedoms of the form; those that are not given are the mock's. */
export function formChoicesOf(chosen: ReadonlyMap<string, string>): FormChoices {
  const found = Object.fromEntries(
    names.map((name) => [name, chosen.get(kebab(name)) ?? table[name][2][0]]),
  ) as FormChoices;
  return {
    ...found,
    // A bare list has no member that could point to its next page; JSON:API calls an id `id`.
    ...(found.lists === 'bare' && { pages: 'link' as const }),
    ...(found.objects === 'jsonapi' && { idName: 'id' as const }),
    // Who is told the last name alone cannot know in which group it stands.
    ...(found.fieldKeys === 'leaf' && found.nesting === 'groups' && { fieldKeys: 'dots' as const }),
  };
}

const OF_LISTS = ['lists', 'pages', 'page-size', 'page-limit', 'sizes', 'order', 'queries'];

/** Returns whether a freedom of the form may have changed a reply. */
export const mayChange = (freedom: string, status: number, isList: boolean): boolean =>
  freedom === 'field-keys' ? status >= 400 : status < 400 && (isList || !OF_LISTS.includes(freedom));
