// The identity of the package in the browser build, where the package has no files.

/** The build replaces these names by their values. */
declare const PACKAGE_NAME: string;
declare const PACKAGE_VERSION: string;

/** @throws Error always: the package has no files in a page */
export function packageFile(path: string): URL {
  throw new Error(`${path} is a file of the package, and a browser has none of them.`);
}

/** Returns name and version of the package: `hosting-contract`, `0.1.0`. */
export function packageIdentity(): { name: string; version: string } {
  return { name: PACKAGE_NAME, version: PACKAGE_VERSION };
}
