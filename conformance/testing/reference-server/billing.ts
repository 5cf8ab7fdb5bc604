// The reference server's invoices (without lines), subscriptions, payments, and a wallet whose balance is called
// `credit`.

import { isObject } from '../../../src/contract/is-object.ts';
import {
  actionReply,
  conflictError,
  dataOf,
  findOwn,
  formatTime,
  type Handler,
  type ServerContext,
} from './handler-support.ts';
import { ServerRefusal } from './http.ts';
import { list } from './pagination.ts';
import { anyId, type Invoice, type Payment, type Subscription } from './tenant-data.ts';

const invoiceView = (server: ServerContext, invoice: Invoice): Record<string, unknown> => ({
  id: invoice.id,
  bill_to: invoice.customer,
  sum: invoice.sum,
  open: invoice.open,
  unit: server.options.currency,
  issued_at: formatTime(server, invoice.createdAt),
});
const subscriptionView = (_kit: ServerContext, subscription: Subscription): Record<string, unknown> => ({
  id: subscription.id,
  for_service: subscription.service,
  running: subscription.running,
});
const paymentView = (server: ServerContext, payment: Payment): Record<string, unknown> => ({
  id: payment.id,
  for_invoice: payment.invoice,
  cents: payment.cents,
  means: payment.means,
  received_at: formatTime(server, payment.createdAt),
});

/**
 * Builds the smallest PDF document with a page that PDF readers open: PDF 1.4 with a cross-reference table and a
 * trailer.
 */
function minimalPdf(text: string): Uint8Array {
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

const invoices: Handler = (serverRequest, _params, caller, server) =>
  list(serverRequest, server, dataOf(server, caller.tenant).invoices.values(), (invoice) =>
    invoiceView(server, invoice),
  );
const invoice: Handler = (_ask, params, caller, server) => ({
  status: 200,
  body: invoiceView(server, findOwn(server, caller, 'invoices', params.id ?? '')),
});
const invoicePdf: Handler = (_ask, params, caller, server) => {
  const found = findOwn(server, caller, 'invoices', params.id ?? '');
  return {
    status: 200,
    bytes: minimalPdf(`Invoice ${found.id}`),
    headers: { 'Content-Type': 'application/pdf' },
  };
};

const subscriptions: Handler = (serverRequest, _params, caller, server) => {
  const running = [...dataOf(server, caller.tenant).subscriptions.values()].filter((one) => one.running);
  return list(serverRequest, server, running, (subscription) => subscriptionView(server, subscription));
};
const subscription: Handler = (_ask, params, caller, server) => ({
  status: 200,
  body: subscriptionView(server, findOwn(server, caller, 'subscriptions', params.id ?? '')),
});
const cancelSubscription: Handler = (_ask, params, caller, server) => {
  const found = findOwn(server, caller, 'subscriptions', params.id ?? '');
  found.running = false;
  return actionReply(server, subscriptionView(server, found), 200);
};

/**
 * Reads a positive whole number of cents from a member of a request body.
 * @throws ServerRefusal that names the member
 */
function requiredCents(body: unknown, name: string): number {
  const value = isObject(body) ? body[name] : undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value;
  throw new ServerRefusal(422, 'Please look again.', { [name]: ['a whole number above zero is wanted'] });
}

const payments: Handler = (serverRequest, _params, caller, server) =>
  list(serverRequest, server, dataOf(server, caller.tenant).payments.values(), (payment) =>
    paymentView(server, payment),
  );
const pay: Handler = (serverRequest, _params, caller, server) => {
  const body = isObject(serverRequest.body) ? serverRequest.body : {};
  const amount = requiredCents(body, 'cents');
  const bill = findOwn(
    server,
    caller,
    'invoices',
    typeof body.for_invoice === 'string' ? body.for_invoice : '',
  );
  if (amount > bill.open) throw conflictError(server, 'That is more than is owed.');
  bill.open -= amount;
  const means = typeof body.means === 'string' ? body.means : 'cash';
  const payment: Payment = {
    id: anyId(server.options, server.now()),
    invoice: bill.id,
    cents: amount,
    means,
    createdAt: server.now(),
  };
  dataOf(server, caller.tenant).payments.set(payment.id, payment);
  return { status: server.options.created, body: paymentView(server, payment) };
};

const wallet: Handler = (_ask, _params, caller, server) => {
  const { credit, late } = dataOf(server, caller.tenant);
  let unseenDebits = 0;
  for (const one of late) {
    if (one.looks > 0) unseenDebits += one.amount;
    one.looks -= 1;
  }
  return { status: 200, body: { credit: { left: credit + unseenDebits, unit: server.options.currency } } };
};
const topup: Handler = (serverRequest, _params, caller, server) => {
  const amount = requiredCents(serverRequest.body, 'cents');
  dataOf(server, caller.tenant).credit += amount;
  return { status: server.options.created, body: { ok: true } };
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
