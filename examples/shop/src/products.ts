// The products that the shop offers. The platform has no list of its products; it prices every order itself, and these
// prices are only shown.

/** How often a product is billed. */
export type Cycle = 'monthly' | 'quarterly' | '1_year';

/** A product on sale. */
export type Product = {
  sku: string;
  name: string;
  text: string;
  /** The prices before tax, in euro cents, of the ways to bill the product. */
  prices: Readonly<Partial<Record<Cycle, number>>>;
  /** The label of the domain that the product is for; without it the product needs none. */
  domain?: string;
};

/** The labels of the ways to bill a product. */
export const CYCLES: Readonly<Record<Cycle, string>> = {
  monthly: 'each month',
  quarterly: 'each quarter',
  '1_year': 'each year',
};

const hosting = (monthly: number): Product['prices'] => ({
  monthly,
  quarterly: monthly * 3,
  '1_year': monthly * 10,
});

type Row = [sku: string, name: string, text: string, prices: Product['prices'], domain?: string];

const group = (title: string, rows: readonly Row[]): { title: string; products: readonly Product[] } => ({
  title,
  products: rows.map(([sku, name, text, prices, domain]) => ({
    ...{ sku, name, text, prices },
    ...(domain !== undefined && { domain }),
  })),
});

/** The products by group, in the order of the page. */
export const GROUPS = [
  group('Web hosting', [
    ['hosting-basic', 'Basic', 'One site, 10 GB, daily backups.', hosting(490), 'Domain'],
    ['hosting-pro', 'Pro', 'Ten sites, 50 GB, staging copies.', hosting(990), 'Domain'],
    ['hosting-business', 'Business', 'Any number of sites, support by phone.', hosting(1990), 'Domain'],
  ]),
  group('Domains and certificates', [
    ['domain-com', 'Domain .com', 'A name, with DNS.', { '1_year': 1000 }, 'Domain to register'],
    ['domain-de', 'Domain .de', 'For Germany, with DNS.', { '1_year': 790 }, 'Domain to register'],
    ['ssl-dv', 'Certificate', 'Validated by your domain.', { '1_year': 1490 }, 'Domain'],
  ]),
  group('Servers', [
    ['vps-s', 'VPS S', '1 core, 2 GB of memory, 40 GB.', hosting(590)],
    ['vps-m', 'VPS M', '2 cores, 4 GB of memory, 80 GB.', hosting(1190)],
    ['vps-l', 'VPS L', '4 cores, 8 GB of memory, 160 GB.', hosting(2390)],
  ]),
];

/** Returns a product by its SKU; undefined when the shop does not offer it. */
export function productOf(sku: string): Product | undefined {
  return GROUPS.flatMap(({ products }) => products).find((one) => one.sku === sku);
}
