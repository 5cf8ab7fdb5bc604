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

/** The products by group, in the order of the page. */
export const GROUPS: readonly { title: string; products: readonly Product[] }[] = [
  {
    title: 'Web hosting',
    products: [
      {
        sku: 'hosting-basic',
        name: 'Basic',
        text: 'One site, 10 GB, daily backups.',
        prices: hosting(490),
        domain: 'Domain',
      },
      {
        sku: 'hosting-pro',
        name: 'Pro',
        text: 'Ten sites, 50 GB, staging copies.',
        prices: hosting(990),
        domain: 'Domain',
      },
      {
        sku: 'hosting-business',
        name: 'Business',
        text: 'Any number of sites, 200 GB, support by phone.',
        prices: hosting(1990),
        domain: 'Domain',
      },
    ],
  },
  {
    title: 'Domains and certificates',
    products: [
      {
        sku: 'domain-com',
        name: 'Domain .com',
        text: 'A name of your own, with DNS.',
        prices: { '1_year': 1000 },
        domain: 'Domain to register',
      },
      {
        sku: 'domain-de',
        name: 'Domain .de',
        text: 'A name for Germany, with DNS.',
        prices: { '1_year': 790 },
        domain: 'Domain to register',
      },
      {
        sku: 'ssl-dv',
        name: 'Certificate',
        text: 'Validated by your domain, issued in minutes.',
        prices: { '1_year': 1490 },
        domain: 'Domain',
      },
    ],
  },
  {
    title: 'Servers',
    products: [
      { sku: 'vps-s', name: 'VPS S', text: '1 core, 2 GB of memory, 40 GB.', prices: hosting(590) },
      { sku: 'vps-m', name: 'VPS M', text: '2 cores, 4 GB of memory, 80 GB.', prices: hosting(1190) },
      { sku: 'vps-l', name: 'VPS L', text: '4 cores, 8 GB of memory, 160 GB.', prices: hosting(2390) },
    ],
  },
];

/** Returns a product by its SKU; undefined when the shop does not offer it. */
export function productOf(sku: string): Product | undefined {
  return GROUPS.flatMap(({ products }) => products).find((one) => one.sku === sku);
}
