// Lints the bundled document with Redocly's recommended-strict rules, and says whether the generated files are current.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { stale } from './generate.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const differing = await stale();
if (differing.length > 0) {
  console.error(`Not up to date: ${differing.join(', ')}. Run \`npm run generate\` and commit the result.`);
  process.exitCode = 1;
}
const lint = spawnSync(
  process.execPath,
  [
    'node_modules/@redocly/cli/bin/cli.js',
    'lint',
    'openapi/dist/openapi.json',
    '--config',
    'openapi/redocly.yaml',
    '--format',
    'stylish',
  ],
  {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  },
);
process.stdout.write(lint.stdout);
process.stderr.write(lint.stderr);
if (lint.status !== 0 || /warning|error/i.test(lint.stdout)) process.exitCode = 1;
