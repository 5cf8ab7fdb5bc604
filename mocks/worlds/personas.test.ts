// Tests the personas of the demo world: tokens, API keys, tiers, TOTP secrets.
import { expect, test } from 'vitest';
import { sendCall } from '../../src/server/testing/minimal-mock.ts';
import { createFrozenApp, getStatus } from '../testing/test-mock.ts';

test('the credentials of every persona are accepted, except the credentials of the personas expired and revoked', async () => {
  const app = createFrozenApp();
  const { personas } = app;
  for (const name of [
    'owner',
    'otherOwner',
    'platformAdmin',
    'admin',
    'billing',
    'support',
    'viewer',
    'free',
    'pro',
    'business',
    'enterprise',
    'reseller',
  ]) {
    expect(await getStatus(app, '/auth/me', personas[name]?.token), name).toBe(200);
  }
  for (const name of ['owner', 'otherOwner', 'readOnly'])
    expect(await getStatus(app, '/customers', personas[name]?.apiKey), name).toBe(200);
  expect(await getStatus(app, '/auth/me', personas.revoked?.apiKey)).toBe(401);
  expect(await getStatus(app, '/auth/me', personas.expired?.token)).toBe(401);
  expect(await getStatus(app, '/auth/me', personas.suspended?.token)).toBe(403);
  expect(personas.readOnly?.lacks).toBe('customers:write');
  expect(Object.entries(personas).filter(([, { about, tenant }]) => !about || !tenant)).toEqual([]);
  expect(personas.free).toMatchObject({ role: 'owner', tier: 'free', tenant: 'Free Range Sites' });
});

test('tokens of personas do not depend on the start of the world, except the token of the persona expired', () => {
  const tokens = (clock: string) =>
    Object.entries(createFrozenApp({ clock }).personas)
      .filter(([name]) => name !== 'expired')
      .map(([, one]) => one.token ?? one.apiKey);
  expect(tokens('2027-01-01T00:00:00Z')).toEqual(tokens('2031-07-01T00:00:00Z'));
});

test('the persona of each tier has the rate limit of the tier', async () => {
  const app = createFrozenApp({ limits: 'A' });
  const limits: Record<string, string> = {
    free: '600',
    pro: '1200',
    business: '1800',
    enterprise: '3000',
    reseller: '2400',
  };
  for (const [tier, limit] of Object.entries(limits)) {
    const reply = await sendCall(app, 'GET', '/auth/me', { token: app.personas[tier]?.token });
    expect(reply.headers.get('ratelimit-limit'), tier).toBe(limit);
  }
});
