// The personas of the built-in worlds, by name: the users, the owners of the edge world's tenants, and the API keys.
// The types of personas are derived from these tables.
import type { Persona } from '../../src/server/mock-definition.ts';
import type { UserRow } from '../tables.ts';
import type { ApiKeyPersonaName } from './credentials.ts';

export type PersonaUser = Pick<UserRow, 'email' | 'name' | 'role'> & {
  /** the TOTP secret in Base32; only for a user with two-factor authentication */
  totpSecret?: string;
};

/** The users that are personas. Their tenants are those of `tenants.ts`. */
export const userPersonas = {
  /** The owner of the first tenant, with an API key that has every scope of a tenant. */
  owner: { email: 'owner@acme.example', name: 'Ada Byron', role: 'owner' },
  /** An administrator of the first tenant. */
  admin: { email: 'admin@acme.example', name: 'Grace Hopper', role: 'admin' },
  /** A user of the first tenant with the role `billing`. */
  billing: { email: 'billing@acme.example', name: 'Luca Pacioli', role: 'billing' },
  /** A user of the first tenant with the role `support`. */
  support: { email: 'support@acme.example', name: 'Björk Þórisdóttir', role: 'support' },
  /** A user of the first tenant who may only read. */
  viewer: { email: 'viewer@acme.example', name: null, role: 'viewer' },
  /** A second owner of the first tenant, whose tier is `pro`. */
  pro: { email: 'pro@acme.example', name: 'Pia Rö', role: 'owner' },
  /** A user whose sign-in needs a TOTP code; without a token. */
  twoFactor: {
    email: 'careful@acme.example',
    name: 'Keiko Doe',
    role: 'admin',
    totpSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  },
  /** A user whose token has expired. */
  expired: { email: 'sleepy@acme.example', name: 'Rip van Winkle', role: 'admin' },
  /** A user with the role of a platform administrator. */
  platformAdmin: { email: 'admin@platform.example', name: 'Pat Forman', role: 'platform_admin' },
  /** The owner of another tenant; only in the world `demo`. */
  otherOwner: { email: 'owner@bluewater.example', name: 'Nia Pugh', role: 'owner' },
  /** An administrator of a tenant of the tier `business`; only in the world `demo`. */
  business: { email: 'business@bluewater.example', name: 'Rhys Bevan', role: 'admin' },
  /** The owner of a tenant of the tier `free`; only in the world `demo`. */
  free: { email: 'owner@free-range.example', name: 'Fay Ranger', role: 'owner' },
  /** The owner of a tenant of the tier `enterprise`; only in the world `demo`. */
  enterprise: { email: 'owner@continental.example', name: 'Urs Zürcher', role: 'owner' },
  /** The owner of a tenant of the tier `reseller`; only in the world `demo`. */
  reseller: { email: 'owner@sakura.example', name: '中川 真由美', role: 'owner' },
  /** The owner of a suspended tenant; only in the world `demo`. */
  suspended: { email: 'owner@late-payers.example', name: 'Owen More', role: 'owner' },
} satisfies Record<string, PersonaUser>;

/** The name of a persona that is a user of the worlds `demo`, `empty` and `edge`. */
export type UserPersonaName = keyof typeof userPersonas;

/** The personas that consist only of an API key. */
export const keyPersonas = {
  /** An API key without write scopes; its member `lacks` names one scope that the key does not have. */
  readOnly: { lacks: 'customers:write' },
  /** An API key that the tenant has revoked. */
  revoked: {},
} satisfies Record<string, Pick<Persona, 'lacks'>>;

/** The owners of the edge world's tenants: their e-mail addresses by persona. Only in the world `edge`. */
export const edgePersonas = {
  /** The owner of a tenant without any record; only in the world `edge`. */
  nothingYet: 'owner@nothing.example',
  /** The owner of a tenant with the longest names; only in the world `edge`. */
  longNamed: 'owner@long-named.example',
  /** The owner of a tenant whose currency has no decimals; only in the world `edge`. */
  noDecimals: 'owner@no-decimals.example',
  /** The owner of a tenant with the largest amounts; only in the world `edge`. */
  immenselyRich: 'owner@rich.example',
  /** The owner of a tenant whose services are all suspended; only in the world `edge`. */
  allSuspended: 'owner@hold.example',
  /** The owner of a tenant whose orders and customers have all ended; only in the world `edge`. */
  onlyCancelled: 'owner@over.example',
};

/** The name of a persona that owns a tenant of the world `edge`. */
export type EdgePersonaName = keyof typeof edgePersonas;

export const personaPurposes: Readonly<Record<string, string>> = {
  owner: 'The usual caller, also with an API key that has every scope of a tenant.',
  admin: 'An administrator who is not the owner.',
  billing: 'For what the role billing may and may not do.',
  support: 'For what the role support may and may not do.',
  viewer: 'May only read: for refusals because of the role.',
  pro: 'A second owner of the same tenant, for the tier pro.',
  twoFactor: 'Its log-in asks for a TOTP code, so it has no token.',
  expired: 'Its token has expired: for the way to a new one.',
  platformAdmin: 'Administers the platform with all its tenants.',
  otherOwner: 'Owns another tenant: for records that a caller must not see.',
  business: 'For the tier business.',
  free: 'For the tier free.',
  enterprise: 'For the tier enterprise, and another currency.',
  reseller: 'For the tier reseller, and a currency without decimals.',
  suspended: 'Owns a suspended tenant.',
  readOnly: 'An API key without write scopes.',
  revoked: 'An API key that the tenant has revoked.',
  nothingYet: 'Owns a tenant without any record: for empty lists.',
  longNamed: 'Owns a tenant with the longest names.',
  noDecimals: 'Owns a tenant whose currency has no decimals.',
  immenselyRich: 'Owns a tenant with the largest amounts.',
  allSuspended: 'Owns a tenant whose services are all suspended.',
  onlyCancelled: 'Owns a tenant whose orders and customers have all ended.',
} satisfies Record<UserPersonaName | keyof typeof keyPersonas | EdgePersonaName, string>;

/** Maps the e-mail addresses of personas to the names of the personas. */
export const personaNames = (): ReadonlyMap<string, string> =>
  new Map([
    ...Object.entries(userPersonas).map(([name, { email }]): [string, string] => [email, name]),
    ...Object.entries(edgePersonas).map(([name, email]): [string, string] => [email, name]),
  ]);

type PersonaWith<Member extends keyof Persona> = Persona & Required<Pick<Persona, Member>>;
type KeyOf<Name> = Name extends ApiKeyPersonaName ? 'apiKey' : never;
type SignInOf<User> =
  | 'email'
  | 'password'
  | 'tenantId'
  | (User extends { totpSecret: string } ? 'totpSecret' : 'token');

/**
 * The personas of the mock's built-in worlds, and which members each persona has. A world imported from a file has
 * the personas that the file contains.
 */
export type NamedPersonas = {
  [Name in UserPersonaName]: PersonaWith<SignInOf<(typeof userPersonas)[Name]> | KeyOf<Name>>;
} & {
  [Name in keyof typeof keyPersonas]: PersonaWith<
    'tenantId' | KeyOf<Name> | (keyof (typeof keyPersonas)[Name] & keyof Persona)
  >;
} & {
  [Name in EdgePersonaName]: PersonaWith<SignInOf<unknown>>;
};

export type PersonaName = keyof NamedPersonas;
