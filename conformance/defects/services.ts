// Defects of services: suspension and renewal.

import { randomUUID } from 'node:crypto';
import { isObject } from '../../src/contract/is-object.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import { pathId } from './edits/request-edits.ts';
import { changeAt, isSuccess, setAt, valueAt } from './edits/response-edits.ts';
import type { Mutant, StoredRow } from './mutant.ts';

/** Returns the rows of a list except the row with the given id. */
const otherRows = (rows: readonly StoredRow[], id: string): StoredRow[] =>
  rows.filter((row) => row.id !== id);

export const services: readonly Mutant[] = [
  chosen(
    'services/suspended-twice',
    'a suspended service can be suspended again',
    'states/wrong-state-refused',
    'services/suspend-twice',
    (p) =>
      p.handler('suspendService', ({ request, db }, go) => {
        const service = db.table('services').find(request.params.id ?? '');
        return service?.status === 'suspended' ? service : go();
      }),
  ),
  stated(
    'services/renewal-time-without-zone',
    'a renewal ends at a time without zone',
    'service/utc-times',
    'bodies/utc-times',
    (p) =>
      p.reply('renewService', (reply) => {
        if (isSuccess(reply))
          changeAt(reply.json, 'renewed_until', (instant) => String(instant).replace('Z', ''));
      }),
  ),
  follows(
    'services/refused-renewal-bills',
    'a refused renewal bills the service',
    'states/refused-action-changes-nothing',
    'services/refused-renewal-not-billed',
    (p) =>
      p.reply('renewService', (reply, { params: { id = '' } }) => {
        if (reply.status !== 422) return;
        p.readDb((owner) => {
          const instant = owner.table('services').find(id)?.tenant_id;
          const last =
            typeof instant === 'string' ? owner.of(instant).table('invoices').all().at(-1) : undefined;
          if (typeof instant === 'string' && last)
            owner
              .of(instant)
              .table('invoices')
              .insert({ ...last, id: randomUUID(), number: `D-${randomUUID()}`, order_id: null });
        });
      }),
  ),
  chosen(
    'services/suspended-renewal-fails',
    'a renewal of a suspended service costs nothing and is shown as failed',
    'endpoints/fields',
    'services/fields',
    (p) =>
      p.reply('renewService', (reply) => {
        if (isSuccess(reply)) setAt(reply.json, 'status', 'unknown');
      }),
  ),
  stated(
    'services/shown-under-order-id',
    'a service is shown under the id of its order',
    'endpoints/get-service',
    'services/get',
    (p) =>
      p.reply('getService', (reply) => {
        if (isSuccess(reply)) setAt(reply.json, 'id', valueAt(reply.json, 'order_id'));
      }),
  ),
  stated(
    'services/suspends-another-service',
    'a suspension is that of the newest other service in use as well',
    ['states/service-actions', 'endpoints/suspend-service'],
    'services/others-unchanged',
    (p) =>
      p.handler('suspendService', ({ request, db }, go) => {
        const result = go();
        const other = db
          .table('services')
          .all()
          .filter(({ id, status }) => id !== request.params.id && status === 'active')
          .at(-1);
        if (other) db.table('services').update(other.id, { status: 'suspended' });
        return result;
      }),
  ),
  stated(
    'services/suspends-other-services',
    "suspending a service suspends the customer's other services",
    ['states/service-actions', 'endpoints/suspend-service'],
    'services/others-unchanged',
    (p) =>
      p.handler('suspendService', ({ db }, go) => {
        const result = go();
        if (isObject(result))
          for (const s of db.table('services').all())
            if (s.customer_id === result.customer_id && s.status === 'active')
              db.table('services').update(s.id, { status: 'suspended' });
        return result;
      }),
  ),
  chosen(
    'services/renewal-keeps-expiry',
    'a renewal is billed and the service expires as before',
    'states/action-visible',
    'services/renew-moves-the-date',
    (p) =>
      p.handler('renewService', ({ request, db }, go) => {
        const s = db.table('services').find(request.params.id ?? '');
        const result = go();
        if (s) db.table('services').update(s.id, { expires_at: s.expires_at, next_due_at: s.next_due_at });
        return result;
      }),
  ),
  stated(
    'services/suspends-all-of-customer',
    'suspending a service suspends all services of its customer',
    ['endpoints/suspend-service', 'states/others-untouched', 'states/service-actions'],
    'services/others-unchanged',
    (p) =>
      p.handler('suspendService', ({ request, db }, go) => {
        const result = go();
        const table = db.table('services');
        const target = table.find(pathId(request));
        for (const row of otherRows(table.all(), pathId(request)))
          if (row.customer_id === target?.customer_id && row.status === 'active')
            table.update(row.id, { status: 'suspended' });
        return result;
      }),
  ),
];
