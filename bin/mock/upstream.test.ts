// Tests of the flags of `mock --upstream`.
import { expect, test } from 'vitest';
import { upstreamUrl } from '../../src/server/upstream/upstream.ts';
import { defaultFlags, type MockFlags } from './mock-flags.ts';
import { openUpstream } from './upstream.ts';

const open = (given: Partial<MockFlags>) => openUpstream({ ...defaultFlags(), ...given }, true);
const base = upstreamUrl('http://127.0.0.1:9/v1');

test('flags that do not go together, and names that do not exist, are refused', async () => {
  expect(open({})).toBeNull();
  expect(() => open({ mock: ['dns'] })).toThrow(/needs an upstream: --upstream/);
  expect(() => open({ upstream: base, vary: '7' })).toThrow(/none of --vary, --like/);
  expect(() => open({ upstream: base, mock: ['creatOrder'] })?.checkNames()).toThrow(
    /did you mean "createOrder"/,
  );
  open({ upstream: base, mock: ['createOrder', 'dns'] })?.checkNames();
  const own = open({ upstream: upstreamUrl('http://localhost:4010/v1') });
  await expect(own?.checkAddress(4010)).rejects.toThrow(/is this mock itself/);
  await own?.checkAddress(4011);
});
