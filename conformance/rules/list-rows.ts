// A rule about the rows of lists: what stands in a list of one tenant stands in no list of another one.
import { isObject } from '../../src/contract/is-object.ts';
import { operation } from '../../src/contract/operations.ts';
import { itemsInPage } from '../../src/suite/lists/pagination.ts';
import type { Exchange } from '../../src/suite/model/define.ts';
import { rule } from '../define.ts';
import { isPagedList } from '../support/fixtures/resources.ts';
import { idIn, isUniqueId } from '../support/reply-readers/response-readers.ts';
import { isSameBody } from '../support/reply-readers/shown-changes.ts';

type Row = { item: unknown; by: Exchange };

const newRows = () => ({
  /** the caller → the id of its tenant, as its profile or its log-in names it */
  tenants: new Map<string, string>(),
  /** the list and the id of a row → the caller → the row as a list last showed it to that caller */
  shown: new Map<string, Map<string, Row>>(),
});

/** Returns the id of the caller's tenant where a reply names it. */
function tenantIn({ operation: op, json }: Exchange): string | undefined {
  const user = op === 'login' && isObject(json) ? json.user : op === 'getCurrentUser' ? json : undefined;
  return isObject(user) && typeof user.tenant_id === 'string' ? user.tenant_id : undefined;
}

export const listRowRules = [
  rule('lists/rows-of-one-tenant', {
    must: 'show on no page of a list a row that stands in the same list of another tenant',
    requirement: 'service/own-tenant-only',
    defersToChecks: true,
    conditional: true,
    applies: ({ operation: op, status, caller }) =>
      op !== null && status === 200 && ['tenantA', 'tenantB'].includes(caller),
    state: newRows,
    judge(exchange, { state: { tenants, shown }, compared }) {
      const { operation: op, caller, json } = exchange;
      const tenant = tenantIn(exchange);
      if (tenant !== undefined) tenants.set(caller, tenant);
      if (op === null || !isPagedList(operation(op)) || operation(op).area === 'tenants') return undefined;
      const [one, other] = [tenants.get('tenantA'), tenants.get('tenantB')];
      const areDistinct = one !== undefined && other !== undefined && one !== other;
      for (const item of itemsInPage(json) ?? []) {
        const id = idIn(item);
        // Each tenant may count its own things, as in `INV-0001`.
        if (id === undefined || !isUniqueId(id)) continue;
        const key = `${op} ${id}`;
        const rows = shown.get(key) ?? new Map<string, Row>();
        shown.set(key, rows.set(caller, { item, by: exchange }));
        const theirs = rows.get(caller === 'tenantA' ? 'tenantB' : 'tenantA');
        if (!areDistinct || !compared(theirs !== undefined && isSameBody(theirs.item, item))) continue;
        return {
          message: `the same row stands in ${op} of tenantA and of tenantB`,
          expected: 'rows of its own tenant',
          actual: item,
          dependsOn: theirs === undefined ? [] : [theirs.by],
        };
      }
      return undefined;
    },
  }),
];
