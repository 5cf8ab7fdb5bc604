// Tests that the Node and the browser implementation of Ed25519 create the same keys and signatures.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as browser from './ed25519.browser.ts';
import * as node from './ed25519.ts';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

test('the Node and the browser implementation of Ed25519 create the same keys and signatures', () => {
  fc.assert(
    fc.property(bytes(32), fc.uint8Array({ maxLength: 300 }), (seed, message) => {
      const [nodeKeys, browserKeys] = [node.keyPairFromSeed(seed), browser.keyPairFromSeed(seed)];
      expect([...browserKeys.publicKey]).toEqual([...nodeKeys.publicKey]);
      expect(browser.sign(message, browserKeys.secret)).toEqual(node.sign(message, nodeKeys.secret));
      expect(browser.sha1(message)).toEqual(node.sha1(message));
      expect(browser.sha256(message)).toEqual(node.sha256(message));
    }),
    { numRuns: 25 },
  );
});

test('the Node and the browser implementation of Ed25519 throw when the signing key is not a key object', () => {
  for (const { sign } of [node, browser])
    expect(() => sign(new Uint8Array(1), {})).toThrow('not created by keyPairFromSeed');
});
