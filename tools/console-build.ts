// Builds the console (src/console): its page, one style sheet, and its scripts as modules, one for each view that loads
// when the view is opened.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type OutputChunk, type OutputOptions } from 'rolldown';

const folder = fileURLToPath(new URL('../src/console/', import.meta.url));

const ENTRIES: Readonly<Record<string, string>> = { console: 'main.tsx', overlay: 'overlay/overlay.tsx' };

const FIRST_VIEW = 'views/requests/requests-view.tsx';

/**
 * Builds the console.
 * @returns the text of each file by its path: `index.html`, `console.css`, `console.js`, `chunks/…`, `overlay.js`
 * @throws Error of rolldown that names the file and the line which cannot be compiled
 */
export async function buildConsole(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const add = async (
    entry: string,
    output: OutputOptions,
    define: Record<string, string>,
  ): Promise<OutputChunk[]> => {
    const built = await build({
      input: { [entry]: join(folder, ENTRIES[entry] ?? '') },
      platform: 'browser',
      write: false,
      output: { entryFileNames: '[name].js', minify: true, comments: false, ...output },
      transform: { target: 'es2023', define },
      logLevel: 'warn',
    });
    const chunks = built.output.filter((file) => file.type === 'chunk');
    for (const { fileName, code } of chunks) files.set(fileName, code);
    return chunks;
  };
  const chunks = await add('console', { format: 'esm', chunkFileNames: 'chunks/[name]-[hash].js' }, {});
  // The overlay is one file, because another page loads it with a script element.
  const overlayCss = styleSheet(
    'styles/1-tokens.css',
    'styles/2-base.css',
    'components/*.css',
    'overlay/*.css',
  );
  await add('overlay', { format: 'iife', codeSplitting: false }, { OVERLAY_CSS: JSON.stringify(overlayCss) });
  files.set('console.css', styleSheet('styles/*.css', 'components/*.css', 'views/**/*.css'));
  files.set('icon.svg', readFileSync(join(folder, 'icon.svg'), 'utf8'));
  files.set('index.html', pageWithPreloads(chunks));
  return files;
}

// Adds the modules of the first view to the page, so that the browser loads them together and not one after the other.
function pageWithPreloads(chunks: readonly OutputChunk[]): string {
  const wanted = new Set<string>();
  const visit = (fileName: string): void => {
    if (wanted.has(fileName)) return;
    wanted.add(fileName);
    for (const other of chunks.find((chunk) => chunk.fileName === fileName)?.imports ?? []) visit(other);
  };
  visit('console.js');
  for (const { fileName, facadeModuleId } of chunks)
    if (facadeModuleId?.endsWith(FIRST_VIEW)) visit(fileName);
  wanted.delete('console.js');
  const links = [...wanted].map((file) => `<link rel="modulepreload" href="_mock/console/${file}">`);
  return readFileSync(join(folder, 'index.html'), 'utf8').replace(
    '  </head>',
    `    ${links.join('\n    ')}\n  </head>`,
  );
}

// Joins the style sheets of the patterns, those of one pattern in the order of their names. No comments, no
// indentation.
function styleSheet(...patterns: string[]): string {
  const names = patterns.flatMap((pattern) => globSync(pattern, { cwd: folder }).sort());
  const css = names.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  return css.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/\n\s*/g, '\n');
}
