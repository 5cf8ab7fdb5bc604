// A mock as a target of the suite: the target file with the mock's personas as credentials, for `conform --config`, and
// the mock of `conform --self`.
import { hostingMock } from '../mocks/index.ts';
import { isDocumented, operations } from '../src/contract/operations.ts';
import { type App, createApp } from '../src/server/app.ts';
import type { Persona, SeededWorld } from '../src/server/mock-definition.ts';
import type { SelfTarget } from '../src/suite/cli/run-and-report.ts';
import { defined } from '../src/suite/model/objects.ts';
import type { CredentialName } from '../src/suite/model/target.ts';
import type { CredentialConfig } from '../src/suite/model/target-config.ts';

const WRITING_SCOPES = [...new Set(operations.flatMap(({ scopes }) => scopes))].filter((scope) =>
  scope.endsWith(':write'),
);

const CREDENTIAL_PERSONAS: Record<CredentialName, string> = {
  tenantA: 'owner',
  tenantB: 'otherOwner',
  platformAdmin: 'platformAdmin',
  limited: 'readOnly',
  revoked: 'revoked',
  expired: 'expired',
  twoFactor: 'twoFactor',
  reseller: 'reseller',
};

// Request bodies that the suite cannot derive itself: transferring a domain needs a domain that is registered
// elsewhere. The suite replaces `{unique}`.
const TARGET_BODIES = isDocumented('transferDomain')
  ? { transferDomain: { domain: 'elsewhere-{unique}.com' } }
  : {};

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
export function writeTargetFile(
  file: string,
  baseUrl: string,
  seeded: SeededWorld,
  edit?: (config: Record<string, unknown>) => void,
): void {
  const { writeFileSync } = process.getBuiltinModule('fs');
  try {
    const config = structuredClone(targetConfig(baseUrl, seeded));
    edit?.(config);
    writeFileSync(file, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new Error(
      `--target-file ${file} cannot be written (${code}). Choose a file in a folder that exists.`,
    );
  }
}

// Returns a persona's credential. The key that may only read lacks every scope of writing.
function credentialOf({ email, password, totpSecret, token, apiKey, lacks }: Persona): CredentialConfig {
  const credential: CredentialConfig = defined({ email, password, totpSecret, token, apiKey });
  return lacks === undefined || WRITING_SCOPES.length === 0
    ? credential
    : { ...credential, lacks: WRITING_SCOPES };
}

/**
 * Makes an app with a frozen clock a target of the suite in this process. The clock advances when the suite waits, so the
 * run spends no real time waiting.
 */
export const targetOf = (
  app: Pick<App, 'fetch' | 'close'> & { world: Pick<App['world'], 'clock'> } & SeededWorld,
  baseUrl: string,
): SelfTarget => ({
  config: targetConfig(baseUrl, app),
  fetch: (request) => app.fetch(request),
  clock: {
    now: () => app.world.clock.now(),
    sleep: async (ms) => app.world.clock.advance(ms),
  },
  close: () => app.close(),
});

/** Creates a mock in this process as the target of `conform --self`. */
export const selfTarget = (): SelfTarget =>
  targetOf(createApp(hostingMock, { clock: 'frozen' }), 'http://127.0.0.1/v1');
