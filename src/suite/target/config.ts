// Loads and checks a target file: refuses unknown members and suggests the nearest known name, and reads secrets from
// the environment.
import { readFileSync } from 'node:fs';
import { document } from '../../contract/document.ts';
import { isObject } from '../../contract/is-object.ts';
import { type OperationId, operations } from '../../contract/operations.ts';
import { FileError, readJsonOrModule } from '../../contract/read-file.ts';
import { familyOf } from '../../form/families.ts';
import { parseDuration } from '../model/clock.ts';
import { kinds, WALLET } from '../model/kinds.ts';
import { problemList, UsageError } from '../model/outcome.ts';
import { type Credential, credentialNames, type Target, type Tls } from '../model/target.ts';
import type { TargetConfig } from '../model/target-config.ts';
import { day, type Member, memberProblems, text } from './members.ts';
import { plugInProblems } from './plug-ins.ts';
import { isBase32 } from './totp.ts';

const test = (is: (value: unknown) => boolean, expected: string): Member => ({ is, expected });
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Returns the operations that a credential without a scope of the contract, or without an operation, may not call. */
const operationsWithout = (lacking: unknown): OperationId[] =>
  operations
    .filter(({ id, scopes }) => id === lacking || scopes.some((scope) => scope === lacking))
    .map(({ id }) => id);

const someText = test(isText, 'a text');
const secret = test(
  (value) => isText(value) || (isObject(value) && Object.keys(value).join() === 'env' && isText(value.env)),
  'a text, or {"env": "NAME"}',
);
const ability = test((value) => typeof value === 'boolean' || isText(value), 'true, false or an address');
const duration = test(
  (value) => isText(value) && parseDuration(value) !== undefined,
  'a duration such as "2s" or "500ms"',
);
const pointer = test(
  (value) => value === '' || (isText(value) && value.startsWith('/')),
  'a JSON Pointer such as "/data"',
);
const isPlace = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const place = test(isPlace, 'a list of names such as ["result", "uuid"]');
const memberPlace = test(
  (value) =>
    value === null ||
    isPlace(value) ||
    (isObject(value) && Array.isArray(value.parts) && value.parts.every(isPlace)),
  'a list of names such as ["contact", "email"], {"parts": [ … ]} for two of them, or null',
);
const lacks = test((value) => {
  const all = [value].flat();
  return all.length > 0 && all.every((one) => operationsWithout(one).length > 0);
}, 'scopes of the contract such as "customers:write", or operations such as "createCustomer": one or a list');
const operationList = test(
  (value) => Array.isArray(value) && value.every((one) => operations.some(({ id }) => id === one)),
  'a list of operations such as "createCustomer"',
);
const bodies: Member = {
  each: test(isObject, 'an object'),
  get names() {
    return operations.map(({ id }) => id);
  },
};
const someObject = test(isObject, 'an object');
const learnedKinds: Member = {
  each: {
    members: {
      ...{ members: { each: memberPlace }, requests: { each: memberPlace }, envelope: place, rows: place },
      ...{ type: someText, guessed: place, further: place },
      hasAddress: test((value) => typeof value === 'boolean', 'true or false'),
    },
    required: ['members'],
  },
  get names() {
    return [...new Set([...kinds(), ...Object.keys(document().components.schemas).map(familyOf), WALLET])];
  },
};
const credential: Member = {
  members: { token: secret, apiKey: secret, email: secret, password: secret, totpSecret: secret, lacks },
};
const unjudgedEntry = { sentence: text, reason: text, expires: day };

