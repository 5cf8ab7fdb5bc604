// What a defect has to remember of earlier traffic: credentials that worked, sessions that were opened.
import { at, isSuccess, textAt } from './edit.ts';
import type { Plant } from './plant.ts';

/** The bearer credential of the last call that succeeded; null before there was one. */
export function lastGoodBearer(p: Plant): () => string | null {
  let last: string | null = null;
  p.reply('everything', (answer, asked) => {
    if (isSuccess(answer) && asked.bearer !== null && asked.operation !== 'logout') last = asked.bearer;
  });
  return () => last;
}

/** The bodies of log-ins by e-mail address, as they were answered. */
export function sessionsByEmail(p: Plant): Map<string, unknown> {
  const sessions = new Map<string, unknown>();
  p.reply('login', (answer, asked) => {
    if (isSuccess(answer)) sessions.set(textAt(asked.json, 'email'), structuredClone(answer.json));
  });
  return sessions;
}

/**
 * Gives every new token another look, and takes that look back where the token comes in again.
 * @param dress the token to show
 */
export function dressTokens(p: Plant, dress: (token: string) => string): void {
  const real = new Map<string, string>();
  p.reply(['login', 'refreshSession', 'verifyTwoFactor'], (answer) => {
    const token = at(answer.json, 'token');
    if (!isSuccess(answer) || typeof token !== 'string') return;
    const shown = dress(token);
    real.set(shown, token);
    if (typeof answer.json === 'object' && answer.json !== null) Object.assign(answer.json, { token: shown });
  });
  p.request('everything', (asking, asked) => {
    const token = real.get(asked.bearer ?? '');
    if (token !== undefined) asking.headers.authorization = `Bearer ${token}`;
    return undefined;
  });
}

/** The claims a JWT carries, whoever signed it; empty when it is none. */
export function claimsOf(token: string): Record<string, unknown> {
  return partOf(token, 1);
}

/** The header of a JWT; empty when it is none. */
export function headOf(token: string): Record<string, unknown> {
  return partOf(token, 0);
}

function partOf(token: string, index: 0 | 1): Record<string, unknown> {
  try {
    const part: unknown = JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString());
    return typeof part === 'object' && part !== null ? Object.fromEntries(Object.entries(part)) : {};
  } catch {
    return {};
  }
}

/** A part of a JWT in its written form. */
export const written = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url');
