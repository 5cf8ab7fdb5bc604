// Orders: placed, read, listed, with the invoice and the services they create.
import type { OperationId } from '../../src/contract/operations.ts';
import type { Context, Exchange } from '../../src/suite/define.ts';
import { messagesFor, readError } from '../../src/suite/errors.ts';
import { invoice } from '../kit/bills.ts';
import { item, orderBody } from '../kit/bodies.ts';
import { bornOf, findIn } from '../kit/finding.ts';
import { service } from '../kit/instances.ts';
import { readOrderDetail } from '../kit/purchases.ts';
import { isRecord, isSuccess, isUuid, mentions, settled, timeOf } from '../kit/reading.ts';
import { customer, firstOrder, firstService, order, sinkIn } from '../kit/subjects.ts';
import { check, subject } from '../suite.ts';

const area = 'orders';

const mode = 'full';

/** The shared order as it is read. */
const detail = subject('order as read', {
  cost: 1,
  uses: [order],
  async make(t: Context) {
    const placed = await t.use(order);
    return { placed, reply: await readOrderDetail(t, placed.id) };
  },
});

/** The shared order as the list shows it. */
const listed = subject('order in the list', {
  cost: 1,
  uses: [order],
  async make(t: Context) {
    const placed = await t.use(order);
    await sinkIn(t);
    const { item: found, exchange } = await findIn(t, 'listOrders', placed.id, bornOf(placed.created));
    return { placed, item: found, exchange };
  },
});

/** Judges whether a thing an order refers to exists: what its list shows is there, though it cannot be read by its id. */
async function expectThere(t: Context, list: OperationId, id: string, reply: Exchange): Promise<void> {
  if (isSuccess(reply)) return;
  const { item: found, exchange } = await findIn(t, list, id);
  if (isSuccess(exchange) && found !== undefined) return;
  t.expect(reply).success();
}

