// Finds the files of this package, both from the sources and from dist/ (compiled or bundled).

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
      // This folder has no package file, so continue in its parent folder.
    }
    if (folder.pathname === '/') throw new Error('The package is incomplete: its package.json is missing.');
  }
}

/**
 * Returns the URL of a file of the package.
 * @param path the path below the package's root, which is the same in the sources and in dist/
 */
export function packageFile(path: string): URL {
  cached ??= findPackageRoot();
  return new URL(path, cached.root);
}

/** Returns the name and the version of the package, such as `hosting-contract` and `0.1.0`. */
export function packageIdentity(): { name: string; version: string } {
  cached ??= findPackageRoot();
  return { name: cached.name, version: cached.version };
}

/** Stands for the document in the file of the service worker, until the command writes it. */
export const DOCUMENT_MARK = 'hosting-contract: the document';

/** Inserts the document into the built file of the service worker. */
export const withDocument = (worker: string): string =>
  worker.replaceAll(new RegExp(`(["'\`])${DOCUMENT_MARK}\\1`, 'g'), () => JSON.stringify(readDocument()));

/** Reads the bundled OpenAPI document as JSON text. */
export const readDocument = (): string =>
  process.getBuiltinModule('fs').readFileSync(packageFile('openapi/dist/openapi.json'), 'utf8');
