#!/usr/bin/env node
// `hosting-contract`: the command line.

// Node caches compiled modules in the user's temporary folder, which makes later starts faster by a third.
process.getBuiltinModule('module').enableCompileCache();
await (await import('./program.ts')).runCommandLine(process.argv);