export const orders = [
  check('orders/create', {
    must: 'place an order',
    says: 'endpoints/create-order',
    area,
    mode,
    cost: 0,
    uses: [customer, firstOrder],
    phase: 'first',
    async run(t: Context) {
      const { plain, keyed } = await t.use(firstOrder);
      const reply = keyed ?? plain;
      if (isSuccess(reply)) return;
      if (reply.status === 405 || reply.status >= 500) t.expect(reply).success();
      t.inconclusive(
        `an order as stated was refused with ${reply.status}; give values.skuId a product that can be ordered, and funds to the wallet`,
        { exchange: reply },
      );
    },
  }),
  check('orders/wallet-accepted', {
    phase: 'first',
    must: 'accept `wallet` as payment method',
    says: 'order-request/wallet',
    area,
    mode,
    cost: 0,
    uses: [customer, firstOrder],
    async run(t: Context) {
      const { plain, keyed } = await t.use(firstOrder);
      const reply = keyed ?? plain;
      if (isSuccess(reply)) return;
      const text = JSON.stringify(reply.json ?? '');
      if (
        reply.status === 422 &&
        /"payment_method"/.test(text) &&
        !/fund|balance|credit|insufficient|short/i.test(text)
      ) {
        // what is said of a method nobody knows is not said of an empty wallet, whatever the language
        const { body } = await t.use(firstOrder);
        const other = await t.as('tenantA').send('createOrder', {
          body: { ...body, payment_method: 'zz_unknown' },
          spoiled: 'payment_method = "zz_unknown"',
        });
        const [said, alike] = [reply, other].map(({ json }, at) =>
          messagesFor(readError(json)?.errors ?? {}, 'payment_method')
            ?.join(' ')
            .replaceAll(at === 0 ? 'wallet' : 'zz_unknown', '…'),
        );
        if (other.status === 422 && said !== undefined && said === alike) {
          t.fail('`payment_method` was named invalid', {
            expected: 201,
            actual: reply.json,
            exchange: [reply, other],
          });
        }
      }
      t.inconclusive(`the order was refused with ${reply.status}`, { exchange: reply });
    },
  }),
  check('orders/starts-processing', {
    must: 'start an order paid by wallet in the state `processing`',
    says: 'states/order-starts-processing',
    area,
    mode,
    cost: 0,
    uses: [order],
    after: ['orders/response-status'],
    async run(t: Context) {
      const { created, status } = await t.use(order);
      if (status === 'processing') return;
      t.fail('the new order is in another state', {
        expected: 'processing',
        actual: status,
        exchange: created,
      });
    },
  }),
  check('orders/get', {
    must: 'return an order by its id',
    says: 'endpoints/get-order',
    area,
    mode,
    cost: 0,
    uses: [order],
    after: ['orders/create'],
    async run(t: Context) {
      const { id } = await t.use(order);
      const { reply } = await t.use(detail);
      t.expect(reply).success();
      if (!mentions(reply.json, id))
        t.fail('the reply is not about this order', { expected: id, exchange: reply });
    },
  }),
  check('orders/detail-agrees', {
    must: 'show an order with the values its creation answered with',
    says: 'order-response/detail-agrees',
    area,
    mode,
    cost: 0,
    uses: [detail],
    after: ['orders/get'],
    async run(t: Context) {
      const { placed, reply } = await t.use(detail);
      const [made, now] = [placed.created.json, reply.json];
      if (!isRecord(made) || !isRecord(now)) return;
      for (const name of ['id', 'total_amount', 'currency', 'invoice_id', 'services', 'created_at']) {
        const [old, new_] = [made[name], now[name]];
        if (old === undefined || new_ === undefined) continue;
        const sameTime = name === 'created_at' && Math.abs(timeOf(old) - timeOf(new_)) < 1000;
        const sameSet =
          Array.isArray(old) && Array.isArray(new_) && settled([...old].sort()) === settled([...new_].sort());
        if (sameTime || sameSet || settled(old) === settled(new_)) continue;
        t.fail(`\`${name}\` differs`, { expected: old, actual: new_, exchange: [reply, placed.created] });
      }
    },
  }),
  check('orders/in-list', {
    must: 'list an order that was placed',
    says: 'endpoints/list-orders',
    area,
    mode,
    cost: 0,
    uses: [listed],
    after: ['orders/create'],
    async run(t: Context) {
      const { placed, item: found, exchange } = await t.use(listed);
      t.expect(exchange).success();
      if (found !== undefined) return;
      t.fail('it is not in the list', { expected: placed.id, exchange });
    },
  }),
  check('orders/list-agrees', {
    must: 'show the same total in the list as in the detail',
    says: 'endpoints/list-and-detail-agree',
    area,
    group: 'lists/agree',
    mode,
    cost: 0,
    uses: [listed],
    after: ['orders/in-list', 'orders/detail-agrees'],
    async run(t: Context) {
      const { placed, item: found, exchange } = await t.use(listed);
      if (!isRecord(found) || typeof found.total_amount !== 'number') {
        t.inconclusive('the list shows no `total_amount` of this order', { exchange });
      }
      if (found.total_amount === placed.total) return;
      t.fail('the list shows another total', { expected: placed.total, actual: found, exchange });
    },
  }),
  check('orders/invoice-exists', {
    must: 'create the invoice an order refers to',
    says: 'states/order-creates-invoice',
    area: 'billing',
    mode,
    cost: 0,
    uses: [invoice],
    after: ['orders/response-invoice_id'],
    async run(t: Context) {
      const { placed, reply } = await t.use(invoice);
      await expectThere(t, 'listInvoices', placed.invoiceId, reply);
    },
  }),
  check('orders/services-exist', {
    must: 'create the services an order refers to',
    says: 'states/order-creates-services',
    area,
    mode,
    cost: 0,
    uses: [service],
    after: ['orders/response-services', 'orders/services-named'],
    async run(t: Context) {
      const { id, reply } = await t.use(service);
      await expectThere(t, 'listServices', id, reply);
    },
  }),
  check('orders/service-of-the-sku', {
    must: 'create a service of the product that was ordered',
    says: 'states/order-creates-services',
    area,
    mode,
    cost: 0,
    uses: [order, service],
    after: ['orders/services-exist', 'orders/own-services', 'orders/services-of-the-customer'],
    async run(t: Context) {
      const { body } = await t.use(order);
      const { reply } = await t.use(service);
      const shown = isRecord(t.require(reply).success().json) ? reply.json : {};
      const [{ sku_id: sku } = { sku_id: undefined }] = body.items;
      const told = isRecord(shown) ? shown.sku_id : undefined;
      if (typeof told !== 'string' || typeof sku !== 'string') {
        t.inconclusive('the service does not tell its `sku_id`', { exchange: reply });
      }
      if (told.toLowerCase() === sku.toLowerCase()) return;
      t.fail('the service is of another product', { expected: sku, actual: told, exchange: reply });
    },
  }),
  check('orders/services-of-the-customer', {
    must: 'list the services of an order among those of its customer',
    says: 'endpoints/list-customer-services',
    area,
    mode,
    cost: 1,
    uses: [order],
    after: ['customers/services', 'orders/services-exist'],
    async run(t: Context) {
      const placed = await t.use(order);
      const service = firstService(t, placed);
      await t.eventually('read', async () => {
        const { item: found, exchange } = await findIn(t, 'listCustomerServices', service, undefined, {
          params: { id: placed.body.customer_id },
        });
        t.expect(exchange).success();
        if (found !== undefined) return;
        t.fail('the service is not among those of the customer', { expected: service, exchange });
      });
    },
  }),
  check('orders/one-service-per-unit', {
    should: 'create one service for each unit of an item',
    says: 'states/service-per-unit',
    area,
    mode,
    cost: 0,
    uses: [order],
    after: ['orders/services-named'],
    async run(t: Context) {
      const { services, created } = await t.use(order);
      if (services.length === 1) return;
      t.fail('an order of one unit has not one service', {
        expected: 1,
        actual: services,
        exchange: created,
      });
    },
  }),
  check('orders/unknown-customer', {
    must: 'refuse an order for a customer that does not exist',
    says: 'order-request/customer-exists',
    area,
    mode,
    cost: 1,
    async run(t) {
      const reply = await t
        .as('tenantA')
        .send('createOrder', { body: orderBody(t, t.unknownId()), spoiled: 'customer_id = an unknown one' });
      t.expect(reply).refused();
    },
  }),
  check('orders/any-sku-form', {
    phase: 'first',
    must: 'take a `sku_id` of any form: UUID, slug or any other text',
    says: 'gaps/any-sku',
    area,
    mode,
    cost: 3,
    destructive: true,
    uses: [customer, firstOrder],
    after: ['orders/create'],
    async run(t: Context) {
      const { id } = await t.use(customer);
      // of several each has a cycle of its own: what is shown of them tells whether any was kept
      const cycles = ['monthly', '2_year', 'quarterly'];
      const place = (...skus: string[]) =>
        t.as('tenantA').send('createOrder', {
          body: orderBody(t, id, {
            items: skus.map((sku_id, at) => item(t, { sku_id, billing_cycle: cycles[at] ?? 'monthly' })),
          }),
        });
      const forms = [
        ['a slug', t.unique('product')],
        ['a UUID', t.unknownId()],
        ['a text with capitals, blanks and signs', `Größe 4/8 GB_${t.unique('Product')}+`],
      ] as const;
      // what the shared order is of has a form as well; the others in one order; each in one of its own where that is refused
      const known = (await t.use(firstOrder)).body.items[0]?.sku_id ?? '';
      const shape = isUuid(known) ? 'a UUID' : /^[a-z0-9-]+$/.test(known) ? 'a slug' : '';
      const all = await place(...forms.filter(([form]) => form !== shape).map(([, sku]) => sku));
      if (isSuccess(all)) return;
      const tried: Exchange[] = [];
      for (const [, sku] of forms) tried.push(await place(sku));
      if (!tried.some(isSuccess)) {
        t.inconclusive('products that do not exist are refused whatever their form', { exchange: tried });
      }
      const at = tried.findIndex((reply) => !isSuccess(reply));
      const refused = tried[at];
      if (refused === undefined) t.inconclusive('an order of all forms was refused', { exchange: all });
      if (refused.status === 403) t.require(refused).success();
      t.fail(`${forms[at]?.[0]} is refused where another form is taken`, {
        actual: refused.json,
        exchange: [refused, ...tried.filter(isSuccess)],
      });
    },
  }),
];
