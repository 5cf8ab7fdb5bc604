// Arranges DNS zones and records, mailboxes, tickets and replies, webhook endpoints and deliveries.

import { pools } from '../../fixtures/worlds/pools.ts';
import type { ScenarioRecord } from '../../src/server/arrangement.ts';
import { cancelQueued, type DeliveryOutcome } from '../../src/server/outbox-queue.ts';
import { addRecord, createZone } from '../areas/dns.ts';
import { createMailbox } from '../areas/email.ts';
import { addReply, authorOf, closeTicket, openTicket } from '../areas/support.ts';
import { createWebhook, updateWebhook } from '../areas/webhooks.ts';
import { DAY } from '../billing/cycles.ts';
import type { DeliveryRow, Store } from '../tables.ts';
import { createEvent, outbox, startDelivery } from '../webhooks/deliveries.ts';
import { sampleEventData } from '../webhooks/sample-events.ts';
import { type ArrangedKind, ago, bodyOf, idOf, numberOf, type Timeline, textOf } from './timeline.ts';

const TEN_MINUTES = 600_000;

export const content: Readonly<Record<string, ArrangedKind>> = {
  dns_zones: {
    createdAt: ({ own }, now) => (own.status === 'pending' ? now : now - 25 * DAY),
    schedule: scheduleZone,
  },
  records: { createdAt: ago(15 * DAY), schedule: scheduleRecord },
  mailboxes: { createdAt: ago(5 * DAY), schedule: scheduleMailbox },
  tickets: { createdAt: ago(4 * DAY), schedule: scheduleTicket },
  replies: { createdAt: ago(2 * DAY), schedule: scheduleReply },
  webhooks: { createdAt: ago(30 * DAY), schedule: scheduleWebhook },
  deliveries: {
    // The third attempt of a pending delivery failed some minutes ago, and the fourth is due in some minutes.
    createdAt: ({ own }, now) => now - (own.status === 'pending' ? TEN_MINUTES : DAY),
    schedule: scheduleDelivery,
  },
};

function scheduleZone(timeline: Timeline, record: ScenarioRecord): void {
  const { given, own, owner } = record;
  timeline.on(record, timeline.startOf(record), (store) => {
    const word = timeline.pick(pools.words, 'zone', record.ordinal);
    let count = record.ordinal + 1;
    while (store.dns_zones.by('name', `${word}-${count}.example`)) count += 1;
    const body = { name: `${word}-${count}.example`, ...given, ...(owner && { customer_id: idOf(owner) }) };
    record.id = createZone(store, bodyOf('DnsZoneCreate', body)).id;
  });
  if (own.status === 'error')
    timeline.onWay(record, 0.8, (store) => store.dns_zones.move(idOf(record), 'fail'));
}

// Schedules a DNS record; its default is an address of a host that the zone does not have yet.
function scheduleRecord(timeline: Timeline, record: ScenarioRecord): void {
  timeline.on(record, timeline.startOf(record), (store) => {
    const zone = store.dns_zones.get(idOf(record.owner));
    const preset = {
      type: 'A',
      name: `host-${zone.record_count + 1}`,
      content: `192.0.2.${1 + (zone.record_count % 254)}`,
    };
    record.id = addRecord(store, zone, bodyOf('DnsRecordWrite', { ...preset, ...record.given })).id;
  });
}

// Schedules a mailbox. It exists before its email service is suspended, so it is suspended with it.
function scheduleMailbox(timeline: Timeline, record: ScenarioRecord): void {
  const { owner } = record;
  const isNew = owner !== null && 'pointer' in owner;
  const byDefault =
    isNew && record.own.created_at === undefined ? timeline.between(owner, 0.4) : timeline.startOf(record);
  timeline.on(record, byDefault, (store) => {
    const service = store.email_services.get(idOf(owner));
    const preset = { local_part: `mailbox-${service.mailbox_count + 1}`, password: 'arranged-K2wQ-x9Lm' };
    record.id = createMailbox(store, service, bodyOf('MailboxCreate', { ...preset, ...record.given })).id;
  });
}

const SUBJECTS = [
  'Site is slow',
  'Invoice is wrong',
  'Cannot sign in',
  'Mail bounces',
  'Please raise a limit',
];

