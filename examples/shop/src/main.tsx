// The example shop on the hosting platform: products, a cart, orders and their invoices.
import { render } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { cart } from './cart.ts';
import { Cart } from './cart-page.tsx';
import { Invoice } from './invoice-page.tsx';
import { Orders } from './orders-page.tsx';
import { Products } from './products-page.tsx';
import { route } from './route.ts';
import { notice, signedIn, signOut, waitSeconds } from './session.ts';
import { SignIn } from './sign-in-page.tsx';

function App() {
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  const [page = '', id = ''] = route.value;
  const isSignedIn = signedIn.value !== null;
  useEffect(() => {
    // Users of screen readers hear the new page; the first page is announced by the browser itself.
    if (!isFirst.current) main.current?.focus();
    isFirst.current = false;
  }, [page, id, isSignedIn]);
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <Header page={page} />
      <Status />
      <main ref={main} tabIndex={-1}>
        {isSignedIn ? <Page page={page} id={id} /> : <SignIn />}
      </main>
      <footer>An example app on hosting-contract. Nothing here costs anything.</footer>
    </>
  );
}

function Page({ page, id }: { page: string; id: string }) {
  if (page === 'cart') return <Cart />;
  if (page === 'orders') return <Orders page={Number(id) || 1} />;
  if (page === 'invoices') return <Invoice key={id} id={id} />;
  return <Products />;
}

const LINKS: readonly [page: string, label: string][] = [
  ['products', 'Products'],
  ['orders', 'Orders'],
  ['cart', 'Cart'],
];

function Header({ page }: { page: string }) {
  const user = signedIn.value;
  const count = cart.value.length;
  return (
    <header>
      <a class="brand" href="#/products">
        Hosting shop
      </a>
      {user && (
        <>
          <nav aria-label="Main">
            {LINKS.map(([to, label]) => (
              <a key={to} href={`#/${to}`} aria-current={page === to ? 'page' : undefined}>
                {label}
                {to === 'cart' && count > 0 && <span class="count">{count}</span>}
              </a>
            ))}
          </nav>
          <span class="user">{user.email}</span>
          <button type="button" class="quiet" onClick={() => void signOut()}>
            Sign out
          </button>
        </>
      )}
    </header>
  );
}

function Status() {
  const seconds = waitSeconds.value;
  const text =
    seconds > 0
      ? `The platform asks us to wait: ${seconds} ${seconds === 1 ? 'second' : 'seconds'} to go.`
      : notice.value;
  return (
    <p class="status" role="status">
      {text}
    </p>
  );
}

const root = document.getElementById('shop');
if (root) render(<App />, root);
