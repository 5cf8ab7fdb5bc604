// Adds what ordinary orders of the demo world do not reach: debts, refunds, partial payments, sites with mail and a
// certificate, servers, tickets, API keys, and every state of each.
import { pools } from '../../fixtures/worlds/pools.ts';
import { type TicketStory, ticketStories } from '../../fixtures/worlds/tickets.ts';
import { cancelSubscription, payInvoice } from '../areas/billing.ts';
import { createCustomer, deactivateCustomer } from '../areas/customers.ts';
import { createMailbox } from '../areas/email.ts';
import { cancelOrder, orderProduct, placeOrder } from '../areas/orders.ts';
import { addReply, authorOf, closeTicket, openTicket } from '../areas/support.ts';
import { createVps, resizeVps, terminateVps } from '../areas/vps.ts';
import { type BillingCycle, DAY, iso } from '../billing/cycles.ts';
import { draftInvoice } from '../billing/invoices.ts';
import { insertPayment } from '../billing/payments.ts';
import { renewService } from '../billing/renewals.ts';
import { topUp } from '../billing/wallet.ts';
import { addApiKey } from '../identity/accounts.ts';
import { endAtDueDate, suspendService, terminateService } from '../products/instances.ts';
import { switchPower } from '../products/types/vps.ts';
import {
  type CustomerRow,
  type OrderRow,
  type ServiceRow,
  type Store,
  type TicketRow,
  timerRef,
  type VpsRow,
} from '../tables.ts';
import { type LaterStep, spaced, type TenantSchedule } from './history.ts';

const SECOND = 1000 / DAY;
const MINUTE = 60 * SECOND;

const active = (store: Store): CustomerRow[] => store.customers.where('status', 'active');
// Returns the id of a customer that stays. Those named Former are deactivated later, so they may have no services.
function lastingCustomer(store: Store, at: number): string {
  const customers = active(store).filter((one) => one.last_name !== 'Former');
  return customers[at % customers.length]?.id ?? '';
}

/** Adds orders, payments and customers in states that ordinary ones do not reach. */
export function addSpecialCases(on: TenantSchedule): void {
  const ordered = spaced(on, MINUTE);
  // Schedules an order at `daysBefore` days before the start of the world, and later steps that change the order.
  const order = (
    daysBefore: number,
    [sku_id, billing_cycle, payment_method]: [sku: string, cycle: BillingCycle, method: string],
    ...then: LaterStep<OrderRow>[]
  ): void =>
    ordered(
      daysBefore,
      (store, place) => {
        const customer_id = lastingCustomer(store, place * 5);
        const config = { domain: `${pools.words.at(-place)}.example` };
        const service = orderProduct(store, { customer_id, sku_id, billing_cycle, payment_method }, config);
        return store.orders.get(service.order_id ?? '');
      },
      ...then,
    );

  // These orders are unpaid, partly paid or overdue, or were paid or cancelled later.
  for (const [at, method] of ['bank_transfer', 'manual', 'card', 'bank_transfer'].entries()) {
    order(6 - at * 1.4, ['hosting-basic', 'monthly', method]);
  }
  order(10, ['vps-m', 'quarterly', 'bank_transfer'], [8, pay(1000)]);
  order(21, ['email-pro', '1_year', 'bank_transfer']);
  order(30, ['hosting-business', '1_year', 'bank_transfer'], [27, pay()]);
  order(15, ['vps-l', 'monthly', 'card'], [14.9, pay(500)], [14, pay()]);
  order(12, ['ssl-ov', '1_year', 'manual'], [11.5, cancel]);
  order(13, ['vps-s', 'monthly', 'cheque'], [12, pay(300)], [11, cancel]);
  order(9, ['vps-fail', 'monthly', 'wallet']);
  order(18, ['setup-fee', 'one_time', 'wallet']);
  order(0.2, ['vps-s', 'hourly', 'wallet'], [0.05, terminate]);

  // This service was renewed and paid in advance.
  order(27, ['hosting-pro', 'monthly', 'wallet'], [11, renew('wallet')]);

  // These services and subscriptions are suspended, terminated, cancelled, expired or past due.
  order(25, ['hosting-pro', 'monthly', 'wallet'], [5, suspend]);
  order(26, ['email-basic', 'quarterly', 'wallet'], [7, terminate]);
  order(24, ['vps-s', 'monthly', 'wallet'], [3, unsubscribe(false)]);
  order(23, ['vps-m', 'quarterly', 'wallet'], [2, unsubscribe(true)]);
  order(
    45,
    ['domain-org', 'monthly', 'wallet'],
    [44, (store, one) => endAtDueDate(store, firstService(store, one))],
  );
  order(40, ['hosting-pro', 'monthly', 'wallet'], [12, renew('bank_transfer')]);
  order(50, ['vps-l', 'monthly', 'wallet'], [22, renew('bank_transfer')]);

  // The following lines add inactive customers, a failed and a pending payment, a draft invoice, and a second top-up.
  for (const [at, first_name] of ['Nora', 'Olaf', 'Ptolemy'].entries()) {
    const body = { email: `${first_name.toLowerCase()}@gone.example`, first_name, last_name: 'Former' };
    on(33 - at, (store) => createCustomer(store, body), [
      8 + at,
      (store, { id }) => deactivateCustomer(store, id),
    ]);
  }
  on(1.7, (store) => {
    for (const [at, status] of (['failed', 'pending'] satisfies ['failed', 'pending']).entries()) {
      const invoice = store.invoices.where('status', 'unpaid')[at];
      const payment = {
        amount: invoice?.due_amount ?? 0,
        payment_method: 'card',
        reference: `card-${status}`,
      };
      if (invoice) insertPayment(store, invoice, payment, status);
    }
  });
  on(1, (store) => {
    const customer_id = active(store)[3]?.id ?? '';
    const charge = { sku_id: 'setup-fee', quantity: 2, unit_amount: 9800 };
    draftInvoice(store, { customer_id, charges: [{ description: 'Migration of two shops', ...charge }] });
    topUp(store, 250_000, 'SEPA-acme-2');
  });
}

