// Derives from the table of operations which kind of resource an operation's reply shows, and how a kind is read.
import {
  type Operation,
  type OperationId,
  operation,
  operations,
  perDocument,
} from '../../contract/operations.ts';
import { familyOf } from '../../form/families.ts';

/** A kind of resource, named as in the contract's schemas: `Customer`, `DnsZone`. */
export type Kind = string;

/** What replies show of a caller's wallet, which is no resource with an id. */
export const WALLET: Kind = 'Wallet';

const NO_RESOURCE =
  /^(Session|Message|Deleted|User|Renewal|PasswordReset|Wallet|.*(Usage|Stats|Availability))$/;

const schemaOf = ({ responses, success }: Operation): string => responses[success]?.schema ?? '';

/** Returns whether the specification states the fields of an operation's successful reply, so that no name is mapped. */
export const hasStatedReply = (id: OperationId): boolean => operation(id).stated.success;

/** Returns whether an operation lists resources. */
export const isListOperation = (id: OperationId): boolean => /Page$/.test(schemaOf(operation(id)));

const kindsByOperation = perDocument(
  (table) =>
    new Map(
      table.map((one): [OperationId, Kind | undefined] => {
        const noun = familyOf(schemaOf(one).replace(/Page$/, ''));
        // The name of a schema without a component has a dot.
        return [one.id, noun === '' || noun.includes('.') || NO_RESOURCE.test(noun) ? undefined : noun];
      }),
    ),
);

/** Returns the kind of resource that an operation shows, creates or lists; undefined when it shows no resource. */
export const kindOf = (id: OperationId): Kind | undefined => kindsByOperation().get(id);

const isItemPath = (path: string): boolean => /^[^{]*\/\{id\}$/.test(path);

const reads = perDocument((table) => table.filter(({ method }) => method === 'GET'));

/** Returns the operation that reads one resource of a kind by its id; undefined when the contract has none. */
export const readOf = (kind: Kind): OperationId | undefined =>
  reads().find(({ id, path }) => isItemPath(path) && kindOf(id) === kind)?.id;

/** Returns the operation that lists the resources of a kind over all owners; undefined when the contract has none. */
export const listOf = (kind: Kind): OperationId | undefined =>
  reads().find(({ id, path }) => !path.includes('{') && isListOperation(id) && kindOf(id) === kind)?.id;

/**
 * Returns the operation that shows a new resource among others of its kind: the list at the path of the creation, or
 * the read of the parent when calls name the resource below it, such as a mailbox. Undefined when there is neither.
 */
export function siblingsOf(creation: OperationId): OperationId | undefined {
  const { path } = operation(creation);
  const list = reads().find(({ id, path: other }) => other === path && isListOperation(id));
  const isNamed = operations.some(({ path: other }) => other.startsWith(`${path}/{`));
  const parent = isNamed ? path.replace(/\/[^/{}]+$/, '') : undefined;
  return (list ?? reads().find(({ path: other }) => other === parent))?.id;
}

/**
 * Returns the id in the path of a call when it names the resource that the reply shows; undefined for a creation or a
 * list, and when the path names only what the resource belongs to.
 */
export function namedId(id: OperationId, params: Readonly<Record<string, string>>): string | undefined {
  const { path } = operation(id);
  const parameter = ['rid', 'mbx'].find((name) => path.includes(`{${name}}`));
  if (parameter !== undefined) return params[parameter];
  const kind = kindOf(id);
  const read = kind === undefined ? undefined : readOf(kind);
  const item = read === undefined ? undefined : operation(read).path;
  return item !== undefined && (path === item || path.startsWith(`${item}/`)) ? params.id : undefined;
}

/** Returns whether an operation creates a resource of its kind. */
export const isCreation = (id: OperationId): boolean => {
  const { method, success } = operation(id);
  return method === 'POST' && success === 201 && kindOf(id) !== undefined;
};

/** Returns a kind in lower-case words: `dns zone` for `DnsZone`. */
export const wordsOf = (kind: Kind): string => kind.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

/** Returns the names under which members may refer to a kind: `dns_zone` and `zone` for `DnsZone`. */
export function nounsOf(kind: Kind): readonly string[] {
  const words = wordsOf(kind).split(' ');
  return [words.join('_'), words.at(-1) ?? ''];
}

/** Lists all kinds of resources. */
export const kinds = perDocument((table): readonly Kind[] => [
  ...new Set(table.flatMap(({ id }) => kindOf(id) ?? [])),
]);
