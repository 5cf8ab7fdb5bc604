// The mock's personas as a target configuration: what `hosting-contract conform --config` reads.
import type { Persona, SeededWorld } from '../src/server/mock-definition.ts';
import type { CredentialName } from '../src/suite/model/target.ts';

/** Which persona plays which part in the suite. */
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

/** What the suite cannot know by itself: which names are registered elsewhere. The suite fills in `{unique}`. */
export const TARGET_BODIES = { transferDomain: { domain: 'elsewhere-{unique}.com' } };

/** The mock as the suite's target: where it is, who its personas are, what may be ordered, what to send. */
export function targetConfig(baseUrl: string, { personas, values }: SeededWorld) {
  const credentials: Record<string, object> = Object.fromEntries(
    Object.entries(CREDENTIAL_PERSONAS).flatMap(([part, persona]) => {
      const found = personas[persona];
      return found ? [[part, credentialOf(found)]] : [];
    }),
  );
  return { baseUrl, credentials, values, bodies: TARGET_BODIES };
}

/** Writes the file. @throws Error whose message says what to do when it cannot be written */
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

/** How to be that persona: everything but whose it is. */
function credentialOf({ tenantId: _, ...credential }: Persona): object {
  return credential;
}
