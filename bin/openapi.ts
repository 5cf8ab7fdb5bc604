// `hosting-contract openapi`: writes the bundled OpenAPI document, whole or as a platform publishes it.
import { writeFileSync } from 'node:fs';
import { contractIdentity, document, documentText } from '../src/contract/document.ts';
import type { OpenApiDocument } from '../src/contract/openapi.ts';
import { provenanceOverlay, withoutProvenance, withoutWebhooks } from '../src/contract/plain-document.ts';
import { Command } from './commander.ts';

type Flags = { out?: string; identity?: boolean; provenance: boolean; webhooks: boolean; overlay?: boolean };

/** The command `openapi`. */
export const openapi = new Command('openapi')
  .description('write the bundled OpenAPI 3.1 document as JSON')
  .option('--out <file>', 'where to write; without it the document goes to standard output')
  .option('--no-provenance', 'leave out the marks of what the specification states and what was chosen')
  .option('--no-webhooks', 'leave out the webhooks and the components that only they use')
  .option('--overlay', 'write these marks alone, as an OpenAPI Overlay 1.0 for the document without them')
  .option('--identity', 'print version and SHA-256 of the whole document only')
  .addHelpText(
    'after',
    `
Examples:
  $ hosting-contract openapi --out openapi.json
  $ hosting-contract openapi | jq '.paths | keys'
  $ hosting-contract openapi --identity
A document to publish, and what brings its provenance back:
  $ hosting-contract openapi --no-provenance --out openapi.json
  $ hosting-contract openapi --overlay --out provenance.overlay.json`,
  )
  .action((flags: Flags, command: Command) => {
    const { out, identity, overlay, provenance } = flags;
    if (overlay && !provenance) {
      command.error('error: --overlay writes the provenance, so --no-provenance cannot be with it.', {
        exitCode: 2,
      });
    }
    if (identity) {
      const { version, sha256 } = contractIdentity();
      console.log(`${version} ${sha256}`);
      return;
    }
    const text = textOf(flags);
    if (out === undefined) {
      process.stdout.write(text);
      return;
    }
    try {
      writeFileSync(out, text);
    } catch (error) {
      command.error(`error: ${out} cannot be written (${(error as NodeJS.ErrnoException).code}).`, {
        exitCode: 2,
      });
    }
    const what = overlay ? 'OpenAPI Overlay with the provenance' : 'OpenAPI document';
    console.error(`${out}: ${what}, version ${contractIdentity().version}`);
  });

function textOf({ provenance, webhooks, overlay }: Flags): string {
  if (provenance && webhooks && !overlay) return documentText();
  const chosen: OpenApiDocument = webhooks ? document() : withoutWebhooks(document());
  const written = overlay ? provenanceOverlay(chosen) : provenance ? chosen : withoutProvenance(chosen);
  return `${JSON.stringify(written, null, 1)}\n`;
}
