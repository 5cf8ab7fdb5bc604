#!/usr/bin/env node
// `hosting-contract`: finds the subcommand and loads only the modules of that subcommand. This file is one of the few
// that import both the mock and the suite.

// Node caches compiled modules in the user's temporary folder, which makes later starts faster by a third.
process.getBuiltinModule('module').enableCompileCache();

const { setFlagsFromString } = process.getBuiltinModule('v8');

const FEATURES = ['lazy', 'opt', 'maglev'];

const [name, ...rest] = process.argv.slice(2);

// Most starts of the mock have well-formed arguments, so they are parsed without loading commander.
const serve = name === 'mock' ? (await compileEagerly(() => import('./mock.ts'))).prepareServe(rest) : null;
if (serve) await serve();
else await (await import('./program.ts')).runCommandLine(process.argv);

/**
 * Loads modules with eager compilation, so that Node's compile cache contains their functions. The flags hold for the
 * loading only: while they are set, Node compiles its own modules anew, because its cache of them has other flags. That
 * costs 7 ms for `node:http`, and 45 ms for `node:crypto` and a worker thread.
 */
async function compileEagerly<A>(load: () => Promise<A>): Promise<A> {
  for (const feature of FEATURES) setFlagsFromString(`--no-${feature}`);
  try {
    return await load();
  } finally {
    for (const feature of FEATURES) setFlagsFromString(`--${feature}`);
  }
}
