#!/usr/bin/env node
// The installed command: starts the built package if a build exists, otherwise the sources.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(
    `error: hosting-contract needs Node 22.19 or later, and this is ${process.versions.node}. In your project, npm i -D node@24 brings one for npx and npm scripts; in a checkout, npm ci does.`,
  );
  process.exit(2);
}
const { existsSync } = process.getBuiltinModule('fs');
const built = new URL('../dist/bin/hosting-contract.js', import.meta.url);
await import(existsSync(built) ? built.href : new URL('hosting-contract.ts', import.meta.url).href);
