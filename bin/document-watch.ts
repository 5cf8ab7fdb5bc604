// `mock --openapi file`: serves a document, and with --watch its later versions; the state stays.
import { reloadDocument } from '../src/contract/reload-document.ts';
import type { App } from '../src/server/app.ts';
import type { Tables } from '../src/state/table.ts';
import { escapeConsoleLine } from '../src/suite/formats/escape.ts';
import { DocumentFile } from './document-file.ts';

/** Receives the outcome of each change of the document. */
export type DocumentListener = {
  /** Called when the document is served, with its changes. */
  served(file: string, changes: readonly string[]): void;
  /** Called with a sentence when the document cannot be served; the mock then serves the former one. */
  rejected(message: string): void;
};

/**
 * Serves a document from now on.
 * @returns the changes
 * @throws Error with one sentence; the mock then serves the former document
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
 * Serves the document of a file; with a listener, also watches it.
 * @throws Error when the document cannot be served
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
