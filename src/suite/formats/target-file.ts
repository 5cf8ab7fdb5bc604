// Formats a target file for `conform init`: a module with comments, or JSON without them.
import type { Found } from '../model/found.ts';
import type { TargetConfig } from '../model/target-config.ts';
import { plural, shortLine } from '../model/text.ts';
import type { Advice } from '../plan/lacks.ts';
import { escapedJson, escapeTerminal } from './escape.ts';

/** What a target file is written from. */
export type TargetDraft = {
  /** the members that are in force */
  config: Pick<TargetConfig, 'baseUrl' | 'credentials' | 'values' | 'lists' | 'insecure'>;
  found: Found;
  /** what would make more sentences judgeable */
  advice: readonly Advice[];
};

/** The most characters of a name that a comment quotes. */
const MAX_NAME = 40;

const CREDENTIAL_EXAMPLES: Readonly<Record<string, string>> = {
  tenantA: '{ email: "owner@tenant-a.example", password: { env: "TENANT_A_PASSWORD" } }',
  tenantB: '{ email: "owner@tenant-b.example", password: { env: "TENANT_B_PASSWORD" } }',
  platformAdmin: '{ email: "admin@platform.example", password: { env: "PLATFORM_ADMIN_PASSWORD" } }',
  limited: '{ apiKey: { env: "LIMITED_API_KEY" }, lacks: ["customers:write"] }',
  twoFactor:
    '{ email: "careful@tenant-a.example", password: { env: "TWO_FACTOR_PASSWORD" }, totpSecret: { env: "TOTP_SECRET" } }',
  expired: '{ token: { env: "EXPIRED_TOKEN" } }',
  revoked: '{ apiKey: { env: "REVOKED_API_KEY" } }',
  reseller: '{ email: "owner@reseller.example", password: { env: "RESELLER_PASSWORD" } }',
};

/** Formats a target file as JSON, without secrets and without comments. */
export const targetFileJson = ({ config }: TargetDraft): string => `${escapedJson(config, 2)}\n`;

/** Texts of the target stand in the module only as JSON strings and one-line comments: they cannot become code. */
export function targetFileModule({ config, found, advice }: TargetDraft, file: string): string {
  const { baseUrl, credentials = {}, values, lists, insecure } = config;
  return [
    ...comment(`Target file for hosting-contract, written by \`conform init\`. Every member is optional.`),
    ...comment(`What it lacks:  hosting-contract conform doctor --config ${file}`),
    ...comment(`What is sent:   hosting-contract conform --config ${file} --mode read-only --plan`),
    ...comment('In an editor, defineTarget of hosting-contract/conformance completes the members.'),
    'export default {',
    `  baseUrl: ${code(baseUrl)},`,
    '  credentials: {',
    ...indent(credentialLines(credentials, advice, found), 4),
    '  },',
    '  values: {',
    ...indent(valueLines(values, found), 4),
    '  },',
    ...(lists
      ? [
          `  // No list was recognised; this is the only array of objects in the replies.`,
          `  lists: ${code(lists)},`,
        ]
      : []),
    ...indent(unansweredLines(found), 2),
    ...(insecure ? ['  insecure: true,'] : []),
    ...indent(remarks(found, advice), 2),
    '};',
    '',
  ].join('\n');
}

function credentialLines(
  credentials: NonNullable<TargetConfig['credentials']>,
  advice: readonly Advice[],
  { limited }: Found,
): string[] {
  const given = Object.entries(credentials).flatMap(([name, credential]) => [
    ...adviceFor(name, advice),
    `${name}: ${code(credential)},`,
  ]);
  const others = Object.keys(CREDENTIAL_EXAMPLES).filter((name) => !(name in credentials));
  const wanted = new Set([...advice.map(({ lack }) => lack), ...(limited ? ['limited'] : [])]);
  return [
    ...given,
    ...[...wanted]
      .filter((lack) => others.includes(lack))
      .flatMap((name) => [
        ...adviceFor(name, advice),
        ...(name === 'limited' && limited
          ? [
              ...comment(
                `The key ${JSON.stringify(shortLine(limited.name, MAX_NAME))} has fewest scopes; it lacks these:`,
              ),
              ...comment(`limited: { apiKey: { env: "LIMITED_API_KEY" }, lacks: ${code(limited.lacks)} },`),
            ]
          : comment(`${name}: ${CREDENTIAL_EXAMPLES[name]},`)),
      ]),
  ];
}

const adviceFor = (lack: string, advice: readonly Advice[]): string[] =>
  advice.filter((one) => one.lack === lack).flatMap((one) => comment(adviceLine(one)));

const adviceLine = ({ hint, sentences }: Advice): string =>
  `${plural(sentences.length, 'more sentence')}: ${hint}`;

function valueLines(values: TargetConfig['values'], { customerId, skuId, pendingOrderIds }: Found): string[] {
  const seen = (name: string, value: string | undefined, found: string, absent: string): string[] =>
    value === undefined
      ? comment(`${name}: "…", ${absent}: none was seen in the lists`)
      : [...comment(found), `${name}: ${code(value)},`];
  return [
    ...seen(
      'skuId',
      values?.skuId,
      `A product, seen in ${skuId?.operation}; orders in --mode full buy it.`,
      'a product that may be ordered',
    ),
    ...seen(
      'customerId',
      values?.customerId,
      `A customer, seen in ${customerId?.operation}; orders in --mode full are placed for it.`,
      'a customer to place orders for',
    ),
    ...(pendingOrderIds.length === 0
      ? comment('pendingOrderIds: ["…"], orders that wait and may be cancelled: none was seen in the lists')
      : [
          'Orders that wait. The suite cancels and pays what stands here: remove the slashes only',
          'before orders that may be used up.',
          `pendingOrderIds: ${code(pendingOrderIds)},`,
        ].flatMap(comment)),
  ];
}

/** Proposes to switch off the areas whose reads were all answered 404, 405 or 501. */
function unansweredLines({ replies }: Found): string[] {
  const areas = [...new Set(replies.map(({ area }) => area))].filter((area) =>
    replies
      .filter((one) => one.area === area)
      .every(({ status }) => status === 404 || status === 405 || status === 501),
  );
  if (areas.length === 0) return [];
  return [
    ...comment(
      `Not answered: ${areas.join(', ')}. The specification has these areas, so their absence is a finding;`,
    ),
    ...comment('without the slashes, this line says that the target does not offer them.'),
    ...comment(`capabilities: { ${areas.map((area) => `${JSON.stringify(area)}: false`).join(', ')} },`),
  ];
}

function remarks({ replies, limits }: Found, advice: readonly Advice[]): string[] {
  const refused = replies.filter(({ status }) => status === 401 || status === 403);
  const rest = advice.filter(({ lack }) => !(lack in CREDENTIAL_EXAMPLES));
  return [
    ...(limits.general === undefined
      ? []
      : comment(
          `Rate limit: ${limits.general} requests${limits.auth === undefined ? '' : `, ${limits.auth} log-ins`} in a window, as the replies announce; the suite keeps to it.`,
        )),
    ...(refused.length === 0
      ? []
      : comment(
          `Refused to tenantA: ${refused.map(({ operation, status }) => `${operation} ${status}`).join(', ')}.`,
        )),
    ...rest.flatMap((one) => comment(adviceLine(one))),
  ];
}

const comment = (text: string): string[] => [`// ${escapeTerminal(text)}`];

const code = (value: unknown): string => escapedJson(value);

const indent = (lines: readonly string[], columns: number): string[] =>
  lines.map((line) => `${' '.repeat(columns)}${line}`);