function scheduleTicket(timeline: Timeline, record: ScenarioRecord): void {
  const { given, own, owner, refs } = record;
  const status = textOf(own.status) ?? 'open';
  timeline.on(record, timeline.startOf(record), (store) => {
    const preset = {
      subject: timeline.pick(SUBJECTS, 'subject', record.ordinal),
      message: 'Please have a look.',
    };
    const links = { customer_id: idOf(owner), ...(refs.service && { service_id: idOf(refs.service) }) };
    const body = bodyOf('TicketCreate', { ...preset, ...given, ...links });
    record.id = openTicket(store, { userId: firstUser(store) }, body).id;
  });
  const speaker = { answered: 'staff', customer_reply: 'customer' } as const;
  timeline.onWay(record, 0.95, (store) => {
    const ticket = store.tickets.get(idOf(record));
    if (status === ticket.status) return;
    if (status === 'answered' || status === 'customer_reply')
      addReply(
        store,
        ticket,
        authorOf(store, ticket, speaker[status], { userId: firstUser(store) }),
        'We look into it.',
      );
    if (status === 'on_hold') store.tickets.move(ticket.id, 'hold');
    if (status === 'closed') closeTicket(store, ticket.id);
  });
}

const firstUser = (store: Store): string | null => store.users.all()[0]?.id ?? null;

// Schedules a reply to a ticket; replies without an author alternate, beginning with the staff.
function scheduleReply(timeline: Timeline, record: ScenarioRecord): void {
  const { owner } = record;
  timeline.on(record, timeline.startOf(record), (store) => {
    const ticket = store.tickets.get(idOf(owner));
    const author_type = ticket.status === 'answered' ? 'customer' : 'staff';
    const body = bodyOf('TicketReplyCreate', { message: 'We look into it.', author_type, ...record.given });
    const author = authorOf(store, ticket, body.author_type ?? 'staff', { userId: firstUser(store) });
    record.id = addReply(store, ticket, author, body.message).id;
  });
}

// Schedules a webhook endpoint; a disabled endpoint is disabled after its deliveries.
function scheduleWebhook(timeline: Timeline, record: ScenarioRecord): void {
  timeline.on(record, timeline.startOf(record), (store) => {
    const preset = { url: `https://hooks.arranged.example/${record.ordinal + 1}`, events: ['*'] };
    record.id = createWebhook(store, bodyOf('WebhookCreate', { ...preset, ...record.given })).id;
    const { secret } = store.webhook_secrets.by('webhook_id', record.id) ?? {};
    if (secret !== undefined) record.extra.secret = secret;
  });
  if (record.own.status === 'disabled')
    timeline.atLast(record, (store) => {
      const webhook = store.webhooks.get(idOf(record));
      if (webhook.status === 'enabled') updateWebhook(store, webhook, { status: 'disabled' });
    });
}

// Schedules a delivery with its attempts; a failed delivery is one attempt that is not repeated.
function scheduleDelivery(timeline: Timeline, record: ScenarioRecord): void {
  const status = textOf(record.own.status) ?? 'succeeded';
  const reply = numberOf(record.own.response_status);
  const outcome: DeliveryOutcome = {
    status: reply ?? (status === 'succeeded' ? 200 : 503),
    ms: 40 + ((record.ordinal * 13) % 200),
    retryAfter: null,
  };
  const attempt = (store: Store, delivery: DeliveryRow): void => {
    const ref = { tenant_id: store.tenantId ?? '', delivery_id: delivery.id };
    store.unschedule('webhook.attempt', ref);
    store.webhook_deliveries.update(delivery.id, { attempted_at: store.now });
    outbox.record(store, status === 'pending' ? ref : { ...ref, once: 'yes' }, outcome);
  };
  const again = (store: Store, delivery: DeliveryRow, left: number): void => {
    attempt(store, delivery);
    const next = store.webhook_deliveries
      .where('webhook_id', delivery.webhook_id)
      .findLast((one) => one.event_id === delivery.event_id);
    if (!next || next.id === delivery.id) return;
    record.id = next.id;
    const due = store.webhook_deliveries.get(delivery.id).next_attempt_at;
    if (left > 1 && due != null && Date.parse(due) <= timeline.now)
      timeline.on(record, Date.parse(due), (then) =>
        again(then, then.webhook_deliveries.get(next.id), left - 1),
      );
  };
  timeline.on(record, timeline.startOf(record), (store) => {
    const webhook = store.webhooks.get(idOf(record.owner));
    const type = bodyOf('WebhookTest', record.given).event_type ?? 'webhook.test';
    const data = type === 'webhook.test' ? webhook : sampleEventData(store, type);
    const delivery = startDelivery(store, webhook, createEvent(store, type, data), true);
    cancelQueued(store, webhook.id);
    record.id = delivery.id;
    if (status === 'pending') again(store, delivery, 9);
    else attempt(store, delivery);
  });
}
