// For tests: log-ins of two users, one with two-factor authentication.
import { totpCode } from '../identity/totp.ts';
import type { TestMock } from './test-mock.ts';

/** The credentials of the owner persona. */
export const OWNER = { email: 'owner@acme.example', password: 'demo-hosting-2026' };

/** The credentials of the two-factor persona. */
export const TWO_FACTOR_USER = { email: 'careful@acme.example', password: 'demo-hosting-2026' };

/** Computes the TOTP code of the two-factor persona, `laterMs` from now. */
export const totpCodeNow = ({ app }: TestMock, laterMs = 0): string =>
  totpCode(app.personas.twoFactor?.totpSecret ?? '', app.world.clock.now() + laterMs);

/** Finds a code that is wrong now and in the neighbouring 30-second steps. */
export const wrongCode = (mock: TestMock): string => {
  const right = [-30_000, 0, 30_000].map((ms) => totpCodeNow(mock, ms));
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? '';
};
