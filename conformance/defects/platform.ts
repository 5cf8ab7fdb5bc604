// Planted faults: tenants, instances, tickets, webhook endpoints, API keys.

import { isObject } from '../../src/contract/is-object.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import type { Injector, Mutant, ResponseEdit } from './mutant.ts';
import {
  changeAt,
  each,
  isSuccess,
  jsonResponse,
  listAt,
  recordsIn,
  refusal,
  replaceResponse,
  serverError,
  setAt,
  textAt,
  valueAt,
} from './response-edits.ts';

/** Shows an instance as it was before, whatever was done to it. */
function showUnchangedVps(
  p: Injector,
  operation: 'stopVps' | 'startVps' | 'rebootVps' | 'resizeVps',
  status: string,
): void {
  const acted = new Set<string>();
  p.reply(['stopVps', 'startVps', 'rebootVps', 'resizeVps'], (reply, request) => {
    if (!isSuccess(reply)) return;
    if (request.operation === operation) acted.add(request.params.id ?? '');
    else acted.delete(request.params.id ?? '');
  });
  p.reply('getVps', (reply, { params }) => {
    if (!isSuccess(reply) || !acted.has(params.id ?? '')) return;
    if (operation === 'resizeVps') changeAt(reply.json, 'sku_id', () => 'vps-2g');
    else setAt(reply.json, 'status', status);
  });
}

/** The API keys that were made, by the key itself. */
function createdKeys(p: Injector): Map<string, string> {
  const keys = new Map<string, string>();
  p.reply('createApiKey', (reply) => {
    if (isSuccess(reply)) keys.set(textAt(reply.json, 'key'), textAt(reply.json, 'id'));
  });
  return keys;
}

