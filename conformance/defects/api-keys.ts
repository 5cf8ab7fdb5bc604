// Defects of API keys: how the mock creates, accepts, counts and revokes them.
import { type Operation, type OperationId, operations } from '../../src/contract/operations.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import { isJwt } from './edits/observed-credentials.ts';
import { pathId } from './edits/request-edits.ts';
import {
  each,
  isSuccess,
  jsonResponse,
  NOT_IMPLEMENTED,
  onSuccess,
  recordsIn,
  refusal,
  replaceResponse,
  setAt,
  textAt,
  valueAt,
} from './edits/response-edits.ts';
import type { CredentialResult, Injector, Mutant, ResponseEdit } from './mutant.ts';

/** Records the API keys that the mock creates, as a map from the secret key to its id. */
export function createdKeys(p: Injector): Map<string, string> {
  const keys = new Map<string, string>();
  p.reply('createApiKey', (reply) => {
    if (isSuccess(reply)) keys.set(textAt(reply.json, 'key'), textAt(reply.json, 'id'));
  });
  return keys;
}

/** Returns the lists of an area. */
export const listsOf = (area: Operation['area']): OperationId[] =>
  operations
    .filter((op) => op.area === area && op.method === 'GET' && !op.path.includes('{'))
    .map(({ id }) => id);

/** The reply that shows a list without elements. */
export const EMPTY_LIST = jsonResponse(200, {
  data: [],
  meta: { current_page: 1, per_page: 25, total: 0, last_page: 1 },
  links: {},
});

