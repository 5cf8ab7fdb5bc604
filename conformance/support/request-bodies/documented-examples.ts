// Reads from the document in use what it says of an operation, and the examples of its request body.
import { document } from '../../../src/contract/document.ts';
import { METHODS, type OperationObject, resolveRef } from '../../../src/contract/openapi.ts';
import type { Operation } from '../../../src/contract/operations.ts';

/** Returns what the document says of an operation. @throws Error for an operation that it does not have */
export function objectOf({ path, method }: Operation): OperationObject {
  const key = METHODS.find((name) => name.toUpperCase() === method);
  const found = key && document().paths[path]?.[key];
  if (!found) throw new Error(`The document has no operation ${method} ${path}.`);
  return found;
}

/** Returns the first documented example of the body of a request; undefined for an operation without an example. */
export function exampleBody(op: Operation): unknown {
  const body = objectOf(op).requestBody;
  const media = body && resolveRef(document(), body).content['application/json'];
  const [example] = Object.values(media?.examples ?? {});
  return example && resolveRef<{ value?: unknown }>(document(), example).value;
}
