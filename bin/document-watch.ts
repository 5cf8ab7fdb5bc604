// `mock --openapi file`: serves a document and, with --watch, its later versions. The state of the worlds does not
// change.
import { reloadDocument } from '../src/contract/reload-document.ts';
import type { App } from '../src/server/app.ts';
import type { Tables } from '../src/state/table.ts';
import { escapeConsoleLine } from '../src/suite/formats/escape.ts';
import { DocumentFile } from './document-file.ts';

/** Receives the outcome each time that the document changes. */
export type DocumentListener = {
  /** Called when the mock serves the new document, with the changes from the former document. */
  served(file: string, changes: readonly string[]): void;
  /**
   * Called with one sentence when the mock cannot serve the new document; the mock then goes on serving the former
   * document.
   */
  rejected(message: string): void;
};

/**
 * Makes the mock serve a document from now on.
 * @returns the changes from the former document
 * @throws Error with one sentence; the mock then goes on serving the former document
 */
async function serveDocument<T extends Tables>(app: App<T>, source: DocumentFile): Promise<string[]> {
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
  return reloaded.changes;
}

/**
 * Makes the mock serve the document of a file; with a listener, also watches the file.
 * @throws Error when the mock cannot serve the document
 */
export async function serveDocumentFile<T extends Tables>(
  app: App<T>,
  file: string,
  listener: DocumentListener | null,
): Promise<void> {
  const source = new DocumentFile(file, { served: true });
  await serveDocument(app, source);
  if (listener === null) return;
  source
    .watch(async () => {
      try {
        const changes = await serveDocument(app, source);
        if (changes.length > 0) listener.served(file, changes);
      } catch (error) {
        listener.rejected(error instanceof Error ? error.message : String(error));
      }
    })
    .unref();
}
