// The second server's invoices without lines, subscriptions, payments, and a wallet that calls its balance credit.
import { anyId, type Invoice, type Payment, type Subscription } from './books.ts';
import { booksOf, conflict, done, type Handler, type Kit, list, own, show } from './kit.ts';
import { isRecord, Refused } from './wire.ts';

const invoiceView = (kit: Kit, invoice: Invoice): Record<string, unknown> => ({
  id: invoice.id,
  bill_to: invoice.customer,
  sum: invoice.sum,
  open: invoice.open,
  unit: kit.options.currency,
  issued_at: show(kit, invoice.born),
});
const subscriptionView = (_kit: Kit, subscription: Subscription): Record<string, unknown> => ({
  id: subscription.id,
  for_service: subscription.service,
  running: subscription.running,
});
const paymentView = (kit: Kit, payment: Payment): Record<string, unknown> => ({
  id: payment.id,
  for_invoice: payment.invoice,
  cents: payment.cents,
  means: payment.means,
  received_at: show(kit, payment.born),
});

/** The smallest PDF with a page that readers open: PDF 1.4, a cross-reference table, a trailer. */
function pdf(text: string): Uint8Array {
  const stream = `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = body.length;
    body += `${at + 1} 0 obj${object}endobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return Buffer.from(
    `${body}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  );
}

const invoices: Handler = (ask, _params, caller, kit) =>
  list(ask, kit, booksOf(kit, caller.tenant).invoices.values(), (invoice) => invoiceView(kit, invoice));
const invoice: Handler = (_ask, params, caller, kit) => ({
  status: 200,
  body: invoiceView(kit, own(kit, caller, 'invoices', params.id ?? '')),
});
const invoicePdf: Handler = (_ask, params, caller, kit) => {
  const found = own(kit, caller, 'invoices', params.id ?? '');
  return { status: 200, bytes: pdf(`Invoice ${found.id}`), headers: { 'Content-Type': 'application/pdf' } };
};

const subscriptions: Handler = (ask, _params, caller, kit) => {
  const running = [...booksOf(kit, caller.tenant).subscriptions.values()].filter((one) => one.running);
  return list(ask, kit, running, (subscription) => subscriptionView(kit, subscription));
};
const subscription: Handler = (_ask, params, caller, kit) => ({
  status: 200,
  body: subscriptionView(kit, own(kit, caller, 'subscriptions', params.id ?? '')),
});
const cancelSubscription: Handler = (_ask, params, caller, kit) => {
  const found = own(kit, caller, 'subscriptions', params.id ?? '');
  found.running = false;
  return done(kit, subscriptionView(kit, found), 200);
};

/** A positive whole number of cents under this name, or a refusal that names it. */
function cents(body: unknown, name: string): number {
  const value = isRecord(body) ? body[name] : undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value;
  throw new Refused(422, 'Please look again.', { [name]: ['a whole number above zero is wanted'] });
}

const payments: Handler = (ask, _params, caller, kit) =>
  list(ask, kit, booksOf(kit, caller.tenant).payments.values(), (payment) => paymentView(kit, payment));
const pay: Handler = (ask, _params, caller, kit) => {
  const body = isRecord(ask.body) ? ask.body : {};
  const amount = cents(body, 'cents');
  const bill = own(kit, caller, 'invoices', typeof body.for_invoice === 'string' ? body.for_invoice : '');
  if (amount > bill.open) throw conflict(kit, 'That is more than is owed.');
  bill.open -= amount;
  const means = typeof body.means === 'string' ? body.means : 'cash';
  const payment: Payment = {
    id: anyId(kit.options, kit.now()),
    invoice: bill.id,
    cents: amount,
    means,
    born: kit.now(),
  };
  booksOf(kit, caller.tenant).payments.set(payment.id, payment);
  return { status: kit.options.created, body: paymentView(kit, payment) };
};

const wallet: Handler = (_ask, _params, caller, kit) => {
  const { credit, late } = booksOf(kit, caller.tenant);
  let unseen = 0;
  for (const one of late) {
    if (one.looks > 0) unseen += one.amount;
    one.looks -= 1;
  }
  return { status: 200, body: { credit: { left: credit + unseen, unit: kit.options.currency } } };
};
const topup: Handler = (ask, _params, caller, kit) => {
  const amount = cents(ask.body, 'cents');
  booksOf(kit, caller.tenant).credit += amount;
  return { status: kit.options.created, body: { ok: true } };
};

export const billing = {
  invoices,
  invoice,
  invoicePdf,
  subscriptions,
  subscription,
  cancelSubscription,
  payments,
  pay,
  wallet,
  topup,
};
