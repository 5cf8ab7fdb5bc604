// What is asked of everything that is created, read and listed: the same checks for each of the product areas.
import type { OperationId } from '../../src/contract/operations.ts';
import type { Context, Exchange, Subject } from '../../src/suite/define.ts';
import type { RequirementId } from '../requirements.ts';
import { check, subject } from '../suite.ts';
import { bornOf, expectAgreement, expectItsOwnId, expectRead, findIn } from './finding.ts';
import { type Attempt, established, type Product, readReady } from './products.ts';
import { idOf, isRecord, isSuccess, mentions } from './reading.ts';

type Basics = {
  /** the area, which begins the ids of its checks too */
  area: string;
  mode: 'safe' | 'full';
  /** what is created, with its article: `a domain` */
  what: string;
  /** the sentence of its creation, to complete "the target must": `register a domain` */
  creates: string;
  /** the check of its creation: `register` */
  create: string;
  says: { create: RequirementId; get: RequirementId; list: RequirementId };
  get: OperationId;
  list: OperationId;
  attempt: Subject<Attempt>;
  thing: Subject<Product>;
};

/** Members that come back otherwise than they were sent, or not at all. */
const notEchoed = /^(sku_id|payment_method|auth_code|password|csr|status|state)$/;

/** Judges an attempt to create: what may be about our body, the product or the money is no breach. */
export function expectCreated(t: Context, { created }: Attempt): void {
  if (isSuccess(created)) return;
  if (created.status === 405 || created.status >= 500) t.expect(created).success();
  t.inconclusive(
    `our body was refused with ${created.status}; give bodies.${created.operation ?? ''} in the target file`,
    { exchange: created },
  );
}

/** The thing as its owner reads it, once it is ready where it becomes so soon. */
export type Shown = { thing: Product; reply: Exchange };

/** The reading of a thing, shared by the checks about it. */
export const shownOf = (what: string, get: OperationId, thing: Subject<Product>): Subject<Shown> =>
  subject(`${what} as read`, {
    cost: 1,
    uses: [thing],
    async make(t: Context): Promise<Shown> {
      const made = await t.use(thing);
      return { thing: made, reply: await readReady(t, get, made.id, made.created) };
    },
  });

/** Created, read by its id, found in its list, the same in both, as it was sent. */
export function basics(b: Basics, shown: Subject<Shown>) {
  const { area, mode, what, get, list, attempt, thing } = b;
  const name = what.replace(/^an? /, '');
  /** The list, and the thing in it where it was created. */
  const listed = subject(`${name} in the list`, {
    cost: 1,
    uses: [attempt],
    async make(t: Context) {
      const { created } = await t.use(attempt);
      const id = isSuccess(created) ? idOf(created) : undefined;
      if (id === undefined) return { item: undefined, exchange: await t.as('tenantA').send(list) };
      return findIn(t, list, id, bornOf(created));
    },
  });
  const common = { area, mode, cost: 0 } as const;
  return [
    check(`${area}/${b.create}`, {
      must: b.creates,
      says: b.says.create,
      ...common,
      // what takes a while to be set up is under way before it is looked at
      phase: 'first',
      uses: [attempt],
      async run(t: Context) {
        expectCreated(t, await t.use(attempt));
      },
    }),
    check(`${area}/get`, {
      must: `return ${what} by its id`,
      says: b.says.get,
      ...common,
      uses: [shown],
      after: [`${area}/${b.create}`],
      async run(t: Context) {
        const { thing: made, reply } = await t.use(shown);
        await expectRead(t, list, made, reply);
        if (!mentions(reply.json, made.id))
          t.fail(`the reply is not about this ${name}`, { expected: made.id, exchange: reply });
      },
    }),
    check(`${area}/echo`, {
      must: `show ${what} as it was created`,
      says: 'endpoints/create-echoes',
      ...common,
      uses: [shown],
      after: [`${area}/get`],
      async run(t: Context) {
        const { thing: made, reply } = await t.use(shown);
        const seen = t.require(reply).success().json;
        for (const [member, value] of Object.entries(made.body)) {
          const got = isRecord(seen) ? seen[member] : undefined;
          if (notEchoed.test(member) || typeof value !== 'string' || typeof got !== 'string') continue;
          if (got.trim().replace(/\.$/, '').toLowerCase() === value.trim().toLowerCase()) continue;
          t.fail(`\`${member}\` is not what was sent`, { expected: value, actual: got, exchange: reply });
        }
      },
    }),
    check(`${area}/list`, {
      must: `list what there is of ${area}`,
      says: b.says.list,
      ...common,
      uses: [listed],
      async run(t: Context) {
        t.expect((await t.use(listed)).exchange).success();
      },
    }),
    check(`${area}/in-list`, {
      must: `list ${what} that was created`,
      says: 'endpoints/list-shows-all',
      ...common,
      uses: [thing, listed],
      after: [`${area}/${b.create}`, `${area}/list`],
      async run(t: Context) {
        const made = established(t, await t.use(attempt));
        const { item, exchange } = await t.use(listed);
        t.require(exchange).success();
        if (item !== undefined) return;
        await t.eventually('read', async () => {
          const again = await findIn(t, list, made.id, bornOf(made.created));
          if (again.item !== undefined) return;
          await expectItsOwnId(t, list, made, again.exchange);
          t.fail('it is not in the list', { expected: made.id, exchange: [again.exchange, made.created] });
        });
      },
    }),
    check(`${area}/list-agrees`, {
      must: `show ${what} in the list as in its detail`,
      says: 'endpoints/list-and-detail-agree',
      ...common,
      uses: [shown, listed],
      group: 'lists/agree',
      after: [`${area}/in-list`, `${area}/get`],
      async run(t: Context) {
        const { thing: made, reply } = await t.use(shown);
        const { item, exchange } = await t.use(listed);
        const seen = t.require(reply).success().json;
        if (!isRecord(item) || !isRecord(seen))
          t.inconclusive('the list does not show it as an object', { exchange });
        const differs = Object.keys(seen).some(
          (member) => ['string', 'number'].includes(typeof seen[member]) && seen[member] !== item[member],
        );
        // what differs may have changed in between: then both are read anew
        if (differs) await expectAgreement(t, list, get, made.id, reply);
      },
    }),
  ];
}
