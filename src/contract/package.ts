// Finds the files of this package, in the sources and in dist/ (compiled or bundled) alike.

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
      // The package file is not in this folder: continue in its parent.
    }
    if (folder.pathname === '/') throw new Error('The package is incomplete: its package.json is missing.');
  }
}

/**
 * Returns the URL of a file of the package.
 * @param path below the package's root; it is the same in the sources and in dist/
 */
export function packageFile(path: string): URL {
  cached ??= findPackageRoot();
  return new URL(path, cached.root);
}

/** Returns name and version of the package: `hosting-contract`, `0.1.0`. */
export function packageIdentity(): { name: string; version: string } {
  cached ??= findPackageRoot();
  return { name: cached.name, version: cached.version };
}
