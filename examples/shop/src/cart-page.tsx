// The cart and the checkout: one form, whose errors the platform reports by field.
import type { Body } from 'hosting-contract/types';
import { useState } from 'preact/hooks';
import { type CartLine, cart, changeLine, priceOf, removeLine } from './cart.ts';
import { type FormProblem, formProblem, NONE } from './errors.ts';
import { Field, focusFirstWrong } from './field.tsx';
import { Loaded, useLoad } from './loaded.tsx';
import { money } from './money.ts';
import { CYCLES, type Cycle, productOf } from './products.ts';
import { call } from './session.ts';

/** The page of the cart. */
export function Cart() {
  const loaded = useLoad(async (api) => {
    const [customers, wallet] = await Promise.all([
      api.listCustomers({ query: { status: 'active', per_page: 50 } }),
      api.getWallet(),
    ]);
    return { customers: customers.data, wallet };
  }, []);
  return (
    <>
      <h1>Cart</h1>
      {cart.value.length === 0 ? (
        <div class="empty">
          <p>The cart is empty.</p>
          <a class="button" href="#/products">
            See the products
          </a>
        </div>
      ) : (
        <Loaded of={loaded}>
          {({ customers, wallet }) => (
            <Checkout
              customers={customers.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`])}
              wallet={`Wallet: ${money(wallet.available_amount, wallet.currency)}`}
            />
          )}
        </Loaded>
      )}
    </>
  );
}

function Checkout({ customers, wallet }: { customers: [id: string, name: string][]; wallet: string }) {
  const [problem, setProblem] = useState<FormProblem>(NONE);
  const [isBusy, setBusy] = useState(false);
  const lines = cart.value;
  const total = lines.reduce((sum, line) => sum + priceOf(line), 0);

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const values = new FormData(form);
    setBusy(true);
    setProblem(NONE);
    // The values are sent unchecked, because the platform itself refuses an invalid quantity or domain.
    const body = {
      customer_id: values.get('customer_id'),
      payment_method: values.get('payment_method'),
      items: lines.map(({ sku, quantity, cycle, domain }) => ({
        sku_id: sku,
        quantity: quantity === '' ? null : Number(quantity),
        billing_cycle: cycle,
        ...(productOf(sku)?.domain !== undefined && { config: { domain } }),
      })),
    } as Body<'createOrder'>;
    try {
      const order = await call((api) => api.createOrder({ body }));
      cart.value = [];
      location.hash = `/invoices/${order.invoice_id}`;
    } catch (error) {
      setProblem(formProblem(error, [...values.keys()]));
      setBusy(false);
      focusFirstWrong(form);
    }
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      {lines.map((line, at) => (
        <Line key={line.key} line={line} at={at} problem={problem} />
      ))}
      <section class="card columns" aria-label="Checkout">
        <Field label="Customer" name="customer_id" problem={problem}>
          {(attributes) => (
            <select {...attributes}>
              {customers.map(([id, name]) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Payment" name="payment_method" problem={problem}>
          {(attributes) => (
            <select {...attributes}>
              <option value="wallet">{wallet}</option>
              <option value="bank_transfer">Bank transfer</option>
            </select>
          )}
        </Field>
        <p class="total line-end">
          Sum before tax: <strong>{money(total, 'EUR')}</strong>
        </p>
        <div class="line-end">
          <button type="submit" class="primary" disabled={isBusy}>
            Place order
          </button>
          <p class="wrong" role="alert">
            {problem.message}
          </p>
        </div>
      </section>
    </form>
  );
}

function Line({ line, at, problem }: { line: CartLine; at: number; problem: FormProblem }) {
  const product = productOf(line.sku);
  const name = product?.name ?? line.sku;
  return (
    <fieldset class="card columns">
      <legend>{name}</legend>
      {product?.domain !== undefined && (
        <Field label={product.domain} name={`items.${at}.config.domain`} problem={problem}>
          {(attributes) => (
            <input
              {...attributes}
              placeholder="shop.example"
              value={line.domain}
              onInput={({ currentTarget }) => changeLine(line.key, { domain: currentTarget.value })}
            />
          )}
        </Field>
      )}
      <Field label="Billed" name={`items.${at}.billing_cycle`} problem={problem}>
        {(attributes) => (
          <select
            {...attributes}
            value={line.cycle}
            onChange={({ currentTarget }) => changeLine(line.key, { cycle: currentTarget.value as Cycle })}
          >
            {(Object.keys(product?.prices ?? {}) as Cycle[]).map((cycle) => (
              <option key={cycle} value={cycle}>
                {CYCLES[cycle]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Quantity" name={`items.${at}.quantity`} problem={problem}>
        {(attributes) => (
          <input
            {...attributes}
            type="number"
            min="1"
            value={line.quantity}
            onInput={({ currentTarget }) => changeLine(line.key, { quantity: currentTarget.value })}
          />
        )}
      </Field>
      <div class="line-end">
        <p class="price">
          <strong>{money(priceOf(line), 'EUR')}</strong>
        </p>
        <button
          type="button"
          class="quiet"
          aria-label={`Remove ${name}`}
          onClick={() => removeLine(line.key)}
        >
          Remove
        </button>
      </div>
    </fieldset>
  );
}