const firstService = (store: Store, order: OrderRow): ServiceRow =>
  store.services.get(order.services[0] ?? '');

type OrderStep = LaterStep<OrderRow>[1];
const cancel: OrderStep = (store, { id }) => cancelOrder(store, id);
const suspend: OrderStep = (store, order) =>
  suspendService(store, firstService(store, order).id, pools.reasons[0] ?? null);
const terminate: OrderStep = (store, order) => terminateService(store, firstService(store, order).id);
const renew =
  (method: string): OrderStep =>
  (store, order) =>
    renewService(store, firstService(store, order), 'monthly', method);
const unsubscribe =
  (atPeriodEnd: boolean): OrderStep =>
  (store, order) => {
    const { subscription_id } = firstService(store, order);
    cancelSubscription(store, store.subscriptions.get(subscription_id ?? ''), atPeriodEnd);
  };
const pay =
  (amount?: number): OrderStep =>
  (store, { invoice_id, payment_method }) => {
    const invoice = store.invoices.get(invoice_id);
    const reference = `${invoice.number}/${amount ?? 'rest'}`;
    payInvoice(store, invoice, { amount: amount ?? invoice.due_amount, payment_method, reference });
  };

/** Adds sites: orders of mail and a certificate for the domain of a customer. */
export function addSites(on: TenantSchedule): void {
  const ordered = spaced(on, 13 * SECOND);
  const site = (
    daysBefore: number,
    [domain, mail, certificate]: [domain: string, mail: string, certificate: string],
    ...then: LaterStep<OrderRow>[]
  ): void =>
    ordered(
      daysBefore,
      (store, place) => {
        const customer_id = lastingCustomer(store, place * 3);
        const items = [mail, certificate].map((sku_id) => ({
          ...{ sku_id, quantity: 1, billing_cycle: '1_year' as const, config: { domain } },
        }));
        return placeOrder(store, { customer_id, payment_method: 'wallet', items });
      },
      ...then,
    );

  site(39, ['alpenblick-pension.example', 'email-pro', 'ssl-ov'], [38, mailbox('rezeption', 'Rezeption')]);
  site(36, ['harbour-bakery.example', 'email-basic', 'ssl-dv'], [35, mailbox('orders', 'Orders')]);
  site(32, ['atelier-moreau.example', 'email-basic', 'ssl-dv'], [4, suspendMail]);
  site(28, ['fietsen-bakker.example', 'email-pro', 'ssl-dv'], [27, mailbox('winkel', 'Winkel')]);
  site(20, ['clinica-ruiz.example', 'email-pro', 'ssl-ev'], [6, revoke]);
  site(11, ['lakeshore-dental.example', 'email-pro', 'ssl-ov'], [10, mailbox('frontdesk', 'Front desk')]);
  site(7, ['piekarnia-nowak.example', 'email-basic', 'ssl-dv'], [6, mailbox('biuro', 'Biuro')]);
  // The mail of this site works already, while its certificate waits for the validation.
  site(109 * SECOND, ['cafe-serra-azul.example', 'email-basic', 'ssl-dv']);
}

type SiteStep = LaterStep<OrderRow>[1];
const suspendMail: SiteStep = (store, { services: [mail] }) =>
  suspendService(store, mail ?? '', 'Payment dispute.');
const revoke: SiteStep = (store, { services: [, certificate] }) => terminateService(store, certificate ?? '');
const mailbox =
  (local_part: string, display_name: string): SiteStep =>
  (store, { services: [mail] }) => {
    const service = store.email_services.get(store.services.get(mail ?? '').resource_id ?? '');
    createMailbox(store, service, { local_part, display_name, password: 'S3cure-Passw0rd' });
  };

