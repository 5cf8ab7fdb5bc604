// The checks that all product areas share: create a product, read it, and list it.
import { isObject } from '../../src/contract/is-object.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import type { Fixture } from '../../src/suite/model/context.ts';
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { check, fixture } from '../define.ts';
import type { RequirementId } from '../requirements.ts';
import { requireCreated, waitForReadLag } from './fixtures/customers-and-orders.ts';
import { type Product, type ProductCreation, readReady } from './fixtures/product-resources.ts';
import { READS_OF_A_WAIT } from './polling.ts';
import { expectEchoed, isSameText } from './reply-readers/echoes.ts';
import {
  expectListAgrees,
  expectOwnId,
  expectReadable,
  findInList,
  requireReadableIds,
  requireSharedMembers,
} from './reply-readers/list-lookup.ts';
import { idOf, isSuccess, mentions } from './reply-readers/response-readers.ts';

type ProductCheckOptions = {
  /** the area of the checks; the ids of the checks begin with it */
  area: string;
  mode: 'safe' | 'full';
  /** the created resource with its article, such as `a domain` */
  what: string;
  /** the creation in words that complete "the target must", such as `register a domain` */
  creates: string;
  /** the last part of the id of the check of the creation, such as `register` */
  create: string;
  requirements: { create: RequirementId; get: RequirementId; list: RequirementId };
  get: OperationId;
  list: OperationId;
  attempt: Fixture<ProductCreation>;
  product: Fixture<Product>;
};

/** Matches names of members that replies need not show as they were sent. */
const NOT_ECHOED = /^(sku_id|payment_method|auth_code|password|csr|status|state)$/;

/**
 * Asserts that a creation succeeded. A refusal that the request body, an unknown product or a lack of money may have
 * caused ends the check as inconclusive.
 */
export function expectCreated(t: CheckContext, { created }: ProductCreation): void {
  if (t.compared(isSuccess(created))) return;
  if (created.status === 405 || created.status >= 500) t.expect(created).success();
  t.inconclusive(
    `our body was refused with ${created.status}; give bodies.${created.operation ?? ''} in the target file`,
    { exchange: created },
  );
}

/** A product and its owner's read of the product, once the product is ready. */
export type ProductAsRead = { product: Product; reply: Exchange };

/** Builds the fixture that reads a product; the checks of the product share it. */
export const readProductFixture = (
  what: string,
  get: OperationId,
  productFixture: Fixture<Product>,
): Fixture<ProductAsRead> =>
  fixture(`${what} as read`, {
    cost: READS_OF_A_WAIT,
    uses: [productFixture],
    async make(t: CheckContext): Promise<ProductAsRead> {
      const product = await t.use(productFixture);
      return { product, reply: await readReady(t, get, product.id, product.created) };
    },
  });

/**
 * Builds the checks of a product: it can be created, read by its id and found in its list; the list and the detail
 * agree, and the detail shows the values sent.
 */
export function productChecks(options: ProductCheckOptions, readFixture: Fixture<ProductAsRead>) {
  const { area, mode, what, get, list, attempt, product } = options;
  const name = what.replace(/^an? /, '');
  /** Finds the product in the list of its kind, provided that the creation succeeded. */
  const listed = fixture(`${name} in the list`, {
    cost: 1,
    uses: [attempt],
    async make(t: CheckContext) {
      const { created } = await t.use(attempt);
      const id = isSuccess(created) ? idOf(created) : undefined;
      if (id === undefined) return { item: undefined, exchange: await t.as('tenantA').send(list) };
      await waitForReadLag(t);
      return findInList(t, list, id);
    },
  });
  const common = { area, mode } as const;
  return [
    check(`${area}/${options.create}`, {
      must: options.creates,
      requirement: options.requirements.create,
      ...common,
      // Products that take long to provision are created early in the run.
      phase: 'first',
      uses: [attempt],
      async run(t: CheckContext) {
        expectCreated(t, await t.use(attempt));
      },
    }),
    check(`${area}/get`, {
      must: `return ${what} by its id`,
      requirement: options.requirements.get,
      ...common,
      uses: [readFixture],
      after: [`${area}/${options.create}`],
      async run(t: CheckContext) {
        const { product, reply } = await t.use(readFixture);
        await expectReadable(t, list, product, reply);
        if (t.compared(!mentions(reply.json, product.id)))
          t.fail(`the reply is not about this ${name}`, { expected: product.id, exchange: reply });
      },
    }),
    check(`${area}/echo`, {
      must: `show ${what} as it was created`,
      requirement: 'endpoints/create-echoes',
      ...common,
      uses: [readFixture],
      after: [`${area}/get`],
      async run(t: CheckContext) {
        const { product, reply } = await t.use(readFixture);
        t.require(reply).success();
        expectEchoed(t, product.body, reply, {
          compares: (member) => !NOT_ECHOED.test(member),
          isSame: (sent, shown) => isSameText(sent, shown.replace(/\.$/, '')),
        });
      },
    }),
    check(`${area}/list`, {
      must: `list what there is of ${area}`,
      requirement: options.requirements.list,
      ...common,
      uses: [listed],
      async run(t: CheckContext) {
        t.expect((await t.use(listed)).exchange).success();
      },
    }),
    check(`${area}/in-list`, {
      must: `list ${what} that was created`,
      requirement: 'endpoints/list-shows-all',
      ...common,
      uses: [product, listed],
      after: [`${area}/${options.create}`, `${area}/list`],
      async run(t: CheckContext) {
        const product = requireCreated(t, await t.use(attempt));
        const { item, exchange } = await t.use(listed);
        t.require(exchange).success();
        if (t.compared(item !== undefined)) return;
        await t.eventually('read', async () => {
          const secondLookup = await findInList(t, list, product.id);
          if (t.compared(secondLookup.item !== undefined)) return;
          requireReadableIds(t, secondLookup.exchange);
          await expectOwnId(t, list, product, secondLookup.exchange);
          t.fail('it is not in the list', {
            expected: product.id,
            exchange: [secondLookup.exchange, product.created],
          });
        });
      },
    }),
    check(`${area}/list-agrees`, {
      must: `show ${what} in the list as in its detail`,
      requirement: 'endpoints/list-and-detail-agree',
      ...common,
      uses: [readFixture, listed],
      group: 'lists/agree',
      after: [`${area}/in-list`, `${area}/get`],
      async run(t: CheckContext) {
        const { product, reply } = await t.use(readFixture);
        const { item, exchange } = await t.use(listed);
        const seen = t.require(reply).success().json;
        if (!isObject(item) || !isObject(seen))
          t.inconclusive('the list does not show it as an object', { exchange });
        const differs = Object.keys(seen).some(
          (member) => ['string', 'number'].includes(typeof seen[member]) && seen[member] !== item[member],
        );
        // The product may have changed between the two reads, so the list and the detail are read again before a difference
        // is reported.
        if (t.compared(differs)) await expectListAgrees(t, list, get, product.id, reply);
        else requireSharedMembers(t, seen, item, exchange);
      },
    }),
  ];
}
