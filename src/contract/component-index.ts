// Lists the components of a document of several files, so that its root need not list them.
import { basename, dirname, extname, relative, resolve } from 'node:path';
import { isObject, type JsonObject } from './is-object.ts';

/** The sections of `components` (https://spec.openapis.org/oas/v3.1.1, 4.8.7), which are also names of folders. */
const SECTIONS = new Set([
  'schemas',
  'responses',
  'parameters',
  'examples',
  'requestBodies',
  'headers',
  'securitySchemes',
  'links',
  'callbacks',
  'pathItems',
]);

/** A fragment below `components/`: its file, its place in the file, and the component that it is. */
type Fragment = { file: string; pointer: string; section: string; name: string };

/**
 * Returns the root of a document with each fragment in its `components` that a reference names and that is a component
 * by its place: the key `Order` of a file in `components/schemas/`, or the file `components/schemas/Order.yaml`, is the
 * schema `Order`. What the root lists itself stays as it is.
 * @param files the contents of all files of the document, by their paths; that of the root is changed
 * @throws Error when two fragments are the same component
 */
export function indexComponents(root: string, files: ReadonlyMap<string, unknown>): unknown {
  const document = files.get(resolve(root));
  if (!isObject(document)) return document;
  const folder = dirname(resolve(root));
  const components = { ...(document.components as Record<string, JsonObject>) };
  const listed = new Set(
    Object.values(components)
      .flatMap((named) => Object.values(named ?? {}))
      .flatMap(refOf)
      .map((ref) => absolute(ref, resolve(root))),
  );
  for (const { file, pointer, section, name } of fragments(folder, files)) {
    if (listed.has(`${file}#${pointer}`)) continue;
    const named = components[section] ?? {};
    const $ref = `${encodeURI(relative(folder, file)).replaceAll('#', '%23')}${pointer && `#${pointer}`}`;
    if (name in named)
      throw new Error(
        `${$ref} and ${placeOf(named[name])} are both the component ${section}/${name}; rename one of them, or list it in the root under another name.`,
      );
    components[section] = { ...named, [name]: { $ref } };
  }
  return Object.keys(components).length > 0 ? { ...document, components } : document;
}

/**
 * Returns the fragments below `components/` that are named by a reference, in the order of files and keys. An example
 * that one reference names is left out, so that it stands at its place in the bundle: nothing needs its name.
 */
function fragments(folder: string, files: ReadonlyMap<string, unknown>): Fragment[] {
  const uses = new Map<string, number>();
  for (const [file, content] of files)
    for (const ref of referencesOf(content).map((one) => absolute(one, file)))
      uses.set(ref, (uses.get(ref) ?? 0) + 1);
  return [...files]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([file, content]) => {
      const [first, section = '', ...rest] = relative(folder, file).split(/[\\/]/);
      if (first !== 'components' || !SECTIONS.has(section) || rest.length === 0) return [];
      const keys = isObject(content) ? Object.keys(content) : [];
      return [
        { file, pointer: '', section, name: basename(file, extname(file)) },
        ...keys.map((name) => ({ file, pointer: `/${name}`, section, name })),
      ].filter(({ pointer }) => (uses.get(`${file}#${pointer}`) ?? 0) > (section === 'examples' ? 1 : 0));
    });
}

function absolute(ref: string, file: string): string {
  const [path = '', pointer = ''] = ref.split('#');
  return `${path === '' ? file : resolve(dirname(file), decodeURI(path))}#${pointer}`;
}

const placeOf = (component: unknown): string => refOf(component)[0] ?? 'one that the root describes';

const refOf = (value: unknown): string[] =>
  isObject(value) && typeof value.$ref === 'string' ? [value.$ref] : [];

/** Lists the references in a value; a part that several YAML aliases share is read once. */
function referencesOf(value: unknown, seen = new Set<object>()): string[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  return [...refOf(value), ...Object.values(value).flatMap((inner) => referencesOf(inner, seen))];
}
