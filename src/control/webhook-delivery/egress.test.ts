// Tests of the egress rules: which receivers of webhooks each scope permits.
import type { LookupAddress } from 'node:dns';
import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { createEgress, type EgressScope, type Resolver, type Target } from './egress.ts';

const targetOf = (url: string, page: string | null = null): Target => {
  const { hostname: host, port } = new URL(url);
  return { host, port: Number(port) || 80, page };
};
const found = (...addresses: string[]): LookupAddress[] =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

// Looks up a name under a scope, with a resolver that returns the given IP addresses.
function lookup(scope: EgressScope, name: string, ...addresses: string[]): Promise<unknown> {
  const target = { host: name, port: 80, page: null };
  const queries: string[] = [];
  const resolver: Resolver = (host, _, done) => {
    queries.push(host);
    done(null, found(...addresses));
  };
  return new Promise((resolve) => {
    createEgress(scope, { resolve: resolver })(target).lookup(name, { all: true }, (error, open) =>
      resolve(error ? error.message : { open, queries }),
    );
  });
}

test.each([
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://127.0.0.1./',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://①②⑦.0.0.1/',
])(
  'the URL %s counts as this machine: the scopes loopback and any permit it, the scope public refuses it',
  (url) => {
    expect(createEgress('loopback')(targetOf(url)).refusal).toBeNull();
    expect(createEgress('any')(targetOf(url)).refusal).toBeNull();
    expect(createEgress('public')(targetOf(url)).refusal).toMatch(/loopback.*--webhooks-allow-private/);
  },
);

test.each([
  ['http://10.0.0.1/', /private/],
  ['http://012.0.0.1/', /private/],
  ['http://3232235777/', /private/],
  ['http://[fd00::1]/', /private/],
  ['http://169.254.169.254/latest/meta-data/', /metadata/],
  ['http://0xa9fea9fe/', /metadata/],
  ['http://[::ffff:a9fe:a9fe]/', /metadata/],
  ['http://0.0.0.0/', /unspecified/],
  ['http://0/', /unspecified/],
  ['http://224.0.0.1/', /multicast/],
  ['http://[fe80::1]/', /link-local/],
])('the URL %s is refused unless the scope permits private addresses', (url, why) => {
  expect(createEgress('loopback')(targetOf(url)).refusal).toMatch(why);
  expect(createEgress('any')(targetOf(url)).refusal).toBeNull();
});

test('a lookup returns only the permitted IP addresses of a host name', async () => {
  expect(await lookup('loopback', 'hooks.test', '93.184.215.14', '10.0.0.1', '2606:2800::1')).toEqual({
    open: found('93.184.215.14', '2606:2800::1'),
    queries: ['hooks.test'],
  });
});

test('a host name with private IP addresses only is refused, and the message contains one of the addresses', async () => {
  expect(await lookup('loopback', 'rebound.test', '169.254.169.254')).toMatch(
    /^Nothing is sent to rebound\.test \(169\.254\.169\.254\): the address is metadata\./,
  );
  expect(await lookup('public', 'rebound.test', '127.0.0.1')).toMatch(/loopback/);
  expect(await lookup('any', 'intranet.test', '10.0.0.1')).toMatchObject({ open: found('10.0.0.1') });
});

test('host names under localhost resolve to this machine without a DNS query', async () => {
  expect(await lookup('loopback', 'hooks.localhost', '203.0.113.1')).toEqual({
    open: found('127.0.0.1', '::1'),
    queries: [],
  });
  expect(await lookup('public', 'localhost')).toMatch(/loopback/);
});

test.each(['hooks.acme.example', 'example.com', 'www.example.org.', 'a.invalid'])(
  'the reserved host name %s is refused without a DNS query',
  (host) => {
    expect(createEgress('any')(targetOf(`http://${host}/`)).refusal).toMatch(/reserved for examples/);
  },
);

test.each(['example.dev', 'myexample.com', 'hooks.test', 'invalid.de'])(
  'the host name %s is permitted, because it is not reserved',
  (host) => {
    expect(createEgress('public')(targetOf(`http://${host}/`)).refusal).toBeNull();
  },
);

