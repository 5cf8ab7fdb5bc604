// The document by which a deployment is judged: an edited document with the names and marks of the package's document,
// by which the conformance suite knows its parts.
import { packageDocument } from '../document.ts';
import type { JsonObject } from '../is-object.ts';
import {
  METHODS,
  type OpenApiDocument,
  operationName,
  type ParameterObject,
  type PathItemObject,
  type Ref,
  resolveRef,
} from '../openapi.ts';
import { operationDelta } from './delta.ts';

const MARKS = ['x-stated', 'x-stated-keywords', 'x-stated-on'] as const;

/**
 * Returns an edited document as the conformance suite uses it: the operations of the package have the package's ids and
 * names of path parameters, and what has no mark of provenance has that of the package, so that the suite finds both.
 */
export function deploymentDocument(written: OpenApiDocument): OpenApiDocument {
  if (written['x-other-api']) return written;
  const taken = new Set<string>();
  const paths = Object.entries(written.paths).map(([path, item]) =>
    withPackageNames(written, path, item, taken),
  );
  return withMarks({ ...written, paths: Object.fromEntries(paths) }, packageDocument());
}

function withPackageNames(
  written: OpenApiDocument,
  path: string,
  item: PathItemObject,
  taken: Set<string>,
): [path: string, item: PathItemObject] {
  const named: PathItemObject = { ...item };
  // A parameter of the style `matrix` is sent with its name.
  const isNamed = /"style":"matrix"/.test(JSON.stringify(item));
  let renamed: Readonly<Record<string, string>> = isNamed ? {} : firstNamedId(path);
  for (const method of METHODS) {
    const operation = item[method];
    if (operation === undefined) continue;
    const id = operationName(operation, method, path);
    const delta = operationDelta({ id, method, path });
    const known = delta === null || taken.has(delta.packaged.id) ? null : delta;
    if (known !== null) renamed = known.params;
    const name = known?.packaged.id ?? id;
    taken.add(name);
    named[method] = { ...operation, operationId: name };
  }
  const parameters = (list: readonly (ParameterObject | Ref)[] | undefined) =>
    list && {
      parameters: list.map((one) => {
        const parameter = resolveRef<ParameterObject>(written, one);
        const name = parameter.in === 'path' ? renamed[parameter.name] : undefined;
        return name === undefined ? one : { ...parameter, name };
      }),
    };
  Object.assign(named, parameters(item.parameters));
  for (const method of METHODS) Object.assign(named[method] ?? {}, parameters(named[method]?.parameters));
  return [
    path.replace(/\{([^{}]+)\}/g, (whole, name) => (name in renamed ? `{${renamed[name]}}` : whole)),
    named,
  ];
}

// Returns the name that the first parameter of an added path gets: the suite knows it by `id`.
function firstNamedId(path: string): Record<string, string> {
  const first = /^[^{]*\/\{([^{}]+)\}(?:\/|$)/.exec(path)?.[1];
  return first === undefined || path.includes('{id}') ? {} : { [first]: 'id' };
}

function withMarks<Node>(node: Node, packaged: unknown): Node {
  if (typeof node !== 'object' || node === null || typeof packaged !== 'object' || packaged === null)
    return node;
  if (Array.isArray(node))
    return node.map((element, at) => withMarks(element, (packaged as unknown[])[at])) as Node;
  const before = packaged as JsonObject;
  const parts = Object.entries(node).map(([name, part]) => [name, withMarks(part, before[name])]);
  const marks = MARKS.filter((mark) => !(mark in node) && mark in before).map((mark) => [mark, before[mark]]);
  return Object.fromEntries([...parts, ...marks]) as Node;
}
