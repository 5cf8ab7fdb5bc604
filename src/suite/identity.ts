// Which suite made a report: name and version, from the package's package.json.

let known: { name: string; version: string } | undefined;

export function suiteIdentity(): { name: string; version: string } {
  known ??= read();
  return known;
}

function read(): { name: string; version: string } {
  const { readFileSync } = process.getBuiltinModule('fs');
  // from the sources, and from dist/, which lies one folder deeper
  for (const up of ['../../package.json', '../../../package.json']) {
    try {
      const { name, version } = JSON.parse(readFileSync(new URL(up, import.meta.url), 'utf8')) as {
        name?: string;
        version?: string;
      };
      if (name === 'hosting-contract' && version) return { name, version };
    } catch {
      // not there: it lies elsewhere
    }
  }
  return { name: 'hosting-contract', version: 'unknown' };
}
