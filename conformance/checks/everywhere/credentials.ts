// Checks that no operation takes what is no valid credential: one that was never issued, one that has ended, and the
// challenge of a log-in that is not complete. A service may verify credentials in each area by itself.

import { createHmac } from 'node:crypto';
import { isObject } from '../../../src/contract/is-object.ts';
import { type Operation, operations } from '../../../src/contract/operations.ts';
import type { Fixture } from '../../../src/suite/model/context.ts';
import type { CheckContext, Exchange, Need } from '../../../src/suite/model/define.ts';
import { checksOf, fixture } from '../../define.ts';
import { holds, request } from '../../expectations.ts';
import type { RequirementId } from '../../requirements.ts';
import { callWithNewKey } from '../../support/fixtures/created-key.ts';
import { tryCreate } from '../../support/fixtures/created-resources.ts';
import { requireCreated, waitForReadLag } from '../../support/fixtures/customers-and-orders.ts';
import { pathParams } from '../../support/fixtures/resources.ts';
import { ifPossible, logoutAttempt, refreshWith, session } from '../../support/fixtures/sessions.ts';
import { challenge, challengeIn, requireTwoSteps } from '../../support/fixtures/two-factor.ts';
import { decodePart, expiryOf } from '../../support/reply-readers/jwt.ts';
import { isRefusal, isSuccess, mentions } from '../../support/reply-readers/response-readers.ts';
import { validBody } from '../../support/request-bodies/creation-bodies.ts';
import { keyUsage, revokedKey } from '../api-keys.ts';
import { requiredModeOf } from './authentication.ts';

const { check } = checksOf({ area: 'everywhere' });

/** Builds a token; undefined where the target gives none of the kind. */
type Build = (t: CheckContext) => Promise<string | undefined>;

/** A kind of invalid credential: its variants by name, and the sentence that a target breaks which accepts it. */
type Kind = {
  says: RequirementId;
  variants: Readonly<Record<string, Build>>;
  needs: readonly Need[];
  uses?: readonly Fixture<unknown>[];
  after: string;
  /** the operations that may take it */
  takenBy?: readonly string[];
};

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export const FORGERIES = [
  'a tampered payload',
  'algorithm none',
  'algorithm None',
  'algorithm NONE',
  'a stripped signature',
  'a further part',
  'a blank secret',
  'a foreign key id',
] as const;

type ForgedJwt = { label: (typeof FORGERIES)[number]; token: string };

/**
 * Forges variants of a genuine JWT of this run. Each variant shares parts with the genuine JWT, so that the redaction
 * of secrets recognizes its payload and signature. Returns an empty list when the text is not a readable signed JWT.
 * @param later a new expiry in Unix seconds, so that the target does not refuse a forgery as expired
 */
export function forgedJwts(genuine: string, later: number): ForgedJwt[] {
  const [head, payload, signature, ...rest] = genuine.split('.');
  if (head === undefined || payload === undefined || signature === undefined || rest.length > 0) return [];
  const header = decodePart(head);
  const claims = decodePart(payload);
  if (!isObject(header) || !isObject(claims)) return [];
  const tampered = encode({ ...claims, exp: later, admin: true });
  const unsigned = (alg: string): string => `${encode({ ...header, alg })}.${payload}.`;
  const hmac = (header: Record<string, unknown>, key: string): string => {
    const text = `${encode(header)}.${payload}`;
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
  };
  return [
    { label: 'a tampered payload', token: `${head}.${tampered}.${signature}` },
    { label: 'algorithm none', token: unsigned('none') },
    { label: 'algorithm None', token: unsigned('None') },
    { label: 'algorithm NONE', token: unsigned('NONE') },
    { label: 'a stripped signature', token: `${head}.${payload}.` },
    { label: 'a further part', token: `${genuine}.${signature}` },
    { label: 'a blank secret', token: hmac({ ...header, alg: 'HS256' }, '') },
    { label: 'a foreign key id', token: hmac({ ...header, alg: 'HS256', kid: '/dev/null' }, '') },
  ];
}

const forgery =
  (label: string): Build =>
  async (t) => {
    const { token } = (await ifPossible(t, session)) ?? { token: '' };
    return forgedJwts(token, Math.floor(t.now() / 1000) + 3600).find((one) => one.label === label)?.token;
  };

