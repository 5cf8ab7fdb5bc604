// `hosting-contract openapi`: writes the bundled OpenAPI document, and its workflows.
import { writeFileSync } from 'node:fs';
import { contractIdentity, documentText } from '../src/contract/document.ts';
import { Command } from './commander.ts';
import { writeWorkflowFiles } from './workflow-files.ts';

type OpenapiFlags = { out?: string; identity?: boolean; workflows?: string };

/** The command `openapi`. */
export const openapi = new Command('openapi')
  .description('write the bundled OpenAPI 3.1 document as JSON')
  .option('--out <file>', 'where to write; without it the document goes to standard output')
  .option('--identity', 'print version and SHA-256 only')
  .option('--workflows <folder>', 'write the document and its Arazzo 1.0 workflows into a folder')
  .addHelpText(
    'after',
    `
Examples:
  $ hosting-contract openapi --out openapi.json
  $ hosting-contract openapi | jq '.paths | keys'
  $ hosting-contract openapi --identity
  $ hosting-contract openapi --workflows workflows
  $ npx @redocly/cli respect workflows/mock.arazzo.yaml --severity SCHEMA_CHECK=warn \\
      --server platform=http://127.0.0.1:4010/v1 --server control=http://127.0.0.1:4010/_mock/v1`,
  )
  .action(({ out, identity, workflows }: OpenapiFlags, command: Command) => {
    const version = contractIdentity().version;
    if (out !== undefined && workflows !== undefined) {
      command.error(
        'error: --out and --workflows exclude each other; --workflows also writes the document.',
        {
          exitCode: 2,
        },
      );
    }
    if (identity) {
      console.log(`${version} ${contractIdentity().sha256}`);
    } else if (workflows !== undefined) {
      const names = writeOrEnd(command, workflows, () => writeWorkflowFiles(workflows, documentText()));
      console.error(`${workflows}: ${names.join(', ')}, version ${version}`);
    } else if (out === undefined) {
      process.stdout.write(documentText());
    } else {
      writeOrEnd(command, out, () => writeFileSync(out, documentText()));
      console.error(`${out}: OpenAPI document, version ${version}`);
    }
  });

/** Writes to a path, or ends the command with one line that names the path. */
function writeOrEnd<A>(command: Command, path: string, write: () => A): A {
  try {
    return write();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return command.error(`error: ${path} cannot be written (${code}).`, { exitCode: 2 });
  }
}
