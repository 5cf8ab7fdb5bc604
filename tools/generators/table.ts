// Lists the code generators that `npm run generators` tries: the versions and the commands.

export type Generator = {
  /** name of the generator, and of the folder of its session below `sessions/` */
  name: string;
  registry: 'npm' | 'pip' | 'go';
  /** packages to install in exactly these versions: first the generator, then the libraries that its output needs */
  packages: readonly string[];
  /** whether the generator gets the document without its webhooks */
  noWebhooks?: boolean;
  /** commands that generate code from `openapi.json` into `out/`, then compile all of `out/` and the session */
  commands: readonly (readonly string[])[];
  /** command that runs the session; a TypeScript session is bundled to `use.bundle.mjs` before */
  run: readonly string[];
};

const TYPESCRIPT = 'typescript@5.9.3';
const COMPILE_TYPESCRIPT = ['tsc', '-p', 'tsconfig.json'];
const RUN_TYPESCRIPT = ['node', 'use.bundle.mjs'];

export const generators: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    registry: 'npm',
    packages: ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', TYPESCRIPT],
    commands: [['openapi-typescript', 'openapi.json', '-o', 'out/index.ts'], COMPILE_TYPESCRIPT],
    run: RUN_TYPESCRIPT,
  },
  {
    name: 'hey-api',
    registry: 'npm',
    packages: ['@hey-api/openapi-ts@0.99.0', TYPESCRIPT],
    commands: [['openapi-ts', '-i', 'openapi.json', '-o', 'out'], COMPILE_TYPESCRIPT],
    run: RUN_TYPESCRIPT,
  },
  {
    name: 'openapi-python-client',
    registry: 'pip',
    packages: ['openapi-python-client==0.29.1', 'mypy==2.4.1'],
    commands: [
      ['openapi-python-client', 'generate', '--path', 'openapi.json', '--output-path', 'out', '--overwrite'],
      ['venv/bin/mypy', '--strict', 'out/hosting_platform_api_client', 'use.py'],
    ],
    run: ['venv/bin/python', 'use.py'],
  },
  {
    name: 'oapi-codegen',
    registry: 'go',
    packages: [
      'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2',
      'github.com/oapi-codegen/runtime@v1.8.0',
    ],
    commands: [
      ['oapi-codegen', '-config', 'oapi.yaml', 'openapi.json'],
      ['go', 'vet', './...'],
    ],
    run: ['go', 'run', '.'],
  },
  {
    name: 'openapi-generator-java',
    registry: 'pip',
    packages: ['openapi-generator-cli==7.26.0'],
    noWebhooks: true,
    commands: [
      ['openapi-generator-cli', 'generate', '-g', 'java', '-i', 'openapi.json', '-o', 'out'],
      ['mvn', '-B', '-f', 'out/pom.xml', 'install', '-Dmaven.test.skip', '-Dmaven.javadoc.skip'],
      ['mvn', '-B', 'compile'],
    ],
    run: ['mvn', '-B', '-q', 'exec:java'],
  },
];
