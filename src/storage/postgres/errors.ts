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

/** True for an SQLSTATE: the error comes from the server. */
const isSqlState = (code: string): boolean => /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code);

/**
 * Explains a failure of PostgreSQL.
 * @param database the address of the database without secrets
 * @param user the role of the connection
 */
export function explainFailure(error: unknown, database: string, user: string): StorageError {
  if (error instanceof StorageError) return error;
  const code = codeOf(error);
  const known = EXPLANATIONS.find(([matches]) => matches(code, messageOf(error)));
  const [, storageCode, advice] = known ?? [null, 'unavailable' as const, 'look into the log of the server'];
  const said = messageOf(error) || code || 'no reason given';
  return new StorageError(
    storageCode,
    `PostgreSQL at ${database}: ${said.replace(/\.$/, '')}; ${advice.replace('{user}', user)}.`,
    error,
  );
}

type Explanation = [
  matches: (code: string, message: string) => boolean,
  storageCode: StorageError['code'],
  advice: string,
];

const starts =
  (...prefixes: string[]) =>
  (code: string): boolean =>
    prefixes.some((prefix) => code.startsWith(prefix));

const EXPLANATIONS: Explanation[] = [
  [starts('53100'), 'full', 'nothing was stored: make space on the disk of the server'],
  [starts('53300'), 'unavailable', 'raise max_connections (a process uses up to 10) or stop other clients'],
  [starts('25006'), 'unavailable', 'it accepts no writes: give the address of the primary, not of a standby'],
  [starts('57P03'), 'unavailable', 'try again when the server has started'],
  [
    (code, message) => code === '28000' && /encryption|SSL/i.test(message),
    'invalid address',
    'allow the connection in pg_hba.conf, or give another sslmode',
  ],
  [starts('28000'), 'invalid address', 'check the user name, and pg_hba.conf of the server'],
  [starts('28P01'), 'invalid address', 'check the password of "{user}" in the address or in PGPASSWORD'],
  [
    (_, message) => /password must be a string|no password/i.test(message),
    'invalid address',
    'the server asks for a password: give it in the address, in PGPASSWORD or in ~/.pgpass',
  ],
  [
    starts('3D000'),
    'invalid address',
    'create the database with `createdb`, or give the name of another one',
  ],
  [
    starts('42501'),
    'invalid address',
    'run `CREATE SCHEMA hosting_contract AUTHORIZATION "{user}"` as an administrator of the database',
  ],
  [
    starts('42P01', '3F000'),
    'damaged',
    'its tables are gone: restore them from a backup, or start the mock again, which creates them with a new world',
  ],
  [starts('42703'), 'damaged', 'its tables were changed: restore them from a backup'],
  [starts('XX001', 'XX002'), 'damaged', 'its files are damaged: restore the database from a backup'],
  [
    (_, message) => /does not support SSL|establishing an SSL/i.test(message),
    'invalid address',
    'turn `ssl` on in postgresql.conf, or give sslmode=disable',
  ],
  [
    (code, message) =>
      /CERT|SELF_SIGNED|ISSUER|^ERR_(TLS|SSL|OSSL)|^EPROTO/.test(code) || /certificate/i.test(message),
    'invalid address',
    'give sslrootcert=<file of the CA> and the host name of the certificate, or sslmode=require to skip the check',
  ],
  [starts('ENOTFOUND', 'EAI_AGAIN'), 'unavailable', 'check the host name in the address'],
  [
    (code) => !isSqlState(code),
    'unavailable',
    'start the server, or check the host, the port and the network between',
  ],
  [
    starts('08', '40', '53', '55', '57'),
    'unavailable',
    'try again; look into the log of the server if it lasts',
  ],
];
