// The page that lists the tenant's orders, with a form to place an order.
import type { Client, Item } from 'hosting-contract/client';
import type { components } from 'hosting-contract/types';
import { el, money, show } from './dom.ts';
import { field, form, runTask, select } from './form.ts';
import { showInvoice } from './invoice.ts';

type NewOrder = components['schemas']['OrderCreate'];

const PRODUCTS: readonly [string, string][] = [
  ['hosting-basic', 'Web Hosting Basic'],
  ['hosting-pro', 'Web Hosting Pro'],
  ['hosting-business', 'Web Hosting Business'],
];
const CYCLES: readonly [string, string][] = [
  ['monthly', 'each month'],
  ['quarterly', 'each quarter'],
  ['1_year', 'each year'],
  ['sometimes', 'now and then (the platform refuses this)'],
];
const PER_PAGE = 8;

/** Shows one page of the orders, newest first, and the order form. */
export async function showOrders(api: Client, page = 1): Promise<void> {
  const [orders, customers] = await Promise.all([
    api.listOrders({ query: { page, per_page: PER_PAGE, sort: '-created_at' } }),
    api.listCustomers({ query: { status: 'active', per_page: 50 } }),
  ]);
  const { current_page, last_page, total } = orders.meta;
  const turn = (to: number, label: string): HTMLElement | string =>
    to < 1 || to > last_page
      ? ''
      : el('button', { type: 'button', onclick: () => runTask(showOrders(api, to)) }, label);

  const place = form(
    'Place order',
    [
      field(
        'Customer',
        select(
          'customer_id',
          customers.data.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`]),
        ),
      ),
      field('Product', select('items.0.sku_id', PRODUCTS)),
      field('Quantity', el('input', { name: 'items.0.quantity', type: 'number', value: '1' })),
      field('Billed', select('items.0.billing_cycle', CYCLES)),
    ],
    async (values) => {
      // The page sends the values unchecked, because the platform itself refuses an invalid quantity or billing cycle.
      const body = {
        customer_id: values.customer_id,
        payment_method: 'wallet',
        items: [
          {
            sku_id: values['items.0.sku_id'],
            quantity: Number(values['items.0.quantity']),
            billing_cycle: values['items.0.billing_cycle'],
          },
        ],
      } as NewOrder;
      const order = await api.createOrder({ body });
      await showInvoice(api, order.invoice_id, () => showOrders(api));
    },
  );
  show(
    el('section', {}, el('h2', {}, 'Place an order'), place),
    el(
      'section',
      {},
      el('h2', {}, `Orders (${total})`),
      el(
        'table',
        {},
        el('thead', {}, headings()),
        el('tbody', {}, ...orders.data.map((one) => row(api, one))),
      ),
      el(
        'nav',
        { class: 'actions', 'aria-label': 'Pages' },
        turn(current_page - 1, 'Newer'),
        `Page ${current_page} of ${last_page}`,
        turn(current_page + 1, 'Older'),
      ),
    ),
  );
}

const headings = (): HTMLElement =>
  el(
    'tr',
    {},
    el('th', { scope: 'col' }, 'Placed'),
    el('th', { scope: 'col' }, 'Status'),
    el('th', { scope: 'col', class: 'number' }, 'Total'),
    el('th', { scope: 'col' }, 'Invoice'),
  );

function row(api: Client, order: Item<'listOrders'>): HTMLElement {
  const openInvoice = (): void => runTask(showInvoice(api, order.invoice_id, () => showOrders(api)));
  const placed = order.created_at.slice(0, 16).replace('T', ' ');
  return el(
    'tr',
    {},
    el('td', {}, el('time', { datetime: order.created_at }, placed)),
    el('td', {}, order.status),
    el('td', { class: 'number' }, money(order.total_amount, order.currency)),
    el(
      'td',
      {},
      el(
        'button',
        { type: 'button', 'aria-label': `Invoice of the order of ${placed}`, onclick: openInvoice },
        'Show',
      ),
    ),
  );
}
