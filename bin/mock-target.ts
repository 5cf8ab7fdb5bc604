// Writes a target file for a mock, which contains the mock's personas as credentials for `hosting-contract conform
// --config`.
import type { Persona, SeededWorld } from '../src/server/mock-definition.ts';
import type { CredentialName } from '../src/suite/model/target.ts';

/** The persona that provides each credential of a target file. */
export const CREDENTIAL_PERSONAS: Record<CredentialName, string> = {
  tenantA: 'owner',
  tenantB: 'otherOwner',
  platformAdmin: 'platformAdmin',
  limited: 'readOnly',
  revoked: 'revoked',
  expired: 'expired',
  twoFactor: 'twoFactor',
  reseller: 'reseller',
};

/**
 * Request bodies that the suite cannot derive itself: transferring a domain needs a domain that is registered
 * elsewhere. The suite replaces `{unique}`.
 */
export const TARGET_BODIES = { transferDomain: { domain: 'elsewhere-{unique}.com' } };

/** Builds the content of a target file for a mock: base URL, credentials, values and bodies. */
export function targetConfig(baseUrl: string, { personas, values }: SeededWorld) {
  const credentials: Record<string, object> = Object.fromEntries(
    Object.entries(CREDENTIAL_PERSONAS).flatMap(([part, persona]) => {
      const found = personas[persona];
      return found ? [[part, credentialOf(found)]] : [];
    }),
  );
  return { baseUrl, credentials, values, bodies: TARGET_BODIES };
}

/**
 * Writes a target file that only its owner can read.
 * @throws Error with advice when the file cannot be written
 */
export function writeTargetFile(file: string, baseUrl: string, seeded: SeededWorld): void {
  const { writeFileSync } = process.getBuiltinModule('fs');
  try {
    writeFileSync(file, `${JSON.stringify(targetConfig(baseUrl, seeded), null, 2)}\n`, { mode: 0o600 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new Error(
      `--target-file ${file} cannot be written (${code}). Choose a file in a folder that exists.`,
    );
  }
}

/** Returns a persona's credential without the id of its tenant. */
function credentialOf({ tenantId: _, ...credential }: Persona): object {
  return credential;
}
