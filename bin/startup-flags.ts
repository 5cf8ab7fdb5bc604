// Sets V8 flags while the modules of the mock are loaded.
const { setFlagsFromString } = process.getBuiltinModule('v8');

const FEATURES = ['lazy', 'opt', 'maglev'];

/**
 * Loads modules with eager compilation, so that Node's compile cache contains their functions. The flags hold for the
 * loading only: while they are set, Node compiles its own modules anew, because its cache of them has other flags. That
 * costs 7 ms for `node:http`, and 45 ms for `node:crypto` and a worker thread.
 */
export async function compileEagerly<A>(load: () => Promise<A>): Promise<A> {
  for (const feature of FEATURES) setFlagsFromString(`--no-${feature}`);
  try {
    return await load();
  } finally {
    for (const feature of FEATURES) setFlagsFromString(`--${feature}`);
  }
}
