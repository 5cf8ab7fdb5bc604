// Lawful variants in which other people use the same tenant while the suite runs. No check may report a change that
// another person made.
import type { OperationId } from '../../../src/contract/operations.ts';
import { BURST, variant, WEBHOOKS } from '../define-mutant.ts';
import { each, header, listAt, setHeader, valueAt } from '../edits/response-edits.ts';
import type { LawfulVariant } from '../mutant.ts';
import {
  ADDED_ROWS,
  actBeforeCalls,
  addCopy,
  addRow,
  addToNamedResource,
  changedRecords,
  changeTenant,
  LONG_AGO,
  type Members,
  moveBalance,
  OTHER_BODIES,
  TABLE_OF_PATH,
} from './other-user.ts';

export const concurrentUseVariants: readonly LawfulVariant[] = [
  ...each([1, 4, 9], (every) =>
    variant(
      `variant/others-move-balance[top-ups ${every}]`,
      `another person tops the wallet up before every call, or every ${every}`,
      (p) => actBeforeCalls(p, every, (db, count) => moveBalance(db, 100 + count)),
    ),
  ),
  ...each([1, 4, 9], (every) =>
    variant(
      `variant/others-move-balance[charges ${every}]`,
      `another person spends from the wallet before every call, or every ${every}`,
      (p) => actBeforeCalls(p, every, (db, count) => moveBalance(db, -(10 + (count % 37)))),
    ),
  ),
  ...each([1, 2, 3, 4, 5, 6], (seed) =>
    variant(
      `variant/others-move-balance[irregular ${seed}]`,
      `another person moves the balance irregularly: series ${seed}`,
      (p) => {
        let state = seed * 7919;
        const next = (below: number): number => {
          state = (state * 48_271) % 2_147_483_647;
          return state % below;
        };
        actBeforeCalls(p, 1, (db) => {
          if (next(seed + 1) === 0) moveBalance(db, (next(2) === 0 ? 1 : -1) * (1 + next(5000)));
        });
      },
    ),
  ),
  variant(
    'variant/others-move-balance[both]',
    'another person tops the wallet up and spends from it by turns',
    (p) => actBeforeCalls(p, 1, (db, count) => moveBalance(db, count % 2 === 0 ? 731 : -731)),
  ),
  ...each(
    [
      ['newest', {}],
      ['oldest', { created_at: LONG_AGO }],
    ] as const,
    ([label, dated]) =>
      variant(
        `variant/others-add-list-rows[${label}]`,
        `another person adds the ${label} row to a list that the suite reads`,
        (p) =>
          actBeforeCalls(p, 1, (db, count, { request }) => {
            addRow(db, TABLE_OF_PATH[request.path.split('/')[1] ?? ''], count, dated);
          }),
      ),
  ),
  ...each([1, 6], (every) =>
    variant(
      `variant/others-add-list-rows[all ${every}]`,
      `another person adds to every list in turn, before every ${every} calls`,
      (p) =>
        actBeforeCalls(p, every, (db, count) => {
          const tables = Object.keys(ADDED_ROWS);
          addRow(db, tables[Math.floor(count / every) % tables.length], count, {});
        }),
    ),
  ),
  ...each([1, 5], (every) =>
    variant(
      `variant/others-change-settings[settings ${every}]`,
      `another person changes the settings of the tenant before every ${every} calls`,
      (p) => actBeforeCalls(p, every, changeTenant),
    ),
  ),
  ...each([1, 7], (every) =>
    variant(
      `variant/others-change-settings[records ${every}]`,
      `another person changes older records before every ${every} calls`,
      (p) => actBeforeCalls(p, every, changedRecords()),
    ),
  ),
  ...each(['before', 'after'] as const, (order) =>
    variant(
      `variant/others-act-beside[${order}]`,
      `another person does the same with other values right ${order} the suite`,
      (p) => {
        let count = 0;
        p.handler(Object.keys(OTHER_BODIES) as OperationId[], (call, go) => {
          count += 1;
          const bodyOf = call.request.operation && OTHER_BODIES[call.request.operation];
          const own = order === 'after' ? go() : undefined;
          if (bodyOf) go({ body: bodyOf({ ...(call.body as Members) }, count) });
          return order === 'after' ? own : go();
        });
      },
      WEBHOOKS,
    ),
  ),
  // With one unit, the other person's order has another price than the suite's order. With two units the prices may be
  // equal, so the other person orders before every third order only.
  ...each(
    [
      [1, 1],
      [2, 3],
    ] as const,
    ([quantity, every]) =>
      variant(
        `variant/others-act-beside[orders ${every}]`,
        `another person orders ${quantity} from the wallet right before every order of the suite, or every ${every}`,
        (p) => {
          let orders = 0;
          p.handler('createOrder', (call, go) => {
            orders += 1;
            const rows = call.db.table('customers').all();
            const other = rows.find(({ status }) => status === 'active');
            const item = listAt(call.body, 'items')[0];
            if (other && orders % every === 0 && valueAt(call.body, 'payment_method') === 'wallet')
              go({
                body: {
                  customer_id: other.id,
                  payment_method: 'wallet',
                  items: [{ ...(typeof item === 'object' ? item : {}), quantity }],
                },
              });
            return go();
          });
        },
        WEBHOOKS,
      ),
  ),
  variant(
    'variant/others-use-rate-limit',
    'other requests with the same credential use up the rate limit as well',
    (p) => {
      let used = 0;
      p.reply('everything', (reply) => {
        used += 1 + (used % 3);
        for (const name of ['RateLimit-Remaining', 'X-RateLimit-Remaining']) {
          const remaining = Number(header(reply, name));
          if (header(reply, name) !== undefined)
            setHeader(reply, name, String(Math.max(0, remaining - (used % 40))));
        }
      });
    },
    BURST,
  ),
  ...each([1, 3, 7], (every) =>
    variant(
      `variant/others-add-children[${every}]`,
      `another person adds to the zones, tickets and email services of the suite before every ${every} calls`,
      (p) => actBeforeCalls(p, every, addToNamedResource),
    ),
  ),
  variant(
    'variant/others-add-and-remove',
    'another person adds rows to every list and removes them again',
    (p) => {
      const addedIds = new Map<string, string[]>();
      const tables = ['customers', 'tickets', 'dns_zones', 'api_keys'];
      actBeforeCalls(p, 1, (db, count) => {
        const table = tables[count % tables.length] ?? '';
        const ids = addedIds.get(`${db.tenantId} ${table}`) ?? [];
        addedIds.set(`${db.tenantId} ${table}`, ids);
        const oldest = ids.length > 6 ? ids.shift() : undefined;
        const row = oldest === undefined ? undefined : db.table(table).find(oldest);
        // When the mock refuses the suite's call, the row inserted before the call is rolled back, and a row of the
        // suite may later get the same id.
        if (row && JSON.stringify(row).includes('other')) db.table(table).remove(row.id);
        const known = new Set(
          db
            .table(table)
            .all()
            .map(({ id }) => id),
        );
        addRow(db, table, count, {});
        const added = db
          .table(table)
          .all()
          .find(({ id }) => !known.has(id));
        if (added) ids.push(added.id);
      });
    },
  ),
  ...each([1, 4], (every) =>
    variant(
      `variant/others-change-tenants[${every}]`,
      `another platform admin adds and renames tenants before every ${every} calls`,
      (p) => {
        const addedIds: string[] = [];
        actBeforeCalls(p, every, (db, count) => {
          const tenants = db.platform.table('tenants');
          const [last] = addedIds.slice(-1);
          // When the mock refuses the suite's call, the tenant inserted before the call is rolled back.
          if (last !== undefined && String(tenants.find(last)?.name).startsWith('Renamed'))
            tenants.update(last, { name: `Renamed ${count}`, tier: 'business' });
          if (addedIds.length > 40) return;
          const added = addCopy(db.platform, 'tenants', () => ({
            slug: `other-${count}`,
            name: `Renamed ${count}`,
          }));
          if (added) addedIds.push(added.id);
        });
      },
    ),
  ),
  ...each([1, 5], (every) =>
    variant(
      `variant/others-order-for-customer[${every}]`,
      `another person orders for the one customer of the target file before every ${every} calls`,
      (p) => {
        let customerId = '';
        p.target((file) => {
          customerId = String(valueAt(file, 'values.customerId') ?? '');
        });
        p.handler('createCustomer', () => p.throwRefusal('INSUFFICIENT_SCOPE'));
        actBeforeCalls(p, every, (db, count) => {
          if (db.table('customers').find(customerId))
            addRow(db, 'orders', count, { customer_id: customerId });
        });
      },
    ),
  ),
];
