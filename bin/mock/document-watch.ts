// `mock --openapi file`: serves a document and, with --watch, its later versions. The state of the worlds does not
// change.
import { handlerNotes } from '../../src/contract/edited-document/handler-names.ts';
import { reloadDocument } from '../../src/contract/edited-document/reload-document.ts';
import { operations } from '../../src/contract/operations.ts';
import type { App } from '../../src/server/app.ts';
import type { Tables } from '../../src/state/tables/table.ts';
import { escapeConsoleLine } from '../../src/suite/formats/escape.ts';
import { DocumentFile } from '../document-file.ts';

/** Reports that the mock serves a new document. */
type ReportServed = (
  file: string,
  /** the changes from the former document */
  changes: readonly string[],
  /** sentences about operations that have no handler or fit theirs badly */
  notes: readonly string[],
) => void;

type Served = { changes: string[]; notes: string[] };

/**
 * Makes the mock serve a document from now on.
 * @returns the changes from the former document, and what the handlers do not know of the new one
 * @throws Error with one sentence; the mock then goes on serving the former document
 */
async function serveDocument<T extends Tables>(app: App<T>, source: DocumentFile): Promise<Served> {
  const document = await source.read();
  const servingError = (error: unknown): Error =>
    new Error(
      escapeConsoleLine(
        `${source.file} cannot be served: ${error instanceof Error ? error.message : String(error)}`,
      ),
    );
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
  const notes = [...handlerNotes(operations).map(escapeConsoleLine), ...source.notes];
  return { changes: reloaded.changes, notes };
}

/**
 * Makes the mock serve the document of a file, and writes what its handlers do not know of it to standard error; with
 * `served`, also watches the file. When a new document cannot be served, a warning says why, and the former one is still
 * served.
 * @throws Error when the mock cannot serve the document
 */
export async function serveDocumentFile<T extends Tables>(
  app: App<T>,
  file: string,
  served: ReportServed | null,
): Promise<void> {
  const source = new DocumentFile(file, { served: true });
  const { notes } = await serveDocument(app, source);
  for (const note of notes) process.stderr.write(`note: ${note}\n`);
  if (served === null) return;
  source
    .watch(async () => {
      try {
        const { changes, notes } = await serveDocument(app, source);
        if (changes.length > 0) served(file, changes, notes);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        process.stderr.write(`warning: ${message} The former document is still served.\n`);
      }
    })
    .unref();
}