/** The members of a target file besides `checks`, which are functions and not data. */
const TARGET_MEMBERS = {
  $schema: someText,
  name: someText,
  baseUrl: someText,
  credentials: { members: Object.fromEntries(credentialNames.map((name) => [name, credential])) },
  values: {
    members: {
      ...{ skuId: someText, customerId: someText, paymentMethod: someText },
      pendingOrderIds: test((value) => Array.isArray(value) && value.every(isText), 'a list of texts'),
    },
  },
  headers: { each: secret },
  tls: { members: { cert: someText, key: someText, ca: someText } },
  bodies,
  capabilities: { each: ability },
  lag: { members: { read: duration, revocation: duration } },
  lists: { members: { items: pointer, next: pointer } },
  // What a report tells beside these is about its run.
  learned: {
    members: {
      kinds: learnedKinds,
      ...{ words: someObject, ids: someText, times: someText, fields: someText, objects: someText },
      ...{ lists: someObject, keepsStated: someObject, bodies, states: someObject, behaviour: someObject },
      evidence: test(Array.isArray, 'a list'),
      accepted: operationList,
    },
  },
  insecure: test((value) => typeof value === 'boolean', 'true or false'),
  unjudged: { list: { members: unjudgedEntry, required: Object.keys(unjudgedEntry) } },
} satisfies Record<string, Member>;

/** Lists the members that a target file may have, as paths such as `values.skuId`; of free names, only their object. */
export function configMembers(): string[] {
  const { $schema: _, credentials, values, ...others } = TARGET_MEMBERS;
  const inner = Object.entries({ credentials, values }).flatMap(([name, { members }]) =>
    Object.keys(members).map((member) => `${name}.${member}`),
  );
  return [...inner, ...Object.keys(others), 'checks'];
}

/** Returns one sentence for each mistake in a target file. */
export function configProblems(config: unknown): string[] {
  const { checks, ...data } = isObject(config) ? config : {};
  return [
    ...memberProblems(isObject(config) ? data : config, { members: TARGET_MEMBERS }, '', 'the target file'),
    ...(checks === undefined ? [] : plugInProblems(checks)),
  ];
}

type Environment = Record<string, string | undefined>;

/** @throws UsageError that names every problem */
export function resolveTarget(config: TargetConfig, env: Environment = process.env): Target {
  const problems = configProblems(config);
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
  const credentials: Target['credentials'] = {};
  const variables: NonNullable<Target['variables']> = {};
  for (const name of credentialNames) {
    const given = config.credentials?.[name];
    if (!given) continue;
    credentials[name] = resolveCredential(name, given, env);
    for (const [member, value] of Object.entries(given))
      if (isObject(value)) variables[`${name}.${member}`] = String(value.env);
  }
  refuseSameTenant(credentials);
  const headers: Record<string, string> = {};
  for (const [name, given] of Object.entries(config.headers ?? {})) {
    if (!HEADER_NAME.test(name)) throw new UsageError(`headers.${name} is no name of an HTTP header`);
    headers[name.toLowerCase()] = resolveSecret(`headers.${name}`, 'token', given, env);
    if (isObject(given)) variables[`headers.${name.toLowerCase()}`] = given.env;
  }
  return {
    ...(config.name === undefined ? {} : { name: config.name }),
    baseUrl: resolveBaseUrl(config.baseUrl),
    credentials,
    headers,
    tls: readTls(config.tls),
    values: config.values ?? {},
    bodies: { ...config.learned?.bodies, ...config.bodies },
    capabilities: config.capabilities ?? {},
    lag: {
      read: parseDuration(config.lag?.read ?? '0s') ?? 0,
      revocation: parseDuration(config.lag?.revocation ?? '0s') ?? 0,
    },
    lists: config.lists ?? {},
    learned: config.learned ?? {},
    accepted: config.learned?.accepted ?? [],
    unjudged: config.unjudged ?? [],
    variables,
    insecure: config.insecure ?? false,
  };
}

/** Data that both may read would look like a leak. @throws UsageError */
function refuseSameTenant({ tenantA, tenantB }: Target['credentials']): void {
  for (const member of ['token', 'apiKey', 'email'] as const) {
    const identity = tenantA?.[member];
    if (identity === undefined || identity !== tenantB?.[member]) continue;
    throw new UsageError(
      `credentials.tenantB has the ${member} of credentials.tenantA; give one of another tenant, or leave tenantB out`,
    );
  }
}

