#!/usr/bin/env node
// The installed command: starts the built package. In a checkout, which has the sources beside the build, it starts the
// sources when there is no build or when one of them is newer than the build.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(
    `error: hosting-contract needs Node 22.19 or later, and this is ${process.versions.node}. In your project, npm i -D node@24 brings one for npx and npm scripts; in a checkout, npm ci does.`,
  );
  process.exit(2);
}
const { existsSync, readdirSync, statSync } = process.getBuiltinModule('fs');
const root = new URL('../', import.meta.url);
/** The folders of what the command runs and reads. */
const INPUTS = ['bin', 'conformance', 'fixtures', 'mocks', 'openapi/dist', 'src'];
const sources = new URL('bin/hosting-contract.ts', root);
const runSources = existsSync(sources) && !isBuildCurrent();
await import(runSources ? sources.href : new URL('dist/bin/hosting-contract.js', root).href);

/**
 * Reports whether dist/ was built from the present sources: the build writes dist/package.json as its last file, and
 * dates it to its start. Reads the times of about a thousand files, which takes 5 to 10 ms.
 */
function isBuildCurrent() {
  const built = statSync(new URL('dist/package.json', root), { throwIfNoEntry: false });
  if (!built) return false;
  const home = process.getBuiltinModule('url').fileURLToPath(root);
  return (
    statSync(`${home}package.json`).mtimeMs <= built.mtimeMs &&
    INPUTS.every((folder) => isOlder(`${home}${folder}`, built.mtimeMs))
  );
}

/** Reports whether all files in a folder are older than an instant in ms; tests and documentation do not count. */
function isOlder(folder, instantMs) {
  return readdirSync(folder, { withFileTypes: true }).every((entry) => {
    if (/^testing$|\.test\.ts$|\.md$/.test(entry.name)) return true;
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? isOlder(path, instantMs) : statSync(path).mtimeMs <= instantMs;
  });
}
