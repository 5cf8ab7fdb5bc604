import type { LookupAddress } from 'node:dns';
import { expect, test } from 'vitest';
import { makeEgress, type Reach, type Resolver } from './egress.ts';

const hostOf = (url: string): string => new URL(url).hostname;
const found = (...addresses: string[]): LookupAddress[] =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

/** Looks a name up that the system would resolve to these addresses. */
function lookup(reach: Reach, name: string, ...addresses: string[]): Promise<unknown> {
  const asked: string[] = [];
  const resolver: Resolver = (host, _, done) => {
    asked.push(host);
    done(null, found(...addresses));
  };
  return new Promise((resolve) => {
    makeEgress(reach, resolver).lookup(name, { all: true }, (error, open) =>
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
  expect(makeEgress('loopback').refusal(hostOf(url))).toBeNull();
  expect(makeEgress('any').refusal(hostOf(url))).toBeNull();
  expect(makeEgress('public').refusal(hostOf(url))).toMatch(/loopback.*--webhooks-allow-private/);
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
  expect(makeEgress('loopback').refusal(hostOf(url))).toMatch(why);
  expect(makeEgress('any').refusal(hostOf(url))).toBeNull();
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
    expect(makeEgress('any').refusal(host)).toMatch(/reserved for examples/);
  },
);

test.each(['example.dev', 'myexample.com', 'hooks.test', 'invalid.de'])('%s may be somebody', (host) => {
  expect(makeEgress('public').refusal(host)).toBeNull();
});