function resolveCredential(name: string, given: Record<string, unknown>, env: Environment): Credential {
  const found: Credential = {};
  for (const [member, value] of Object.entries(given)) {
    if (value === undefined) continue;
    if (member === 'lacks') {
      found.lacks = [...new Set([value].flat().flatMap(operationsWithout))];
      continue;
    }
    const text = resolveSecret(`credentials.${name}.${member}`, member, value, env);
    found[member as Exclude<keyof Credential, 'lacks'>] = text;
  }
  if (found.token === undefined && found.apiKey === undefined) {
    if (found.email === undefined || found.password === undefined) {
      throw new UsageError(`credentials.${name} needs a token, an apiKey, or an email with a password`);
    }
  }
  return found;
}

function resolveSecret(place: string, member: string, value: unknown, env: Environment): string {
  const variable = isObject(value) ? String(value.env) : undefined;
  const text = variable === undefined ? String(value) : env[variable];
  if (text === undefined || text === '')
    throw new UsageError(`${place}: the environment variable ${variable} is not set`);
  const problem = secretProblem(member, text);
  if (problem !== null) throw new UsageError(`${place} ${problem}`);
  return text;
}

/** Reads the PEM files that a target file names, relative to the working directory. @throws UsageError */
function readTls(files: Tls = {}): Tls {
  const found: Tls = {};
  for (const member of ['cert', 'key', 'ca'] as const) {
    const file = files[member];
    if (file === undefined) continue;
    try {
      found[member] = readFileSync(file, 'utf8');
    } catch (error) {
      throw new UsageError(
        `tls.${member}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`,
      );
    }
  }
  if ((found.cert === undefined) !== (found.key === undefined))
    throw new UsageError('tls.cert and tls.key belong together: give both');
  return found;
}

/** Returns why a secret can never work, without showing the secret; null when it may work. */
function secretProblem(member: string, text: string): string | null {
  if (member === 'totpSecret' && !isBase32(text))
    return 'is not base32: letters A to Z and digits 2 to 7, as shown when 2FA is set up';
  if ((member === 'token' || member === 'apiKey') && !HEADER_TEXT.test(text))
    return 'holds a character that no HTTP header can carry, such as a line break: give the text alone';
  return null;
}

/** Matches the name of an HTTP header (RFC 9110, 5.1). */
const HEADER_NAME = /^[!#$%&'*+.^`|~\w-]+$/;
/** Matches the characters that the value of an HTTP header may have (RFC 9110, 5.5). */
const HEADER_TEXT = /^[\t\x20-\x7e\x80-\xff]*$/;

function resolveBaseUrl(given: string | undefined): string {
  if (given === undefined) {
    throw new UsageError(
      'no base URL: give it as the first argument, or as baseUrl in the target file; --demo and --self bring one',
    );
  }
  let url: URL;
  try {
    url = new URL(given);
  } catch {
    throw new UsageError(
      `"${given}" is no URL: it begins with http:// or https:// and ends in the version segment, …/v1`,
    );
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new UsageError(`the base URL must begin with http:// or https://, not ${url.protocol}//`);
  }
  if (url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new UsageError(
      'the base URL must be without query, fragment and user: credentials go into the target file',
    );
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** @throws UsageError that names every problem; FileError for a file that cannot be read */
export async function loadConfig(file: string): Promise<TargetConfig> {
  const config = await readJsonOrModule(file, 'defineTarget({ … })').catch((error: unknown) => {
    throw error instanceof FileError
      ? new UsageError(
          `${error.message} \`conform init <address>\` looks around with GET requests and writes a target file.`,
        )
      : error;
  });
  const problems = configProblems(config);
  if (problems.length > 0) throw new UsageError(problemList(file, problems));
  return config as TargetConfig;
}
