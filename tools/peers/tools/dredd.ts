// Runs Dredd, which sends one request for every documented reply that a hook can provoke.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { operationLocation } from '../document.ts';
import { documents } from '../prepared.ts';
import { execute } from '../run.ts';
import { HOME, stableMessage, type Tool } from '../tool.ts';

/** An id that names no resource. */
export const UNKNOWN_ID = '3f333df6-90a4-4fda-8dd3-9485d27cee36';
const BIN = join(HOME, 'node_modules/dredd/bin/dredd');

/** Runs Dredd on a server of the comparison. */
export const dredd: Tool = {
  name: 'Dredd',
  version: '14.1.0',
  how: 'It reads OpenAPI 3.0 only, so the document was converted (@apiture/openapi-down-convert). A hook sends each operation with the right token, ids and body, and also provokes its documented 401 (no token), 403 (a key that may only read), 404 (an unknown id) and 422 (every field an object). A copy that Dredd makes of its whole configuration, twenty seconds of work for this document, was left out.',
  patience: 240,
  missing: () => (existsSync(BIN) ? null : 'it is not installed'),
  async run({ ready, folder, patience }) {
    const out = join(folder, 'said.json');
    rmSync(out, { force: true });
    const hooks = join(folder, 'hooks.json');
    const places = Object.fromEntries(
      ready.calls.map(({ operation }) => {
        const { method, path } = operationLocation(operation);
        return [`${method} ${path}`, operation];
      }),
    );
    writeFileSync(hooks, JSON.stringify({ ready, places, unknownId: UNKNOWN_ID, out }));
    const hookFile = fileURLToPath(new URL('dredd-hooks.cjs', import.meta.url));
    const origin = ready.baseUrl.replace(/\/v1$/, '');
    const { late } = await execute(
      [
        process.execPath,
        '--require',
        fileURLToPath(new URL('dredd-quick.cjs', import.meta.url)),
        BIN,
        documents(ready.calls).down,
        origin,
        `--hookfiles=${hookFile}`,
        '--loglevel=error',
      ],
      folder,
      patience,
      { PEERS_HOOKS: hooks },
    );
    if (!existsSync(out))
      return { alarms: [], incompleteBecause: late ? 'it hung' : 'it ended without a report' };
    const { said } = JSON.parse(readFileSync(out, 'utf8')) as { said: string[] };
    return { alarms: said.map(stableMessage) };
  },
};
