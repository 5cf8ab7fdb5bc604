// The form of a deployment: what it calls the things of the contract, and where it shows them. A form is plain JSON.

/** The names that lead to a member: `['contact', 'email']`. */
export type Place = readonly string[];

/**
 * Where a member stands: at a place; in two parts, as a domain in name and top-level domain; or nowhere (null), when no
 * reply shows it. Members with the same place are one member, such as first and last name in `full_name`.
 */
export type MemberPlace = Place | { readonly parts: readonly Place[] } | null;

/** Member of the contract → where it stands. The part of an address that stands alone has a dotted name. */
export type Members = Readonly<Record<string, MemberPlace>>;

/** How a deployment shows one family of schemas. What is not named is as in the contract. */
export type KindForm = {
  readonly members: Members;
  /** the members of request bodies, where they are other ones */
  readonly requests?: Members;
  /** what a single resource stands in */
  readonly envelope?: Place;
  /** what the rows of a list stand in; the empty place for a list that is an array */
  readonly rows?: Place;
  /** the `type` of a resource of JSON:API */
  readonly type?: string;
  /** whether the id is the end of an address */
  readonly hasAddress?: boolean;
  /** the members whose places follow from names and forms of values alone */
  readonly guessed?: readonly string[];
  /** names of the deployment that are none of the contract's members */
  readonly further?: readonly string[];
};

/** What a page of a list may tell beside its rows. */
export const FACTS = [
  'next',
  'cursor',
  'more',
  'page',
  'pages',
  'total',
  'offset',
  'limit',
  'count',
] as const;
export type Fact = (typeof FACTS)[number];

/** The ways in which a list points to its next page. */
export const WAYS = ['path', 'url', 'link', 'token', 'last id', 'numbers', 'offset'] as const;

/** How a deployment shows lists. */
export type ListForm = {
  readonly next: (typeof WAYS)[number];
  /** where pages tell their facts; null for the page of the contract */
  readonly facts: Readonly<Partial<Record<Fact, Place>>> | null;
  /** query parameter of the contract → its name; null for one that is ignored */
  readonly parameters: Readonly<Record<string, string | null>>;
  /** the rows of a page when the request does not say, and the most rows, whatever the request says */
  readonly size: number;
  readonly limit: number;
  readonly order: 'newest first' | 'oldest first';
};

/** The forms of ids that the specification does not state to be UUIDs. */
export const ID_FORMS = [
  'uuid',
  'numeric',
  'numeric per tenant',
  'numeric per kind',
  'prefixed',
  'ulid',
  'code',
] as const;

/** The forms of times of ISO 8601 in UTC. */
export const TIME_FORMS = [
  'zulu',
  'offset',
  'milliseconds',
  'microseconds',
  'nanoseconds',
  'fractions of different lengths',
  'comma',
  'no seconds',
  'some without seconds',
  'basic',
  'basic, short offset',
  'lower case',
  'ordinal date',
  'week date',
] as const;

/** How a 422 names a field within another one. */
export const FIELD_FORMS = ['dots', 'brackets', 'pointer', 'leaf'] as const;

export type Form = {
  /** family of schemas → how it is shown */
  readonly kinds: Readonly<Record<string, KindForm>>;
  /** enumeration, or `vocabulary` for scopes and event types → word of the contract → word of the deployment */
  readonly words: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly ids: (typeof ID_FORMS)[number];
  readonly times: (typeof TIME_FORMS)[number];
  readonly fields: (typeof FIELD_FORMS)[number];
  /** the convention of envelopes, beside the places of the kinds */
  readonly objects: 'plain' | 'jsonapi' | 'jsend';
  readonly lists: ListForm;
  /** whether reads of orders, and refreshed sessions, have the names that POST /orders and the log-in show */
  readonly keepsStated: { readonly orders: boolean; readonly sessions: boolean };
};

/** The form of a deployment that calls everything as the contract does. */
export const CONTRACT_FORM: Form = {
  ...{ kinds: {}, words: {}, ids: 'uuid', times: 'zulu', fields: 'dots', objects: 'plain' },
  lists: {
    ...{ next: 'path', facts: null, parameters: {}, size: 25, limit: 50 },
    order: 'newest first',
  },
  keepsStated: { orders: true, sessions: true },
};

type Texts = Record<string, string[]>;

/** What a deployment does where the specification is silent, as far as a run has met it. */
export type Behaviour = {
  /** operation → statuses of its replies to valid requests */
  statuses: Texts;
  /** what was wrong with a request → statuses of the replies */
  refusals: Texts;
  /** status → forms of error bodies */
  errors: Texts;
  /** header → its values or forms */
  headers: Texts;
  /** operation that writes → the members of its successful replies, or `nothing` */
  contents: Texts;
  /** codes of errors */
  codes: string[];
  /** whether a reply showed null */
  nulls: boolean;
};

/** What a run has learned about a deployment: the member `learned` of its report, and of target files. */
export type Learned = Partial<Form> & {
  /** operation → what is wanted in its request body, as `bodies` of the target file */
  bodies?: Record<string, Record<string, unknown>>;
  /** the operations that accepted a request */
  accepted?: readonly string[];
  behaviour?: Behaviour;
};