/** Builds an altered API key, of a key that works. Only a key that the run itself creates and revokes is altered. */
const altered =
  (alter: (key: string) => string | undefined): Build =>
  async (t) => {
    const made = await ifPossible(t, keyUsage);
    return made && isSuccess(made.allowed) ? alter(made.text) : undefined;
  };

/** Swaps the case of the random part of a key; undefined where its letters are of one case: such keys may ignore it. */
function swapCase(key: string): string | undefined {
  const random = key.slice(key.lastIndexOf('_') + 1);
  if (!/[a-z]/.test(random) || !/[A-Z]/.test(random)) return undefined;
  const swapped = [...random].map((one) => (/[a-z]/.test(one) ? one.toUpperCase() : one.toLowerCase()));
  return key.slice(0, -random.length) + swapped.join('');
}

const KINDS: Readonly<Record<string, Kind>> = {
  'never-issued': {
    says: 'authentication/invalid-is-401',
    needs: ['tenantA'],
    after: 'authentication/garbage',
    variants: {
      'a random token': async (t) => t.random.hex(40),
      ...Object.fromEntries(FORGERIES.map((label) => [`a JWT with ${label}`, forgery(label)])),
      'a key with appended text': altered((key) => `${key}0`),
      'a key without its last character': altered((key) => key.slice(0, -1)),
      'a key with its letter case swapped': altered(swapCase),
    },
  },
  revoked: {
    says: 'states/key-revoked',
    needs: ['tenantA'],
    uses: [revokedKey],
    after: 'api-keys/revoked-is-401',
    variants: {
      async 'a revoked key'(t) {
        const { before, revocation, text } = await t.use(revokedKey);
        if (before.status === 401) t.inconclusive('the key did not work to begin with', { exchange: before });
        t.require(revocation).success();
        return text;
      },
    },
  },
  'logged-out': {
    says: 'authentication/logout',
    needs: ['tenantA.login'],
    uses: [session, logoutAttempt],
    after: 'auth/logout',
    takenBy: ['logout'],
    variants: {
      async 'a log-in that was ended'(t) {
        const { out, ended, same } = await t.use(logoutAttempt);
        t.require(out).success();
        if (same) t.inconclusive('two log-ins were handed the same JWT', { exchange: out });
        return ended;
      },
    },
  },
  expired: {
    says: 'authentication/expired-refused',
    needs: ['expired'],
    after: 'auth/expired-refused',
    takenBy: ['refreshSession', 'logout'],
    variants: {
      async 'an expired JWT'(t) {
        const token = await t.token('expired');
        return (expiryOf(token) ?? Number.POSITIVE_INFINITY) < t.now() ? token : undefined;
      },
    },
  },
  challenge: {
    says: 'login-request/totp-code',
    needs: ['twoFactor.login', 'twoFactor.totpSecret'],
    uses: [challenge],
    after: 'auth/2fa-requires-the-code',
    // A challenge may show whose it is, and be given up.
    takenBy: ['getCurrentUser', 'logout'],
    variants: {
      async 'the challenge of a log-in'(t) {
        const reply = await t.use(challenge);
        requireTwoSteps(t, reply);
        return challengeIn(reply)?.value;
      },
    },
  },
};

const guarded = operations.filter(({ auth, id }) => auth !== 'anonymous' && id !== 'verifyTwoFactor');

function judge(t: CheckContext, op: Operation, reply: Exchange, kind: string, value: string): void {
  // A challenge may open a part of the API, and what refreshes a JWT may call another credential a bad request.
  if (kind === 'challenge')
    holds(t, !isSuccess(reply), 'a log-in without its code opens the API', {
      expected: 401,
      actual: reply.status,
      exchange: reply,
    });
  // A target may accept a JWT a little longer than its expiry.
  else if (kind === 'expired' && isSuccess(reply) && (expiryOf(value) ?? 0) > t.now() - 60_000)
    t.inconclusive('credentials.expired has only just expired', { exchange: reply });
  else if (op.id === 'refreshSession') t.expect(reply).refused();
  // What stands in front of the service may refuse a write, whoever sends it.
  else if (op.method !== 'GET' && isRefusal(reply) && reply.status !== 401)
    t.inconclusive(`the write was refused with ${reply.status}, perhaps before its credential was seen`, {
      exchange: reply,
    });
  else t.expect(reply).status(401);
}

