// The page that lists the tenant's orders, newest first.
import type { Item } from 'hosting-contract/client';
import { Loaded, useLoad } from './loaded.tsx';
import { money } from './money.ts';
import { productOf } from './products.ts';

const PER_PAGE = 8;

/** One page of the orders. */
export function Orders({ page }: { page: number }) {
  const orders = useLoad(
    (api) => api.listOrders({ query: { page, per_page: PER_PAGE, sort: '-created_at' } }),
    [page],
  );
  return (
    <>
      <div class="title">
        <h1>Orders</h1>
        <button type="button" class="quiet" disabled={orders.isLoading} onClick={orders.reload}>
          Refresh
        </button>
      </div>
      <Loaded of={orders}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <div class="empty">
              <p>There are no orders yet.</p>
              <a class="button" href="#/products">
                See the products
              </a>
            </div>
          ) : (
            <>
              <table class="card">
                <caption class="hidden">Orders, newest first</caption>
                <thead>
                  <tr>
                    <th scope="col">Placed</th>
                    <th scope="col">Products</th>
                    <th scope="col">Status</th>
                    <th scope="col" class="number">
                      Total
                    </th>
                    <th scope="col">Invoice</th>
                  </tr>
                </thead>
                <tbody>
                  {data.map((order) => (
                    <Row key={order.id} order={order} />
                  ))}
                </tbody>
              </table>
              <nav class="pages" aria-label="Pages">
                {page > 1 && <a href={`#/orders/${page - 1}`}>Newer</a>}
                <span>
                  Page {meta.current_page} of {meta.last_page}
                </span>
                {page < meta.last_page && <a href={`#/orders/${page + 1}`}>Older</a>}
              </nav>
            </>
          )
        }
      </Loaded>
    </>
  );
}

function Row({ order }: { order: Item<'listOrders'> }) {
  const placed = order.created_at.slice(0, 16).replace('T', ' ');
  return (
    <tr>
      <td data-label="Placed">
        <time dateTime={order.created_at}>{placed}</time>
      </td>
      <td data-label="Products">
        {(order.items ?? [])
          .map(({ sku_id, quantity }) => `${quantity} × ${productOf(sku_id)?.name ?? sku_id}`)
          .join(', ')}
      </td>
      <td data-label="Status">
        <span class={`badge ${order.status}`}>{order.status}</span>
      </td>
      <td data-label="Total" class="number">
        {money(order.total_amount, order.currency)}
      </td>
      <td data-label="Invoice">
        <a href={`#/invoices/${order.invoice_id}`} aria-label={`Show the invoice of the order of ${placed}`}>
          Show
        </a>
      </td>
    </tr>
  );
}
