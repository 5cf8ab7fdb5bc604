// Puts the modules that a program always loads together into one file of the build. Without it, every module that some
// other, rarely used part of the build needs too becomes a file of its own, and each file takes half a millisecond of
// the start.

/** What is known of a module of the build. */
type ModuleInfo = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] };
type Lookup = (id: string) => ModuleInfo | null;

type ChunkGroup = {
  name: (id: string, context: { getModuleInfo: Lookup }) => string | null;
  debugName: string;
  includeDependenciesRecursively: false;
};

/**
 * Makes a group for rolldown's `codeSplitting`: the modules that `root` imports, directly or through other modules,
 * except those that the build can load without `core`.
 * @param name the name of the file
 * @param root the path of a module
 * @param core the path of a module that `root` imports
 * @param inputs the paths of the entries of the build
 */
export function oneChunk(name: string, root: string, core: string, inputs: readonly string[]): ChunkGroup {
  let members: ReadonlySet<string> | undefined;
  return {
    name(id, context) {
      members ??= loadedWith(root, core, inputs, (one) => context.getModuleInfo(one));
      return members.has(id) ? name : null;
    },
    debugName: name,
    includeDependenciesRecursively: false,
  };
}

function loadedWith(
  root: string,
  core: string,
  inputs: readonly string[],
  lookup: Lookup,
): ReadonlySet<string> {
  const members = imports(root, lookup);
  const without = new Set<string>();
  const starts = [...inputs];
  const seen = new Set<string>();
  for (const start of starts) {
    if (seen.has(start)) continue;
    seen.add(start);
    const loaded = imports(start, lookup);
    for (const id of loaded) if (!members.has(id)) starts.push(...(lookup(id)?.dynamicallyImportedIds ?? []));
    if (!loaded.has(core)) for (const id of loaded) without.add(id);
  }
  return new Set([...members].filter((id) => !without.has(id)));
}

/** Returns a module and all modules that it imports statically. */
function imports(start: string, lookup: Lookup): Set<string> {
  const found = new Set([start]);
  for (const id of found) for (const imported of lookup(id)?.importedIds ?? []) found.add(imported);
  return found;
}
