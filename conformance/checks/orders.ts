// Checks of orders: place, read and list orders; the invoice and the services that an order creates.

import { isObject } from '../../src/contract/is-object.ts';
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { messagesForField, parseErrorBody } from '../../src/suite/model/error-body.ts';
import { checksOf, fixture } from '../define.ts';
import { equals, holds, isAbout, isRefused, request } from '../expectations.ts';
import {
  customer,
  firstOrder,
  firstService,
  ORDER_ADVICE,
  order,
  otherOrders,
  refusalWithAdvice,
  requireWalletOrder,
} from '../support/fixtures/customers-and-orders.ts';
import {
  invoice,
  readOrderDetail,
  readReadyService,
  readService,
  service,
  twoItemOrder,
} from '../support/fixtures/orders.ts';
import { expectListed, expectReferenceExists } from '../support/reply-readers/list-lookup.ts';
import {
  idIn,
  isComparableSku,
  isSuccess,
  isUuid,
  stableFields,
} from '../support/reply-readers/response-readers.ts';
import { isSameBody } from '../support/reply-readers/shown-changes.ts';
import { orderBody, orderItem } from '../support/request-bodies/request-bodies.ts';

const { check, row } = checksOf({ area: 'orders', mode: 'full' });

const orderAsRead = fixture('order as read', {
  learns: true,
  uses: [order],
  async make(t: CheckContext) {
    const placed = await t.use(order);
    return { placed, reply: await readOrderDetail(t, placed.id) };
  },
});

