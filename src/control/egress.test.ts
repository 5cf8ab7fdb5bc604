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

/** Looks a name up that the system would resolve to these addresses. */
function lookup(reach: EgressScope, name: string, ...addresses: string[]): Promise<unknown> {
  const target = { host: name, port: 80, page: null };
  const asked: string[] = [];
  const resolver: Resolver = (host, _, done) => {
    asked.push(host);
    done(null, found(...addresses));
  };
  return new Promise((resolve) => {
    createEgress(reach, { resolve: resolver })(target).lookup(name, { all: true }, (error, open) =>
      resolve(error ? error.message : { open, asked }),
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
])('%s is this machine in every notation: permitted here, and not where the mock is public', (url) => {
  expect(createEgress('loopback')(targetOf(url)).refusal).toBeNull();
  expect(createEgress('any')(targetOf(url)).refusal).toBeNull();
  expect(createEgress('public')(targetOf(url)).refusal).toMatch(/loopback.*--webhooks-allow-private/);
});

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
])('%s is refused until private addresses are allowed', (url, why) => {
  expect(createEgress('loopback')(targetOf(url)).refusal).toMatch(why);
  expect(createEgress('any')(targetOf(url)).refusal).toBeNull();
});

test('a name is looked up, and only its permitted addresses are connected to', async () => {
  expect(await lookup('loopback', 'hooks.test', '93.184.215.14', '10.0.0.1', '2606:2800::1')).toEqual({
    open: found('93.184.215.14', '2606:2800::1'),
    asked: ['hooks.test'],
  });
});

test('a name that leads to private addresses alone is refused, and the sentence names one', async () => {
  expect(await lookup('loopback', 'rebound.test', '169.254.169.254')).toMatch(
    /^Nothing is sent to rebound\.test \(169\.254\.169\.254\): the address is metadata\./,
  );
  expect(await lookup('public', 'rebound.test', '127.0.0.1')).toMatch(/loopback/);
  expect(await lookup('any', 'intranet.test', '10.0.0.1')).toMatchObject({ open: found('10.0.0.1') });
});

test('names under localhost are this machine without asking anybody', async () => {
  expect(await lookup('loopback', 'hooks.localhost', '203.0.113.1')).toEqual({
    open: found('127.0.0.1', '::1'),
    asked: [],
  });
  expect(await lookup('public', 'localhost')).toMatch(/loopback/);
});

test.each(['hooks.acme.example', 'example.com', 'www.example.org.', 'a.invalid'])(
  'nobody can own %s, so nobody is asked where it is',
  (host) => {
    expect(createEgress('any')(targetOf(`http://${host}/`)).refusal).toMatch(/reserved for examples/);
  },
);

test.each(['example.dev', 'myexample.com', 'hooks.test', 'invalid.de'])('%s may be somebody', (host) => {
  expect(createEgress('public')(targetOf(`http://${host}/`)).refusal).toBeNull();
});

test.each(['ENOTFOUND', 'EAI_AGAIN', 'ESERVFAIL'])(
  'a lookup that fails with %s gives no list, as dns.lookup does, and passes the error on',
  async (code) => {
    const resolve: Resolver = (_host, _options, done) =>
      done(Object.assign(new Error(`getaddrinfo ${code}`), { code }));
    const route = createEgress('loopback', { resolve })(targetOf('http://nowhere.test/'));
    const error = await new Promise((told) => route.lookup('nowhere.test', { all: true }, told));
    expect(error).toMatchObject({ code });
  },
);

test('a lookup that gives neither error nor address finds nothing', async () => {
  for (const found of [undefined, []]) {
    const resolve: Resolver = (_host, _options, done) => done(null, found);
    const route = createEgress('any', { resolve })(targetOf('http://nowhere.test/'));
    const error = await new Promise((told) => route.lookup('nowhere.test', { all: true }, told));
    expect(error).toMatchObject({ code: 'ENOTFOUND' });
  }
});

const interfaces = Object.values(networkInterfaces()).flatMap((all) => all?.map((one) => one.address) ?? []);
/** Every way to spell an address of this machine in a URL. */
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

test.each(OWN_HOSTS)('nothing is sent to the own port of the mock at %s, whatever may be reached', (host) => {
  for (const reach of ['public', 'loopback', 'any'] as const) {
    const egress = createEgress(reach, { own: () => [4010] });
    expect(egress(targetOf(`http://${host}:4010/`)).refusal).toMatch(/the mock itself/);
  }
  expect(createEgress('any', { own: () => [4010] })(targetOf(`http://${host}:4011/`)).refusal).toBeNull();
});

test('nothing is sent to the own port by a name that leads there, but to the other addresses of the name', async () => {
  const look = (...addresses: string[]): Promise<unknown> => {
    const resolve: Resolver = (_host, _options, done) => done(null, found(...addresses));
    const route = createEgress('any', { resolve, own: () => [4010] })(targetOf('http://a.test:4010/'));
    return new Promise((told) =>
      route.lookup('a.test', { all: true }, (error, open) => told(error?.message ?? open)),
    );
  };
  expect(await look('127.0.0.1', '::1')).toMatch(/the mock itself/);
  expect(await look('127.0.0.1', '93.184.215.14')).toEqual(found('93.184.215.14'));
  const route = createEgress('any', { own: () => [4010] })(targetOf('http://localhost:4010/'));
  const error = await new Promise((told) => route.lookup('localhost', { all: true }, told));
  expect(String(error)).toMatch(/the mock itself/);
});

test.each(['loopback', 'any'] as const)(
  'where a page chose the target, and %s may be reached, each address that is not public gets the same sentence',
  async (reach) => {
    const page = 'http://evil.example';
    const told = new Set<string>();
    for (const host of ['127.0.0.1', '[::1]', '10.0.0.1', '169.254.169.254', '0.0.0.0']) {
      const { refusal } = createEgress(reach)(targetOf(`http://${host}:22/`, page));
      told.add(String(refusal).replace(host, 'HOST'));
    }
    const failing: Resolver = (_host, _options, done) =>
      done(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }));
    const leading: Resolver = (_host, _options, done) => done(null, found('192.168.0.9'));
    for (const resolve of [failing, leading]) {
      const { lookup: look } = createEgress(reach, { resolve })(targetOf('http://intranet.test/', page));
      const error = await new Promise<Error | null>((done) => look('intranet.test', { all: true }, done));
      told.add(String(error?.message).replace('intranet.test', 'HOST'));
    }
    expect([...told]).toEqual([expect.stringMatching(/a page of http:\/\/evil\.example chose it.*--cors/)]);
    expect(createEgress(reach)(targetOf('http://93.184.215.14/', page)).refusal).toBeNull();
  },
);