test.each(['ENOTFOUND', 'EAI_AGAIN', 'ESERVFAIL'])(
  'a lookup that fails with the DNS error %s returns the same error and no addresses',
  async (code) => {
    const resolve: Resolver = (_host, _options, done) =>
      done(Object.assign(new Error(`getaddrinfo ${code}`), { code }));
    const route = createEgress('loopback', { resolve })(targetOf('http://nowhere.test/'));
    const error = await new Promise((done) => route.lookup('nowhere.test', { all: true }, done));
    expect(error).toMatchObject({ code });
  },
);

test('a lookup for which the resolver returns neither an error nor addresses fails with ENOTFOUND', async () => {
  for (const found of [undefined, []]) {
    const resolve: Resolver = (_host, _options, done) => done(null, found);
    const route = createEgress('any', { resolve })(targetOf('http://nowhere.test/'));
    const error = await new Promise((done) => route.lookup('nowhere.test', { all: true }, done));
    expect(error).toMatchObject({ code: 'ENOTFOUND' });
  }
});

const interfaces = Object.values(networkInterfaces()).flatMap((all) => all?.map((one) => one.address) ?? []);
/** The notations of this machine's IP addresses in a URL. */
const OWN_HOSTS = [
  '127.0.0.1',
  '127.9.9.9',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0.0.0.0',
  '0',
  '[::]',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:0.0.0.0]',
  '[64:ff9b::7f00:1]',
  '①②⑦.0.0.1',
  ...interfaces.filter((one) => !one.includes(':')),
  ...interfaces.filter((one) => !one.includes(':')).map((one) => `[::ffff:${one}]`),
];

test.each(OWN_HOSTS)(
  "a delivery to the mock's own port at the host %s is refused with every scope",
  (host) => {
    for (const scope of ['public', 'loopback', 'any'] as const) {
      const egress = createEgress(scope, { ownPorts: () => [4010] });
      expect(egress(targetOf(`http://${host}:4010/`)).refusal).toMatch(/the mock itself/);
    }
    expect(
      createEgress('any', { ownPorts: () => [4010] })(targetOf(`http://${host}:4011/`)).refusal,
    ).toBeNull();
  },
);

test("a lookup for the mock's own port returns only the IP addresses of other machines", async () => {
  const lookUp = (...addresses: string[]): Promise<unknown> => {
    const resolve: Resolver = (_host, _options, done) => done(null, found(...addresses));
    const route = createEgress('any', { resolve, ownPorts: () => [4010] })(targetOf('http://a.test:4010/'));
    return new Promise((done) =>
      route.lookup('a.test', { all: true }, (error, open) => done(error?.message ?? open)),
    );
  };
  expect(await lookUp('127.0.0.1', '::1')).toMatch(/the mock itself/);
  expect(await lookUp('127.0.0.1', '93.184.215.14')).toEqual(found('93.184.215.14'));
  const route = createEgress('any', { ownPorts: () => [4010] })(targetOf('http://localhost:4010/'));
  const error = await new Promise((done) => route.lookup('localhost', { all: true }, done));
  expect(String(error)).toMatch(/the mock itself/);
});

test.each(['loopback', 'any'] as const)(
  'with the scope %s, a receiver that a web page chose gets the same message for every private address and every unknown name',
  async (scope) => {
    const page = 'http://evil.example';
    const messages = new Set<string>();
    for (const host of ['127.0.0.1', '[::1]', '10.0.0.1', '169.254.169.254', '0.0.0.0']) {
      const { refusal } = createEgress(scope)(targetOf(`http://${host}:22/`, page));
      messages.add(String(refusal).replace(host, 'HOST'));
    }
    const failing: Resolver = (_host, _options, done) =>
      done(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }));
    const leading: Resolver = (_host, _options, done) => done(null, found('192.168.0.9'));
    for (const resolve of [failing, leading]) {
      const { lookup: look } = createEgress(scope, { resolve })(targetOf('http://intranet.test/', page));
      const error = await new Promise<Error | null>((done) => look('intranet.test', { all: true }, done));
      messages.add(String(error?.message).replace('intranet.test', 'HOST'));
    }
    expect([...messages]).toEqual([
      expect.stringMatching(/a page of http:\/\/evil\.example chose it.*--cors/),
    ]);
    expect(createEgress(scope)(targetOf('http://93.184.215.14/', page)).refusal).toBeNull();
  },
);
