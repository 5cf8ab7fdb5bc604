// Arranges tenants, users, API keys and customers.
import { customerBodies } from '../../fixtures/worlds/customers.ts';
import { pools } from '../../fixtures/worlds/pools.ts';
import type { ScenarioRecord } from '../../src/server/arrangement.ts';
import { revokeApiKey } from '../areas/api-keys.ts';
import { createCustomer, deactivateCustomer } from '../areas/customers.ts';
import { createTenant, terminateTenant } from '../areas/tenants.ts';
import { DAY, iso } from '../billing/cycles.ts';
import { addApiKey, addUser } from '../identity/accounts.ts';
import { hashPassword } from '../identity/hashing.ts';
import { signJwt } from '../identity/jwt.ts';
import { type Role, scopesOf } from '../identity/scopes.ts';
import { signingKey } from '../identity/sessions.ts';
import type { Store, UserRow } from '../tables.ts';
import { DEMO_PASSWORD, hashedPasswords, userPersonas } from '../worlds/personas.ts';
import { openLongSession } from '../worlds/tenants.ts';
import { type ArrangedKind, ago, bodyOf, idOf, type Timeline, textOf } from './timeline.ts';

export const accounts: Readonly<Record<string, ArrangedKind>> = {
  tenants: { createdAt: ago(100 * DAY), schedule: scheduleTenant },
  users: { createdAt: ago(60 * DAY), schedule: scheduleUser },
  api_keys: { createdAt: ago(30 * DAY), schedule: scheduleApiKey },
  customers: { createdAt: ago(60 * DAY), schedule: scheduleCustomer },
};

/** The TOTP secret of every arranged user who signs in with a second factor: that of the persona `twoFactor`. */
const TOTP_SECRET = userPersonas.twoFactor.totpSecret;

// Schedules a new tenant with its owner, and the end of the tenant after everything else of the scenario.
function scheduleTenant(timeline: Timeline, record: ScenarioRecord): void {
  // The scenario itself belongs to a tenant that exists already.
  if (record.id !== null) return;
  const { given, own, ordinal } = record;
  timeline.onPlatform(record, timeline.startOf(record), (platform) => {
    const word = timeline.pick(pools.words, 'tenant', ordinal);
    let count = platform.tenants.count();
    while (platform.tenants.by('slug', `${word}-${count}`)) count += 1;
    const slug = `${word}-${count}`;
    const name = timeline.pick(timeline.pick(pools.regions, 'region', ordinal).companies, 'tenant', ordinal);
    const preset = { name, slug, currency: 'EUR', contact_email: `owner@${slug}.example` };
    const tenant = createTenant(platform, bodyOf('TenantCreate', { ...preset, ...given }));
    record.id = tenant.id;
    const store = platform.forTenant(tenant.id);
    const [owner] = store.users.all();
    if (owner) record.extra.owner = signInOf(store, owner, DEMO_PASSWORD);
  });
  if (own.status === 'suspended')
    timeline.atLast(record, (_, platform) => platform.tenants.move(idOf(record), 'suspend'));
  if (own.status === 'terminated')
    timeline.atLast(record, (_, platform) => terminateTenant(platform, platform.tenants.get(idOf(record))));
}

// Builds what a test needs to sign in as a user: the e-mail address, the password and a token.
function signInOf(store: Store, user: UserRow, password: string): Record<string, string> {
  if (user.two_factor_enabled) return { email: user.email, password, totp_secret: TOTP_SECRET };
  const claims = openLongSession(store, user);
  return { email: user.email, password, token: signJwt(claims, signingKey(store)) };
}

const ROLES: readonly Role[] = ['owner', 'admin', 'billing', 'support', 'viewer'];

function scheduleUser(timeline: Timeline, record: ScenarioRecord): void {
  const { own, ordinal } = record;
  timeline.on(record, timeline.startOf(record), (store) => {
    const region = timeline.pick(pools.regions, 'user', ordinal);
    const first = timeline.pick(region.first, 'first', ordinal);
    const last = timeline.pick(region.last, 'last', ordinal);
    let count = store.platform.users.count();
    const email = (): string => `user-${count}@arranged.example`;
    while (store.platform.users.by('email', email())) count += 1;
    const password = textOf(own.password) ?? DEMO_PASSWORD;
    const known = password === DEMO_PASSWORD ? hashedPasswords[ordinal % hashedPasswords.length] : undefined;
    const salt = known?.salt ?? store.token('password_salts', 16);
    const user = addUser(store, {
      email: textOf(own.email) ?? email(),
      name: textOf(own.name) ?? `${first} ${last}`,
      role: ROLES.find((role) => role === own.role) ?? 'admin',
      password: { salt, hash: known?.hash ?? hashPassword(password, salt) },
      totpSecret: own.two_factor_enabled === true ? TOTP_SECRET : null,
    });
    record.id = user.id;
    Object.assign(record.extra, signInOf(store, user, password));
  });
}

function scheduleApiKey(timeline: Timeline, record: ScenarioRecord): void {
  const { given, own, ordinal } = record;
  const { status } = own;
  const given_expiry = typeof own.expires_at === 'number' ? own.expires_at : null;
  const expiry = given_expiry ?? (status === 'expired' ? timeline.between(record, 0.7) : null);
  const expires_at = expiry === null ? null : iso(expiry);
  timeline.on(record, timeline.startOf(record), (store) => {
    const preset = { name: `key ${ordinal + 1}`, scopes: [...scopesOf('owner')] };
    const { name, scopes } = bodyOf('ApiKeyCreate', { ...preset, ...given });
    const createdBy = store.users.all()[0]?.id ?? null;
    const { id, key } = addApiKey(store, { name, scopes, createdBy, expires_at });
    record.id = id;
    record.extra.key = key;
  });
  if (status === 'revoked')
    timeline.onWay(record, 0.8, (store) => revokeApiKey(store, store.api_keys.get(idOf(record))));
}

// Schedules a customer, and the deactivation of an inactive customer after everything else of the scenario.
function scheduleCustomer(timeline: Timeline, record: ScenarioRecord, seed: number): void {
  const { given, own } = record;
  timeline.on(record, timeline.startOf(record), (store) => {
    const person = customerBodies(seed, 'arranged');
    let count = store.customers.count();
    let preset = person(count);
    const isTaken = (): boolean =>
      store.customers.by('email', preset.email) !== undefined ||
      (preset.external_id != null && store.customers.by('external_id', preset.external_id) !== undefined);
    while (isTaken()) {
      count += 1;
      preset = person(count);
    }
    record.id = createCustomer(store, bodyOf('CustomerCreate', { ...preset, ...given })).id;
  });
  if (own.status === 'inactive') timeline.atLast(record, (store) => deactivateCustomer(store, idOf(record)));
}
