// Tests that no check reports a breach when a precondition of the check fails for a reason outside the target.
import { expect, test } from 'vitest';
import type { CredentialName } from '../src/suite/model/target.ts';
import type { TargetConfig } from '../src/suite/model/target-config.ts';
import { sampled } from '../tools/testing/sampled.ts';
import {
  AREAS,
  accusedIds,
  CREATIONS,
  type Degradation,
  type InterceptedRequest,
  refusalResponse,
  runAgainstDegraded,
} from './testing/degraded-server.ts';
import { LEFT_OUT } from './testing/heavy-cells.ts';

/** Replies with the given status where the caller would get a success; other replies pass unchanged. */
async function insteadOfSuccess(
  { forward, request, bearer }: InterceptedRequest,
  status: number,
): Promise<Response> {
  if (bearer === '') return forward();
  const known = await forward(
    new Request(new URL('/v1/auth/me', request.url), {
      headers: { authorization: request.headers.get('authorization') ?? '' },
    }),
  );
  return known.status === 200 ? refusalResponse(status) : forward();
}

const swapped = (to: CredentialName, from: CredentialName): Degradation => ({
  editTarget: (file: TargetConfig) => {
    const given = file.credentials?.[from];
    return { ...file, credentials: { ...file.credentials, ...(given ? { [to]: given } : {}) } };
  },
});

/**
 * Makes the first resource that is read in an area disappear after a number of calls on it, as if another user had
 * ended the resource.
 */
function vanishing(area: string, calls: number): Degradation {
  let victim: string | undefined;
  let seen = 0;
  return {
    async intercept(intercepted) {
      const { operation, params, request, forward } = intercepted;
      if (operation?.area !== area || params.id === undefined) return forward();
      if (victim === undefined && request.method === 'GET') {
        const reply = await forward();
        if (reply.ok) victim = params.id;
        return reply;
      }
      if (params.id !== victim) return forward();
      seen += 1;
      return seen < calls ? forward() : insteadOfSuccess(intercepted, 404);
    },
  };
}

/**
 * Refuses the n-th call of each operation with the given status, if the call would succeed.
 * @param at the number of the refused call, from 1
 */
function once(status: number, at: number): Degradation {
  const calls = new Map<string, number>();
  return {
    async intercept({ operation, forward }) {
      if (operation === null || operation.area === 'auth') return forward();
      const count = (calls.get(operation.id) ?? 0) + 1;
      calls.set(operation.id, count);
      if (count !== at) return forward();
      const reply = await forward();
      return reply.ok ? refusalResponse(status) : reply;
    },
  };
}

const forbidden = (does: (intercepted: InterceptedRequest) => boolean): Degradation => ({
  intercept: (intercepted) =>
    does(intercepted) ? insteadOfSuccess(intercepted, 403) : intercepted.forward(),
});

const hindrances: Record<string, () => Degradation> = {
  ...Object.fromEntries(
    [403, 409].map((status) => [
      `every creation is refused with ${status}`,
      (): Degradation => ({
        intercept: (intercepted) =>
          intercepted.operation !== null && CREATIONS.includes(intercepted.operation)
            ? insteadOfSuccess(intercepted, status)
            : intercepted.forward(),
      }),
    ]),
  ),
  'every write is forbidden': () =>
    forbidden(
      ({ operation, request }) =>
        operation?.area !== 'auth' && operation !== null && request.method !== 'GET',
    ),
  ...Object.fromEntries(
    AREAS.map((area) => [
      `every operation of the area ${area} is forbidden`,
      () => forbidden(({ operation }) => operation?.area === area),
    ]),
  ),
  ...Object.fromEntries(
    // An instance that disappears while the suite stops another one looks like a stop that hit the wrong one.
    AREAS.filter((area) => area !== 'vps').map((area, at) => [
      `the first resource of the area ${area} disappears`,
      () => vanishing(area, 1 + (at % 4)),
    ]),
  ),
  'each operation is forbidden once, at its second call': () => once(403, 2),
  'each operation replies 500 once, at its first call': () => once(500, 1),
  'each operation replies 404 once, at its third call': () => once(404, 3),
  'the platform admin of the target file is an ordinary tenant': () => swapped('platformAdmin', 'tenantB'),
  'the two-factor user of the target file has no second factor': () => swapped('twoFactor', 'tenantB'),
  "the limited key of the target file is a reseller's": () => swapped('limited', 'reseller'),
  'the second tenant of the target file is a platform admin': () => swapped('tenantB', 'platformAdmin'),
  'lists show changes after two seconds, as the target file states': () => ({ choices: ['lag=lists, 2 s'] }),
  'a log-out takes effect after three seconds, as the target file states': () => ({
    choices: ['log-out=after three seconds'],
  }),
};

test.each(sampled(Object.keys(hindrances), 1))(
  'the suite reports no breach by a conforming server when %s',
  async (name) => {
    const hindrance = hindrances[name];
    if (hindrance === undefined) throw new Error(name);
    expect(accusedIds(await runAgainstDegraded({ ...hindrance(), run: { skip: LEFT_OUT } }))).toEqual([]);
  },
);

test('the report names the failed precondition and does not count the dependent check as passed', async () => {
  const report = await runAgainstDegraded({
    ...forbidden(({ operation }) => operation?.area === 'customers'),
    run: { only: ['customers/'] },
  });
  const stories = report.results.filter(({ id }) => /^customers\/(get|update)$/.test(id));
  expect(stories.map(({ verdict }) => verdict)).not.toContain('pass');
});

test('checks of a challenge do not apply to a target whose log-in wants the code in the same call', async () => {
  const { results } = await runAgainstDegraded({
    run: { only: ['auth/'] },
    intercept: async ({ operation, forward }) => {
      const reply = await forward();
      const hasChallenge =
        operation?.id === 'login' && (await reply.clone().text()).includes('challenge_token');
      return hasChallenge ? refusalResponse(422, 'totp_code') : reply;
    },
  });
  const verdicts = results.filter(({ id }) => /2fa|verify/.test(id)).map(({ id, verdict }) => [id, verdict]);
  expect(verdicts.filter(([, verdict]) => ['fail', 'inconclusive'].includes(`${verdict}`))).toEqual([]);
  expect(verdicts).toContainEqual(['auth/2fa-verify', 'not-applicable']);
});
