#!/usr/bin/env node
// `hosting-contract`: finds the subcommand and loads only what that needs. The one place where both wings may meet.

// Node keeps the compiled form of our modules in the user's temporary folder: later starts are a third faster.
process.getBuiltinModule('module').enableCompileCache();

import { compileEagerly, withoutOptimizer } from './startup-flags.ts';

const [name, ...rest] = process.argv.slice(2);

// Most starts are of the mock, and most of them well-formed: they wait for no command-line library.
const serve = name === 'mock' ? (await compileEagerly(() => import('./mock.ts'))).prepareServe(rest) : null;
if (serve) await withoutOptimizer(serve);
else await (await import('./program.ts')).runCommandLine(process.argv);
