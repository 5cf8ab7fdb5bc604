// Planted faults that show in one place, or to one kind of caller, only: the products.

import { randomUUID } from 'node:crypto';
import { isObject } from '../../src/contract/is-object.ts';
import { chosen, stated, WEBHOOKS } from './define-mutant.ts';
import type { Mutant } from './mutant.ts';
import { editObject } from './request-edits.ts';
import {
  changeAt,
  isSuccess,
  listAt,
  onSuccess,
  refusal,
  replaceResponse,
  setAt,
  textAt,
} from './response-edits.ts';

export const narrowProducts: readonly Mutant[] = [
  stated(
    'domains/nameservers-appended',
    'new nameservers are added to the old ones',
    ['endpoints/update-nameservers', 'endpoints/update-persists'],
    'domains/nameservers-replaced',
    (p) =>
      p.handler('replaceDomainNameservers', ({ request, db }, go) => {
        const old = listAt(db.table('domains').find(request.params.id ?? ''), 'nameservers');
        const done = go();
        return isObject(done)
          ? db.table('domains').update(String(done.id), {
              nameservers: [...new Set([...old, ...listAt(done, 'nameservers')])],
            })
          : done;
      }),
  ),
  stated(
    'hosting/created-for-www-name',
    'the hosting account is made for the www name',
    ['endpoints/create-hosting', 'hosting-request/domain', 'endpoints/create-echoes'],
    'hosting/echo',
    (p) =>
      p.handler('createHostingAccount', ({ body }, go) =>
        go({ body: editObject(body, (b) => ({ ...b, domain: `www.${String(b.domain)}` })) }),
      ),
  ),
  stated(
    'ssl/download-is-pem',
    'a certificate is downloaded as PEM',
    ['endpoints/download-certificate'],
    'ssl/bundle-is-a-zip',
    (p) =>
      p.reply('downloadCertificate', (r) => {
        if (isSuccess(r)) r.raw = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
      }),
  ),
  stated(
    'dns/delete-removes-whole-name',
    'deleting a record deletes all of its name',
    'endpoints/delete-record',
    'dns/delete-one-record',
    (p) =>
      p.handler('deleteDnsRecord', ({ request, db }, go) => {
        const r = db.table('dns_records').find(request.params.rid ?? '');
        const done = go();
        if (r)
          for (const o of db.table('dns_records').all())
            if (o.zone_id === r.zone_id && o.name === r.name && o.type === r.type)
              db.table('dns_records').remove(o.id);
        return done;
      }),
  ),
  stated(
    'dns/update-adds-record',
    'updating a record leaves the old one and adds another',
    ['endpoints/update-record', 'endpoints/update-persists'],
    'dns/update-persists',
    (p) =>
      p.handler('updateDnsRecord', ({ request, db }, go) => {
        const r = db.table('dns_records').find(request.params.rid ?? '');
        const done = go();
        if (!r || !isObject(done)) return done;
        const { id: _, ...now } = done;
        db.table('dns_records').update(r.id, { content: r.content, ttl: r.ttl });
        return db.table('dns_records').insert({ ...now, id: randomUUID() });
      }),
  ),
  stated(
    'dns/deleted-zone-listed',
    'a deleted zone is still listed',
    ['endpoints/delete-zone', 'endpoints/list-zones', 'states/deletes-delete'],
    'dns/deleted-not-listed',
    (p) => {
      const rows: unknown[] = [];
      p.handler('deleteDnsZone', ({ request, db }, go) => {
        const z = db.table('dns_zones').find(request.params.id ?? '');
        const done = go();
        if (z) rows.push(structuredClone(z));
        return done;
      });
      onSuccess(p, 'listDnsZones', (j) =>
        changeAt(j, 'data', (d) => (Array.isArray(d) ? [...rows, ...d] : d)),
      );
    },
  ),
  stated(
    'email/deleted-mailbox-stays',
    'a deleted mailbox is still in the service',
    ['endpoints/delete-mailbox', 'states/deletes-delete'],
    'email/deleted-is-gone',
    (p) => {
      const stored = new Map<string, unknown[]>();
      p.handler('deleteMailbox', ({ request, db }, go) => {
        const m = db.table('mailboxes').find(request.params.mbx ?? '');
        const done = go();
        if (m)
          stored.set(String(m.email_id), [...(stored.get(String(m.email_id)) ?? []), structuredClone(m)]);
        return done;
      });
      onSuccess(p, 'getEmailService', (j, a) =>
        changeAt(j, 'mailboxes', (l) =>
          Array.isArray(l) ? [...l, ...(stored.get(a.params.id ?? '') ?? [])] : l,
        ),
      );
    },
  ),
  stated(
    'vps/resize-not-done',
    'a resize is acknowledged and the machine keeps its size',
    ['endpoints/resize-vps', 'states/vps-actions'],
    'vps/resize-happens',
    (p) =>
      p.handler('resizeVps', ({ request, db }, go) => {
        const v = db.table('vps').find(request.params.id ?? '');
        const done = go();
        if (v && isObject(done))
          db.table('vps').update(v.id, {
            sku_id: v.sku_id,
            vcpus: v.vcpus,
            memory_mb: v.memory_mb,
            disk_gb: v.disk_gb,
          });
        return done;
      }),
  ),
  stated(
    'vps/reboot-stops',
    'a reboot leaves the machine stopped',
    ['endpoints/reboot-vps', 'states/vps-actions'],
    'vps/reboot-happens',
    (p) =>
      p.handler('rebootVps', ({ request, db }, go) => {
        const done = go();
        db.table('vps').update(request.params.id ?? '', { status: 'stopped' });
        return done;
      }),
  ),
  stated(
    'support/first-reply-only',
    'the detail of a ticket shows its first reply only',
    ['endpoints/get-ticket', 'endpoints/reply-to-ticket'],
    'support/reply-is-shown',
    (p) =>
      onSuccess(p, 'getTicket', (j) => changeAt(j, 'replies', (l) => (Array.isArray(l) ? l.slice(0, 1) : l))),
  ),
  stated(
    'support/reply-to-newest-ticket',
    'a reply goes to the newest ticket of the tenant',
    ['endpoints/reply-to-ticket', 'endpoints/get-ticket'],
    'support/reply-to-its-ticket',
    (p) =>
      p.handler('createTicketReply', ({ db }, go) => {
        const done = go();
        const newest = db
          .table('tickets')
          .all()
          .filter((t) => t.tenant_id === db.tenantId)
          .at(0);
        if (isObject(done) && newest)
          db.table('ticket_replies').update(String(done.id), { ticket_id: newest.id });
        return done;
      }),
  ),
  stated(
    'webhooks/test-not-sent',
    'a test is acknowledged and nothing is sent',
    ['endpoints/test-webhook'],
    'webhooks/test',
    (p) =>
      p.handler('testWebhook', ({ request, db }) =>
        db.platform.table('webhook_deliveries').insert({
          webhook_id: request.params.id,
          event_id: `evt_${randomUUID()}`,
          event_type: 'webhook.test',
          attempt: 1,
          status: 'succeeded',
          response_status: 200,
          duration_ms: 12,
          error: null,
          request_body: '{}',
          next_attempt_at: null,
          attempted_at: db.now,
        }),
      ),
    WEBHOOKS,
  ),
  stated(
    'webhooks/deliveries-of-all-endpoints',
    'the attempts of one endpoint are listed at every endpoint',
    ['endpoints/list-deliveries'],
    'webhooks/attempts-of-one-endpoint',
    (p) => {
      onSuccess(p, 'listWebhookDeliveries', () => {});
      p.handler('listWebhookDeliveries', ({ db, request }, go) => {
        const page = go();
        const mine = db.platform
          .table('webhook_deliveries')
          .all()
          .filter((d) => d.webhook_id !== request.params.id)
          .slice(-5);
        return isObject(page) && Array.isArray(page.data) ? { ...page, data: [...page.data, ...mine] } : page;
      });
    },
    WEBHOOKS,
  ),
  chosen(
    'api-keys/scopes-of-creator',
    'the scopes of a new key are those of its creator',
    ['api-keys/scopes-asked-for', 'authentication/keys-carry-scopes'],
    'api-keys/scopes-shown',
    (p) =>
      p.handler('createApiKey', ({ body, caller }, go) => {
        const done = go({ body: editObject(body, (b) => ({ ...b, scopes: [...caller.scopes] })) });
        return isObject(done) && isObject(body) ? { ...done, scopes: body.scopes } : done;
      }),
  ),
  stated(
    'api-keys/usage-of-all-keys',
    'the usage of a key is that of all keys: it stays when the key is not used',
    ['endpoints/api-key-usage'],
    'api-keys/usage-of-the-key',
    (p) => {
      let n = 0;
      p.reply('everything', () => {
        n += 1;
      });
      onSuccess(p, 'getApiKeyUsage', (j) => setAt(j, 'total_requests', n));
    },
  ),
  stated(
    'tenants/update-hits-own-tenant',
    "the settings of a tenant that are updated are those of the caller's tenant",
    ['endpoints/update-tenant', 'endpoints/update-persists'],
    'tenants/update-persists',
    (p) =>
      p.handler('updateTenant', ({ request, body, db }, go) => {
        const before = db.platform.table('tenants').find(request.params.id ?? '');
        const done = go();
        if (before && isObject(done) && isObject(body)) {
          const { id: _i, created_at: _c, ...rest } = before;
          db.platform.table('tenants').update(before.id, rest);
        }
        return done;
      }),
  ),
  stated(
    'tenants/terminated-not-found',
    'a terminated tenant is gone',
    ['states/tenant-soft-delete', 'endpoints/terminate-tenant'],
    'tenants/soft-delete',
    (p) => {
      const deleted = new Set<string>();
      p.reply('terminateTenant', (r, a) => {
        if (isSuccess(r)) deleted.add(a.params.id ?? '');
      });
      p.reply('getTenant', (r, a) => {
        if (deleted.has(a.params.id ?? '')) replaceResponse(r, refusal(404, 'NOT_FOUND', 'No.'));
      });
      onSuccess(p, 'listTenants', (j) =>
        changeAt(j, 'data', (d) => (Array.isArray(d) ? d.filter((c) => !deleted.has(textAt(c, 'id'))) : d)),
      );
    },
  ),
];
