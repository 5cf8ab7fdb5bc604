// The price list: SKUs with type, name and prices.
import { Refusal } from '../../src/state/refusal.ts';
import { type BillingCycle, monthsOf } from '../billing/cycles.ts';
import type { ServiceType } from '../lifecycles.ts';
import type { Store } from '../tables.ts';

type Product = {
  sku: string;
  type: ServiceType;
  name: string;
  /**
   * price per month in euro cents; terms of several months below a year cost a multiple, and an hour costs 1/730,
   * rounded up
   */
  monthly: number;
  /** price per year in euro cents; terms of several years cost a multiple */
  yearly: number;
  /** one-time price in euro cents, for the billing cycle `one_time` */
  oneTime: number;
  /** makes the provisioning of this product always fail, to show failed orders and refunds; false by default */
  fails?: true;
};

const yearlyProduct = (
  sku: string,
  type: ServiceType,
  name: string,
  monthly: number,
  yearly = monthly * 10,
): Product => ({
  sku,
  type,
  name,
  monthly,
  yearly,
  oneTime: yearly * 2,
});

/** The products on sale. A SKU may be a slug or look like a UUID: the specification shows both. */
export const products: readonly Product[] = [
  yearlyProduct('hosting-basic', 'hosting', 'Web Hosting Basic', 490),
  yearlyProduct('hosting-pro', 'hosting', 'Web Hosting Pro', 990),
  yearlyProduct('hosting-business', 'hosting', 'Web Hosting Business', 1990),
  yearlyProduct('6f9619ff-8b86-4d01-b42d-00cf4fc964ff', 'domain', 'Domain registration', 100, 1000),
  yearlyProduct('domain-com', 'domain', 'Domain .com', 100, 1000),
  yearlyProduct('domain-net', 'domain', 'Domain .net', 100, 1000),
  yearlyProduct('domain-org', 'domain', 'Domain .org', 110, 1200),
  yearlyProduct('domain-de', 'domain', 'Domain .de', 75, 790),
  yearlyProduct('ssl-dv', 'ssl', 'SSL certificate DV', 150, 1490),
  yearlyProduct('ssl-ov', 'ssl', 'SSL certificate OV', 690, 6900),
  yearlyProduct('ssl-ev', 'ssl', 'SSL certificate EV', 1590, 15900),
  yearlyProduct('email-basic', 'email', 'Email Hosting Basic', 199),
  yearlyProduct('email-pro', 'email', 'Email Hosting Pro', 599),
  yearlyProduct('vps-s', 'vps', 'VPS S', 590),
  yearlyProduct('vps-m', 'vps', 'VPS M', 1190),
  yearlyProduct('vps-l', 'vps', 'VPS L', 2390),
  yearlyProduct('vps-xl', 'vps', 'VPS XL', 4790),
  yearlyProduct('vps-4g', 'vps', 'VPS 4G', 1290),
  yearlyProduct('vps-8g', 'vps', 'VPS 8G', 2490),
  yearlyProduct('backup-plus', 'other', 'Backup Plus', 299),
  yearlyProduct('setup-fee', 'other', 'Setup by our staff', 490),
  { ...yearlyProduct('vps-fail', 'vps', 'VPS that cannot be provisioned', 590), fails: true },
];

const bySku = new Map(products.map((one) => [one.sku, one]));

/**
 * Finds the product with a SKU. Chosen by this contract: because the specification allows any string as a SKU, an
 * unknown SKU is a product of type `other` with a price derived from its letters, between 5.00 and 49.95 euros per
 * month.
 */
export function productOf(sku: string): Product {
  const listed = bySku.get(sku);
  if (listed) return listed;
  let hash = 2166136261;
  for (let at = 0; at < sku.length; at += 1) hash = Math.imul(hash ^ sku.charCodeAt(at), 16777619) >>> 0;
  return yearlyProduct(
    sku,
    'other',
    `Product ${[...sku.trim()].slice(0, 140).join('')}`,
    500 + (hash % 900) * 5,
  );
}

/** Throws the refusal SKU_UNKNOWN for a SKU that is not on the price list, in a world whose catalogue is strict. */
export function assertListed({ settings }: Pick<Store, 'settings'>, sku: string, field = 'sku_id'): void {
  if (settings.catalogue === 'strict' && !bySku.has(sku))
    throw new Refusal('SKU_UNKNOWN', {
      errors: { [field]: ['There is no such product. Choose one of the price list.'] },
    });
}

/**
 * Checks whether a SKU can be bought as a service of this type. A SKU on the price list has one type; an unknown SKU
 * can be bought as any type.
 */
export const isSoldAs = (sku: string, type: ServiceType): boolean => (bySku.get(sku)?.type ?? type) === type;

/** For each currency: its minor units for 1000 euro cents. Chosen by this contract. */
const MINOR_UNITS: Record<string, number> = { EUR: 1000, USD: 1100, GBP: 860, CHF: 950, JPY: 1650 };

/**
 * Computes the price of one unit for one billing cycle, in minor units of the currency, before tax. The price is at
 * least 1.
 */
export function unitPrice(sku: string, cycle: BillingCycle, currency: string): number {
  const { monthly, yearly, oneTime } = productOf(sku);
  const months = monthsOf(cycle);
  const cents =
    cycle === 'one_time'
      ? oneTime
      : cycle === 'hourly'
        ? Math.ceil(monthly / 730)
        : months < 12
          ? monthly * months
          : yearly * (months / 12);
  const perThousand = MINOR_UNITS[currency] ?? 1000;
  return Math.max(1, Math.round((cents * perThousand) / 1000));
}
