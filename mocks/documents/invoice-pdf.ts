// Draws an invoice as a PDF with searchable text. The same invoice gives the same bytes.
import type { Schemas } from '../../src/contract/types.ts';
import { createPdf, type Document } from './pdf.ts';
import { isDrawable, transliterate } from './transliterate.ts';

type Invoice = Schemas['Invoice'];
type Line = Schemas['InvoiceLine'];

export type Parties = {
  seller: { name: string; email: string };
  customer: Pick<
    Schemas['Customer'],
    'first_name' | 'last_name' | 'company_name' | 'email' | 'address' | 'tax_id'
  >;
};

const INK = '#1c2430';
const QUIET = '#667085';
const ACCENT = '#1f4e8c';
const BAND = '#eef2f7';
const STAMPS: Partial<Record<Invoice['status'], string>> = {
  paid: '#1a7f37',
  refunded: '#6e40c9',
  cancelled: QUIET,
  overdue: '#b42318',
  draft: QUIET,
};
const LEFT = 50;
const RIGHT = 545;
const BOTTOM = 760;
type Column = {
  title: string;
  x: number;
  width: number;
  align: 'left' | 'right';
  of: (line: Line) => string;
};

/**
 * Creates the PDF of an invoice and returns its bytes: A4, with as many pages as the lines need. Loads pdfkit at
 * first use.
 */
export async function invoicePdf(invoice: Invoice, parties: Parties): Promise<Uint8Array> {
  const document = await createPdf({
    size: 'A4',
    margins: { top: 50, bottom: 40, left: LEFT, right: 50 },
    bufferPages: true,
    // The PDF is not compressed, because compressed bytes differ between builds of zlib, and an invoice is small.
    compress: false,
    lang: 'en',
    displayTitle: true,
    info: {
      Title: `Invoice ${invoice.number}`,
      Author: parties.seller.name,
      CreationDate: new Date(invoice.issued_at ?? invoice.created_at),
    },
  });
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const finished = new Promise<Blob>((resolve, reject) => {
    document.on('data', (chunk: Uint8Array<ArrayBuffer>) => chunks.push(chunk));
    document.on('end', () => resolve(new Blob(chunks)));
    document.on('error', reject);
  });
  draw(document, invoice, parties);
  document.end();
  return new Uint8Array(await (await finished).arrayBuffer());
}

function draw(document: Document, invoice: Invoice, { seller, customer }: Parties): void {
  document.rect(0, 0, 595.28, 8).fill(ACCENT);
  writeText(document, seller.name, LEFT, 50, { size: 18, bold: true, color: ACCENT, width: 300 });
  writeText(document, seller.email, LEFT, document.y + 2, { color: QUIET, width: 300 });
  writeText(document, 'INVOICE', 345, 50, { size: 18, bold: true, width: 200, align: 'right' });
  writeText(document, invoice.number, 345, 74, { size: 11, width: 200, align: 'right' });
  stamp(document, invoice);

  const top = 140;
  writeText(document, 'Bill to', LEFT, top, { size: 8, color: QUIET });
  let y = top + 13;
  for (const [at, text] of addressee(customer).entries()) {
    writeText(document, text, LEFT, y, { bold: at === 0, width: 260 });
    y = document.y + 1;
  }
  const facts: [string, string][] = [
    ['Issued', formatDay(invoice.issued_at)],
    ['Due', formatDay(invoice.due_at)],
    ['Paid', formatDay(invoice.paid_at)],
    ['Currency', invoice.currency],
  ];
  for (const [at, [label, value]] of facts.entries()) {
    writeText(document, label, 360, top + at * 15, { color: QUIET, width: 80 });
    writeText(document, value, 440, top + at * 15, { width: 105, align: 'right' });
  }
  y = table(document, invoice, Math.max(y, top + 75) + 18);
  totals(document, invoice, y);
  footers(document, invoice, seller);
}

function addressee({
  company_name,
  first_name,
  last_name,
  address,
  tax_id,
  email,
}: Parties['customer']): string[] {
  const place = address && [
    address.line1,
    address.line2,
    `${address.postal_code} ${address.city}`,
    [address.state, address.country].filter(Boolean).join(', '),
  ];
  const lines = [
    company_name,
    `${first_name} ${last_name}`,
    ...(place ?? []),
    tax_id && `Tax id ${tax_id}`,
    email,
  ];
  return lines.filter((line): line is string => typeof line === 'string' && line !== '');
}

function stamp(document: Document, { status }: Invoice): void {
  const color = STAMPS[status];
  if (color === undefined) return;
  document.roundedRect(455, 94, 90, 20, 3).lineWidth(1.2).stroke(color);
  writeText(document, status.toUpperCase(), 455, 99.5, { bold: true, color, width: 90, align: 'center' });
}

