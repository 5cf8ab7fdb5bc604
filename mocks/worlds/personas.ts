// The personas of the built-in worlds, by name: the users, the owners of the edge world's tenants, and the API keys.
// The types of personas are derived from these tables.
import type { Persona } from '../../src/server/mock-definition.ts';
import type { UserRow } from '../tables.ts';

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

export const DEMO_PASSWORD = 'demo-hosting-2026';

/** Salted hashes of the demo password, as `hashPassword` computes them. Each has a different salt. */
export const hashedPasswords: readonly { salt: string; hash: string }[] = [
  { salt: '8WIApSaGgusbwC7x', hash: '9e0cad586900f149c710a14163121ae004e682b257c046fb5f5229675e5fff1c' },
  { salt: 'foBXIbtllCug0pgn', hash: 'f5c4c21fc8e68fb0981d786feb4de18f413d34e02298c6f428d16931291f59bd' },
  { salt: 'fQN6ohr4zJJTlLTh', hash: '7413d67c1c72622dd0264993d5eaf3a9978e7796f1f25975a5d9e33157d66a90' },
  { salt: '7u5H6KCkhg6wgvzR', hash: 'ff8db7c854f71c191482675d3f998fc3dc34835418d354dc7b4a1b836f8e9d3f' },
  { salt: 'yIMr3f8LvXPZbDQU', hash: '0b30c2c009794f2f711d6c6bbe8f9a5881c85433b22b1fa3a787eca646bba1bd' },
  { salt: 'vMawwPoSFfHjJpFU', hash: '8530b342f6b57aac13c8d140ff0c84963dad1a3f7f276e573a999699ffb7342b' },
  { salt: 'wM7yDeMskK9y1RbV', hash: 'fbec73d3f1440d4cce843c9438b55759b13e8c656fadcb40594f87a965ac1bd1' },
  { salt: 'wRKA0ihm3EZcNn2c', hash: '5469d31b4650373ac6f5504dfdb763ddacbb9ed1a457f49596d305a8cd2fde27' },
  { salt: 'HakvHxdaTY3aZs2E', hash: 'aa33429a979d65ac5defabf9654462d2cf114a2eed373dca2ffe2e25d9ac8664' },
  { salt: 'd5exAQMHEprVAXEg', hash: 'f766a7507fa5d23124e8f2dea106eecec17fccc6f63ffb238b27d0f4fcf3fdc3' },
  { salt: 'pK59SJXiRVlcLrYs', hash: 'd3423a33c9f9dd86da2ffc4eccf6672c2ec920582e6c80ec4573301b337e624a' },
  { salt: '1a74EcbaERPXepPH', hash: '822c22da3222655de6358366a181e923d27b8fed0ea22a3daea8e00a9c2fbeee' },
  { salt: 'bgjrSnxaRfEgbzxH', hash: '945a76e6e346e2ee38469bba46b9879f9a00c1d68746d676ef3aff0e4aaf21ba' },
  { salt: 'y3QSO2FBmFatHj1g', hash: '3e258f596bc47eb0583e747517fafa30f74b9123c004ca2a56c70cdf5dbcf90e' },
  { salt: 'm8HpponRdojWsuAY', hash: '00f6dbbeb26a022e2676421c8c4ed57b71a241b6adbfab4148f8b047fde7b90e' },
  { salt: 'mM3LI4AkBhrT8FD5', hash: 'b1e42c050a9a6a8db3d232dadd7c7b3b662c476a4146ff59b47485e6c5bd9d18' },
  { salt: 'f4Jt06DhKNnBmrRa', hash: 'bea9a40e90a5517424851df02a3b0be390ac5e0b3b949421b198e04af459d88b' },
  { salt: 'lPXTjxtJSR6WqCiO', hash: 'a45473cd46b69f1966cb6d5ac9e1ba9d09bf20e861fc16f92da13171de9f7a9b' },
  { salt: 'rqGyENqUUMlgb6Tf', hash: '7d35c2d391a1f3de310a22fb2397c26812e555d42d9ab7da7083337dd65d761a' },
  { salt: 'y9cD0Dv8KnTvwwmH', hash: '28b0bdf4e859101a8bd5daa9f3cbf0aef83f20340f9c7334f28d1642da05c484' },
  { salt: 'gDtG84axtvVE439w', hash: '201e2a1fc4a5c63db44831562f11d4792800426f5825e80edf64ac6a682d9a02' },
  { salt: 'ZAqfXtLQFFMZhUM9', hash: '3316ae88dc4c0d94cdc2c70164f7c3e2e1b151c0db31970e03194097b8605749' },
  { salt: 'j88C65n2RfxXGUPn', hash: 'c8b74c364e46c1daadb4baba72d84a38e3b901625be2ebd3244c3986d49fef41' },
  { salt: 'rIvYHWXoXQw3n0UB', hash: 'f1f46c8a73c08e2a24f596f506a9f78ddbc18dcbb2680c6d3256c5f4841b82d5' },
];

/**
 * The API keys by persona with their hashes, as `hashApiKey` computes them. The keys are the same in all worlds, so
 * that configuration files can contain them.
 */
export const apiKeys = {
  owner: {
    key: 'hpk_SbXOIkDj8Q6xzR8t8JDvTNsLAbgZJ5J37jMawoPN',
    hash: '40df914d7645cf4de9cd4b78aff76abe42f59f41d55a2ce4111e66ce19683b36',
  },
  otherOwner: {
    key: 'hpk_KOiNN0nZbFMERV3kQN2dtXXKrUTUOHPeN0lakT2X',
    hash: '00d71d95b2b656a68b11d27ebb0d19f0f5f5993e3ea7b4df5d1d20d0962ca056',
  },
  reseller: {
    key: 'hpk_Jgy6DbAmq49toLIkLR812nVG1Hi4Bk0x53wHOFlr',
    hash: '975d04caa16ad1ff3bfbecc97774812da35a17abe83dde73cd3cdfbd0f9937ec',
  },
  readOnly: {
    key: 'hpk_dJ3MZ38w7x2N0DAY0UYmtOgJxYxsWQZzkKKbT26t',
    hash: '7812a979203056f6417225f1c8eb99dea26e33cf32180c3444d95f2344e93b77',
  },
  revoked: {
    key: 'hpk_Y64NPSvFgLAn3rdunlLVfQIvvofZMHT3YeRRJoyo',
    hash: '000769d0dbc8d6902164125e78ab331b4a7db75ca3c33709028d493ca66b76ec',
  },
} satisfies Record<string, ApiKeySecret>;

/** An API key in plain text, and its hash, which a world stores. */
type ApiKeySecret = { key: string; hash: string };

type ApiKeyPersonaName = keyof typeof apiKeys;

/** Returns the API key of a persona; undefined when the persona has none. */
export const apiKeyOf = (persona: string): ApiKeySecret | undefined =>
  Object.entries(apiKeys).find(([name]) => name === persona)?.[1];
