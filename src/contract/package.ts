// Where this package lies, whichever form it has: sources, or dist/ with its modules compiled or bundled.

type PackageRoot = { root: URL; name: string; version: string };
let cached: PackageRoot | undefined;

function findPackageRoot(): PackageRoot {
  const { readFileSync } = process.getBuiltinModule('fs');
  for (let folder = new URL('./', import.meta.url); ; folder = new URL('../', folder)) {
    try {
      const { name, version } = JSON.parse(
        readFileSync(new URL('package.json', folder), 'utf8'),
      ) as Partial<PackageRoot>;
      if (name === 'hosting-contract' && version) return { root: folder, name, version };
    } catch {
      // not here: further up
    }
    if (folder.pathname === '/') throw new Error('The package is incomplete: its package.json is missing.');
  }
}

/** A file of the package by its path below the root, which is the same in the sources and in dist/. */
export function packageFile(path: string): URL {
  cached ??= findPackageRoot();
  return new URL(path, cached.root);
}

/** Name and version of the package: `hosting-contract`, `0.1.0`. */
export function packageIdentity(): { name: string; version: string } {
  cached ??= findPackageRoot();
  return { name: cached.name, version: cached.version };
}
