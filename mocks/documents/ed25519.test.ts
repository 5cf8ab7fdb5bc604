// Two implementations of one signature: what a browser signs is what Node signs.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as browser from './ed25519.browser.ts';
import * as node from './ed25519.ts';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

test('keys and signatures are the same in a browser', () => {
  fc.assert(
    fc.property(bytes(32), fc.uint8Array({ maxLength: 300 }), (seed, message) => {
      const [here, there] = [node.keyPairFromSeed(seed), browser.keyPairFromSeed(seed)];
      expect([...there.publicKey]).toEqual([...here.publicKey]);
      expect(browser.sign(message, there.secret)).toEqual(node.sign(message, here.secret));
      expect(browser.sha1(message)).toEqual(node.sha1(message));
      expect(browser.sha256(message)).toEqual(node.sha256(message));
    }),
    { numRuns: 25 },
  );
});

test('nothing is signed with what is no key', () => {
  for (const { sign } of [node, browser]) expect(() => sign(new Uint8Array(1), {})).toThrow('no key');
});
