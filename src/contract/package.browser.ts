// What the package is in a browser, where it has no files.

/** Put in their place by the build. */
declare const PACKAGE_NAME: string;
declare const PACKAGE_VERSION: string;

/** @throws Error always: a page has no files of the package */
export function packageFile(path: string): URL {
  throw new Error(`${path} is a file of the package, and a browser has none of them.`);
}

/** Name and version of the package: `hosting-contract`, `0.1.0`. */
export function packageIdentity(): { name: string; version: string } {
  return { name: PACKAGE_NAME, version: PACKAGE_VERSION };
}
