// The files of the console. In the package they are read from dist/; in a checkout they are built from the sources, and
// built again when one changed.
import { packageFile } from '../contract/package.ts';

type Files = ReadonlyMap<string, string>;
let files: Promise<Files> | undefined;
/** The version of the sources that `files` was built from. */
let builtVersion = '';

/** Returns all files of the console: `index.html`, `console.js`, `chunks/…`. `refresh` builds them again when a source has changed since. */
export function consoleFiles(refresh: boolean): Promise<Files> {
  const { existsSync } = process.getBuiltinModule('fs');
  const folder = packageFile('console/');
  if (existsSync(folder)) files ??= readFiles(folder);
  else if (files === undefined || (refresh && builtVersion !== sourcesVersion())) {
    builtVersion = sourcesVersion();
    files = buildFiles();
  }
  return files;
}

async function readFiles(folder: URL): Promise<Files> {
  const { readdirSync, readFileSync } = process.getBuiltinModule('fs');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.\w+$/.test(name));
  return new Map(names.map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]));
}

async function buildFiles(): Promise<Files> {
  const { buildConsole } = (await import(packageFile('tools/console-build.ts').href)) as {
    buildConsole(): Promise<Map<string, string>>;
  };
  return buildConsole();
}

function sourcesVersion(): string {
  const { readdirSync, statSync } = process.getBuiltinModule('fs');
  const folder = packageFile('src/console/');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:tsx?|css|html|svg)$/.test(name))
    .map((name) => `${name} ${statSync(new URL(name, folder)).mtimeMs}`)
    .join('\n');
}
