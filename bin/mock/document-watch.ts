// `mock --openapi file`: serves a document and, with --watch, its later versions. The state of the worlds does not
// change.
import type { Difference } from '../../src/contract/edited-document/differences.ts';
import { reloadDocument } from '../../src/contract/edited-document/reload-document.ts';
import type { App } from '../../src/server/app.ts';
import type { Tables } from '../../src/state/tables/table.ts';
import { escapeConsoleLine } from '../../src/suite/formats/escape.ts';
import { DocumentFile } from '../document-file.ts';
import { differenceLines } from './difference-report.ts';

type ReportServed = (
  file: string,
  /** the changes from the former document */
  changes: readonly string[],
  /** how the document differs from that of the package */
  differences: readonly Difference[],
) => void;

type Served = { changes: string[]; differences: readonly Difference[] };

// Makes the mock serve a document from now on. `allow`: whether it is also served when some differences are not
// possible. Returns the changes from the former document, and how it differs from that of the package. Throws Error
// with one sentence; the mock then goes on serving the former document.
async function serveDocument<T extends Tables>(
  app: App<T>,
  source: DocumentFile,
  allow: boolean,
): Promise<Served> {
  const document = await source.read();
  const { differences } = source;
  const servingError = (error: unknown): Error =>
    new Error(
      escapeConsoleLine(
        `${source.file} cannot be served: ${error instanceof Error ? error.message : String(error)}`,
      ),
    );
  const impossible = allow ? null : impossibleMessage(source.file, differences);
  if (impossible !== null) {
    process.stderr.write(`${differenceLines(differences).join('\n')}\n`);
    throw new Error(escapeConsoleLine(impossible));
  }
  let reloaded: ReturnType<typeof reloadDocument>;
  try {
    reloaded = reloadDocument(document);
  } catch (error) {
    throw servingError(error);
  }
  try {
    app.followContract();
  } catch (error) {
    reloaded.undo();
    throw servingError(error);
  }
  return { changes: reloaded.changes, differences };
}

/**
 * Makes the mock serve the document of a file, and writes how it differs from that of the package to standard error;
 * with `served`, also watches the file. When a new document cannot be served, a warning says why, and the former one is still
 * served.
 * @throws Error when the mock cannot serve the document
 */
export async function serveDocumentFile<T extends Tables>(
  app: App<T>,
  file: string,
  { allow, served }: { allow: boolean; served: ReportServed | null },
): Promise<void> {
  const source = new DocumentFile(file, { served: true });
  const { differences } = await serveDocument(app, source, allow);
  const lines = [`${file}, compared with the document of this package:`, ...differenceLines(differences)];
  if (differences.length > 0) process.stderr.write(`${lines.join('\n')}\n`);
  if (served === null) return;
  source
    .watch(async () => {
      try {
        const { changes, differences } = await serveDocument(app, source, allow);
        if (changes.length > 0) served(file, changes, differences);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        process.stderr.write(`warning: ${message} The former document is still served.\n`);
      }
    })
    .unref();
}

// Returns why a document is not served: the differences that are not possible; null when all are.
function impossibleMessage(file: string, differences: readonly Difference[]): string | null {
  const { length } = differences.filter(({ group }) => group === 'not possible');
  if (length === 0) return null;
  const what = length === 1 ? 'one difference is' : `${length} differences are`;
  return `${file} is not served, because ${what} not possible. Change it there, or add --allow to serve the rest.`;
}
