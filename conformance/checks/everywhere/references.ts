// Checks of references: an id by which a resource refers to another one is that of a resource that its reader can read.
import type { OperationId } from '../../../src/contract/operations.ts';
import { kinds, listOf, nounsOf, readOf } from '../../../src/suite/model/kinds.ts';
import { checksOf } from '../../define.ts';
import { asRead, CREATED_KINDS, kindSpecs } from '../../support/fixtures/created-resources.ts';
import { modeForKind } from '../../support/fixtures/resources.ts';
import { expectReferenceExists } from '../../support/reply-readers/list-lookup.ts';
import { isUuid, leaves } from '../../support/reply-readers/response-readers.ts';

const { row } = checksOf({ area: 'everywhere' });

type Reference = { name: string; id: string; read: OperationId; list: OperationId };

/** Lists the references in a body: members that are named for a kind of resource and hold ids. */
function referencesIn(body: unknown): Reference[] {
  const found = leaves(body).flatMap(({ name, value }): Reference[] => {
    // A shorter noun may be that of something else: `zone_id`, `account_id`, `key_id`.
    const kind = kinds().find((one) => [`${nounsOf(one)[0]}_id`, `${nounsOf(one)[0]}_ids`].includes(name));
    const [read, list] = kind === undefined || kind === 'Tenant' ? [] : [readOf(kind), listOf(kind)];
    return read && list && isUuid(value) ? [{ name, id: value, read, list }] : [];
  });
  return [...new Map(found.map((one) => [one.id, one])).values()];
}

export const references = CREATED_KINDS.filter((kind) => kindSpecs[kind].by === undefined).map((kind) =>
  row(`references/${kind.replaceAll(' ', '-')}`, 'endpoints/references-resolve', asRead[kind], {
    must: `refer from a new ${kind} only to what can be read`,
    mode: modeForKind(kind),
    group: 'references',
    given: ['reply'],
    async expect(t, { id, reply }) {
      const found = referencesIn(reply.json).filter((one) => one.id !== id);
      if (found.length === 0) t.notApplicable(`the ${kind} names nothing else by an id`);
      for (const one of new Set([t.random.pick(found), t.random.pick(found)])) {
        const read = await t.as('tenantA').send(one.read, { params: { id: one.id }, allowCached: true });
        if (read.status === 403) t.require(read).success();
        await expectReferenceExists(t, one.list, one.id, read);
      }
    },
  }),
);
