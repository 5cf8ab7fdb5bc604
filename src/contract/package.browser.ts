// Browser version of `package.ts`: name and version of the package, which has no files in the browser build.

/** The name and the version of the package; the build replaces these two identifiers by their values. */
declare const PACKAGE_NAME: string;
declare const PACKAGE_VERSION: string;

/** Throws an error, because the package has no files in a web page. */
export function packageFile(path: string): URL {
  throw new Error(`${path} is a file of the package, and a browser has none of them.`);
}

/** Returns the name and the version of the package, such as `hosting-contract` and `0.1.0`. */
export function packageIdentity(): { name: string; version: string } {
  return { name: PACKAGE_NAME, version: PACKAGE_VERSION };
}

/** The OpenAPI document as JSON; the build replaces this name by the text. */
declare const DOCUMENT_JSON: string;

/** Returns the bundled OpenAPI document as JSON text, byte for byte as in the package's file. */
export const readDocument = (): string => DOCUMENT_JSON;