export const apiKeys: readonly Mutant[] = [
  stated(
    'api-keys/revoked-key-works',
    'a revoked API key works',
    ['authentication/invalid-is-401', 'states/key-revoked'],
    'authentication/revoked',
    (p) =>
      p.resolveCredential((bearer, go, db) => {
        const found = go();
        if (!('refused' in found) || isJwt(bearer)) return found;
        const key = db
          .table('api_keys')
          .all()
          .find(({ prefix, status }) => status === 'revoked' && bearer.startsWith(String(prefix)));
        if (!key) return found;
        const scopes = Array.isArray(key.scopes) ? key.scopes.map(String) : [];
        return {
          id: `key ${key.id}`,
          kind: 'api_key',
          userId: String(key.created_by),
          tenantId: String(key.tenant_id),
          scopes,
        };
      }),
  ),
  stated(
    'api-keys/revoked-key-works[new key]',
    'a revoked key works',
    ['states/key-revoked', 'endpoints/revoke-api-key', 'authentication/invalid-is-401'],
    'api-keys/revoked-is-401',
    (p) => {
      const keys = createdKeys(p);
      p.resolveCredential((bearer, go, db) => {
        const id = keys.get(bearer);
        const row = id === undefined ? undefined : db.platform.table('api_keys').find(id);
        if (row?.status !== 'revoked' || typeof row.tenant_id !== 'string') return go();
        const scopes = Array.isArray(row.scopes) ? row.scopes.map(String) : [];
        return { id: row.id, kind: 'api_key', userId: null, tenantId: row.tenant_id, scopes };
      });
    },
  ),
  ...each(['billing', 'dns', 'webhooks'] as const, (area) =>
    stated(
      `api-keys/revoked-key-works[${area}]`,
      `the area ${area} accepts a revoked key`,
      ['states/key-revoked', 'authentication/invalid-is-401'],
      `api-keys/revoked-in-area/${area}`,
      (p) => {
        const keys = createdKeys(p);
        p.reply(listsOf(area), (reply, { bearer }) => {
          if (reply.status === 401 && keys.has(bearer ?? '')) replaceResponse(reply, EMPTY_LIST);
        });
      },
    ),
  ),
  stated(
    'api-keys/revoked-key-works[403]',
    'a revoked key is answered 403',
    ['states/key-revoked', 'authentication/invalid-is-401'],
    'api-keys/revoked-is-401',
    (p) => {
      const keys = createdKeys(p);
      p.reply('everything', (reply, { bearer }) => {
        if (reply.status === 401 && keys.has(bearer ?? ''))
          replaceResponse(reply, refusal(403, 'REVOKED', 'It was revoked.'));
      });
    },
  ),
  stated(
    'api-keys/new-key-refused',
    'a new key is no credential',
    ['authentication/bearer', 'authentication/keys-managed', 'endpoints/create-api-key'],
    'api-keys/works',
    (p) => {
      const keys = createdKeys(p);
      p.request('everything', (_edit, { bearer }) =>
        bearer !== null && keys.has(bearer) ? refusal(401, 'UNAUTHENTICATED', 'Unknown.') : undefined,
      );
    },
  ),
  ...each(['getApiKey', 'listApiKeys'] as const, (operation) =>
    chosen(
      `api-keys/key-shown-again[${operation}]`,
      `${operation} shows keys in full`,
      'api-keys/key-once',
      operation === 'getApiKey' ? 'api-keys/key-once' : 'api-keys/key-not-in-lists',
      (p) => {
        const keys = new Map<string, string>();
        p.reply('createApiKey', (reply) => {
          if (isSuccess(reply)) keys.set(textAt(reply.json, 'id'), textAt(reply.json, 'key'));
        });
        p.reply(operation, (reply) => {
          if (isSuccess(reply))
            for (const record of recordsIn(reply.json)) record.key = keys.get(String(record.id)) ?? null;
        });
      },
    ),
  ),
  stated(
    'api-keys/last-letter-not-compared',
    'a key is accepted without its last letter',
    'authentication/invalid-is-401',
    'api-keys/its-last-character-removed',
    (p) => {
      const good = new Set<string>();
      p.resolveCredential((bearer, go) => {
        const found = go();
        if (!('refused' in found)) {
          if (found.kind === 'api_key') good.add(bearer);
          return found;
        }
        const key = [...good].find((text) => text.slice(0, -1) === bearer);
        return key === undefined ? found : go(key);
      });
    },
  ),
  chosen(
    'api-keys/usage-not-counted',
    'the usage of a key does not rise',
    'api-keys/usage-moves',
    'api-keys/usage-moves',
    (p) => {
      let first: ResponseEdit | undefined;
      p.reply('getApiKeyUsage', (reply) => {
        if (!isSuccess(reply)) return;
        first ??= structuredClone(reply);
        reply.json = structuredClone(first.json);
      });
    },
  ),
  stated(
    'api-keys/usage-not-counted[none]',
    'the usage of a key is a text',
    'endpoints/api-key-usage',
    'api-keys/usage',
    (p) =>
      p.reply('getApiKeyUsage', (reply) => {
        if (isSuccess(reply)) reply.json = 'rarely';
      }),
  ),
  chosen(
    'api-keys/revoked-not-found',
    'a revoked key is no longer found',
    'api-keys/revoked-stays-readable',
    'api-keys/revoked-stays-readable',
    (p) =>
      p.reply('getApiKey', (reply) => {
        if (isSuccess(reply) && valueAt(reply.json, 'status') === 'revoked')
          replaceResponse(reply, refusal(404, 'NOT_FOUND', 'The resource was not found.'));
      }),
  ),
  stated(
    'api-keys/revoke-missing',
    'revoking a key does not exist',
    ['endpoints/revoke-api-key', 'authentication/keys-managed'],
    'api-keys/revoke',
    (p) =>
      p.request('revokeApiKey', (_edit, { bearer }) =>
        bearer === null ? undefined : refusal(404, 'ROUTE_NOT_FOUND', 'There is no such path.'),
      ),
  ),
  stated(
    'api-keys/revoke-refused',
    'keys cannot be revoked',
    ['authentication/keys-managed', 'endpoints/revoke-api-key'],
    'api-keys/managed',
    (p) => p.request('revokeApiKey', (_edit, { bearer }) => (bearer === null ? undefined : NOT_IMPLEMENTED)),
  ),
  stated(
    'api-keys/letter-case-ignored',
    'keys are found whatever the case of their letters',
    'authentication/invalid-is-401',
    'api-keys/its-letter-case-swapped',
    (p) => {
      const good = new Map<string, string>();
      p.resolveCredential((bearer, go) => {
        const found = go();
        if (!('refused' in found)) {
          good.set(bearer.toLowerCase(), bearer);
          return found;
        }
        const match = good.get(bearer.toLowerCase());
        return match ? go(match) : found;
      });
    },
  ),
  stated(
    'api-keys/appended-text-accepted',
    'a key with something appended is accepted',
    'authentication/invalid-is-401',
    'api-keys/appended-text',
    (p) => {
      const good = new Set<string>();
      p.resolveCredential((bearer, go) => {
        const found = go();
        if (!('refused' in found)) {
          if (found.kind === 'api_key') good.add(bearer);
          return found;
        }
        const match = [...good].find((key) => bearer.startsWith(key));
        return match ? go(match) : found;
      });
    },
  ),
  stated(
    'api-keys/revoked-key-reads',
    'a revoked key still reads',
    ['states/key-revoked', 'authentication/invalid-is-401', 'endpoints/revoke-api-key'],
    'api-keys/revoked-is-401',
    (p) => {
      let get = false;
      p.request('everything', (_edit, request) => {
        get =
          request.method === 'GET' &&
          request.operation !== 'getCurrentUser' &&
          request.operation !== 'listApiKeys';
        return undefined;
      });
      const callers = new Map<string, CredentialResult>();
      p.resolveCredential((bearer, go) => {
        const found = go();
        if (!('refused' in found)) {
          callers.set(bearer, found);
          return found;
        }
        const w = callers.get(bearer);
        return get && w && !('refused' in w) && w.kind === 'api_key' ? w : found;
      });
    },
  ),
  stated(
    'api-keys/usage-of-all-keys',
    'the usage of a key is that of all keys: it stays when the key is not used',
    ['endpoints/api-key-usage'],
    'api-keys/usage-of-the-key',
    (p) => {
      let count = 0;
      p.reply('everything', () => {
        count += 1;
      });
      onSuccess(p, 'getApiKeyUsage', (body) => setAt(body, 'total_requests', count));
    },
  ),
  follows(
    'api-keys/revoke-revokes-same-scopes',
    'revoking a key revokes all keys of the same scopes',
    ['states/others-untouched', 'endpoints/revoke-api-key', 'states/key-revoked'],
    'resources/others-unchanged',
    (p) =>
      p.handler('revokeApiKey', ({ request, db }, go) => {
        const table = db.table('api_keys');
        const target = table.find(pathId(request));
        const result = go();
        for (const row of table.all())
          if (row.id !== target?.id && JSON.stringify(row.scopes) === JSON.stringify(target?.scopes))
            table.update(row.id, { status: 'revoked' });
        return result;
      }),
  ),
];
