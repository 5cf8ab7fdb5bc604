#!/usr/bin/env node
// `hosting-contract`: finds the subcommand and loads only the modules of that subcommand. This file is one of the few
// that import both the mock and the suite.

// Node caches compiled modules in the user's temporary folder, which makes later starts faster by a third.
process.getBuiltinModule('module').enableCompileCache();

import { compileEagerly } from './startup-flags.ts';

const [name, ...rest] = process.argv.slice(2);

// Most starts of the mock have well-formed arguments, so they are parsed without loading commander.
const serve = name === 'mock' ? (await compileEagerly(() => import('./mock.ts'))).prepareServe(rest) : null;
if (serve) await serve();
else await (await import('./program.ts')).runCommandLine(process.argv);
