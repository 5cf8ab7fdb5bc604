// Tests the invoice PDF: its texts, pages, stamps and transliteration.
import { expect, test } from 'vitest';
import type { Schemas } from '../../src/contract/types.ts';
import { formatAmount, invoicePdf, type Parties } from './invoice-pdf.ts';
import { transliterate } from './transliterate.ts';

const line = (at: number): Schemas['InvoiceLine'] => ({
  id: `35241302-0bfa-4899-8213-${String(at).padStart(12, '0')}`,
  description: `Web Hosting Pro for site-${at}.example, monthly`,
  sku_id: 'hosting-pro',
  service_id: null,
  quantity: at + 1,
  unit_amount: 990,
  amount: 990 * (at + 1),
  tax_rate_percent: 19,
  period_start: '2026-11-20T08:00:00Z',
  period_end: '2026-12-20T08:00:00Z',
});

const invoice = (lines: number, status: Schemas['InvoiceStatus'] = 'paid'): Schemas['Invoice'] => ({
  id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  tenant_id: '2b1f6c7e-0d7a-4f3e-9a55-1c2d3e4f5a6b',
  order_id: null,
  subscription_id: null,
  number: 'ACME-2026-000123',
  customer_id: '9b2d7f0e-5c1a-4e8b-9f3d-2a6c8e0b4d17',
  status,
  currency: 'EUR',
  subtotal_amount: 199_000,
  discount_amount: 500,
  tax_amount: 37_800,
  total_amount: 236_300,
  paid_amount: 100,
  due_amount: 236_200,
  lines: Array.from({ length: lines }, (_, at) => line(at)),
  issued_at: '2026-11-20T08:00:00Z',
  due_at: '2026-12-04T08:00:00Z',
  paid_at: null,
  created_at: '2026-11-20T08:00:00Z',
  updated_at: '2026-11-20T08:00:00Z',
});

const parties: Parties = {
  seller: { name: 'Acme Hosting', email: 'support@acme.example' },
  customer: {
    first_name: 'Jürgen',
    last_name: 'Doe',
    company_name: 'Doe GmbH',
    email: 'jane@example.org',
    tax_id: 'DE123456789',
    address: {
      line1: 'Hauptstraße 1',
      line2: null,
      city: 'Berlin',
      state: null,
      postal_code: '10557',
      country: 'DE',
    },
  },
};

// Extracts the texts that a PDF draws, in order: the hexadecimal strings of its TJ operators, decoded as Windows-1252.
function textsOf(pdf: Uint8Array): string[] {
  const source = Buffer.from(pdf).toString('latin1');
  return [...source.matchAll(/\[((?:<[0-9a-f]*>|[\s\d.-])+)\] TJ/g)].map(([, pieces = '']) =>
    [...pieces.matchAll(/<([0-9a-f]*)>/g)]
      .map(([, hex = '']) => new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex')))
      .join(''),
  );
}

test('the PDF of an invoice shows its number, sender and recipient, every line and every total', async () => {
  const text = textsOf(await invoicePdf(invoice(2), parties)).join('\n');
  for (const wanted of [
    ...['INVOICE', 'ACME-2026-000123', 'PAID', 'Acme Hosting', 'support@acme.example'],
    ...[
      'Doe GmbH',
      'Jürgen Doe',
      'Hauptstraße 1',
      '10557 Berlin',
      'DE',
      'Tax id DE123456789',
      'jane@example.org',
    ],
    ...['2026-11-20', '2026-12-04', 'EUR', 'Page 1 of 1'],
    ...['1,990.00 EUR', '-5.00 EUR', 'Tax 19 %', '378.00 EUR', '2,363.00 EUR', '1.00 EUR', '2,362.00 EUR'],
    ...['2026-11-20 – 2026-12-20', '9.90', '19.80'],
  ]) {
    expect(text, wanted).toContain(wanted);
  }
  expect(text.replaceAll('\n', ' ')).toContain('Web Hosting Pro for site-1.example, monthly');
});

test('the same invoice gives the same PDF bytes', async () => {
  const [one, two] = [await invoicePdf(invoice(3), parties), await invoicePdf(invoice(3), parties)];
  expect(Buffer.compare(one, two)).toBe(0);
});

test('the PDF of an invoice with 500 lines has several pages, with a table heading on each page that has lines', async () => {
  const text = textsOf(await invoicePdf(invoice(500), parties));
  const pages = Number(/of (\d+)$/.exec(text.find((one) => one.startsWith('Page 1 of')) ?? '')?.[1]);
  expect(pages).toBeGreaterThan(10);
  expect(text.filter((one) => one === 'Description')).toHaveLength(pages - 1); // The last page shows only the totals, so it has no table heading.
  expect(text.join(' ')).toContain('site-499.example');
});

test('the PDF shows the status of the invoice as a stamp, unless the status is unpaid', async () => {
  for (const status of [
    'paid',
    'refunded',
    'cancelled',
    'overdue',
    'draft',
  ] satisfies Schemas['InvoiceStatus'][]) {
    expect(textsOf(await invoicePdf(invoice(1, status), parties))).toContain(status.toUpperCase());
  }
  expect(textsOf(await invoicePdf(invoice(1, 'unpaid'), parties))).not.toContain('UNPAID');
});

test('the PDF shows letters that its fonts lack in transliteration, and ActualText holds the original text', async () => {
  const customer = { ...parties.customer, company_name: null, first_name: 'Зореслава', last_name: 'Łoś' };
  const pdf = await invoicePdf(invoice(1), { ...parties, customer });
  expect(textsOf(pdf)).toContain('Zoreslava Los');
  const actual = Buffer.from(`\uFEFFЗореслава Łoś`, 'utf16le').swap16();
  expect(Buffer.from(pdf).includes(actual)).toBe(true);
});

test('text in any script is transliterated to letters that the PDF fonts can draw', () => {
  const table: [text: string, drawn: string][] = [
    ['Jürgen Ñandú – “10 €”', 'Jürgen Ñandú – “10 €”'],
    ['Dvořák Şahin Œuvre', 'Dvorák Sahin Œuvre'],
    ['Αθανάσιος Γαλάνης', 'Athanasios Galanis'],
    ['Щур ЮЛІЯ', 'Shchur IuLIIa'],
    ['さくら', '???'],
    ['a\tb\nc', 'a b c'],
    ['Thanh Tâm Đặng', 'Thanh Tâm Dang'],
  ];
  for (const [text, drawn] of table) expect(transliterate(text)).toBe(drawn);
});

test('the PDF shows each amount with the number of decimals of its currency', () => {
  const table: [amount: number, currency: string, text: string][] = [
    [236_800, 'EUR', '2,368.00'],
    [5, 'EUR', '0.05'],
    [0, 'EUR', '0.00'],
    [-12_345_678, 'USD', '-123,456.78'],
    [236_800, 'JPY', '236,800'],
    [1_234_567, 'KWD', '1,234.567'],
    [99, 'JPY', '99'],
  ];
  for (const [amount, currency, text] of table) expect(formatAmount(amount, currency)).toBe(text);
});
