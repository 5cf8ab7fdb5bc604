// Checks of purchases that are replayed with the same Idempotency-Key. The specification does not name purchases as
// operations that move money; this contract chose to treat them so.

import type { OperationId } from '../../../src/contract/operations.ts';
import type { Fixture } from '../../../src/suite/model/context.ts';
import type { CheckContext } from '../../../src/suite/model/define.ts';
import { check } from '../../define.ts';
import { equals, request } from '../../expectations.ts';
import { type Creation, creations, newTransfer } from '../../support/fixtures/created-resources.ts';
import { requireCreated } from '../../support/fixtures/customers-and-orders.ts';
import { idOf, isSuccess } from '../../support/reply-readers/response-readers.ts';

const PURCHASES: readonly (readonly [OperationId, string, string, Fixture<Creation>])[] = [
  ['registerDomain', 'domains', 'registration of a domain', creations.domain],
  ['transferDomain', 'domains', 'transfer of a domain', newTransfer],
  ['createHostingAccount', 'hosting', 'creation of a hosting account', creations['hosting account']],
  ['createCertificate', 'ssl', 'order of a certificate', creations.certificate],
  ['createEmailService', 'email', 'creation of an email service', creations['email service']],
  ['createVps', 'vps', 'order of an instance', creations.instance],
];

export const replayedProducts = PURCHASES.map(([operation, area, what, attempt]) =>
  check(`idempotency/${operation}`, 'idempotency/purchases', {
    should: `collapse a replayed ${what} into one`,
    area,
    mode: 'full',
    uses: [attempt],
    group: 'idempotency/purchases',
    after: ['idempotency/topup-replay'],
    async run(t: CheckContext) {
      const first = requireCreated(t, await t.use(attempt));
      const replay = await request(t, operation, {
        body: first.body,
        headers: { 'Idempotency-Key': first.key },
      });
      if (!isSuccess(replay)) t.inconclusive('the replay was refused', { exchange: [replay, first.created] });
      const repeated = idOf(replay);
      if (repeated === undefined) t.inconclusive('the replay shows no id', { exchange: replay });
      equals(t, repeated, first.id, 'the replay made another one', [replay, first.created]);
    },
  }),
);
