// For tests: the credentials of two users, one of them with two-factor authentication, and TOTP codes.
import { totpCode } from '../identity/totp.ts';
import type { TestMock } from './test-mock.ts';

/** The credentials of the persona `owner`. */
export const OWNER = { email: 'owner@acme.example', password: 'demo-hosting-2026' };

/** The credentials of the persona `twoFactor`, who signs in with a TOTP code. */
export const TWO_FACTOR_USER = { email: 'careful@acme.example', password: 'demo-hosting-2026' };

/** Computes the TOTP code of the persona `twoFactor` at `laterMs` milliseconds from now on the world's clock. */
export const totpCodeNow = ({ app }: TestMock, laterMs = 0): string =>
  totpCode(app.personas.twoFactor?.totpSecret ?? '', app.world.clock.now() + laterMs);

/** Finds a TOTP code that is wrong in the current 30-second step and in the steps before and after. */
export const wrongCode = (mock: TestMock): string => {
  const right = [-30_000, 0, 30_000].map((ms) => totpCodeNow(mock, ms));
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? '';
};
