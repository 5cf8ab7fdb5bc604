// Packs the package and that of its client as npm does: builds them when dist/ is older than the sources, packs them, and
// unpacks them into new projects.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageReadme, shippedDocs } from '../../tools/package-docs.ts';

const CLIENT = 'hosting-contract-client';
const root = fileURLToPath(new URL('../../', import.meta.url));
const SOURCES = [
  'bin',
  'entry',
  'src',
  'mocks',
  'conformance',
  'fixtures',
  'openapi/dist',
  'package.json',
  'tools/build.ts',
  'tools/browser-build.ts',
  'tools/client-build.ts',
  'tools/package-docs.ts',
  ...shippedDocs(),
];

/** A tarball that npm has packed. */
export type Tarball = {
  tarball: string;
  /** The files of the tarball, as npm lists them. */
  files: { path: string; size: number }[];
  unpackedSize: number;
};

/** The packed package in a temporary folder, which `remove` deletes. */
export type PackedPackage = Tarball & {
  /** The temporary folder that contains the tarballs and all projects; `remove` deletes it. */
  folder: string;
  /** The package of the client alone. */
  client: Tarball;
  remove(): void;
};

/** Reads package.json; the type has only the members that the tests need. */
export function manifest(): {
  name: string;
  version: string;
  exports: Record<string, string | Record<string, string>>;
  dependencies: Record<string, string>;
} {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
}

/** Packs the package and that of its client into a temporary folder. */
export function pack(): PackedPackage {
  const folder = newFolder();
  const stage = join(folder, 'stage');
  const client = join(folder, CLIENT);
  copyPackages(stage, client);
  const packed = { ...npmPack(stage, folder), client: npmPack(client, folder) };
  for (const copy of [stage, client]) rmSync(copy, { recursive: true });
  return { ...packed, folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function npmPack(cwd: string, folder: string): Tarball {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const output = JSON.parse(execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: 'pipe' }));
  const [packed] = Array.isArray(output) ? output : Object.values<never>(output);
  const { filename, files, unpackedSize } = packed as { filename: string } & Omit<Tarball, 'tarball'>;
  return { tarball: join(folder, filename), files, unpackedSize };
}

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'hosting-contract-'));

// Copies the files of both packages into new folders: the build when it is newer than the sources, else a new build.
function copyPackages(folder: string, client: string): void {
  for (const [home, to, files] of [
    [root, folder, ['package.json', 'bin/launch.js']],
    [join(root, 'packages/client'), client, ['package.json', 'README.md', 'LICENSE']],
  ] as const)
    for (const file of files) cpSync(join(home, file), join(to, file));
  writeFileSync(join(folder, 'README.md'), packageReadme());
  if (isBuildFresh()) {
    cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
    cpSync(join(root, 'packages/client/dist'), join(client, 'dist'), { recursive: true });
  } else {
    const built = ['--out', join(folder, 'dist'), '--client', join(client, 'dist')];
    execFileSync(process.execPath, [join(root, 'tools/build.ts'), ...built]);
  }
}

/**
 * Creates a project with the unpacked package, its dependencies and the given further packages, without npm and
 * without network.
 * @returns the folder of the project
 */
export function createConsumerProject(
  { folder, tarball, client }: PackedPackage,
  others: readonly string[] = [],
): string {
  const project = mkdtempSync(join(folder, 'consumer-'));
  for (const [name, from] of [
    ['hosting-contract', tarball],
    [CLIENT, client.tarball],
  ] as const) {
    const home = join(project, 'node_modules', name);
    mkdirSync(home, { recursive: true });
    execFileSync('tar', ['-xzf', from, '-C', home, '--strip-components=1']);
  }
  linkPackages(project, others);
  return project;
}

/** Creates such a project from the files of the package, which is quicker than to pack and unpack them. */
export function createBuiltProject(others: readonly string[]): string {
  const project = newFolder();
  const modules = join(project, 'node_modules');
  copyPackages(join(modules, 'hosting-contract'), join(modules, CLIENT));
  linkPackages(project, others);
  return project;
}

function linkPackages(project: string, others: readonly string[]): void {
  for (const name of [...Object.keys(manifest().dependencies), ...others]) {
    const place = join(project, 'node_modules', name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), place, 'dir');
  }
}

/** Reports whether dist/ is newer than every source. */
export function isBuildFresh(): boolean {
  const built = join(root, 'dist/package.json');
  return (
    existsSync(built) && SOURCES.every((source) => newestMtime(join(root, source)) <= statSync(built).mtimeMs)
  );
}

function newestMtime(path: string): number {
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  const inside = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(ts|js|json)$/.test(file),
  );
  return Math.max(mtimeMs, ...inside.map((file) => statSync(join(path, file)).mtimeMs));
}
