// Tests hashes and the constant-time comparison.
import { expect, test } from 'vitest';
import { equalInConstantTime, hashApiKey, hashPassword } from './hashing.ts';

test('hashes are 64 hexadecimal digits that differ for different secrets and salts', () => {
  expect(hashPassword('secret', 'salt')).toBe(hashPassword('secret', 'salt'));
  expect(hashPassword('secret', 'salt')).not.toBe(hashPassword('secret', 'pepper'));
  expect(hashPassword('secret', 'salt')).not.toBe(hashPassword('Secret', 'salt'));
  expect(hashPassword('secret', 'salt')).toMatch(/^[0-9a-f]{64}$/);
  expect(hashApiKey('hpk_x')).toMatch(/^[0-9a-f]{64}$/);
});

test('equalInConstantTime returns the same result as the === operator for any two strings', () => {
  const words = ['', 'a', 'b', 'ab', 'ba', 'abc', 'abd'];
  for (const one of words)
    for (const other of words) expect(equalInConstantTime(one, other)).toBe(one === other);
});
