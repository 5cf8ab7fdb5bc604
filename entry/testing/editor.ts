// Answers as a TypeScript editor does: the problems of a source file of a user's project, and what it shows about a
// name under the cursor.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../../', import.meta.url));
const FILE = join(root, 'entry/testing/in-the-editor.ts');

/** A source file that is open in an editor. The public entries stand beside it, as `'../client.ts'`. */
export type Editor = {
  /** Replaces the text of the file and returns the compiler's errors, each with its line. */
  problems(text: string): string[];
  /**
   * Replaces the text of the file, in which `|` marks the cursor, and returns what the editor shows there: the
   * signature, and the documentation with its tags.
   */
  hover(text: string): { signature: string; documentation: string };
};

/** Returns the numbers of the lines that have problems, each once. */
export const linesOf = (problems: readonly string[]): string[] => [
  ...new Set(problems.map((one) => one.replace(/:.*/s, ''))),
];

/**
 * Opens an editor with the compiler options of this repository.
 * @param more further compiler options
 */
export function openEditor(more: ts.CompilerOptions = {}): Editor {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, root);
  let text = '';
  let version = 0;
  const service = ts.createLanguageService({
    getCompilationSettings: () => ({ ...options, ...more }),
    getScriptFileNames: () => [FILE],
    getScriptVersion: (file) => (file === FILE ? String(version) : '0'),
    getScriptSnapshot(file) {
      if (file === FILE) return ts.ScriptSnapshot.fromString(text);
      return ts.sys.fileExists(file) ? ts.ScriptSnapshot.fromString(readFileSync(file, 'utf8')) : undefined;
    },
    getCurrentDirectory: () => dirname(FILE),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (file) => file === FILE || ts.sys.fileExists(file),
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
  const open = (newText: string): void => {
    text = newText;
    version += 1;
  };
  return {
    problems(newText) {
      open(newText);
      return [...service.getSyntacticDiagnostics(FILE), ...service.getSemanticDiagnostics(FILE)].map(
        ({ file, start = 0, messageText }) =>
          `${(file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
      );
    },
    hover(marked) {
      const at = marked.indexOf('|');
      open(marked.slice(0, at) + marked.slice(at + 1));
      const info = service.getQuickInfoAtPosition(FILE, at);
      const tags = (info?.tags ?? []).map(
        ({ name, text: parts }) => `@${name} ${ts.displayPartsToString(parts)}`,
      );
      return {
        signature: ts.displayPartsToString(info?.displayParts),
        documentation: [ts.displayPartsToString(info?.documentation), ...tags].join('\n'),
      };
    },
  };
}
