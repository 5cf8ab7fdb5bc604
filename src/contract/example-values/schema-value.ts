// Makes values from schemas with json-schema-faker. Import it with `import()`: few calls need the library.
import { faker as shared } from '@faker-js/faker/locale/en';
import { generateSync } from 'json-schema-faker';
import { MAX_RECURSION } from '../edited-document/assert-document.ts';
import { isObject } from '../is-object.ts';
import { segmentName } from '../json/pointer.ts';
import {
  isAnnotation,
  type JsonSchema,
  mapSubschemas,
  type OpenApiDocument,
  schemaName,
} from '../openapi.ts';
import { allSchemas } from '../schema-sets.ts';

/** What members are made of beside their schemas: the documented examples, and texts that suit their names. */
type MemberSources = { examples: boolean; names: boolean };

/** Makes a value from a seed (32 bits). */
export type ValueMaker = (seed: number, sources: MemberSources) => unknown;

/** Adapts the value of each object that a component describes, such as `Customer`. */
type ComponentAdapter = (component: string, value: Record<string, unknown>) => unknown;

/** The most elements of a made list, unless its schema demands more. */
const MAX_ITEMS = 3;
/** The most elements and characters that a schema may demand, because made values take time and stay in memory. */
const MAX_DEMANDED = 10_000;
/** The least length of a made text that may be empty. */
const MIN_TEXT = 3;
/** How far the made number may be from the only bound of its schema. */
const NUMBER_RANGE = 1000;

/**
 * Creates a function that makes values of a schema of the document. The values are not validated: json-schema-faker
 * does not know every keyword.
 * @param name a component name, `<operationId>.body`, `<operationId>.<status>` or `<operationId>.query`
 * @throws Error for a schema that demands more than 10,000 elements and characters
 */
export function schemaValueMaker(
  document: OpenApiDocument,
  name: string,
  adapt: ComponentAdapter = (_, value) => value,
): ValueMaker {
  const schemas = allSchemas(document);
  const target = schemas[name];
  if (target === undefined) throw new Error(`The document has no schema named ${name}.`);
  const schema: JsonSchema = { ...inlined(target, schemas, [name]), [COMPONENT]: name };
  if (demandedBy(schema) > MAX_DEMANDED)
    throw new Error(`minItems and minLength demand more than ${MAX_DEMANDED} in all`);
  return (seed, { examples, names }) => {
    seedTexts(seed);
    return generateSync(schema, {
      seed,
      maxDepth: MAX_DEPTH,
      alwaysFakeOptionals: true,
      useExamplesValue: examples,
      formats: FORMATS,
      outputTransform: (value, part, path) => {
        if (!isObject(part)) return value;
        if (typeof value === 'string' && names && !(examples && part.examples))
          return namedText(part, path) ?? value;
        const component = part[COMPONENT];
        return typeof component === 'string' && isObject(value) && !Array.isArray(value)
          ? adapt(component, value as Record<string, unknown>)
          : value;
      },
    });
  };
}

const MAX_DEPTH = 50;
/** The keyword under which a schema without references keeps the name of its component. */
const COMPONENT = '$comment';

