// Lawful variants of the target: missing credentials, missing areas, base URLs, tokens and read lag.
import { variant } from '../define-mutant.ts';
import { encodeJwtPart, rewriteTokens, unverifiedClaims } from '../edits/observed-credentials.ts';
import { each, isSuccess, refusal, removeAt, setAt } from '../edits/response-edits.ts';
import { LISTS } from '../edits/variant-edits.ts';
import type { Injector, LawfulVariant, RequestMatcher } from '../mutant.ts';

const AREAS = [
  'tenants',
  'domains',
  'hosting',
  'ssl',
  'dns',
  'email',
  'vps',
  'support',
  'webhooks',
  'api-keys',
] as const;

/**
 * Delays the moment at which reads show a change.
 * @param ms the delay in milliseconds
 * @param declared whether the target file states the delay
 */
function readLag(p: Injector, reads: RequestMatcher, ms: number, declared = true): void {
  const changed = new Map<string, number>();
  const lastShown = new Map<string, unknown>();
  p.reply('everything', (_reply, { method, bearer }) => {
    if (method !== 'GET' && bearer !== null) changed.set(bearer, p.now());
  });
  p.reply(reads, (reply, { path, query, bearer }) => {
    const key = `${bearer} ${path}?${query}`;
    const isRecent = p.now() - (changed.get(bearer ?? '') ?? 0) < ms;
    if (isRecent && lastShown.has(key) && isSuccess(reply)) reply.json = structuredClone(lastShown.get(key));
    else if (isSuccess(reply)) lastShown.set(key, structuredClone(reply.json));
  });
  if (declared) p.target((file) => setAt(file, 'lag', { read: `${ms / 1000 + 1}s`, revocation: '0s' }));
}

export const variantsTarget: readonly LawfulVariant[] = [
  ...each(['tenantB', 'platformAdmin', 'limited', 'twoFactor', 'expired', 'revoked', 'reseller'], (name) =>
    variant(`variant/credential-missing[${name}]`, `the target file has no ${name}`, (p) =>
      p.target((file) => removeAt(file, `credentials.${name}`)),
    ),
  ),
  ...each(AREAS, (area) =>
    each([404, 501], (status) =>
      variant(`variant/area-missing[${area} ${status}]`, `${area} is not offered: ${status}`, (p) => {
        p.target((file) => setAt(file, 'capabilities', { [area]: false }));
        p.request(
          ({ path }) => path.startsWith(`/${area}`),
          () => refusal(status, 'NOT_OFFERED', 'There is no such path.'),
        );
      }),
    ),
  ).flat(),
  variant('variant/area-missing[three]', 'neither domains nor instances nor email are offered', (p) => {
    p.target((file) => setAt(file, 'capabilities', { domains: false, vps: false, email: false }));
    p.request(
      ({ path }) => /^\/(domains|vps|email)/.test(path),
      () => refusal(404, 'NOT_OFFERED', 'There is no such path.'),
    );
  }),
  variant('variant/area-missing', 'billing is not offered', (p) => {
    p.target((file) => setAt(file, 'capabilities', { billing: false }));
    p.request(
      ({ path }) => /^\/(invoices|subscriptions|payments|wallet)/.test(path),
      () => refusal(404, 'ROUTE_NOT_FOUND', 'There is no such path.'),
    );
  }),
  ...each(['RS256', 'ES256', 'EdDSA'], (alg) =>
    variant(`variant/token-algorithms[${alg}]`, `tokens that say ${alg} and name a key`, (p) =>
      rewriteTokens(p, (token) => {
        const signature = Buffer.from(`${alg}${token.split('.')[2] ?? ''}`.repeat(3)).toString('base64url');
        return `${encodeJwtPart({ alg, typ: 'at+jwt', kid: 'k-2026-11' })}.${encodeJwtPart({ ...unverifiedClaims(token), iss: 'https://id.example' })}.${signature}`;
      }),
    ),
  ),
  variant(
    'variant/token-algorithms[stateless]',
    'tokens of one second are the same text: sub, iat and exp, no jti',
    (p) =>
      rewriteTokens(p, (token) => {
        const { sub, iat, exp } = unverifiedClaims(token);
        const seconds = (instant: unknown): number => Math.floor(Number(instant));
        const unsigned = `${encodeJwtPart({ alg: 'HS256', typ: 'JWT' })}.${encodeJwtPart({ sub, iat: seconds(iat), exp: seconds(exp) })}`;
        return `${unsigned}.${Buffer.from([...unsigned].reverse().join(''))
          .toString('base64url')
          .slice(0, 43)}`;
      }),
  ),
  variant('variant/base-url-forms[prefix]', 'a base URL with a path of its own', (p) =>
    p.target((file) => setAt(file, 'baseUrl', 'http://127.0.0.1:4010/api/hosting/v1')),
  ),
  variant('variant/base-url-forms[slash]', 'a base URL with a trailing slash', (p) =>
    p.target((file) => setAt(file, 'baseUrl', 'http://127.0.0.1:4010/v1/')),
  ),
  variant('variant/no-openapi', 'no /openapi.json', (p) =>
    p.request(
      ({ path }) => path === '/openapi.json',
      () => refusal(404, 'ROUTE_NOT_FOUND', 'There is no such path.'),
    ),
  ),
  variant('variant/slow-logout', 'a logout takes effect after three seconds', (p) => {
    const out = new Map<string, number>();
    const callers = new Map<
      string,
      {
        id: string;
        kind: 'session';
        userId: string | null;
        tenantId: string | null;
        scopes: readonly string[];
      }
    >();
    p.target((file) => setAt(file, 'lag', { read: '0s', revocation: '5s' }));
    p.resolveCredential((bearer, go) => {
      const found = go();
      if (!('refused' in found)) {
        if (found.kind === 'session') callers.set(bearer, { ...found, kind: 'session' });
        return found;
      }
      const known = callers.get(bearer);
      if (!known || found.expired || found.refused !== 'UNAUTHENTICATED') return found;
      const since = out.get(bearer) ?? p.now();
      out.set(bearer, since);
      return p.now() - since < 3000 ? known : found;
    });
  }),
  variant('variant/connection-closed-once', 'one connection in forty is closed without a reply', (p) => {
    let requests = 0;
    p.closeConnection(() => ++requests % 40 === 0);
  }),
  variant('variant/lagging-lists', 'lists show what changed after two seconds', (p) =>
    readLag(p, LISTS, 2000),
  ),
  variant(
    'variant/undeclared-lag[lists]',
    'lists show what changed after 300 ms, and the target file does not say so',
    (p) => readLag(p, LISTS, 300, false),
  ),
  variant(
    'variant/undeclared-lag[reads]',
    'reads show what changed after 300 ms, and the target file does not say so',
    (p) => readLag(p, ({ method, path }) => method === 'GET' && !path.startsWith('/auth'), 300, false),
  ),
];