const listOfArea: readonly Operation[] = [
  ...Map.groupBy(
    guarded.filter(({ method, path, roles, area }) => {
      const isTenantList = method === 'GET' && !path.includes('{') && roles.includes('owner');
      return isTenantList && area !== 'auth';
    }),
    ({ area }) => area,
  ).values(),
].flatMap((lists) => lists.slice(0, 1));

/** The scopes that an operation of a tenant may want. */
const allScopes = [
  ...new Set(guarded.flatMap(({ roles, scopes }) => (roles.includes('owner') ? scopes : []))),
];

const keyWithEveryScope = fixture('API key with every scope', {
  make: async (t: CheckContext) => tryCreate(t, 'createApiKey', { change: { scopes: allScopes } }),
});

/** Which operations refuse a key is open: a target for which it is a credential serves it in one area at least. */
const servedKey = check('authentication/key-served', 'authentication/bearer', {
  must: 'serve an API key that has every scope in one of the areas at least, where it serves a token',
  area: 'api-keys',
  uses: [keyWithEveryScope],
  cost: 2,
  cells: { asked: listOfArea.length, of: guarded.length },
  after: ['api-keys/create', 'api-keys/works'],
  async run(t) {
    const { created } = requireCreated(t, await t.use(keyWithEveryScope));
    await waitForReadLag(t);
    const { text } = await callWithNewKey(t, created, 'a key with every scope');
    const refused: Exchange[] = [];
    for (const { id } of listOfArea) {
      const reply = await t.withAuthorization(`Bearer ${text}`, 'a key with every scope').send(id);
      if (t.compared(reply.status !== 401 && reply.status !== 403)) return;
      refused.push(reply);
    }
    // Names of scopes are open: only a target that shows those of this contract is known to have them.
    if (!allScopes.every((scope) => mentions(created.json, scope)))
      t.inconclusive('the reply does not show the scopes that were sent', { exchange: created });
    t.require(await request(t, 'listCustomers')).success();
    t.fail('every area refuses the key, and serves a token', {
      expected: '2xx',
      exchange: [...refused.slice(0, 2), created],
    });
  },
});

/** The kind of credential that the others are measured by. */
const ANY = 'never-issued';

const checkOf = (kind: string, { variants, ...found }: Kind, op: Operation) =>
  check(`authentication/${kind}/${op.id}`, found.says, {
    must: `answer 401 to ${op.id} with ${kind === 'challenge' ? 'the challenge of a log-in' : `a credential that is ${kind}`}`,
    area: op.area,
    mode: requiredModeOf(op),
    needs: found.needs,
    cost: Object.keys(variants).length,
    ...(op.rateClass === 'auth' ? { authCost: Object.keys(variants).length } : {}),
    uses: found.uses ?? [],
    phase: 'cells',
    group: `authentication/${kind}`,
    // An operation that takes anybody, or any credential, takes this one for the same reason.
    after: [
      ...[found.after, 'statuses/listed', 'statuses/success-is-no-error', `authentication/missing/${op.id}`],
      ...(kind === ANY ? [] : [`authentication/${ANY}/${op.id}`]),
    ],
    async run(t: CheckContext) {
      await t.requireAccepted('tenantA');
      const params = await pathParams(t, op, t.isSelected(`authentication/missing/${op.id}`));
      const body = validBody(t, op.id, t.unknownId());
      let isAsked = false;
      for (const [label, build] of Object.entries(variants)) {
        const value = await build(t);
        if (value === undefined) continue;
        isAsked = true;
        const options = { params, ...body, deliberateFault: label };
        const send = (): Promise<Exchange> =>
          op.id === 'refreshSession'
            ? refreshWith(t, value, label, options)
            : t.withAuthorization(`Bearer ${value}`, label).send(op.id, options);
        await t.eventually('revocation', async () => judge(t, op, await send(), kind, value));
      }
      if (!isAsked) t.inconclusive('the target gives no credential of this kind');
    },
  });

/** Every operation that needs a credential with every kind of credential that it must not take. */
export const invalidCredentials = [
  servedKey,
  ...Object.entries(KINDS).flatMap(([kind, found]) =>
    guarded.filter(({ id }) => !found.takenBy?.includes(id)).map((op) => checkOf(kind, found, op)),
  ),
];
