// `mock --openapi file`: serves by that document, and with --watch by what it becomes; the state is kept.
import { reloadDocument } from '../src/contract/reload-document.ts';
import type { App } from '../src/server/app.ts';
import type { Tables } from '../src/state/table.ts';
import { DocumentFile } from './document-file.ts';

export type DocumentListener = {
  /** it is now served, with these changes */
  served(file: string, changes: readonly string[]): void;
  /** it cannot be served: why, in a sentence; what was served before still is */
  rejected(message: string): void;
};

/** Serves by a document from now on. @throws Error in a sentence when it cannot; then nothing has changed */
async function serveDocument<T extends Tables>(app: App<T>, source: DocumentFile): Promise<string[]> {
  const document = await source.read();
  const because = (error: unknown): Error =>
    new Error(`${source.file} cannot be served: ${error instanceof Error ? error.message : String(error)}`);
  let reloaded: ReturnType<typeof reloadDocument>;
  try {
    reloaded = reloadDocument(document);
  } catch (error) {
    throw because(error);
  }
  try {
    app.followContract();
  } catch (error) {
    reloaded.undo();
    throw because(error);
  }
  return reloaded.changes;
}

/** Serves by the document in a file; watched, also by what it becomes later. @throws Error when it cannot be served now */
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
