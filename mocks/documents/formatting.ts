// Amounts and dates as they stand on paper.

const WITHOUT_MINOR_UNIT = new Set(['JPY', 'KRW', 'VND', 'CLP', 'ISK', 'UGX', 'XAF', 'XOF', 'PYG', 'RWF']);
const THREE_DECIMALS = new Set(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']);

/** Minor units as a decimal number of the currency (ISO 4217 exponents): 236800 in EUR is `2,368.00`, in JPY `236,800`. */
export function formatAmount(amount: number, currency: string): string {
  const decimals = WITHOUT_MINOR_UNIT.has(currency) ? 0 : THREE_DECIMALS.has(currency) ? 3 : 2;
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, ',');
  const sign = amount < 0 ? '-' : '';
  return decimals === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-decimals)}`;
}

/** The UTC day of an instant, `2026-11-20`; a dash where there is none. */
export const formatDay = (instant: string | null | undefined): string => instant?.slice(0, 10) ?? '–';
