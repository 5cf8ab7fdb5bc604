// Reads the text of the bundled OpenAPI document from a file of the package.
import { packageFile } from './package.ts';

const FILE = 'openapi/dist/openapi.json';

/** Reads the bundled OpenAPI document as JSON text. */
export function readDocument(): string {
  return process.getBuiltinModule('fs').readFileSync(packageFile(FILE), 'utf8');
}
