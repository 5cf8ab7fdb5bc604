// Adds the sites of the demo world: orders of mail and a certificate for the domain of a customer.
import { createMailbox } from '../areas/email.ts';
import { placeOrder } from '../areas/orders.ts';
import { DAY } from '../billing/cycles.ts';
import { suspendService, terminateService } from '../products/instances.ts';
import type { OrderRow, Store } from '../tables.ts';
import type { History, LaterStep } from './history.ts';

const SECOND = 1000 / DAY;

/** Adds the sites to the history of a tenant. */
export function addSites(history: History, tenant: Store): void {
  const on = history.ofTenant(tenant);

  let count = 0;
  const site = (
    daysBefore: number,
    [domain, mail, certificate]: [domain: string, mail: string, certificate: string],
    ...then: LaterStep<OrderRow>[]
  ): void => {
    count += 1;
    const place = count;
    const order = (store: Store): OrderRow => {
      // The customers named Former are deactivated later, which needs that they have no services.
      const active = store.customers.where('status', 'active').filter((one) => one.last_name !== 'Former');
      const customer_id = active[(place * 3) % active.length]?.id ?? '';
      const items = [mail, certificate].map((sku_id) => ({
        ...{ sku_id, quantity: 1, billing_cycle: '1_year' as const, config: { domain } },
      }));
      return placeOrder(store, { customer_id, payment_method: 'wallet', items });
    };
    // Each site is ordered in a second of its own, so that no two paid periods end at the same instant.
    on(daysBefore - place * 13 * SECOND, order, ...then);
  };

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
