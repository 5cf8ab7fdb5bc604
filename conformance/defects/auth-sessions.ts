// Defects of sessions: when a token expires, and what refresh and logout do.
import { EMPTY_LIST, listsOf } from './api-keys.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import { isJwt, sessionsByEmail, unverifiedClaims } from './edits/observed-credentials.ts';
import {
  each,
  isSuccess,
  jsonResponse,
  onSuccess,
  refusal,
  replaceResponse,
  setAt,
  textAt,
  valueAt,
} from './edits/response-edits.ts';
import type { CallerIdentity, ClientRequest, CredentialResult, Injector, Mutant } from './mutant.ts';

const staleCredential = (
  p: Injector,
  where: (request: ClientRequest) => boolean,
  which: 'expired' | 'loggedOut',
) => {
  const callers = new Map<string, CallerIdentity>();
  const loggedOut = new Set<string>();
  let current: ClientRequest | null = null;
  p.request('everything', (_edit, request) => {
    current = request;
    return undefined;
  });
  p.reply('logout', (reply, { bearer }) => {
    if (isSuccess(reply) && bearer) loggedOut.add(bearer);
  });
  p.resolveCredential((bearer, go) => {
    const found = go();
    if (!('refused' in found)) {
      callers.set(bearer, found);
      return found;
    }
    if (!current || !where(current)) return found;
    if (which === 'expired') return found.expired ?? found;
    return loggedOut.has(bearer) ? (callers.get(bearer) ?? found) : found;
  });
};

