// Makes texts that suit the names of their members, such as an address for `email`, with the English data of faker.
import { faker as shared } from '@faker-js/faker/locale/en';
import { segmentName } from '../json/pointer.ts';
import type { JsonSchema } from '../openapi.ts';

/** A generator of its own: seeding the shared one would change the values of a program that uses faker too. */
const faker = new (shared.constructor as new (options: object) => typeof shared)({
  locale: [shared.rawDefinitions],
});

/** Starts the texts anew; the same seed makes the same texts. */
export const seedTexts = (seed: number): void => void faker.seed(seed);

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

/**
 * Makes a text for a member of a made value; undefined where no kind of text suits its name and its schema.
 * @param path the place of the text in the value, as a JSON pointer
 */
export function namedText(schema: JsonSchema, path: string): string | undefined {
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
