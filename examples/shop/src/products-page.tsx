// The page that shows the products as cards.
import { addToCart } from './cart.ts';
import { money } from './money.ts';
import { CYCLES, type Cycle, GROUPS, type Product } from './products.ts';
import { notice } from './session.ts';

/** All products by group. */
export function Products() {
  return (
    <>
      <h1>Products</h1>
      {GROUPS.map(({ title, products }) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          <ul class="cards">
            {products.map((product) => (
              <Card key={product.sku} product={product} />
            ))}
          </ul>
        </section>
      ))}
      <p class="hint">Prices before tax.</p>
    </>
  );
}

function Card({ product }: { product: Product }) {
  const { name, text, prices } = product;
  const [cycle = 'monthly'] = Object.keys(prices) as Cycle[];
  const add = (): void => {
    addToCart(product);
    notice.value = `${name} is in the cart.`;
  };
  return (
    <li class="card">
      <h3>{name}</h3>
      <p>{text}</p>
      <p class="price">
        <strong>{money(prices[cycle] ?? 0, 'EUR')}</strong> {CYCLES[cycle]}
      </p>
      <button type="button" aria-label={`Add to cart: ${name}`} onClick={add}>
        Add to cart
      </button>
    </li>
  );
}
