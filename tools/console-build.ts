// Builds the console (src/console): its page, one style sheet, and its scripts as modules, one for each view that loads
// when the view is opened.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const folder = fileURLToPath(new URL('../src/console/', import.meta.url));

/**
 * Builds the console.
 * @returns the text of each file by its path: `index.html`, `console.css`, `console.js`, `chunks/…`
 * @throws Error of rolldown that names the file and the line which cannot be compiled
 */
export async function buildConsole(): Promise<Map<string, string>> {
  const { output } = await build({
    input: { console: join(folder, 'main.tsx') },
    platform: 'browser',
    write: false,
    output: {
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: 'chunks/[name]-[hash].js',
      minify: true,
      comments: false,
    },
    transform: { target: 'es2023' },
    logLevel: 'warn',
  });
  const files = new Map<string, string>();
  for (const file of output) if (file.type === 'chunk') files.set(file.fileName, file.code);
  files.set('console.css', styleSheet());
  for (const name of ['index.html', 'icon.svg']) files.set(name, readFileSync(join(folder, name), 'utf8'));
  return files;
}

/** Joins the style sheets: the general ones first, in the order of their names, then those of components and views. */
function styleSheet(): string {
  const names = ['styles', 'components', 'views'].flatMap((part) =>
    globSync(`${part}/**/*.css`, { cwd: folder }).sort(),
  );
  return names
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\n\s*/g, '\n');
}
