// The collections of resources that an edited document adds.
import { type Operation, operations, packageOperation } from '../../src/contract/operations.ts';

/** The operations that an edited document adds to create a resource. */
export const addedCreationOperations = operations.filter(
  ({ id, method, success }) => method === 'POST' && success === 201 && packageOperation(id) === undefined,
);

/** Returns the operations on a collection and on one resource of it that an edited document adds. */
export function addedCollection(kind: string) {
  const find = (method: Operation['method'], rest: RegExp): Operation | undefined =>
    operations.find(
      (op) =>
        op.method === method &&
        op.path.startsWith(kind) &&
        rest.test(op.path.slice(kind.length)) &&
        packageOperation(op.id) === undefined,
    );
  const one = /^\/\{[^{}]+\}$/;
  return {
    create: find('POST', /^$/),
    list: find('GET', /^$/),
    get: find('GET', one),
    remove: find('DELETE', one),
  };
}