export const authSessions: readonly Mutant[] = [
  follows(
    'auth/expired-token-accepted',
    'an expired token is accepted',
    'authentication/expired-refused',
    'auth/expired-refused',
    (p) =>
      p.resolveCredential((_bearer, go) => {
        const found = go();
        return 'refused' in found && found.expired ? found.expired : found;
      }),
  ),
  stated(
    'auth/token-works-after-logout',
    'a token works after its logout',
    ['authentication/logout', 'endpoints/logout'],
    'auth/logout',
    (p) => {
      const callers = new Map<string, CallerIdentity>();
      const loggedOut = new Set<string>();
      p.reply('logout', (reply, { bearer }) => {
        if (isSuccess(reply) && bearer !== null) loggedOut.add(bearer);
      });
      p.resolveCredential((bearer, go) => {
        const found = go();
        if (!('refused' in found)) callers.set(bearer, found);
        return 'refused' in found && loggedOut.has(bearer) ? (callers.get(bearer) ?? found) : found;
      });
    },
  ),
  ...each(['orders', 'domains'] as const, (area) =>
    stated(
      `auth/token-works-after-logout[${area}]`,
      `the area ${area} accepts a token after its logout`,
      ['authentication/logout', 'endpoints/logout'],
      `auth/logged-out-in-area/${area}`,
      (p) => {
        const loggedOut = new Set<string>();
        p.reply('logout', (reply, { bearer }) => {
          if (isSuccess(reply) && bearer !== null) loggedOut.add(bearer);
        });
        p.reply(listsOf(area), (reply, { bearer }) => {
          if (reply.status === 401 && loggedOut.has(bearer ?? '')) replaceResponse(reply, EMPTY_LIST);
        });
      },
    ),
  ),
  stated(
    'auth/refresh-refuses-expired',
    'refresh refuses an expired token',
    ['authentication/refresh', 'endpoints/refresh'],
    'auth/refresh-expired',
    (p) =>
      p.resolveCredential((_bearer, go) => {
        const found = go();
        return 'refused' in found ? { refused: found.refused } : found;
      }),
  ),
  stated(
    'auth/refresh-refuses-expired[offered]',
    'a refresh is not offered',
    ['endpoints/refresh', 'authentication/refresh'],
    'auth/refresh-offered',
    (p) => p.request('refreshSession', () => refusal(404, 'ROUTE_NOT_FOUND', 'There is no such path.')),
  ),
  stated(
    'auth/refreshed-token-useless[unusable]',
    'refresh returns a token that does not work',
    ['authentication/refresh', 'endpoints/refresh'],
    'auth/refreshed-token-works',
    (p) =>
      p.reply('refreshSession', (reply) => {
        if (isSuccess(reply)) setAt(reply.json, 'token', `${textAt(reply.json, 'token').slice(0, -6)}AAAAAA`);
      }),
  ),
  stated(
    'auth/refreshed-token-useless[equal]',
    'refresh returns the same token again',
    ['authentication/refresh', 'endpoints/refresh'],
    'auth/refreshed-expired-token-works',
    (p) =>
      p.reply('refreshSession', (reply, { bearer }) => {
        if (isSuccess(reply)) setAt(reply.json, 'token', bearer);
      }),
  ),
  stated(
    'auth/refreshed-token-useless[revived]',
    'the refresh of an expired token returns a token that does not work',
    ['authentication/refresh', 'endpoints/refresh'],
    'auth/refreshed-expired-token-works',
    (p) =>
      p.reply('refreshSession', (reply, { bearer }) => {
        if (isSuccess(reply) && Number(unverifiedClaims(bearer ?? '').exp) * 1000 < p.now()) {
          setAt(reply.json, 'token', `${textAt(reply.json, 'token').slice(0, -6)}AAAAAA`);
        }
      }),
  ),
  stated(
    'auth/refresh-accepts-any-text',
    'refresh makes a session of any text',
    ['authentication/invalid-is-401', 'authentication/refresh'],
    'auth/refresh-refuses-garbage',
    (p) => {
      const sessions = sessionsByEmail(p);
      p.reply('refreshSession', (reply, { bearer }) => {
        const any = [...sessions.values()][0];
        if (reply.status === 401 && bearer !== null && !isJwt(bearer)) {
          replaceResponse(
            reply,
            jsonResponse(200, any ?? { token: 'a.b.c', expires_at: '2026-11-20T09:00:00Z', user: {} }),
          );
        }
      });
    },
  ),
  chosen(
    'auth/logged-out-token-refreshed',
    'a token that was logged out can be refreshed',
    'authentication/logged-out-not-refreshed',
    'auth/logged-out-not-refreshed',
    (p) => {
      const sessions = sessionsByEmail(p);
      const loggedOut = new Set<string>();
      p.reply('logout', (reply, { bearer }) => {
        if (isSuccess(reply) && bearer !== null) loggedOut.add(bearer);
      });
      p.reply('refreshSession', (reply, { bearer }) => {
        if (reply.status === 401 && loggedOut.has(bearer ?? ''))
          replaceResponse(reply, jsonResponse(200, [...sessions.values()].at(-1)));
      });
    },
  ),
  chosen(
    'auth/logout-ends-all-sessions',
    'logout ends the other sessions of the user too',
    'authentication/logout-only-current',
    'auth/logout-only-current',
    (p) =>
      p.handler('logout', ({ db, caller }, go) => {
        const result = go();
        const sessions = db.table('sessions');
        for (const { id, user_id, status } of sessions.all()) {
          if (user_id === caller.userId && status === 'issued') sessions.update(id, { status: 'revoked' });
        }
        return result;
      }),
  ),
  chosen(
    'auth/refreshed-token-still-works',
    'a token that was refreshed still works',
    'authentication/refreshed-token-retires',
    'auth/refresh-retires',
    (p) => {
      const callers = new Map<string, CallerIdentity>();
      const refreshed = new Set<string>();
      p.reply('refreshSession', (reply, { bearer }) => {
        if (isSuccess(reply) && bearer !== null) refreshed.add(bearer);
      });
      p.resolveCredential((bearer, go) => {
        const found = go();
        const caller = 'refused' in found ? found.expired : found;
        if (caller) callers.set(bearer, caller);
        return 'refused' in found && refreshed.has(bearer) ? (callers.get(bearer) ?? found) : found;
      });
    },
  ),
  chosen(
    'auth/live-token-not-refreshed',
    'a token that has not expired cannot be refreshed',
    'authentication/live-token-refreshes',
    'auth/refresh-live',
    (p) =>
      p.request('refreshSession', (_edit, { bearer }) =>
        Number(unverifiedClaims(bearer ?? '').exp) * 1000 > p.now()
          ? refusal(401, 'TOO_EARLY', 'Not yet.')
          : undefined,
      ),
  ),
  chosen(
    'auth/refresh-without-credential-400',
    'refresh without a credential is answered 400',
    'authentication/missing-is-401',
    'authentication/missing/refreshSession',
    (p) =>
      p.reply('refreshSession', (reply, { headers }) => {
        if (headers.authorization === undefined)
          replaceResponse(reply, refusal(400, 'BAD_REQUEST', 'Nothing to refresh.'));
      }),
  ),
  follows(
    'auth/expired-token-lists',
    'an expired token is accepted by lists only',
    'authentication/expired-refused',
    'auth/expired-refused',
    (p) => staleCredential(p, (request) => request.operation?.startsWith('list') ?? false, 'expired'),
  ),
  stated(
    'auth/customers-readable-after-logout',
    'a token works for the customers after its logout',
    ['authentication/logout', 'endpoints/logout'],
    'auth/logout',
    (p) => staleCredential(p, (request) => request.path.startsWith('/customers'), 'loggedOut'),
  ),
  stated(
    'auth/refresh-gives-foreign-token',
    'refresh returns the token of another user',
    ['authentication/refresh', 'endpoints/refresh'],
    'auth/refreshed-expired-token-works',
    (p) => {
      const sessions = sessionsByEmail(p);
      p.reply('refreshSession', (reply) => {
        const other = [...sessions.values()].find(
          (entry) => valueAt(entry, 'user.email') !== valueAt(reply.json, 'user.email'),
        );
        if (isSuccess(reply) && other) setAt(reply.json, 'token', valueAt(other, 'token'));
      });
    },
  ),
  stated(
    'auth/refresh-returns-same-token',
    'refresh returns the token of the request',
    ['authentication/refresh', 'endpoints/refresh'],
    'auth/refreshed-expired-token-works',
    (p) => onSuccess(p, 'refreshSession', (body, request) => setAt(body, 'token', request.bearer)),
  ),
  stated(
    'auth/refresh-after-expiry-refused',
    'refresh refuses a token that has expired',
    ['authentication/refresh', 'endpoints/refresh'],
    'auth/refresh-expired',
    (p) => {
      p.resolveCredential((_bearer, go) => {
        const found = go();
        return 'refused' in found ? { refused: found.refused } : found;
      });
    },
  ),
  stated(
    'auth/logout-ends-profile-only',
    'after logout the token works everywhere but at /auth/me',
    ['authentication/logout', 'endpoints/logout'],
    'auth/logout',
    (p) => {
      let operation: string | null = null;
      p.request('everything', (_edit, request) => {
        operation = request.operation;
        return undefined;
      });
      const callers = new Map<string, CredentialResult>();
      const loggedOut = new Set<string>();
      p.reply('logout', (reply, request) => {
        if (isSuccess(reply) && request.bearer) loggedOut.add(request.bearer);
      });
      p.resolveCredential((bearer, go) => {
        const found = go();
        if (!('refused' in found)) callers.set(bearer, found);
        return loggedOut.has(bearer) && operation !== 'getCurrentUser' && operation !== 'refreshSession'
          ? (callers.get(bearer) ?? found)
          : found;
      });
    },
  ),
  stated(
    'auth/logout-ignores-refreshed-session',
    'logout answers 200 and does nothing for a session that was refreshed',
    ['authentication/logout', 'endpoints/logout'],
    'auth/logout-refreshed',
    (p) => {
      const fresh = new Set<string>();
      onSuccess(p, 'refreshSession', (body) => fresh.add(textAt(body, 'token')));
      p.request('logout', (_edit, request) =>
        request.bearer && fresh.has(request.bearer)
          ? jsonResponse(200, { message: 'Signed out.' })
          : undefined,
      );
    },
  ),
];
