// Planted faults that show in one place, or to one kind of caller, only: the products.
import { randomUUID } from 'node:crypto';
import { become, change, isDict, isSuccess, listAt, onSuccess, put, refusal, textAt } from './edit.ts';
import type { Defect } from './plant.ts';
import { chosen, stated, WEBHOOKS } from './row.ts';

const later = (
  v: unknown,
  by: (x: Record<string, unknown>) => Record<string, unknown>,
): Record<string, unknown> => (isDict(v) ? by(v) : {});

export const narrowProducts: readonly Defect[] = [
  stated(
    'TH58',
    'new nameservers are added to the old ones',
    ['endpoints/update-nameservers', 'endpoints/update-persists'],
    'domains/nameservers-replaced',
    (p) =>
      p.handler('replaceDomainNameservers', ({ asked, books }, go) => {
        const old = listAt(books.shelf('domains').find(asked.params.id ?? ''), 'nameservers');
        const done = go();
        return isDict(done)
          ? books.shelf('domains').update(String(done.id), {
              nameservers: [...new Set([...old, ...listAt(done, 'nameservers')])],
            })
          : done;
      }),
  ),
  stated(
    'TH59',
    'the hosting account is made for the www name',
    ['endpoints/create-hosting', 'hosting-request/domain', 'endpoints/create-echoes'],
    'hosting/echo',
    (p) =>
      p.handler('createHostingAccount', ({ body }, go) =>
        go({ body: later(body, (b) => ({ ...b, domain: `www.${String(b.domain)}` })) }),
      ),
  ),
  stated(
    'TH60',
    'a certificate is downloaded as PEM',
    ['endpoints/download-certificate'],
    'ssl/bundle-is-a-zip',
    (p) =>
      p.reply('downloadCertificate', (r) => {
        if (isSuccess(r)) r.raw = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
      }),
  ),
  stated(
    'TH61',
    'deleting a record deletes all of its name',
    'endpoints/delete-record',
    'dns/delete-one-record',
    (p) =>
      p.handler('deleteDnsRecord', ({ asked, books }, go) => {
        const r = books.shelf('dns_records').find(asked.params.rid ?? '');
        const done = go();
        if (r)
          for (const o of books.shelf('dns_records').all())
            if (o.zone_id === r.zone_id && o.name === r.name && o.type === r.type)
              books.shelf('dns_records').remove(o.id);
        return done;
      }),
  ),
  stated(
    'TH62',
    'updating a record leaves the old one and adds another',
    ['endpoints/update-record', 'endpoints/update-persists'],
    'dns/update-persists',
    (p) =>
      p.handler('updateDnsRecord', ({ asked, books }, go) => {
        const r = books.shelf('dns_records').find(asked.params.rid ?? '');
        const done = go();
        if (!r || !isDict(done)) return done;
        const { id: _, ...now } = done;
        books.shelf('dns_records').update(r.id, { content: r.content, ttl: r.ttl });
        return books.shelf('dns_records').insert({ ...now, id: randomUUID() });
      }),
  ),
  stated(
    'TH63',
    'a deleted zone is still listed',
    ['endpoints/delete-zone', 'endpoints/list-zones', 'states/deletes-delete'],
    'dns/deleted-not-listed',
    (p) => {
      const rows: unknown[] = [];
      p.handler('deleteDnsZone', ({ asked, books }, go) => {
        const z = books.shelf('dns_zones').find(asked.params.id ?? '');
        const done = go();
        if (z) rows.push(structuredClone(z));
        return done;
      });
      onSuccess(p, 'listDnsZones', (j) => change(j, 'data', (d) => (Array.isArray(d) ? [...rows, ...d] : d)));
    },
  ),
  stated(
    'TH64',
    'a deleted mailbox is still in the service',
    ['endpoints/delete-mailbox', 'states/deletes-delete'],
    'email/deleted-is-gone',
    (p) => {
      const kept = new Map<string, unknown[]>();
      p.handler('deleteMailbox', ({ asked, books }, go) => {
        const m = books.shelf('mailboxes').find(asked.params.mbx ?? '');
        const done = go();
        if (m) kept.set(String(m.email_id), [...(kept.get(String(m.email_id)) ?? []), structuredClone(m)]);
        return done;
      });
      onSuccess(p, 'getEmailService', (j, a) =>
        change(j, 'mailboxes', (l) =>
          Array.isArray(l) ? [...l, ...(kept.get(a.params.id ?? '') ?? [])] : l,
        ),
      );
    },
  ),
  stated(
    'TH65',
    'a resize is acknowledged and the machine keeps its size',
    ['endpoints/resize-vps', 'states/vps-actions'],
    'vps/resize-happens',
    (p) =>
      p.handler('resizeVps', ({ asked, books }, go) => {
        const v = books.shelf('vps').find(asked.params.id ?? '');
        const done = go();
        if (v && isDict(done))
          books
            .shelf('vps')
            .update(v.id, { sku_id: v.sku_id, vcpus: v.vcpus, memory_mb: v.memory_mb, disk_gb: v.disk_gb });
        return done;
      }),
  ),
  stated(
    'TH66',
    'a reboot leaves the machine stopped',
    ['endpoints/reboot-vps', 'states/vps-actions'],
    'vps/reboot-happens',
    (p) =>
      p.handler('rebootVps', ({ asked, books }, go) => {
        const done = go();
        books.shelf('vps').update(asked.params.id ?? '', { status: 'stopped' });
        return done;
      }),
  ),
  stated(
    'TH67',
    'the detail of a ticket shows its first reply only',
    ['endpoints/get-ticket', 'endpoints/reply-to-ticket'],
    'support/reply-is-shown',
    (p) =>
      onSuccess(p, 'getTicket', (j) => change(j, 'replies', (l) => (Array.isArray(l) ? l.slice(0, 1) : l))),
  ),
  stated(
    'TH68',
    'a reply goes to the newest ticket of the tenant',
    ['endpoints/reply-to-ticket', 'endpoints/get-ticket'],
    'support/reply-to-its-ticket',
    (p) =>
      p.handler('createTicketReply', ({ books }, go) => {
        const done = go();
        const newest = books
          .shelf('tickets')
          .all()
          .filter((t) => t.tenant_id === books.tenantId)
          .at(0);
        if (isDict(done) && newest)
          books.shelf('ticket_replies').update(String(done.id), { ticket_id: newest.id });
        return done;
      }),
  ),
  stated(
    'TH69',
    'a test is acknowledged and nothing is sent',
    ['endpoints/test-webhook'],
    'webhooks/test',
    (p) =>
      p.handler('testWebhook', ({ asked, books }) =>
        books.platform.shelf('webhook_deliveries').insert({
          webhook_id: asked.params.id,
          event_id: `evt_${randomUUID()}`,
          event_type: 'webhook.test',
          attempt: 1,
          status: 'succeeded',
          response_status: 200,
          duration_ms: 12,
          error: null,
          request_body: '{}',
          next_attempt_at: null,
          attempted_at: books.now,
        }),
      ),
    WEBHOOKS,
  ),
  stated(
    'TH70',
    'the attempts of one endpoint are listed at every endpoint',
    ['endpoints/list-deliveries'],
    'webhooks/attempts-of-one-endpoint',
    (p) => {
      onSuccess(p, 'listWebhookDeliveries', () => {});
      p.handler('listWebhookDeliveries', ({ books, asked }, go) => {
        const page = go();
        const mine = books.platform
          .shelf('webhook_deliveries')
          .all()
          .filter((d) => d.webhook_id !== asked.params.id)
          .slice(-5);
        return isDict(page) && Array.isArray(page.data) ? { ...page, data: [...page.data, ...mine] } : page;
      });
    },
    WEBHOOKS,
  ),
  chosen(
    'TH71',
    'the scopes of a new key are those of its creator',
    ['api-keys/scopes-asked-for', 'authentication/keys-carry-scopes'],
    'api-keys/scopes-shown',
    (p) =>
      p.handler('createApiKey', ({ body, who }, go) => {
        const done = go({ body: later(body, (b) => ({ ...b, scopes: [...who.scopes] })) });
        return isDict(done) && isDict(body) ? { ...done, scopes: body.scopes } : done;
      }),
  ),
  stated(
    'TH72',
    'the usage of a key is that of all keys: it stays when the key is not used',
    ['endpoints/api-key-usage'],
    'api-keys/usage-of-the-key',
    (p) => {
      let n = 0;
      p.reply('everything', () => {
        n += 1;
      });
      onSuccess(p, 'getApiKeyUsage', (j) => put(j, 'total_requests', n));
    },
  ),
  stated(
    'TH73',
    "the settings of a tenant that are updated are those of the caller's tenant",
    ['endpoints/update-tenant', 'endpoints/update-persists'],
    'tenants/update-persists',
    (p) =>
      p.handler('updateTenant', ({ asked, body, books }, go) => {
        const before = books.platform.shelf('tenants').find(asked.params.id ?? '');
        const done = go();
        if (before && isDict(done) && isDict(body)) {
          const { id: _i, created_at: _c, ...rest } = before;
          books.platform.shelf('tenants').update(before.id, rest);
        }
        return done;
      }),
  ),
  stated(
    'TH74',
    'a terminated tenant is gone',
    ['states/tenant-soft-delete', 'endpoints/terminate-tenant'],
    'tenants/soft-delete',
    (p) => {
      const gone = new Set<string>();
      p.reply('terminateTenant', (r, a) => {
        if (isSuccess(r)) gone.add(a.params.id ?? '');
      });
      p.reply('getTenant', (r, a) => {
        if (gone.has(a.params.id ?? '')) become(r, refusal(404, 'NOT_FOUND', 'No.'));
      });
      onSuccess(p, 'listTenants', (j) =>
        change(j, 'data', (d) => (Array.isArray(d) ? d.filter((c) => !gone.has(textAt(c, 'id'))) : d)),
      );
    },
  ),
];
