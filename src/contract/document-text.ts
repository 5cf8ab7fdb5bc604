// Where the bundled document comes from: a file of the package.
import { packageFile } from './package.ts';

const FILE = 'openapi/dist/openapi.json';

/** The bundled OpenAPI document as JSON text. */
export function readDocument(): string {
  return process.getBuiltinModule('fs').readFileSync(packageFile(FILE), 'utf8');
}
