// Formats amounts and dates for the invoice PDF.

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

/** Formats the UTC day of an instant, such as `2026-11-20`; returns a dash for null. */
export const formatDay = (instant: string | null | undefined): string => instant?.slice(0, 10) ?? '–';
