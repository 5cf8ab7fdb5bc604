// Chooses, from a seed, how a generated deployment fills the gaps of the specification. Each feature is one gap; its
// first value is what the mock does.
import { createRandom } from '../../src/suite/model/random.ts';

const choices = {
  /** letter case of member names that the specification does not show */
  casing: ['snake', 'camel', 'kebab', 'pascal'],
  /** words of member names that the specification does not show */
  words: ['own', 'other'],
  /** name of the member that holds the id of a resource */
  idName: ['id', 'uuid', 'key', 'resource', 'number', 'meta', 'ref'],
  /** form of ids that are not stated to be UUIDs */
  idForm: ['uuid', 'numeric', 'prefixed', 'ulid', 'code'],
  /** how a resource refers to another one: `customer_id`, `customer`, `customer.id`, or the last in replies only */
  references: ['flat', 'bare', 'objects', 'objects in replies'],
  /** whether members stand in groups, such as `contact.email` and `audit.created_at` */
  nesting: ['none', 'groups'],
  /** whether first and last name are one member */
  joined: ['none', 'names'],
  /** whether the name of a domain is split into name and top-level domain */
  split: ['none', 'domains'],
  /** whether a postal address is an object or members such as `address_city` */
  addresses: ['object', 'flat'],
  /** what a single resource stands in */
  objects: ['bare', 'data', 'result', 'resource', 'jsonapi'],
  /** what the rows of a list stand in */
  lists: ['data', 'items', 'results', 'resource', 'embedded', 'bare'],
  /** how a list points to its next page */
  pages: ['path', 'url', 'link', 'token', 'numbers', 'offset'],
  /** rows of a page when the request does not say */
  pageSize: ['25', '3', '5', '10', '50'],
  order: ['newest first', 'oldest first'],
  /** words of states and kinds */
  states: ['own', 'other', 'upper', 'pascal', 'prefixed'],
  /** name of the member that holds a state */
  stateName: ['status', 'state', 'phase', 'lifecycle'],
  /** names of permission scopes and event types */
  vocabulary: ['own', 'dots', 'colons', 'upper'],
  /** error codes other than VALIDATION_FAILED */
  codes: ['own', 'dotted', 'kebab', 'numeric'],
  errors: ['envelope', 'flat', 'alternate'],
  /** how a 422 names a field within another one: `address.city`, `address[city]`, `/address/city` */
  fieldKeys: ['dots', 'brackets', 'pointer'],
  /** error messages, except those that must list allowed values */
  messages: ['own', 'other'],
  /** statuses of refusals where the specification names none: conflicts, malformed ids, unknown references */
  refusals: ['own', 'other'],
  times: ['zulu', 'offset', 'milliseconds', 'microseconds', 'basic'],
  /** the reply to a DELETE */
  deletes: ['object', 'nothing', 'empty object', 'message'],
  /** the reply to an action such as suspend or close */
  actions: ['object', 'empty object', 'message'],
  /** status of a creation other than an order */
  created: ['201', '200'],
  /** whether replies hold members that nobody asked for */
  extras: ['none', 'some'],
  /** whether members without a value are shown as null */
  nulls: ['shown', 'omitted'],
  /** whether types are read leniently: "2" as 2 */
  types: ['strict', 'lenient'],
  /** whether requests need members of which the suite knows nothing; a 422 names them */
  required: ['none', 'some'],
  /** what becomes of unknown members of a request */
  unknown: ['ignored', 'refused'],
  /** whether an amount is a number or an object with a number */
  money: ['number', 'object'],
  /** whether a request may choose the size of a page */
  sizes: ['chosen', 'ignored'],
  /** names of query parameters */
  queries: ['own', 'other', 'brackets'],
  /** whether GET /orders shows orders under the names that POST /orders uses */
  orderDetails: ['stated', 'renamed'],
  /** whether a refreshed session has the names that log-in uses */
  sessions: ['stated', 'renamed'],
  limits: ['A', 'B'],
  /** a lawful variant of conformance/defects that behaves otherwise, beside everything that is named otherwise */
  behaviour: [
    'own',
    'foreign-id-403',
    'foreign-id-mixed',
    'no-limit-headers-on-errors',
    'cycle-message[pattern]',
    'reset-as-epoch',
    'token-bucket',
    'other-clients-429[23]',
    'currency-codes[usd]',
    'token-algorithms[ES256]',
    'lagging-lists',
    'one-service-for-units',
    'provisioning-speed[immediate]',
    'replay-answer[200 without header]',
    'reused-key[original]',
    'deactivated-unreadable',
    'ended-unreadable[revoked gone]',
    'second-delete-200',
    'terminated-tenant-only-listed',
    'others-add-list-rows[newest]',
    'others-change-settings[settings 5]',
    'others-move-balance[top-ups 4]',
  ],
} as const;

export type Feature = keyof typeof choices;
export type Features = { [F in Feature]: (typeof choices)[F][number] };

/** The chance that a feature differs from the mock, in percent; 60 where nothing else is said. */
const CHANCE: Partial<Record<Feature, number>> = {
  orderDetails: 30,
  sessions: 20,
  required: 30,
  unknown: 40,
  limits: 20,
  behaviour: 50,
  money: 40,
};

/** The names of all features. */
export const featureNames = Object.keys(choices) as Feature[];

const isFeature = (name: string): name is Feature => Object.hasOwn(choices, name);

/** Returns the features of the mock itself. */
export const ownFeatures = (): Features =>
  Object.fromEntries(featureNames.map((name) => [name, choices[name][0]])) as Features;

/** Draws the features of a seed. Each feature has a random source of its own, so a further one changes no other. */
export function featuresOf(seed: number): Features {
  const drawn = Object.fromEntries(
    featureNames.map((name) => {
      // Neighbouring seeds are spread, because the source mixes the last digits of a seed little.
      const random = createRandom((seed * 2_654_435_761) % 4_294_967_296, `feature ${name}`);
      const [own, ...others] = choices[name] as readonly string[];
      const differs = random.number() * 100 < (CHANCE[name] ?? 60);
      return [name, differs ? random.pick(others) : own];
    }),
  ) as Features;
  return lawful(drawn);
}

/** Replaces choices that contradict others: a bare list has no member that could point to its next page. */
function lawful(features: Features): Features {
  return {
    ...features,
    ...(features.lists === 'bare' && { pages: 'link' as const }),
    // JSON:API calls an id `id`.
    ...(features.objects === 'jsonapi' && { idName: 'id' as const }),
  };
}

/**
 * Reduces the features of a seed to some of them; the others are those of the mock.
 * @param wanted names (`casing`), or names with values (`casing=camel`)
 * @throws Error for an unknown name or value
 */
export function reducedTo(features: Features, wanted: readonly string[]): Features {
  const reduced: Record<string, string> = ownFeatures();
  for (const one of wanted) {
    const [name = '', value] = one.split('=');
    if (!isFeature(name))
      throw new Error(`There is no feature ${name}. Features: ${featureNames.join(', ')}.`);
    const values: readonly string[] = choices[name];
    if (value !== undefined && !values.includes(value))
      throw new Error(`The feature ${name} has no value ${value}. Values: ${values.join(', ')}.`);
    reduced[name] = value ?? features[name];
  }
  return lawful(reduced as Features);
}

/** Returns the features that differ from the mock, as `name=value`. */
export function departures(features: Features): string[] {
  const own = ownFeatures();
  return featureNames
    .filter((name) => features[name] !== own[name])
    .map((name) => `${name}=${features[name]}`);
}