export const platform: readonly Mutant[] = [
  // Tenants
  stated(
    'tenants/list-open-to-all[keys]',
    "a tenant's API key may list the tenants",
    ['authentication/tenants-for-admins', 'authentication/keys-scoped-per-tenant'],
    'tenants/list-not-for-keys',
    (p) =>
      p.reply('listTenants', (reply, { bearer }) => {
        if (reply.status === 403 && bearer?.split('.').length === 1)
          replaceResponse(reply, jsonResponse(200, { data: p.readDb((db) => db.table('tenants').all()) }));
      }),
  ),
  ...each([403, 404], (status) =>
    stated(
      `tenants/admin-list-refused[${status}]`,
      `a platform admin who lists the tenants is answered ${status}`,
      ['endpoints/list-tenants', 'authentication/tenants-for-admins', 'service/path-prefixes'],
      'tenants/list',
      (p) =>
        p.reply('listTenants', (reply) => {
          if (isSuccess(reply)) replaceResponse(reply, refusal(status, 'NO', 'No.'));
        }),
    ),
  ),
  stated(
    'tenants/admin-list-incomplete',
    'a platform admin sees the own tenant only',
    ['endpoints/list-tenants'],
    'tenants/list',
    (p) =>
      p.handler('listTenants', ({ caller }, go) => {
        const page = go();
        changeAt(page, 'data', (data) =>
          Array.isArray(data) ? data.filter((row) => valueAt(row, 'id') === caller.tenantId) : data,
        );
        return page;
      }),
  ),
  stated(
    'tenants/admin-list-incomplete[active]',
    'a platform admin sees one tenant of all there are',
    ['endpoints/list-tenants'],
    'tenants/list',
    (p) =>
      p.reply('listTenants', (reply) => {
        if (isSuccess(reply))
          reply.json = {
            data: [],
            meta: { current_page: 1, per_page: 25, total: 0, last_page: 1 },
            links: {},
          };
      }),
  ),
  chosen(
    'tenants/tenant-creates-tenant',
    'a tenant may provision another',
    'tenants/platform-only',
    'tenants/not-by-tenants',
    (p) =>
      p.reply('createTenant', (reply) => {
        if (reply.status === 403)
          replaceResponse(
            reply,
            jsonResponse(201, { id: '7a0c7f4e-2a6e-4f0a-9d5c-0d3b4d5e6f70', name: 'One more' }),
          );
      }),
  ),
  stated(
    'tenants/terminated-erased',
    'a terminated tenant is erased',
    ['states/tenant-soft-delete'],
    'tenants/soft-delete',
    (p) => {
      const deleted = new Set<string>();
      p.reply('terminateTenant', (reply, { params }) => {
        if (isSuccess(reply)) deleted.add(params.id ?? '');
      });
      p.reply(['getTenant', 'getTenantUsage', 'updateTenant'], (reply, { params }) => {
        if (deleted.has(params.id ?? ''))
          replaceResponse(reply, refusal(404, 'NOT_FOUND', 'The resource was not found.'));
      });
      p.reply('listTenants', (reply) =>
        changeAt(reply.json, 'data', (data) =>
          Array.isArray(data) ? data.filter((row) => !deleted.has(textAt(row, 'id'))) : data,
        ),
      );
    },
  ),
  chosen(
    'tenants/terminated-status-wrong',
    'a terminated tenant is shown as `suspended`',
    'states/tenant-terminated-shown',
    'tenants/terminated-shown',
    (p) =>
      p.reply('getTenant', (reply) => {
        if (isSuccess(reply))
          changeAt(reply.json, 'status', (word) => (word === 'terminated' ? 'suspended' : word));
      }),
  ),
  stated(
    'tenants/terminated-status-wrong[active]',
    'a terminated tenant looks as it did before',
    ['endpoints/terminate-tenant', 'states/acknowledged-action-happens'],
    'tenants/terminate-changes',
    (p) =>
      p.reply(['getTenant', 'listTenants'], (reply) => {
        if (!isSuccess(reply)) return;
        for (const record of recordsIn(reply.json)) {
          record.status = 'active';
          record.terminated_at = null;
        }
      }),
  ),
  chosen(
    'tenants/own-record-refused',
    'a tenant may not read its own record',
    'tenants/own-readable',
    'tenants/own',
    (p) =>
      p.handler(['getTenant', 'getTenantUsage'], ({ caller }, go) =>
        caller.scopes.includes('platform:admin') ? go() : p.throwRefusal('NOT_FOUND'),
      ),
  ),
  stated(
    'tenants/usage-empty',
    'the usage of a tenant is no summary',
    'endpoints/tenant-usage',
    'tenants/usage',
    (p) =>
      p.reply('getTenantUsage', (reply) => {
        if (isSuccess(reply)) reply.json = 'much';
      }),
  ),

  // Instances
  ...each(
    [
      ['stopVps', 'running', 'vps/stop-happens'],
      ['startVps', 'stopped', 'vps/start-happens'],
      ['rebootVps', 'stopped', 'vps/reboot-happens'],
      ['resizeVps', '', 'vps/resize-happens'],
    ] as const,
    ([operation, status, check]) =>
      chosen(
        `actions/acknowledged-not-done[${operation}]`,
        `${operation} is acknowledged and changes nothing that is shown`,
        'states/vps-action-visible',
        check,
        (p) => showUnchangedVps(p, operation, status),
      ),
  ),
  chosen(
    'vps/shown-in-wrong-state[stopVps]',
    'an instance that was stopped is shown as broken',
    'states/vps-action-visible',
    'vps/stop-shows',
    (p) => showStateAs(p, 'stopped', 'error'),
  ),
  chosen(
    'vps/shown-in-wrong-state[startVps]',
    'an instance that runs is shown as suspended',
    'states/vps-action-visible',
    'vps/start-shows',
    (p) => showStateAs(p, 'running', 'suspended'),
  ),
  chosen(
    'vps/shown-in-wrong-state[resizeVps]',
    'an instance is shown without its product once it was resized',
    'states/vps-action-visible',
    'vps/resize-shows',
    (p) => {
      const resized = new Set<string>();
      p.reply('resizeVps', (reply, { params }) => {
        if (isSuccess(reply)) resized.add(params.id ?? '');
      });
      p.reply('getVps', (reply, { params }) => {
        if (isSuccess(reply) && resized.has(params.id ?? '')) setAt(reply.json, 'sku_id', 'unknown');
      });
    },
  ),
  chosen(
    'actions/wrong-state-accepted[stopVps]',
    'an instance that is stopped can be stopped',
    'states/vps-wrong-state-refused',
    'vps/stop-twice',
    (p) =>
      p.handler('stopVps', ({ request, db }, go) => {
        const vps = db.table('vps').find(request.params.id ?? '');
        return vps?.status === 'stopped' ? vps : go();
      }),
  ),
  chosen(
    'actions/terminated-accepted[startVps]',
    'a terminated instance can be started',
    'states/vps-terminated-final',
    'vps/terminated-is-final',
    (p) =>
      p.handler('startVps', ({ request, db }, go) => {
        const vps = db.table('vps').find(request.params.id ?? '');
        return vps?.status === 'terminated' ? vps : go();
      }),
  ),
  chosen(
    'actions/terminated-accepted[getVps]',
    'a terminated instance is shown as `stopped`',
    'states/vps-terminated-final',
    'vps/terminated-is-final',
    (p) =>
      p.reply('getVps', (reply) => {
        if (isSuccess(reply))
          changeAt(reply.json, 'status', (word) => (word === 'terminated' ? 'stopped' : word));
      }),
  ),
  follows(
    'actions/wrong-state-500[stopVps]',
    'stopVps in a state that does not allow it is a server error',
    'states/wrong-state-no-crash',
    'vps/wrong-state-no-crash',
    (p) =>
      p.reply('stopVps', (reply) => {
        if (reply.status === 422) replaceResponse(reply, serverError());
      }),
  ),
  chosen(
    'vps/resize-to-same-accepted',
    'an instance can be resized to the product it has',
    'vps/resize-to-another-size',
    'vps/resize-to-the-same',
    (p) =>
      p.reply('resizeVps', (reply, { params }) => {
        if (reply.status !== 422) return;
        const vps = p.readDb((db) => db.table('vps').find(params.id ?? ''));
        if (vps?.status === 'running') replaceResponse(reply, jsonResponse(200, { ...vps }));
      }),
  ),
  chosen(
    'representation/create-not-echoed[getVps]',
    'getVps shows another `hostname` than was sent',
    'endpoints/fields',
    'vps/echo',
    (p) =>
      p.reply('getVps', (reply) => {
        if (isSuccess(reply)) changeAt(reply.json, 'hostname', (name) => `x-${String(name)}`);
      }),
  ),

  // Tickets
  stated(
    'support/reply-not-shown',
    'a reply does not stand in the ticket',
    'endpoints/get-ticket',
    'support/reply-is-shown',
    (p) =>
      p.reply('getTicket', (reply) => {
        if (isSuccess(reply))
          changeAt(reply.json, 'replies', (all) => (Array.isArray(all) ? all.slice(0, 1) : all));
      }),
  ),
  stated(
    'support/reply-not-shown[none]',
    'the details of a ticket leave its replies out',
    'endpoints/get-ticket',
    'support/reply-is-shown',
    (p) =>
      p.reply('getTicket', (reply) => {
        if (isSuccess(reply) && isObject(reply.json)) delete reply.json.replies;
      }),
  ),
  stated(
    'support/reply-not-shown[not kept]',
    'a reply is acknowledged and not kept',
    'endpoints/get-ticket',
    'support/reply-is-shown',
    (p) =>
      p.handler('createTicketReply', ({ db }, go) => {
        const done = go();
        if (isObject(done)) db.table('ticket_replies').remove(String(done.id));
        return done;
      }),
  ),
  chosen(
    'support/closed-ticket-takes-replies',
    'a closed ticket takes replies',
    'support/closed-is-final',
    'support/closed-takes-no-reply',
    (p) =>
      p.reply('createTicketReply', (reply, { json }) => {
        if (valueAt(reply.json, 'error.code') === 'INVALID_STATE')
          replaceResponse(
            reply,
            jsonResponse(201, {
              id: '0f3c5a2e-9a51-4d3d-8a5c-3d6a5a1f2b3c',
              message: textAt(json, 'message'),
            }),
          );
      }),
  ),
  chosen(
    'support/closed-ticket-takes-replies[reopened]',
    'a reply opens a closed ticket again',
    'support/closed-is-final',
    'support/closed-takes-no-reply',
    (p) =>
      p.handler('createTicketReply', ({ request, db }, go) => {
        const ticket = db.table('tickets').find(request.params.id ?? '');
        if (ticket?.status === 'closed')
          db.table('tickets').update(ticket.id, { status: 'open', closed_at: null });
        return go();
      }),
  ),
  ...each(['order', 'twice'] as const, (label) =>
    chosen(
      `support/replies-misordered[${label}]`,
      label === 'order' ? 'the newest reply comes first' : 'every reply stands there twice',
      'support/replies-once-in-order',
      'support/replies-in-order',
      (p) =>
        p.reply('getTicket', (reply) => {
          if (!isSuccess(reply)) return;
          const all = listAt(reply.json, 'replies');
          setAt(reply.json, 'replies', label === 'order' ? all.toReversed() : [...all, ...all]);
        }),
    ),
  ),
  stated(
    'support/close-not-shown',
    'a closed ticket reads as it did before',
    ['states/ticket-closes', 'endpoints/close-ticket', 'states/acknowledged-action-happens'],
    'support/close-shows',
    (p) =>
      p.handler('closeTicket', ({ request, db }, go) => {
        const ticket = db.table('tickets').find(request.params.id ?? '');
        return ticket?.status === 'closed' ? go() : { ...ticket, status: 'closed', closed_at: db.now };
      }),
  ),
  chosen(
    'support/close-not-shown[resolved]',
    'a closed ticket is called `done`',
    'support/closed-is-final',
    'support/closed-status',
    (p) =>
      p.reply(['getTicket', 'listTickets', 'closeTicket'], (reply) => {
        if (!isSuccess(reply)) return;
        for (const record of recordsIn(reply.json)) if (record.status === 'closed') record.status = 'done';
      }),
  ),
  follows(
    'support/refused-reply-stored',
    'a refused reply stands in the ticket',
    'endpoints/refused-write-changes-nothing',
    'support/refused-reply-leaves-nothing',
    (p) =>
      p.reply('createTicketReply', (reply, { params: { id = '' }, json }) => {
        if (reply.status !== 422) return;
        p.readDb((db) => {
          const ticket = db.table('tickets').find(id);
          if (typeof ticket?.tenant_id !== 'string') return;
          const replies = db.of(ticket.tenant_id).table('ticket_replies');
          const author = { type: 'system', id: null, name: 'System' };
          replies.insert({ ticket_id: id, message: textAt(json, 'message'), author });
        });
      }),
  ),
  ...each(['createTicketReply', 'closeTicket'] as const, (operation) =>
    follows(
      `actions/wrong-state-500[${operation}]`,
      `${operation} on a closed ticket is a server error`,
      'states/wrong-state-no-crash',
      'support/wrong-state-no-crash',
      (p) =>
        p.reply(operation, (reply) => {
          if (reply.status === 422) replaceResponse(reply, serverError());
        }),
    ),
  ),
  follows(
    'representation/unicode-mangled[createTicketReply]',
    'the letters of a reply beyond Latin-1 are lost',
    'service/unicode-survives',
    'support/reply-keeps-characters',
    (p) =>
      p.request('createTicketReply', (change) => {
        changeAt(change.json, 'message', (text) => String(text).replace(/[^\s -ÿ]/gu, '?'));
        return undefined;
      }),
  ),
  chosen(
    'support/opening-message-missing',
    'the opening message of a ticket is not shown',
    'support/replies-once-in-order',
    'support/opening-message',
    (p) =>
      p.reply('getTicket', (reply) => {
        if (isSuccess(reply))
          changeAt(reply.json, 'replies', (all) => (Array.isArray(all) ? all.slice(1) : all));
      }),
  ),

  // Webhook endpoints
  chosen(
    'webhooks/secret-shown-again',
    'the secret of an endpoint is shown on every read',
    'webhooks/secret-once',
    'webhooks/secret-once',
    (p) => {
      const secrets = new Map<string, unknown>();
      p.reply('createWebhook', (reply) => {
        if (isSuccess(reply)) secrets.set(textAt(reply.json, 'id'), valueAt(reply.json, 'secret'));
      });
      p.reply(['getWebhook', 'listWebhooks'], (reply) => {
        if (isSuccess(reply))
          for (const record of recordsIn(reply.json)) record.secret = secrets.get(String(record.id)) ?? null;
      });
    },
  ),
  chosen(
    'webhooks/deleted-400',
    'a deleted webhook endpoint is answered 400',
    'endpoints/unknown-id-404',
    'webhooks/deleted-is-404',
    (p) => {
      const deleted = new Set<string>();
      p.reply('deleteWebhook', (reply, { params }) => {
        if (isSuccess(reply)) deleted.add(params.id ?? '');
      });
      p.reply('getWebhook', (reply, { params }) => {
        if (deleted.has(params.id ?? '')) replaceResponse(reply, refusal(400, 'GONE', 'It is gone.'));
      });
    },
  ),
  stated(
    'webhooks/deliveries-missing[not listed]',
    'the delivery attempts of an endpoint are not found',
    'endpoints/list-deliveries',
    'webhooks/deliveries',
    (p) =>
      p.request('listWebhookDeliveries', (_asking, { bearer }) =>
        bearer === null ? undefined : refusal(404, 'ROUTE_NOT_FOUND', 'There is no such path.'),
      ),
  ),
  ...each(['updateWebhook', 'deleteWebhook'] as const, (operation) =>
    stated(
      `webhooks/management-missing[${operation}]`,
      `${operation} does not exist`,
      [
        'events/managed',
        operation === 'updateWebhook' ? 'endpoints/update-webhook' : 'endpoints/delete-webhook',
      ],
      'webhooks/managed',
      (p) =>
        p.request(operation, (_asking, { bearer }) =>
          bearer === null ? undefined : refusal(501, 'NOT_IMPLEMENTED', 'Not yet.'),
        ),
    ),
  ),

  // API keys
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
      p.request('everything', (_asking, { bearer }) =>
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
  chosen(
    'api-keys/scopes-differ-from-request[all]',
    'a new key has every scope, whatever was asked for',
    'api-keys/scopes-asked-for',
    'api-keys/scopes-bind',
    (p) => {
      const keys = createdKeys(p);
      p.step('authorise', 'everything', (call, go) =>
        keys.has(call.request.bearer ?? '') ? undefined : go(),
      );
    },
  ),
  chosen(
    'api-keys/scopes-differ-from-request[none]',
    'a new key may nothing, whatever was asked for',
    'api-keys/scopes-asked-for',
    'api-keys/scopes-granted',
    (p) => {
      const keys = createdKeys(p);
      p.request('everything', (_asking, { bearer }) =>
        bearer !== null && keys.has(bearer) ? refusal(403, 'INSUFFICIENT_SCOPE', 'No.') : undefined,
      );
    },
  ),
  chosen(
    'api-keys/scopes-differ-from-request[shown]',
    'a key is shown with another scope than asked for',
    'api-keys/scopes-asked-for',
    'api-keys/scopes-shown',
    (p) =>
      p.reply(['getApiKey', 'listApiKeys'], (reply) => {
        if (isSuccess(reply)) for (const record of recordsIn(reply.json)) record.scopes = ['orders:read'];
      }),
  ),
  chosen(
    'api-keys/scopes-beyond-own',
    'a key can make a key with a scope that it lacks itself',
    'api-keys/scopes-within-own',
    'api-keys/scopes-within-own',
    (p) => createsUnscopedKeys(p, 'customers:write'),
  ),
  chosen(
    'api-keys/scopes-beyond-own[platform]',
    'a tenant can make a key with the scope of the platform',
    'api-keys/scopes-within-own',
    'api-keys/no-platform-scope',
    (p) => createsUnscopedKeys(p, 'platform:admin'),
  ),
  chosen(
    'api-keys/usage-not-counted',
    'the usage of a key stands still',
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
      p.request('revokeApiKey', (_asking, { bearer }) =>
        bearer === null ? undefined : refusal(404, 'ROUTE_NOT_FOUND', 'There is no such path.'),
      ),
  ),
];

/** Makes keys with a scope that the caller lacks. */
function createsUnscopedKeys(p: Injector, scope: string): void {
  p.request('createApiKey', (change) => {
    if (!listAt(change.json, 'scopes').includes(scope)) return undefined;
    setAt(change.json, 'scopes', ['api_keys:read']);
    return undefined;
  });
  p.reply('createApiKey', (reply, { json }) => {
    if (isSuccess(reply) && listAt(json, 'scopes').includes(scope)) setAt(reply.json, 'scopes', [scope]);
  });
}

/** Shows a state of instances as another one, wherever it is shown. */
function showStateAs(p: Injector, state: string, other: string): void {
  p.reply(['getVps', 'listVps', 'startVps', 'stopVps', 'rebootVps', 'resizeVps'], (reply) => {
    if (!isSuccess(reply)) return;
    for (const record of recordsIn(reply.json))
      changeAt(record, 'status', (was) => (was === state ? other : was));
  });
}
