// The target file of a mock: its personas as the credentials that `hosting-contract conform --config` reads.
import type { Persona, SeededWorld } from '../src/server/mock-definition.ts';
import type { CredentialName } from '../src/suite/model/target.ts';

/** The persona behind each credential of a target file. */
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

/** Bodies that the suite cannot derive itself: a domain registered elsewhere. The suite fills in `{unique}`. */
export const TARGET_BODIES = { transferDomain: { domain: 'elsewhere-{unique}.com' } };

/** Builds the target file of a mock: base URL, credentials, values and bodies. */
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
 * Writes the target file, readable for its owner only.
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

/** Returns the credential of a persona, without its tenant. */
function credentialOf({ tenantId: _, ...credential }: Persona): object {
  return credential;
}
