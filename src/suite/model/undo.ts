// Declares the clean-up calls: those that undo what an operation created, and those that end what still runs after.
import { isObject } from '../../contract/is-object.ts';
import { type OperationId, operation, packageOperation, perDocument } from '../../contract/operations.ts';

/** The operations that undo something. Clean-up sends no other, whatever a ledger or a check names. */
const UNDO_OPERATIONS = [
  'cancelOrder',
  'cancelSubscription',
  'closeTicket',
  'deactivateCustomer',
  'deleteDnsRecord',
  'deleteDnsZone',
  'deleteMailbox',
  'deleteWebhook',
  'revokeApiKey',
  'terminateService',
  'terminateTenant',
  'terminateVps',
] as const satisfies readonly OperationId[];

const addedDeletions = perDocument((table) =>
  table
    .filter(({ id, method }) => method === 'DELETE' && packageOperation(id) === undefined)
    .map(({ id }) => id),
);

/** One clean-up call. After a status 404, 410 or one of `gone`, the resource no longer exists. */
export type Undo = {
  operation: OperationId;
  /** the path parameters of the operation, and no others */
  params?: Record<string, string>;
  /** further statuses which mean that the resource has ended, such as 422 when ending it twice is refused */
  gone?: readonly number[];
  /** name of the credential that sends the call; by default the credential that created the resource */
  as?: string;
  /** how many milliseconds after its creation the resource, which is still being set up, can be ended */
  settles?: number;
};

/** A list that clean-up reads last, because deleting a resource may leave something of it running. */
export type Sweep = {
  /** the list that shows what still runs */
  list: OperationId;
  /** the undo calls after which something may still run */
  after: readonly OperationId[];
  /** Returns the call that ends what a row of the list shows; undefined when it has ended already. */
  end(row: unknown): Undo | undefined;
};

/** Returns why a value is no clean-up call, such as `it names topUpWallet, which undoes nothing`; undefined for one that is. */
export function undoProblem(value: unknown): string | undefined {
  if (!isObject(value)) return 'it names no call that undoes something';
  const { operation: id, params = {}, gone = [], settles = 0, ...others } = value;
  const known = [...UNDO_OPERATIONS, ...addedDeletions()].find((one) => one === id);
  if (known === undefined) return `it names ${String(id).slice(0, 60)}, which undoes nothing`;
  const wanted = [...operation(known).path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const isExact =
    isObject(params) &&
    Object.keys(params).sort().join() === wanted.sort().join() &&
    Object.values(params).every((one) => typeof one === 'string');
  if (!isExact) return `${known} takes ${wanted.join(' and ')} and nothing else`;
  if ('body' in others) return `${known} takes no body`;
  return Array.isArray(gone) && Number.isFinite(settles) ? undefined : `its gone or settles is unreadable`;
}
