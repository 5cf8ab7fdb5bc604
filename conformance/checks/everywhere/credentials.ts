// Checks that no operation takes what is no valid credential: one that was never issued, one that has ended, and the
// challenge of a log-in that is not complete. A service may verify credentials in each area by itself.
import { type Operation, operations } from '../../../src/contract/operations.ts';
import type { Fixture } from '../../../src/suite/model/context.ts';
import type { CheckContext, Exchange, Need } from '../../../src/suite/model/define.ts';
import { CheckEnded } from '../../../src/suite/model/outcome.ts';
import { allCells } from '../../cells.ts';
import { checksOf, fixture } from '../../define.ts';
import { holds, request } from '../../expectations.ts';
import type { RequirementId } from '../../requirements.ts';
import { callWithNewKey } from '../../support/fixtures/created-key.ts';
import { tryCreate } from '../../support/fixtures/created-resources.ts';
import { requireCreated, waitForReadLag } from '../../support/fixtures/customers-and-orders.ts';
import { pathParams } from '../../support/fixtures/resources.ts';
import { logoutAttempt, session } from '../../support/fixtures/sessions.ts';
import { FORGERIES, forgedJwts } from '../../support/forged-jwts.ts';
import { expiryOf } from '../../support/reply-readers/jwt.ts';
import { isRefusal, isSuccess, mentions } from '../../support/reply-readers/response-readers.ts';
import { validBody } from '../../support/request-bodies/creation-bodies.ts';
import { revokedKey } from '../api-keys.ts';
import { keyUsage } from '../api-keys-used.ts';
import { challenge, challengeIn } from '../auth-two-factor.ts';
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

/** Returns a fixture, or undefined where the target does not let it be made: other variants of the kind are left. */
const ifPossible = <T>(t: CheckContext, fixture: Fixture<T>): Promise<T | undefined> =>
  t.use(fixture).catch((error: unknown) => {
    if (error instanceof CheckEnded) return undefined;
    throw error;
  });

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

const JWT_TAKERS = ['refreshSession', 'logout'];

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
    takenBy: JWT_TAKERS,
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
    takenBy: JWT_TAKERS,
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
    variants: { 'the challenge of a log-in': async (t) => challengeIn(await t.use(challenge))?.value },
  },
};

const MODES = ['read-only', 'safe', 'full'] as const;

/** The operations that need a credential. What completes a challenge takes the challenge. */
const guarded = operations.filter(({ auth, id }) => auth !== 'anonymous' && id !== 'verifyTwoFactor');

const operationsIn = ({ area, call, kind }: { area: string; call: string; kind: string }): Operation[] =>
  guarded.filter(
    (op) =>
      op.area === area &&
      (op.method === 'GET') === (call === 'read') &&
      !(kind === 'challenge' && area === 'auth') &&
      KINDS[kind]?.takenBy?.includes(op.id) !== true,
  );

/** Every area, read and written to, with every kind of credential. */
const domain = allCells(
  { area: [...new Set(guarded.map(({ area }) => area))], call: ['read', 'write'], kind: Object.keys(KINDS) },
  (cell) => operationsIn(cell).length > 0,
);

/**
 * The calls of each area, read and written to: each kind of credential at least once, and each operation with two kinds at
 * least. The seed draws with which operation they begin.
 */
const cells = [...Map.groupBy(domain, ({ area, call }) => `${area} ${call}`).values()].flatMap((kinds) => {
  const n = Math.max(...kinds.map((cell) => operationsIn(cell).length));
  return Array.from({ length: Math.max(kinds.length, 2 * n) }, (_, at) => {
    const turn = n % kinds.length === 0 ? Math.floor(at / n) : 0;
    return kinds[(at + turn) % kinds.length] ?? [];
  })
    .flat()
    .map((cell, at, all) => ({ ...cell, at, before: all.slice(0, at).filter((one) => one === cell).length }));
});

/** The operation of each area with which its calls begin. */
const firstOperation = fixture('operation with which invalid credentials begin', {
  cost: 0,
  make: async (t: CheckContext) => t.random.integer(0, guarded.length),
});

/** Returns the variant of a check, else the next one that the target gives. */
async function credentialOf(
  t: CheckContext,
  { variants }: Kind,
  at: number,
): Promise<[label: string, value: string]> {
  const all = Object.entries(variants);
  for (const [label, build] of [...all.slice(at % all.length), ...all.slice(0, at % all.length)]) {
    const value = await build(t);
    if (value !== undefined) return [label, value];
  }
  return t.inconclusive('the target gives no credential of this kind');
}

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

/** The first list of each area that a tenant reads. */
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

const checksOfCells = cells.flatMap((cell) => {
  const { area, call, kind, before } = cell;
  // Reads and writes take turns of their own, so that each variant is asked of both.
  const at = cells.filter((one) => one.kind === kind && one.call === call).indexOf(cell);
  const found = KINDS[kind];
  const inCell = operationsIn(cell);
  const [mildest] = inCell.toSorted(
    (a, b) => MODES.indexOf(requiredModeOf(a)) - MODES.indexOf(requiredModeOf(b)),
  );
  if (found === undefined || mildest === undefined) return [];
  const turns = cells.filter((one) => one.area === area && one.call === call && one.kind === kind).length;
  const all = inCell.length * Object.keys(found.variants).length;
  return check(`authentication/${kind}/${area}/${call}${before === 0 ? '' : `/${before + 1}`}`, found.says, {
    must: `answer 401 to ${kind === 'challenge' ? 'the challenge of a log-in' : `a credential that is ${kind}`}, where ${area} is ${call === 'read' ? 'read' : 'written to'}`,
    area,
    mode: requiredModeOf(mildest),
    needs: found.needs,
    ...(area === 'auth' ? { authCost: 1 } : {}),
    uses: [...(found.uses ?? []), firstOperation],
    cells: { asked: 1, of: before === 0 ? all - turns + 1 : 1 },
    group: `authentication/${kind}`,
    after: [found.after, 'statuses/listed', 'statuses/success-is-no-error'],
    async run(t: CheckContext) {
      await t.requireAccepted('tenantA');
      const [label, value] = await credentialOf(t, found, at);
      const asked = inCell.filter(({ id }) => t.isSelected(`authentication/missing/${id}`));
      const op = asked[(cell.at + (await t.use(firstOperation))) % asked.length] ?? mildest;
      const params = await pathParams(t, op, asked.length > 0);
      const options = { params, ...validBody(t, op.id, t.unknownId()), deliberateFault: label };
      await t.eventually('revocation', async () =>
        judge(t, op, await t.withAuthorization(`Bearer ${value}`, label).send(op.id, options), kind, value),
      );
    },
  });
});

export const invalidCredentials = [servedKey, ...checksOfCells];