export const orders = [
  row('orders/create', 'endpoints/create-order', firstOrder, {
    must: 'place an order',
    uses: [customer, otherOrders],
    phase: 'first',
    async expect(t: CheckContext, { withoutKey, withKey }) {
      const reply = withKey ?? withoutKey;
      if (t.compared(isSuccess(reply))) return;
      if (reply.status === 405 || reply.status >= 500) t.expect(reply).success();
      const { accepted, refused } = await t.use(otherOrders);
      if (t.compared(accepted !== null)) return;
      t.inconclusive(`an order as stated was refused with ${refusalWithAdvice(reply, ORDER_ADVICE)}`, {
        exchange: [reply, ...refused],
      });
    },
  }),
  row('orders/wallet-accepted', 'order-request/wallet', firstOrder, {
    phase: 'first',
    must: 'accept `wallet` as payment method',
    async expect(t: CheckContext, { withoutKey, withKey }) {
      const reply = withKey ?? withoutKey;
      if (t.compared(isSuccess(reply))) return;
      const text = JSON.stringify(reply.json ?? '');
      if (
        reply.status === 422 &&
        /"payment_method"/.test(text) &&
        !/fund|balance|credit|insufficient|short/i.test(text)
      ) {
        // The target's refusal of an unknown payment method is compared, in any language, with its refusal of `wallet`: the
        // comparison shows whether the target does not know `wallet` or the wallet is only empty.
        const { body } = await t.use(firstOrder);
        const other = await request(t, 'createOrder', {
          body: { ...body, payment_method: 'zz_unknown' },
          deliberateFault: 'payment_method = "zz_unknown"',
        });
        const [errorMessages, otherMessages] = [reply, other].map(({ json }, at) =>
          messagesForField(parseErrorBody(json)?.errors ?? {}, 'payment_method')
            ?.join(' ')
            .replaceAll(at === 0 ? 'wallet' : 'zz_unknown', '…'),
        );
        holds(
          t,
          other.status !== 422 || errorMessages === undefined || errorMessages !== otherMessages,
          '`payment_method` was named invalid',
          { expected: 201, actual: reply.status, exchange: [reply, other] },
        );
      }
      t.inconclusive(`the order was refused with ${reply.status}`, { exchange: reply });
    },
  }),
  row('orders/starts-processing', 'states/order-starts-processing', order, {
    must: 'start an order paid by wallet in the state `processing`',
    after: ['orders/response-status'],
    expect: (t, { created, status }) =>
      equals(t, status, 'processing', 'the new order is in another state', created),
  }),
  row('orders/get', 'endpoints/get-order', order, {
    must: 'return an order by its id',
    after: ['orders/create'],
    async expect(t, { id }) {
      const { reply } = await t.use(orderAsRead);
      isAbout(t, reply, id, 'order');
    },
  }),
  row('orders/detail-agrees', 'order-response/detail-agrees', orderAsRead, {
    must: 'show an order with the values its creation answered with',
    after: ['orders/get'],
    expect(t: CheckContext, { placed, reply }) {
      const [orderBodies, now] = [placed.created.json, reply.json];
      if (!isObject(orderBodies) || !isObject(now))
        t.inconclusive('the order is not shown as an object', { exchange: reply });
      let compared = 0;
      for (const name of ['id', 'total_amount', 'currency', 'invoice_id', 'services', 'created_at']) {
        const [old, new_] = [orderBodies[name], now[name]];
        if (old === undefined || new_ === undefined) continue;
        if (name !== 'id') compared += 1;
        const sameSet =
          Array.isArray(old) &&
          Array.isArray(new_) &&
          stableFields([...old].sort()) === stableFields([...new_].sort());
        if (t.compared(sameSet || isSameBody(old, new_))) continue;
        t.fail(`\`${name}\` differs`, { expected: old, actual: new_, exchange: [reply, placed.created] });
      }
      if (compared === 0)
        t.inconclusive('the detail shows no member of the reply to the creation but its id', {
          exchange: [reply, placed.created],
        });
    },
  }),
  row('orders/in-list', 'endpoints/list-orders', order, {
    must: 'list an order that was placed',
    after: ['orders/create'],
    expect: (t, { id }) => expectListed(t, 'listOrders', id),
  }),
  row('orders/invoice-exists', 'states/order-creates-invoice', invoice, {
    must: 'create the invoice an order refers to',
    area: 'billing',
    after: ['orders/response-invoice_id'],
    expect: (t, { placed, reply }) => expectReferenceExists(t, 'listInvoices', placed.invoiceId, reply),
  }),
  row('orders/services-exist', 'states/order-creates-services', service, {
    must: 'create the services an order refers to',
    after: ['orders/response-services', 'orders/services-named'],
    expect: (t, { id, reply }) => expectReferenceExists(t, 'listServices', id, reply),
  }),
  row('orders/services-of-every-item-exist', 'states/order-creates-services', twoItemOrder, {
    must: 'create every service that an order of several items refers to',
    after: ['orders/services-exist'],
    async expect(t: CheckContext, { services }) {
      const last = services.at(-1);
      if (last === undefined || services.length < 2)
        t.inconclusive('the order names fewer than two services');
      await expectReferenceExists(t, 'listServices', last, await readService(t, last, true));
    },
  }),
  row('orders/every-service-is-named', 'states/order-creates-services', twoItemOrder, {
    must: 'name every service that an order of several items creates',
    after: ['orders/services-named', 'customers/services', 'customers/services-own'],
    async expect(t: CheckContext, { services, body, created }) {
      for (const id of services.slice(0, 1)) await readReadyService(t, id);
      const { items, exchange } = await t
        .as('tenantA')
        .list('listCustomerServices', { params: { id: body.customer_id }, pages: 3 });
      const ids = items.flatMap((item) => idIn(item) ?? []);
      if (!ids.some((id) => services.includes(id)))
        t.inconclusive('the list of the customer shows no service that the order names', { exchange });
      const other = ids.find((id) => !services.includes(id));
      holds(t, other === undefined, 'a service of the customer, who has one order, is not named by it', {
        expected: services,
        actual: other,
        exchange: [exchange, created],
      });
    },
  }),
  row('orders/service-of-the-sku', 'states/order-creates-services', [order, service], {
    must: 'create a service of the product that was ordered',
    after: ['orders/services-exist', 'resources/ids-of-one', 'orders/services-of-the-customer'],
    expect(t: CheckContext, { body }, { reply }) {
      const shown = isObject(t.require(reply).success().json) ? reply.json : {};
      const [{ sku_id: sku } = { sku_id: undefined }] = body.items;
      const reported = isObject(shown) ? shown.sku_id : undefined;
      if (typeof reported !== 'string' || typeof sku !== 'string') {
        t.inconclusive('the service shows no `sku_id`', { exchange: reply });
      }
      if (!isComparableSku(reported, sku))
        t.inconclusive('the service names its product by another id than the order', { exchange: reply });
      holds(t, reported.toLowerCase() === sku.toLowerCase(), 'the service is of another product', {
        expected: sku,
        actual: reported,
        exchange: reply,
      });
    },
  }),
  row('orders/services-of-the-customer', 'endpoints/list-customer-services', order, {
    must: 'list the services of an order among those of its customer',
    after: ['customers/services', 'orders/services-exist'],
    expect: (t, placed) =>
      expectListed(t, 'listCustomerServices', firstService(t, placed), {
        params: { id: placed.body.customer_id },
      }),
  }),
  row('orders/one-service-per-unit', 'states/service-per-unit', order, {
    should: 'create one service for each unit of an item',
    after: ['orders/services-named'],
    expect: (t, { services, created }) =>
      equals(t, services.length, 1, 'an order of one unit has not one service', created),
  }),
  check('orders/unknown-customer', 'order-request/customer-exists', {
    must: 'refuse an order for a customer that does not exist',
    async run(t) {
      await isRefused(t, 'createOrder', {
        body: orderBody(t, t.unknownId()),
        deliberateFault: 'customer_id = an unknown one',
      });
    },
  }),
  row('orders/any-sku-form', 'gaps/any-sku', customer, {
    phase: 'first',
    must: 'take a `sku_id` of any form: UUID, slug or any other text',
    destructive: true,
    uses: [firstOrder],
    after: ['orders/create'],
    async expect(t: CheckContext, { id }) {
      // Each item has a billing cycle of its own, so that the reply shows which items the order contains.
      const cycles = ['monthly', '2_year', 'quarterly'];
      const place = (...skus: string[]) =>
        request(t, 'createOrder', {
          body: orderBody(t, id, {
            items: skus.map((sku_id, at) => orderItem(t, { sku_id, billing_cycle: cycles[at] ?? 'monthly' })),
          }),
        });
      const forms = [
        ['a slug', t.unique('product')],
        ['a UUID', t.unknownId()],
        ['a text with capitals, blanks and signs', `Größe 4/8 GB_${t.unique('Product')}+`],
      ] as const;
      // The shared order already shows that the form of its own sku_id is accepted. One order tries all other forms of
      // sku_id; when that order is refused, each form is sent in an order of its own.
      const sentSku = (await t.use(firstOrder)).body.items[0]?.sku_id ?? '';
      const skuForm = isUuid(sentSku) ? 'a UUID' : /^[a-z0-9-]+$/.test(sentSku) ? 'a slug' : '';
      const all = await place(...forms.filter(([form]) => form !== skuForm).map(([, sku]) => sku));
      if (t.compared(isSuccess(all))) return;
      const tried: Exchange[] = [];
      for (const [, sku] of forms) tried.push(await place(sku));
      if (!tried.some(isSuccess)) {
        await requireWalletOrder(t);
        t.notApplicable('products that do not exist are refused, whatever their form');
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