function table(document: Document, { lines, currency }: Invoice, start: number): number {
  const columns: Column[] = [
    { title: 'Description', x: LEFT + 6, width: 190, align: 'left', of: (line) => line.description },
    {
      title: 'Period',
      x: 255,
      width: 115,
      align: 'left',
      of: ({ period_start, period_end }) =>
        period_start && period_end ? `${formatDay(period_start)} – ${formatDay(period_end)}` : '',
    },
    { title: 'Qty', x: 372, width: 28, align: 'right', of: (line) => String(line.quantity) },
    {
      title: 'Unit price',
      x: 402,
      width: 66,
      align: 'right',
      of: (line) => formatAmount(line.unit_amount, currency),
    },
    { title: 'Amount', x: 470, width: 69, align: 'right', of: (line) => formatAmount(line.amount, currency) },
  ];
  let y = heading(document, columns, start);
  for (const line of lines) {
    const height =
      document.font('Helvetica').fontSize(9).heightOfString(transliterate(line.description), { width: 190 }) +
      10;
    if (y + height > BOTTOM - 20) {
      document.addPage();
      y = heading(document, columns, 50);
    }
    for (const { x, width, align, of } of columns) writeText(document, of(line), x, y + 5, { width, align });
    y += height;
    document.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.5).stroke('#d5dbe3');
  }
  return y;
}

function heading(document: Document, columns: readonly Column[], y: number): number {
  document.rect(LEFT, y, RIGHT - LEFT, 20).fill(BAND);
  for (const { title, x, width, align } of columns) {
    writeText(document, title, x, y + 6, { size: 8.5, bold: true, width, align });
  }
  return y + 20;
}

function totals(document: Document, invoice: Invoice, after: number): void {
  const rates = new Set(invoice.lines.map((line) => line.tax_rate_percent ?? 0));
  const rate = rates.size === 1 ? ` ${[...rates][0]} %` : '';
  const rows: [string, number, boolean?][] = [
    ['Subtotal', invoice.subtotal_amount],
    ...(invoice.discount_amount > 0
      ? [['Discount', -invoice.discount_amount] satisfies [string, number]]
      : []),
    [`Tax${rate}`, invoice.tax_amount],
    ['Total', invoice.total_amount, true],
    ['Paid', invoice.paid_amount],
    ['Amount due', invoice.due_amount, true],
  ];
  let y = after + 14;
  if (y + rows.length * 17 > BOTTOM) {
    document.addPage();
    y = 50;
  }
  for (const [label, amount, bold = false] of rows) {
    writeText(document, label, 345, y, { bold, width: 100 });
    writeText(document, `${formatAmount(amount, invoice.currency)} ${invoice.currency}`, 430, y, {
      bold,
      width: 109,
      align: 'right',
    });
    y += 17;
  }
}

function footers(document: Document, invoice: Invoice, seller: Parties['seller']): void {
  const { start, count } = document.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    document.switchToPage(page);
    writeText(document, `${seller.name} · Invoice ${invoice.number}`, LEFT, 782, {
      size: 8,
      color: QUIET,
      width: 350,
    });
    writeText(document, `Page ${page + 1} of ${count}`, 425, 782, {
      size: 8,
      color: QUIET,
      width: 120,
      align: 'right',
    });
  }
}

type Style = {
  size?: number;
  bold?: boolean;
  color?: string;
  width?: number;
  align?: 'left' | 'right' | 'center';
};

// Draws a text. If letters had to be replaced because the fonts lack them, the original text is added as ActualText
// (ISO 32000-1 §14.9.4).
function writeText(document: Document, text: string, x: number, y: number, style: Style): void {
  const { size = 9, bold = false, color = INK, width, align = 'left' } = style;
  document
    .font(bold ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(size)
    .fillColor(color);
  const exact = isDrawable(text);
  if (!exact) document.markContent('Span', { actual: text });
  document.text(transliterate(text), x, y, width === undefined ? { align } : { width, align });
  if (!exact) document.endMarkedContent();
}

const WITHOUT_MINOR_UNIT = new Set(['JPY', 'KRW', 'VND', 'CLP', 'ISK', 'UGX', 'XAF', 'XOF', 'PYG', 'RWF']);
const THREE_DECIMALS = new Set(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']);

/**
 * Formats an amount in minor units as a decimal number (ISO 4217 exponents): 236800 is `2,368.00` in EUR and
 * `236,800` in JPY.
 */
export function formatAmount(amount: number, currency: string): string {
  const decimals = WITHOUT_MINOR_UNIT.has(currency) ? 0 : THREE_DECIMALS.has(currency) ? 3 : 2;
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, ',');
  const sign = amount < 0 ? '-' : '';
  return decimals === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-decimals)}`;
}

// Formats the UTC day of an instant, such as `2026-11-20`; returns a dash for null.
const formatDay = (instant: string | null | undefined): string => instant?.slice(0, 10) ?? '–';
