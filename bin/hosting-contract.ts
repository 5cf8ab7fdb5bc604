#!/usr/bin/env node
// `hosting-contract`: finds the subcommand and loads only its modules. This is one of the places where mock and suite
// meet.

// Node caches compiled modules in the user's temporary folder, which makes later starts a third faster.
process.getBuiltinModule('module').enableCompileCache();

import { compileEagerly, withoutOptimizer } from './startup-flags.ts';

const [name, ...rest] = process.argv.slice(2);

// Most starts are well-formed starts of the mock, so they do without the command-line library.
const serve = name === 'mock' ? (await compileEagerly(() => import('./mock.ts'))).prepareServe(rest) : null;
if (serve) await withoutOptimizer(serve);
else await (await import('./program.ts')).runCommandLine(process.argv);