export function addVpsInstances(on: TenantSchedule): void {
  const ordered = spaced(on, 11 * SECOND);
  const server = (
    daysBefore: number,
    [hostname, label, region]: [string, string | null, string],
    ...then: LaterStep<VpsRow>[]
  ): void =>
    ordered(
      daysBefore,
      (store) => {
        const customer_id = active(store)[0]?.id ?? '';
        const image = region === 'se-sto' ? 'ubuntu-26.04' : 'debian-13';
        const body = { sku_id: 'vps-4g', billing_cycle: 'monthly', hostname, label, region, image } as const;
        return createVps(store, { customer_id, ...body });
      },
      ...then,
    );

  server(27.5, ['shop.xn--bcher-kva.example', 'Bücher – Laden', 'de-fra'], [27.49, enlarge]);
  server(27, ['db1.acme.example', 'خادم قاعدة البيانات', 'se-sto'], [6, stop]);
  server(22, ['cache.acme.example', null, 'de-fra'], [5, suspendServer]);
  server(19, ['old.acme.example', `${'very '.repeat(22)}old`, 'de-fra'], [2, terminateServer]);
  // The transitions of these instances started a second before the world's first instant.
  server(16, ['stopping.acme.example', null, 'us-nyc'], [SECOND, stop]);
  server(14, ['reboot.acme.example', '再起動', 'us-nyc'], [SECOND, reboot]);
  server(0.01, ['grows.acme.example', null, 'se-sto'], [SECOND, enlarge]);
  server(8, ['wakes.acme.example', null, 'se-sto'], [7, stop], [SECOND, startInstance]);
}

type VpsStep = LaterStep<VpsRow>[1];
const enlarge: VpsStep = (store, { id }) => resizeVps(store, store.vps.get(id), { sku_id: 'vps-8g' });
const suspendServer: VpsStep = (store, { service_id }) =>
  suspendService(store, service_id, 'Sends unsolicited mail.');
const terminateServer: VpsStep = (store, { id }) => terminateVps(store, store.vps.get(id));
const stop: VpsStep = (store, { id }) => switchPower(store, id, 'stop');
const reboot: VpsStep = (store, { id }) => switchPower(store, id, 'reboot');
const startInstance: VpsStep = (store, { id }) => switchPower(store, id, 'start');

/** How long each message waits for its answer, in days. */
const ANSWER = 0.15;

/** Adds support tickets, each of another customer. */
export function addTickets(on: TenantSchedule): void {
  for (const [at, story] of ticketStories.entries())
    on(story.day, (store) => openStory(store, story, at), ...answersOf(story), ...endOf(story));
}

const staffOf = (store: Store) => ({ userId: store.users.all()[3]?.id ?? null });

function openStory(
  store: Store,
  { subject, department, priority, messages }: TicketStory,
  at: number,
): TicketRow {
  const customer_id = active(store)[at]?.id ?? null;
  const [message] = messages;
  return openTicket(store, staffOf(store), { customer_id, subject, department, priority, message });
}

const answersOf = ({ day, messages }: TicketStory): LaterStep<TicketRow>[] =>
  messages.slice(1).map((message, at) => [
    day - (at + 1) * ANSWER,
    (store, { id }) => {
      const ticket = store.tickets.get(id);
      addReply(
        store,
        ticket,
        authorOf(store, ticket, at % 2 === 0 ? 'staff' : 'customer', staffOf(store)),
        message,
      );
    },
  ]);

const endOf = ({ day, messages, end }: TicketStory): LaterStep<TicketRow>[] =>
  end === undefined
    ? []
    : [
        [
          day - messages.length * ANSWER - 1,
          (store, { id }) => (end === 'close' ? closeTicket(store, id) : store.tickets.move(id, 'hold')),
        ],
      ];

/**
 * Adds API keys whose secrets are discarded, so that nobody can use them.
 * @param start the world's first instant, in milliseconds since 1970
 */
export function addApiKeys(store: Store, start: number): void {
  const createdBy = store.users.all()[0]?.id ?? null;
  const add = (daysBefore: number, name: string, scopes: string[], expires_at: string) =>
    store.at(iso(start - daysBefore * DAY), () => addApiKey(store, { name, scopes, createdBy, expires_at }));
  const over = iso(start - 9 * DAY);
  const expired = add(100, 'migration 2026 – مفتاح الترحيل', ['customers:read', 'orders:read'], over);
  store.unschedule('api_key.expires', timerRef('api_key_id', expired));
  store.at(over, () => store.api_keys.move(expired.id, 'expire'));
  add(40, `nightly export ${'→ '.repeat(50)}`, ['billing:read'], iso(start + 325 * DAY));
}
