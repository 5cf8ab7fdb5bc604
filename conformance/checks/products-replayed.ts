// Purchases replayed with the same Idempotency-Key: tier B, which this contract counts as money-moving.
import type { OperationId } from '../../src/contract/operations.ts';
import type { Context, Subject } from '../../src/suite/define.ts';
import {
  type Attempt,
  established,
  newCertificate,
  newDomain,
  newEmail,
  newHosting,
  newTransfer,
} from '../kit/products.ts';
import { idOf, isSuccess } from '../kit/reading.ts';
import { check } from '../suite.ts';

const purchases: readonly (readonly [OperationId, string, string, Subject<Attempt>])[] = [
  ['registerDomain', 'domains', 'registration of a domain', newDomain],
  ['transferDomain', 'domains', 'transfer of a domain', newTransfer],
  ['createHostingAccount', 'hosting', 'creation of a hosting account', newHosting],
  ['createCertificate', 'ssl', 'order of a certificate', newCertificate],
  ['createEmailService', 'email', 'creation of an email service', newEmail],
];

export const replayedProducts = purchases.map(([operation, area, what, attempt]) =>
  check(`idempotency/${operation}`, {
    should: `collapse a replayed ${what} into one`,
    says: 'idempotency/purchases',
    area,
    mode: 'full',
    cost: 1,
    uses: [attempt],
    group: 'idempotency/purchases',
    after: ['idempotency/topup-replay'],
    async run(t: Context) {
      const first = established(t, await t.use(attempt));
      const replay = await t
        .as('tenantA')
        .send(operation, { body: first.body, headers: { 'Idempotency-Key': first.key } });
      if (!isSuccess(replay)) t.inconclusive('the replay was refused', { exchange: [replay, first.created] });
      const again = idOf(replay);
      if (again === undefined) t.inconclusive('the replay shows no id', { exchange: replay });
      if (again === first.id) return;
      t.fail('the replay made another one', {
        expected: first.id,
        actual: again,
        exchange: [replay, first.created],
      });
    },
  }),
);
