// The page of one invoice: its lines and sums, and its PDF.
import type { Client } from 'hosting-contract/client';
import { el, money, show } from './dom.ts';
import { runTask } from './form.ts';

/** Shows an invoice. Loads its PDF at once, so that a plain link, which no browser blocks, opens the PDF. */
export async function showInvoice(api: Client, id: string, back: () => Promise<void>): Promise<void> {
  const path = { id };
  const [invoice, pdf] = await Promise.all([api.getInvoice({ path }), api.downloadInvoicePdf({ path })]);
  const href = URL.createObjectURL(new Blob([pdf], { type: 'application/pdf' }));
  const amount = (minor: number): HTMLElement =>
    el('td', { class: 'number' }, money(minor, invoice.currency));
  const sum = (label: string, minor: number): HTMLElement =>
    el('tr', {}, el('th', { scope: 'row', colspan: '2' }, label), amount(minor));
  const leave = (): void => {
    URL.revokeObjectURL(href);
    runTask(back());
  };
  show(
    el(
      'section',
      {},
      el('h2', {}, `Invoice ${invoice.number}`),
      el('p', {}, `Status: ${invoice.status}`),
      el(
        'table',
        {},
        el(
          'tbody',
          {},
          ...invoice.lines.map((line) =>
            el(
              'tr',
              {},
              el('td', {}, line.description),
              el('td', {}, `${line.quantity} ×`),
              amount(line.amount),
            ),
          ),
          sum('Tax', invoice.tax_amount),
          sum('Total', invoice.total_amount),
          sum('To be paid', invoice.due_amount),
        ),
      ),
      el(
        'p',
        { class: 'actions' },
        el('a', { class: 'button', href, target: '_blank' }, 'Open the PDF'),
        el('button', { type: 'button', onclick: leave }, 'Back to the orders'),
      ),
    ),
  );
}