/** Unknown keywords that json-schema-faker takes for keywords of its own. */
const FAKER_KEYWORDS = new Set(['faker', 'chance', 'template', 'autoIncrement', 'initialOffset', '$id']);
// Replaces the references of a schema by the schemas that they name, and bounds its lists and numbers.
function inlined(
  schema: JsonSchema,
  schemas: Record<string, JsonSchema>,
  open: readonly string[],
): JsonSchema {
  if (!isObject(schema)) return schema;
  const { $ref, ...siblings } = schema;
  if (typeof $ref === 'string') {
    const name = decodeURIComponent($ref.slice($ref.lastIndexOf('/') + 1));
    const target = schemas[name];
    if (target === undefined || !/^#\/components\/schemas\/[^/]+$/.test($ref))
      throw new Error(`the reference ${$ref} names no component`);
    const resolved: JsonSchema = { ...inlined(target, schemas, [...open, name]), [COMPONENT]: name };
    const rest = inlined(siblings, schemas, open);
    if (resolved.format === 'uuid') delete rest.examples;
    return Object.keys(rest).length === 0 ? resolved : { allOf: [resolved, rest], [COMPONENT]: name };
  }
  const isEndless = (part: JsonSchema): boolean =>
    open.filter((one) => one === schemaName(part)).length >= MAX_RECURSION;
  const kept = Object.entries(siblings).filter(
    ([name]) => name === 'examples' || !(isAnnotation(name) || FAKER_KEYWORDS.has(name)),
  );
  if (siblings.example !== undefined && siblings.examples === undefined)
    kept.push(['examples', [siblings.example]]);
  const result = mapSubschemas(Object.fromEntries(kept), (part) =>
    isEndless(part) ? undefined : inlined(part, schemas, open),
  );
  if (schema.items !== undefined && result.items === undefined) result.maxItems = 0;
  return bounded(result);
}

// Returns how many elements and characters the lists and texts of a schema without references demand in all.
function demandedBy(schema: JsonSchema): number {
  const { minItems = 0, minContains = 0, minLength = 0, minProperties = 0 } = schema;
  let inner = 0;
  mapSubschemas(schema, (part) => {
    inner += isObject(part) ? demandedBy(part) : 0;
    return part;
  });
  const elements = Math.max(Number(minItems), Number(minContains));
  return Number(minLength) + Number(minProperties) + elements + inner * Math.max(1, elements);
}

// Adds the missing bounds of a list or number, so that the made value is small and near the given bound.
function bounded(schema: JsonSchema): JsonSchema {
  for (const keyword of ['minItems', 'minLength', 'minProperties', 'minContains']) {
    if (Number(schema[keyword] ?? 0) > MAX_DEMANDED)
      throw new Error(`${keyword}: ${schema[keyword]} demands more than ${MAX_DEMANDED}`);
  }
  for (const [, least] of String(schema.pattern ?? '').matchAll(/\{(\d+)/g))
    if (Number(least) > MAX_DEMANDED) throw new Error(`pattern demands more than ${MAX_DEMANDED}`);
  if (schema.items !== undefined || schema.contains !== undefined) {
    const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
    schema.maxItems = Math.max(Number(minItems), Math.min(Number(maxItems), MAX_ITEMS));
  }
  // Elements of a list that take the one example of an id would be one record.
  if (schema.format === 'uuid') delete schema.examples;
  if (isFreeText(schema)) schema.minLength = Math.min(MIN_TEXT, Number(schema.maxLength ?? MIN_TEXT));
  const least = schema.minimum ?? schema.exclusiveMinimum;
  const most = schema.maximum ?? schema.exclusiveMaximum;
  if (typeof least === 'number' && most === undefined) schema.maximum = least + NUMBER_RANGE;
  if (typeof most === 'number' && least === undefined) schema.minimum = most - NUMBER_RANGE;
  return schema;
}

const isFreeText = (schema: JsonSchema): boolean =>
  [schema.type].flat().includes('string') &&
  ['minLength', 'pattern', 'format', 'enum', 'const'].every((keyword) => schema[keyword] === undefined);

type Random = { int(min: number, max: number): number };

/** The end of the year in which made instants lie: the instant at which frozen worlds stand. */
const INSTANTS_END = Date.UTC(2026, 10, 20, 8);
const instant = (random: Random): string =>
  new Date(INSTANTS_END - random.int(0, 31_536_000) * 1000).toISOString().replace('.000Z', 'Z');
const slug = (random: Random): string => random.int(0, 0xffff).toString(16).padStart(4, '0');

/** The formats that json-schema-faker does not make, or makes in an unusual notation. */
const FORMATS: Record<string, (random: Random) => string> = {
  'date-time': instant,
  'iso-date-time': instant,
  'iso-time': (random) => instant(random).slice(11),
  duration: (random) => `P${random.int(1, 30)}D`,
  url: (random) => `https://www.example.org/${slug(random)}`,
  'json-pointer-uri-fragment': (random) => `#/${slug(random)}`,
  byte: slug,
};

/** A generator of its own: seeding the shared one would change the values of a program that uses faker too. */
const faker = new (shared.constructor as new (options: object) => typeof shared)({
  locale: [shared.rawDefinitions],
});

// Starts the texts anew; the same seed makes the same texts.
const seedTexts = (seed: number): void => void faker.seed(seed);

/** Writes a name of a member in snake case: `customerId` → `customer_id`. */
export const snakeCase = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();

/** The names of all texts but those of codes and keys, which have no words. */
const WORDS = /(?!(?:.*_)?(?:id|key|token|secret|password|code|hash|digest|checksum|signature|reference)$).*/;

const phrase = (): string => `${faker.word.adjective()} ${faker.word.noun()}`;
const host = (): string => `${faker.internet.domainWord()}.example`;

// The kinds of text: how the names of their members end, in the singular and in snake case, and which `format` they
// have. Addresses and numbers are those that standards reserve for examples.
const KINDS: { names: RegExp; format?: string; make(): string }[] = [
  { names: /e?mail(_address)?|reply_to/, format: 'email', make: () => faker.internet.exampleEmail() },
  { names: /ip|ip_address|ipv4/, format: 'ipv4', make: () => faker.internet.ipv4({ network: 'test-net-1' }) },
  { names: /ipv6/, format: 'ipv6', make: () => `2001:db8::${faker.string.hexadecimal({ prefix: '' })}` },
  { names: /mac|mac_address/, make: () => faker.internet.mac() },
  { names: /username|user_name|login|nickname/, make: () => faker.internet.username() },
  { names: /first_name|given_name/, make: () => faker.person.firstName() },
  { names: /last_name|family_name|surname/, make: () => faker.person.lastName() },
  {
    names:
      /(full|contact|display|owner|customer|user|author|sender|recipient|holder)_name|author|owner|contact/,
    make: () => faker.person.fullName(),
  },
  { names: /job_title/, make: () => faker.person.jobTitle() },
  {
    names: /company|company_name|organi[sz]ation|organi[sz]ation_name|employer|vendor|supplier|brand/,
    make: () => faker.company.name(),
  },
  { names: /phone|phone_number|mobile|telephone|fax/, make: () => `+1 202 555 01${faker.string.numeric(2)}` },
  {
    names: /street|street_address|address|address_line_?1?|line_?1/,
    make: () => faker.location.streetAddress(),
  },
  { names: /address_line_?2|line_?2/, make: () => faker.location.secondaryAddress() },
  { names: /city|town/, make: () => faker.location.city() },
  { names: /province|county/, make: () => faker.location.state() },
  { names: /post(al)?_?code|zip|zip_code/, make: () => faker.location.zipCode('#####') },
  { names: /country/, make: () => faker.location.country() },
  { names: /country|country_code/, make: () => faker.location.countryCode() },
  { names: /currency|currency_code/, make: () => faker.finance.currencyCode() },
  { names: /language|language_code|locale/, make: () => faker.helpers.arrayElement(['en', 'de', 'fr']) },
  { names: /time_?zone/, make: () => faker.location.timeZone() },
  { names: /iban/, make: () => faker.finance.iban() },
  { names: /bic|swift/, make: () => faker.finance.bic() },
  { names: /(vat|tax)_(id|number)/, make: () => `DE${faker.string.numeric(9)}` },
  { names: /domain|domain_name|fqdn|zone/, format: 'hostname', make: host },
  { names: /host|host_?name|server/, format: 'hostname', make: () => `${faker.word.noun()}.${host()}` },
  { names: /ur[il]|link|website|homepage/, format: 'uri', make: () => `https://${host()}/` },
  { names: /user_agent/, make: () => faker.internet.userAgent() },
  { names: /file_?name|file/, make: () => faker.system.commonFileName() },
  { names: /path/, make: () => faker.system.filePath() },
  { names: /(mime|content|media)_type/, make: () => faker.system.mimeType() },
  { names: /version/, make: () => faker.system.semver() },
  { names: /slug/, make: () => phrase().replace(' ', '-') },
  {
    names: /description|summary|note|comment|message|body|text|content|reason|detail/,
    make: () => faker.hacker.phrase(),
  },
  { names: /title|subject|headline/, make: () => faker.company.catchPhrase() },
  { names: WORDS, make: phrase },
  { names: WORDS, make: () => faker.word.noun() },
];

// Makes a text for a member of a made value; undefined where no kind of text suits its name and its schema. `path`: the
// place of the text in the value, as a JSON pointer.
function namedText(schema: JsonSchema, path: string): string | undefined {
  if (schema.enum !== undefined || schema.const !== undefined) return undefined;
  const segments = path.split('/').map(segmentName);
  const [name = '', list = ''] = segments.reverse();
  const singular = /^\d+$/.test(name) ? snakeCase(list).replace(/s$/, '') : snakeCase(name);
  for (const { names, format, make } of KINDS) {
    if (
      schema.format === undefined
        ? !new RegExp(`(^|_)(?:${names.source})$`).test(singular)
        : schema.format !== format
    )
      continue;
    const text = make();
    if (suits(text, schema)) return text;
  }
  return undefined;
}

function suits(
  text: string,
  { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern }: JsonSchema,
): boolean {
  const { length } = [...text];
  return (
    length >= Number(minLength) &&
    length <= Number(maxLength) &&
    (pattern === undefined || new RegExp(String(pattern), 'u').test(text))
  );
}
