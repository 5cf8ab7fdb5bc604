// Reads from requests and replies what a run buys and registers.
import { isObject } from '../src/contract/is-object.ts';
import type { OperationId } from '../src/contract/operations.ts';
import { idText } from '../src/suite/mapping/ids.ts';
import type { Money, ReceiptReaders } from '../src/suite/model/receipt.ts';
import { idOf, leaves } from './support/reply-readers/response-readers.ts';

/** The operations that take money from the tenant when they succeed. */
const PURCHASES: ReadonlySet<OperationId> = new Set<OperationId>([
  'createOrder',
  'createPayment',
  'registerDomain',
  'transferDomain',
  'renewDomain',
  'createHostingAccount',
  'createCertificate',
  'renewCertificate',
  'createEmailService',
  'createVps',
  'renewService',
]);
/** The operations that charge the tenant or move its money without a purchase. */
const CHARGES: ReadonlySet<OperationId> = new Set<OperationId>(['topUpWallet', 'resizeVps']);
/** The operations that register a name which no clean-up gives back. */
const REGISTRATIONS: ReadonlySet<OperationId> = new Set<OperationId>(['registerDomain', 'transferDomain']);

/** The names of the price of a purchase, the most exact first. */
const PRICES = [/^total_amount$/, /^(grand_)?total$/, /^amount(_paid)?$/, /^(total_)?price(_amount)?$/];

function priceIn(json: unknown): Money | null {
  const found = leaves(json);
  const currency = found.find(({ name, value }) => name === 'currency' && typeof value === 'string')?.value;
  for (const name of PRICES) {
    const price = found.find((leaf) => name.test(leaf.name) && Number.isSafeInteger(leaf.value));
    if (price)
      return { amount: Number(price.value), currency: typeof currency === 'string' ? currency : null };
  }
  return null;
}

/** Returns whether a request is paid at once: an order by another method than the wallet waits for its payment. */
const isPaidAtOnce = (operation: OperationId, body: unknown): boolean =>
  operation !== 'createOrder' ||
  !isObject(body) ||
  typeof body.payment_method !== 'string' ||
  body.payment_method === 'wallet';

export const receipt: ReceiptReaders = {
  costs: (operation) => PURCHASES.has(operation) || CHARGES.has(operation),
  priceKey(operation, body) {
    if (!PURCHASES.has(operation) || !isPaidAtOnce(operation, body)) return null;
    const items = isObject(body) && Array.isArray(body.items) ? JSON.stringify(body.items) : '';
    return `${operation} ${items}`;
  },
  purchase(exchange) {
    const { operation, request, json, id } = exchange;
    if (operation === null || !PURCHASES.has(operation)) return null;
    const invoice = leaves([json, request.json]).find(({ name }) => name === 'invoice_id');
    return {
      id: idOf(exchange) ?? id,
      invoice: idText(invoice?.value) ?? null,
      price: priceIn(json),
      open: !isPaidAtOnce(operation, request.json),
    };
  },
  closes({ operation, request: { params, json } }) {
    if (operation === 'cancelOrder') return params.id;
    return operation === 'createPayment' && isObject(json) ? idText(json.invoice_id) : undefined;
  },
  names({ operation, request, json }) {
    if (operation === null || !REGISTRATIONS.has(operation)) return [];
    const isName = (value: unknown): value is string =>
      typeof value === 'string' && /^[\w-]+(\.[\w-]+)+$/.test(value);
    const found = [...leaves(request.json), ...leaves(json)].find(
      ({ name, value }) => /^(domain|name|domain_name|fqdn)$/.test(name) && isName(value),
    );
    return found && isName(found.value) ? [found.value] : [];
  },
  openSubscriptions: {
    operation: 'listSubscriptions',
    id: (row) => (isObject(row) ? idText(row.id) : undefined),
  },
};
