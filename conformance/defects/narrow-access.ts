// Planted faults that show in one place, or to one kind of caller, only: credentials, sessions, permissions, tenants.

import { isObject } from '../../src/contract/is-object.ts';
import { chosen, stated } from './define-mutant.ts';
import type { CredentialResult, Mutant } from './mutant.ts';
import { editObject } from './request-edits.ts';
import {
  changeAt,
  isSuccess,
  jsonResponse,
  onSuccess,
  refusal,
  removeAt,
  replaceResponse,
  setAt,
  textAt,
} from './response-edits.ts';
import { TENANCY } from './tenancy.ts';

export const narrowAccess: readonly Mutant[] = [
  stated(
    'auth/login-expiry-without-zone',
    'expires_at of a login has a blank instead of a T and no zone',
    ['login-response/expires-at', 'service/utc-times'],
    'auth/login-expires_at',
    (p) =>
      onSuccess(p, 'login', (j) =>
        changeAt(j, 'expires_at', (v) => String(v).replace('T', ' ').replace('Z', '')),
      ),
  ),
  stated('auth/login-201', 'a login answers 201', ['login-response/status'], 'statuses/login-is-200', (p) =>
    p.reply('login', (r) => {
      if (r.status === 200) r.status = 201;
    }),
  ),
  stated(
    'auth/login-user-without-tenant',
    'the user of a login has no tenant_id',
    'login-response/user',
    'auth/login-user',
    (p) => onSuccess(p, 'login', (j) => removeAt(j, 'user.tenant_id')),
  ),
  stated(
    'auth/refresh-returns-same-token',
    'refresh hands back the token it was given',
    ['authentication/refresh', 'endpoints/refresh'],
    'auth/revived-token-works',
    (p) => onSuccess(p, 'refreshSession', (j, a) => setAt(j, 'token', a.bearer)),
  ),
  stated(
    'auth/refresh-after-expiry-refused',
    'refresh refuses a token that has expired',
    ['authentication/refresh', 'endpoints/refresh'],
    'auth/refresh-expired',
    (p) => {
      p.resolveCredential((_b, go) => {
        const f = go();
        return 'refused' in f ? { refused: f.refused } : f;
      });
    },
  ),
  stated(
    'auth/logout-ends-profile-only',
    'after logout the token works everywhere but at /auth/me',
    ['authentication/logout', 'endpoints/logout'],
    'auth/logout',
    (p) => {
      let op: string | null = null;
      p.request('everything', (_asking, a) => {
        op = a.operation;
        return undefined;
      });
      const who = new Map<string, CredentialResult>();
      const out = new Set<string>();
      p.reply('logout', (r, a) => {
        if (isSuccess(r) && a.bearer) out.add(a.bearer);
      });
      p.resolveCredential((b, go) => {
        const f = go();
        if (!('refused' in f)) who.set(b, f);
        return out.has(b) && op !== 'getCurrentUser' && op !== 'refreshSession' ? (who.get(b) ?? f) : f;
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
      onSuccess(p, 'refreshSession', (j) => fresh.add(textAt(j, 'token')));
      p.request('logout', (_asking, a) =>
        a.bearer && fresh.has(a.bearer) ? jsonResponse(200, { message: 'Signed out.' }) : undefined,
      );
    },
  ),
  stated(
    'auth/verify-accepts-six-digits',
    'a second factor of any six digits signs in',
    [
      'login-request/totp-code',
      'authentication/invalid-is-401',
      'authentication/two-factor',
      'endpoints/login',
    ],
    'auth/2fa-wrong-code',
    (p) => {
      const s = new Map<string, unknown>();
      p.reply('login', (r, a) => {
        const e = textAt(a.json, 'email');
        if (isSuccess(r)) s.set(e, structuredClone(r.json));
        else if (r.status === 401 && /^\d{6}$/.test(textAt(a.json, 'totp_code')) && s.has(e))
          replaceResponse(r, jsonResponse(200, s.get(e)));
      });
    },
  ),
  stated(
    'api-keys/letter-case-ignored',
    'keys are found whatever the case of their letters',
    'authentication/invalid-is-401',
    'api-keys/the-case-of-its-letters-turned',
    (p) => {
      const good = new Map<string, string>();
      p.resolveCredential((b, go) => {
        const f = go();
        if (!('refused' in f)) {
          good.set(b.toLowerCase(), b);
          return f;
        }
        const g = good.get(b.toLowerCase());
        return g ? go(g) : f;
      });
    },
  ),
  stated(
    'api-keys/appended-text-accepted',
    'a key with something appended is accepted',
    'authentication/invalid-is-401',
    'api-keys/something-appended',
    (p) => {
      const good = new Set<string>();
      p.resolveCredential((b, go) => {
        const f = go();
        if (!('refused' in f)) {
          if (f.kind === 'api_key') good.add(b);
          return f;
        }
        const g = [...good].find((k) => b.startsWith(k));
        return g ? go(g) : f;
      });
    },
  ),
  stated(
    'api-keys/read-only-delete-401',
    'a read-only key that deletes a record is told 401',
    ['authentication/lacking-permission-is-403', 'service/own-tenant-only'],
    'isolation/terminateTenant',
    (p) =>
      p.reply(
        (a) => a.method === 'DELETE',
        (r) => {
          if (r.status === 403) replaceResponse(r, refusal(401, 'UNAUTHENTICATED', 'No.'));
        },
      ),
  ),
  chosen(
    'api-keys/read-only-writes',
    'a read-only key may cancel orders and reply to tickets',
    'api-keys/scopes-asked-for',
    'api-keys/scopes-bind-everywhere',
    (p) => p.skip('authorise', ['cancelOrder', 'createTicketReply', 'closeTicket']),
  ),
  stated(
    'api-keys/revoked-key-reads',
    'a revoked key still reads',
    ['states/key-revoked', 'authentication/invalid-is-401', 'endpoints/revoke-api-key'],
    'api-keys/revoked-is-401',
    (p) => {
      let get = false;
      p.request('everything', (_asking, a) => {
        get = a.method === 'GET' && a.operation !== 'getCurrentUser' && a.operation !== 'listApiKeys';
        return undefined;
      });
      const who = new Map<string, CredentialResult>();
      p.resolveCredential((b, go) => {
        const f = go();
        if (!('refused' in f)) {
          who.set(b, f);
          return f;
        }
        const w = who.get(b);
        return get && w && !('refused' in w) && w.kind === 'api_key' ? w : f;
      });
    },
  ),
  stated(
    'isolation/services-filter-shows-foreign',
    'the filter customer_id of services looks beyond the tenant',
    TENANCY,
    'isolation/filtered-list/listServices',
    (p) =>
      p.handler('listServices', ({ db, query }, go) =>
        query.customer_id === undefined ? go() : go({ db: db.platform }),
      ),
  ),
  stated(
    'isolation/foreign-invoice-paid',
    "a payment for another tenant's invoice is recorded",
    TENANCY,
    'isolation/createPayment',
    (p) =>
      p.handler('createPayment', ({ db, body }, go) => {
        const i = db.platform.table('invoices').find(textAt(body, 'invoice_id'));
        const t = textAt(i, 'tenant_id');
        return i && t !== db.tenantId ? go({ db: db.of(t) }) : go();
      }),
  ),
  stated(
    'isolation/foreign-record-by-own-zone',
    "a record of another tenant's zone can be changed under one's own zone",
    [...TENANCY],
    'isolation/updateDnsRecord/foreign-parent',
    (p) => {
      p.step('locate', 'updateDnsRecord', ({ request, db }, go) => {
        const r = db?.platform.table('dns_records').find(request.params.rid ?? '');
        return r && db?.table('dns_zones').find(request.params.id ?? '') ? undefined : go();
      });
      p.handler('updateDnsRecord', ({ request, db, body }, go) => {
        const r = db.platform.table('dns_records').find(request.params.rid ?? '');
        if (r && r.tenant_id !== db.tenantId && isObject(body))
          return db.platform.table('dns_records').update(r.id, { content: body.content });
        return go();
      });
    },
  ),
  stated(
    'isolation/foreign-ticket-closed',
    "closing another tenant's ticket says 404 and closes it",
    TENANCY,
    'isolation/closeTicket',
    (p) =>
      p.step('locate', 'closeTicket', ({ request, db }, go) => {
        const t = db?.platform.table('tickets').find(request.params.id ?? '');
        if (db && t && t.tenant_id !== db.tenantId)
          p.readDb((b) => b.table('tickets').update(t.id, { status: 'closed', closed_at: b.now }));
        return go();
      }),
  ),
  stated(
    'isolation/ticket-for-foreign-customer',
    'a ticket may be opened for a customer of another tenant',
    TENANCY,
    'isolation/createTicket',
    (p) =>
      p.handler('createTicket', ({ db, body }, go) => {
        const c = db.platform.table('customers').find(textAt(body, 'customer_id'));
        if (!c || c.tenant_id === db.tenantId) return go();
        const created = go({ body: editObject(body, ({ customer_id: _, ...rest }) => rest) });
        return isObject(created)
          ? db.table('tickets').update(String(created.id), { customer_id: c.id })
          : created;
      }),
  ),
  stated(
    'isolation/later-invoices-foreign',
    'the sixth and later rows of invoices come from all tenants',
    TENANCY,
    'isolation/listInvoices',
    (p) =>
      p.handler('listInvoices', ({ db }, go) => {
        const page = go();
        const other = db.platform
          .table('invoices')
          .all()
          .filter((r) => r.tenant_id !== db.tenantId)
          .at(-1);
        return isObject(page) && Array.isArray(page.data) && other
          ? { ...page, data: [...page.data.slice(0, 5), other, ...page.data.slice(5)] }
          : page;
      }),
  ),
  stated(
    'isolation/foreign-zone-records-readable',
    "zones of other tenants can be read by their owner's customers: GET of a foreign zone's records",
    TENANCY,
    'isolation/listDnsRecords',
    (p) => p.readAcrossTenants('listDnsRecords'),
  ),
  stated(
    'tenants/filtered-list-allowed',
    'any user of a tenant gets the list of tenants, filtered to its own',
    ['authentication/tenants-for-admins'],
    'authentication/tenants-for-admins',
    (p) => {
      p.skip('authorise', 'listTenants');
      p.handler('listTenants', ({ caller, db }, go) => {
        const page = go({ db: db.platform });
        if (caller.scopes.includes('platform:admin')) return page;
        return isObject(page) && Array.isArray(page.data)
          ? { ...page, data: page.data.filter((t) => isObject(t) && t.id === caller.tenantId) }
          : page;
      });
    },
  ),
];
