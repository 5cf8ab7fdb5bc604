// `hosting-contract openapi`: writes the bundled OpenAPI document.
import { writeFileSync } from 'node:fs';
import { contractIdentity, documentText } from '../src/contract/document.ts';
import { Command } from './commander.ts';

/** The command `openapi`. */
export const openapi = new Command('openapi')
  .description('write the bundled OpenAPI 3.1 document as JSON')
  .option('--out <file>', 'where to write; without it the document goes to standard output')
  .option('--identity', 'print version and SHA-256 only')
  .addHelpText(
    'after',
    `
Examples:
  $ hosting-contract openapi --out openapi.json
  $ hosting-contract openapi | jq '.paths | keys'
  $ hosting-contract openapi --identity`,
  )
  .action(({ out, identity }: { out?: string; identity?: boolean }, command: Command) => {
    if (identity) {
      const { version, sha256 } = contractIdentity();
      console.log(`${version} ${sha256}`);
    } else if (out === undefined) {
      process.stdout.write(documentText());
    } else {
      try {
        writeFileSync(out, documentText());
      } catch (error) {
        command.error(`error: ${out} cannot be written (${(error as NodeJS.ErrnoException).code}).`, {
          exitCode: 2,
        });
      }
      console.error(`${out}: OpenAPI document, version ${contractIdentity().version}`);
    }
  });
