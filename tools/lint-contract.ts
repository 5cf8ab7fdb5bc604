// Lints the bundled document and the Arazzo workflows with Redocly's strict rules, and checks that the generated files are
// current; with --whole, lints the document also with all rules of Spectral and OWASP, which take longer than all the rest.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { stale } from './generate.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const differing = await stale();
if (differing.length > 0) {
  console.error(`Not up to date: ${differing.join(', ')}. Run \`npm run generate\` and commit the result.`);
  process.exitCode = 1;
}
// Lints the bundled document; any finding, even a hint, is a failure.
function lint(...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  if (status !== 0 || /\b(warning|error)\b/i.test(stdout)) process.exitCode = 1;
}

const bundle = 'openapi/dist/openapi.json';
lint(
  'node_modules/@redocly/cli/bin/cli.js',
  'lint',
  bundle,
  'openapi/workflows/platform.arazzo.yaml',
  'openapi/workflows/mock.arazzo.yaml',
  '--config',
  'openapi/redocly.yaml',
  '--format',
  'stylish',
);
if (process.argv.includes('--whole'))
  lint(
    'node_modules/@stoplight/spectral-cli/dist/index.js',
    'lint',
    bundle,
    '--ruleset',
    'openapi/spectral.yaml',
    '--fail-severity',
    'hint',
  );
