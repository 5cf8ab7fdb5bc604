// Failures of PostgreSQL as errors of a store: each message is one line that says what to do next.
import { StorageError } from '../world-store.ts';

/** The server of a new connection accepts no writes. */
export class ReadOnlyServer extends Error {
  /** the SQLSTATE read_only_sql_transaction */
  readonly code = '25006';
}

/** Returns the message of whatever was thrown, in one line. */
export function messageOf(error: unknown): string {
  const inner = error instanceof AggregateError ? error.errors[0] : error;
  return (inner instanceof Error ? inner.message : String(inner)).replace(/\s+/g, ' ').trim();
}

/** The code of an error: an SQLSTATE such as `53100`, or a code of Node such as `ECONNREFUSED`; empty without one. */
export function codeOf(error: unknown): string {
  const code: unknown =
    typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

/**
 * Explains a failure of PostgreSQL.
 * @param database the address of the database without secrets
 */
export function explainFailure(error: unknown, database: string, user: string): StorageError {
  if (error instanceof StorageError) return error;
  const code = codeOf(error);
  const known = EXPLANATIONS.find(([pattern]) => pattern.test(`${code} ${messageOf(error)}`));
  const [, storageCode, advice] = known ?? [null, 'unavailable' as const, 'look into the log of the server'];
  const said = messageOf(error) || code || 'no reason given';
  return new StorageError(
    storageCode,
    `PostgreSQL at ${database}: ${said.replace(/\.$/, '')}; ${advice.replace('{user}', user)}.`,
    error,
  );
}

/** What to do about a failure, by its code and message with a space between them. The first pattern that matches counts. */
const EXPLANATIONS: [pattern: RegExp, code: StorageError['code'], advice: string][] = [
  [/^53100 /, 'full', 'nothing was stored: make space on the disk of the server'],
  [/^53300 /, 'unavailable', 'raise max_connections (a process uses up to 10) or stop other clients'],
  [/^25006 /, 'unavailable', 'it accepts no writes: give the address of the primary, not of a standby'],
  [/^57P03 /, 'unavailable', 'try again when the server has started'],
  [
    /^28000 .*(?:encryption|SSL)/i,
    'invalid address',
    'allow the connection in pg_hba.conf, or give another sslmode',
  ],
  [/^28000 /, 'invalid address', 'check the user name, and pg_hba.conf of the server'],
  [/^28P01 /, 'invalid address', 'check the password of "{user}" in the address or in PGPASSWORD'],
  [
    /password must be a string|no password/i,
    'invalid address',
    'the server asks for a password: give it in the address, in PGPASSWORD or in ~/.pgpass',
  ],
  [/^3D000 /, 'invalid address', 'create the database with `createdb`, or give the name of another one'],
  [
    /^42501 /,
    'invalid address',
    'run `CREATE SCHEMA hosting_contract AUTHORIZATION "{user}"` as an administrator of the database',
  ],
  [
    /^(?:42P01|3F000) /,
    'damaged',
    'its tables are gone: restore them from a backup, or start the mock again, which creates them with a new world',
  ],
  [/^42703 /, 'damaged', 'its tables were changed: restore them from a backup'],
  [/^XX00[12] /, 'damaged', 'its files are damaged: restore the database from a backup'],
  [
    /does not support SSL|establishing an SSL/i,
    'invalid address',
    'turn `ssl` on in postgresql.conf, or give sslmode=disable',
  ],
  [
    /^\S*(?:CERT|SELF_SIGNED|ISSUER)|^ERR_(?:TLS|SSL|OSSL)|^EPROTO|[Cc]ertificate/,
    'invalid address',
    'give sslrootcert=<file of the CA> and the host name of the certificate, or sslmode=require to skip the check',
  ],
  [/^(?:ENOTFOUND|EAI_AGAIN) /, 'unavailable', 'check the host name in the address'],
  // No SQLSTATE: the error comes from the network or the driver, not from the server.
  [
    /^(?!(?=\S*\d)[0-9A-Z]{5} )/,
    'unavailable',
    'start the server, or check the host, the port and the network between',
  ],
  [/^(?:08|40|53|55|57)/, 'unavailable', 'try again; look into the log of the server if it lasts'],
];
