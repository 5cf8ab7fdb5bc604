// The version of this package, from its package.json.

let known: string | undefined;

/** The package's version: `0.1.0`. */
export function packageVersion(): string {
  known ??= read();
  return known;
}

function read(): string {
  const { readFileSync } = process.getBuiltinModule('fs');
  // From the sources and from dist/, which lies one folder deeper.
  for (const up of ['../../package.json', '../../../package.json']) {
    try {
      const { name, version } = JSON.parse(readFileSync(new URL(up, import.meta.url), 'utf8')) as {
        name?: string;
        version?: string;
      };
      if (name === 'hosting-contract' && version) return version;
    } catch {}
  }
  throw new Error('The package is incomplete: its package.json is missing.');
}
