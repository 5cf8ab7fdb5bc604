// The tax on invoices: the rate of each currency, and how tax is rounded.

// The tax rates by currency in hundredths of a percent; other currencies have no tax. Chosen by this contract: there is
// one rate per currency, because a tenant has one currency and the document names no country.
const BASIS_POINTS: Record<string, number> = { EUR: 1900, GBP: 2000, CHF: 810, JPY: 1000 };

const basisPoints = (currency: string): number => BASIS_POINTS[currency] ?? 0;

/** Returns the tax rate of a currency in percent, as invoices show it, such as 19 or 8.1. */
export const taxRatePercent = (currency: string): number => basisPoints(currency) / 100;

/**
 * Computes the tax on one invoice line, in minor units. Chosen by this contract: tax is rounded half up per line, so
 * that the tax of an invoice is the sum of the tax of its lines, and doubling a quantity doubles the tax, give or
 * take one minor unit.
 */
export const taxOn = (amount: number, currency: string): number =>
  Math.floor((amount * basisPoints(currency) + 5000) / 10_000);
