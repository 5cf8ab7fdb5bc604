// The rows that all kinds of created resources share: create and read.

import { type OperationId, operation as operationOf } from '../../src/contract/operations.ts';
import type { Fixture } from '../../src/suite/model/context.ts';
import type { CheckContext, CredentialName } from '../../src/suite/model/define.ts';
import { checksOf } from '../define.ts';
import { isAbout, isAccepted, isServed } from '../expectations.ts';
import { statedBy } from '../requirements.ts';
import {
  asRead,
  type CreatedKind,
  type Creation,
  creations,
  kindSpecs,
  type ResourceAsRead,
} from './fixtures/created-resources.ts';
import { expectReadable } from './reply-readers/list-lookup.ts';
import { type BodyOperation, bodyOf } from './request-bodies/creation-bodies.ts';
import { idempotencyHeader, newIdempotencyKey } from './request-bodies/request-bodies.ts';

type ResourceRows = {
  /** the last part of the id of the check of the creation; `create` by default */
  id?: string;
  /** the checks whose breach explains that of the creation */
  after?: readonly string[];
  /** the owner's read of the resource, where it is not the usual one */
  read?: Fixture<ResourceAsRead>;
};

/**
 * Builds the rows of a kind of resource: it can be created and read by its id, and a second one like it can be asked for.
 * @param must what the target does to create one
 */
export function resourceChecks(
  kind: CreatedKind,
  must: string,
  { id = 'create', after = [], read = asRead[kind] }: ResourceRows = {},
) {
  const { by, create, get, list, isHarmless, isReadyLater } = kindSpecs[kind];
  const { area } = operationOf(create);
  const what = withArticle(kind);
  const created = `${area}/${id}`;
  const { row } = checksOf({
    area,
    ...(isHarmless ? {} : { mode: 'full' }),
    ...(by && { needs: [by] }),
  });
  return [
    row(created, statedBy(create), creations[kind], {
      must,
      // Resources that take long to provision are created early in the run.
      phase: 'first',
      ...(after.length > 0 && { after }),
      // A 404 may be about a product that the shop does not have.
      expect: (t, { created }) => isAccepted(t, created, 'our body', isReadyLater ? [405] : [404, 405, 501]),
    }),
    row(`${area}/get`, statedBy(get), read, {
      must: `return ${what} by its id`,
      after: [created],
      async expect(t, resource) {
        await expectReadable(t, list, resource, resource.reply);
        isAbout(t, resource.reply, resource.id, kind);
      },
    }),
    row(`${created}-again`, 'states/wrong-state-no-crash', creations[kind], {
      must: `answer a request for ${what} like one that is there without a server error`,
      after: [created],
      expect: (t, creation) => isAnsweredAgain(t, create, creation, by),
    }),
  ];
}

/** Returns a noun with its article: `an API key`. */
const withArticle = (noun: string): string => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;

/**
 * Asks once more for what was created, not as a replay: whether a second one of the same names is refused is open, and it
 * is no server error.
 */
export async function isAnsweredAgain(
  t: CheckContext,
  operation: OperationId,
  { body, created }: Pick<Creation, 'body' | 'created'>,
  by: CredentialName = 'tenantA',
): Promise<void> {
  t.require(created).success();
  const headers = operationOf(operation).idempotency === null ? {} : idempotencyHeader(newIdempotencyKey(t));
  await isServed(t, operation, { body, headers, deliberateFault: 'names that are taken' }, by);
}

/** Asserts that a name in upper case and in another script is answered without a server error. */
export async function expectOddName(
  t: CheckContext,
  operation: BodyOperation,
  customerId = '',
): Promise<void> {
  const { body, tag } = bodyOf(t, operation, customerId);
  const odd = JSON.parse(JSON.stringify(body).replaceAll(tag, `MÜNCHEN-${tag.toUpperCase()}`));
  await isServed(t, operation, { body: odd, deliberateFault: 'MÜNCHEN in the name' });
}
