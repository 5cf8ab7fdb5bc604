// What is asked of everything that is created, read and listed: the same checks for each of the product areas.
import { isObject } from '../../src/contract/is-object.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import type { Fixture } from '../../src/suite/model/context.ts';
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { check, fixture } from '../define.ts';
import type { RequirementId } from '../requirements.ts';
import { createdAtOf, expectListAgrees, expectOwnId, expectReadable, findInList } from './list-lookup.ts';
import { type Product, type ProductCreation, readReady, requireCreatedProduct } from './product-resources.ts';
import { idOf, isSuccess, mentions } from './response-readers.ts';

type ProductCheckOptions = {
  /** the area, which begins the ids of its checks too */
  area: string;
  mode: 'safe' | 'full';
  /** what is created, with its article: `a domain` */
  what: string;
  /** the sentence of its creation, to complete "the target must": `register a domain` */
  creates: string;
  /** the check of its creation: `register` */
  create: string;
  requirements: { create: RequirementId; get: RequirementId; list: RequirementId };
  get: OperationId;
  list: OperationId;
  attempt: Fixture<ProductCreation>;
  product: Fixture<Product>;
};

/** Members that come back otherwise than they were sent, or not at all. */
const NOT_ECHOED = /^(sku_id|payment_method|auth_code|password|csr|status|state)$/;

/** Judges an attempt to create: what may be about our body, the product or the money is no breach. */
export function expectCreated(t: CheckContext, { created }: ProductCreation): void {
  if (isSuccess(created)) return;
  if (created.status === 405 || created.status >= 500) t.expect(created).success();
  t.inconclusive(
    `our body was refused with ${created.status}; give bodies.${created.operation ?? ''} in the target file`,
    { exchange: created },
  );
}

/** The thing as its owner reads it, once it is ready where it becomes so soon. */
export type ProductAsRead = { product: Product; reply: Exchange };

/** The reading of a thing, shared by the checks about it. */
export const readProductFixture = (
  what: string,
  get: OperationId,
  thing: Fixture<Product>,
): Fixture<ProductAsRead> =>
  fixture(`${what} as read`, {
    cost: 1,
    uses: [thing],
    async make(t: CheckContext): Promise<ProductAsRead> {
      const made = await t.use(thing);
      return { product: made, reply: await readReady(t, get, made.id, made.created) };
    },
  });

/** Created, read by its id, found in its list, the same in both, as it was sent. */
export function productChecks(options: ProductCheckOptions, readFixture: Fixture<ProductAsRead>) {
  const { area, mode, what, get, list, attempt, product } = options;
  const name = what.replace(/^an? /, '');
  /** The list, and the thing in it where it was created. */
  const listed = fixture(`${name} in the list`, {
    cost: 1,
    uses: [attempt],
    async make(t: CheckContext) {
      const { created } = await t.use(attempt);
      const id = isSuccess(created) ? idOf(created) : undefined;
      if (id === undefined) return { item: undefined, exchange: await t.as('tenantA').send(list) };
      return findInList(t, list, id, createdAtOf(created));
    },
  });
  const common = { area, mode } as const;
  return [
    check(`${area}/${options.create}`, {
      must: options.creates,
      requirement: options.requirements.create,
      ...common,
      // what takes a while to be set up is under way before it is looked at
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
        const { product: made, reply } = await t.use(readFixture);
        await expectReadable(t, list, made, reply);
        if (!mentions(reply.json, made.id))
          t.fail(`the reply is not about this ${name}`, { expected: made.id, exchange: reply });
      },
    }),
    check(`${area}/echo`, {
      must: `show ${what} as it was created`,
      requirement: 'endpoints/create-echoes',
      ...common,
      uses: [readFixture],
      after: [`${area}/get`],
      async run(t: CheckContext) {
        const { product: made, reply } = await t.use(readFixture);
        const body = t.require(reply).success().json;
        for (const [member, value] of Object.entries(made.body)) {
          const got = isObject(body) ? body[member] : undefined;
          if (NOT_ECHOED.test(member) || typeof value !== 'string' || typeof got !== 'string') continue;
          if (got.trim().replace(/\.$/, '').toLowerCase() === value.trim().toLowerCase()) continue;
          t.fail(`\`${member}\` is not what was sent`, { expected: value, actual: got, exchange: reply });
        }
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
        const made = requireCreatedProduct(t, await t.use(attempt));
        const { item, exchange } = await t.use(listed);
        t.require(exchange).success();
        if (item !== undefined) return;
        await t.eventually('read', async () => {
          const again = await findInList(t, list, made.id, createdAtOf(made.created));
          if (again.item !== undefined) return;
          await expectOwnId(t, list, made, again.exchange);
          t.fail('it is not in the list', { expected: made.id, exchange: [again.exchange, made.created] });
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
        const { product: made, reply } = await t.use(readFixture);
        const { item, exchange } = await t.use(listed);
        const seen = t.require(reply).success().json;
        if (!isObject(item) || !isObject(seen))
          t.inconclusive('the list does not show it as an object', { exchange });
        const differs = Object.keys(seen).some(
          (member) => ['string', 'number'].includes(typeof seen[member]) && seen[member] !== item[member],
        );
        // what differs may have changed in between: then both are read anew
        if (differs) await expectListAgrees(t, list, get, made.id, reply);
      },
    }),
  ];
}
