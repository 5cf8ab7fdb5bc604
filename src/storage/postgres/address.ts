// The address of a PostgreSQL database: the part that the driver reads, and TLS with the modes of libpq.
import type { ConnectionOptions } from 'node:tls';
import { readText } from '../../contract/read-file.ts';
import { StorageError } from '../world-store.ts';
import { messageOf } from './errors.ts';

const MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
type SslMode = (typeof MODES)[number];

/** How to connect. */
export type PostgresAddress = {
  /** the address without its TLS parameters, for the driver */
  readonly connectionString: string;
  /** the options of TLS; false for connections without TLS */
  readonly ssl: ConnectionOptions | false;
  /** true when connections may go without TLS where the server offers none (`sslmode=prefer`, the default) */
  readonly plainAllowed: boolean;
};

/**
 * Reads an address such as `postgres://name@host:5432/database?sslmode=verify-full&sslrootcert=ca.pem`. TLS parameters
 * that it lacks come from PGSSLMODE, PGSSLROOTCERT, PGSSLCERT and PGSSLKEY.
 * @throws StorageError `invalid address` for an address that cannot be read, an unknown sslmode or an unreadable file.
 * The message never contains the address, which may hold a password.
 */
export function readPostgresAddress(
  url: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): PostgresAddress {
  const [, base = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(url) ?? [];
  // `postgres://name@/database?host=/run/postgresql` has no host, which the URL standard does not allow. A # or ? of a
  // password that is not written as %XX ends the part before it, so that a part of the password looks like a port.
  if (!URL.canParse(base.replace('@/', '@socket/')) || base.includes('#') || /[@#]/.test(query))
    throw unreadable();
  const parameters = new URLSearchParams(query);
  const take = (name: string): string | undefined => {
    const value = parameters.get(name) ?? environment[`PG${name.toUpperCase()}`];
    parameters.delete(name);
    return value || undefined;
  };
  const files = { ca: take('sslrootcert'), cert: take('sslcert'), key: take('sslkey') };
  const always = ['true', '1'].includes(take('ssl') ?? '') ? 'verify-full' : 'prefer';
  const mode = MODES.find(
    (known) => known === (parameters.get('sslmode') ?? environment.PGSSLMODE ?? always),
  );
  if (mode === undefined) throw invalid(`its sslmode is unknown: give one of ${MODES.join(', ')}`);
  parameters.delete('sslmode');
  parameters.delete('uselibpqcompat');
  const rest = parameters.toString();
  return {
    connectionString: rest ? `${base}?${rest}` : base,
    ssl: parameters.get('host')?.startsWith('/') ? false : tlsOptions(mode, files),
    plainAllowed: mode === 'allow' || mode === 'prefer',
  };
}

function tlsOptions(
  mode: SslMode,
  files: { ca: string | undefined; cert: string | undefined; key: string | undefined },
): ConnectionOptions | false {
  if (mode === 'disable') return false;
  if (mode === 'verify-ca' && !files.ca)
    throw invalid('sslmode=verify-ca needs sslrootcert=<file with the certificate of the CA>');
  const options: ConnectionOptions = {};
  if (files.ca && files.ca !== 'system') options.ca = read('sslrootcert', files.ca);
  if (files.cert) options.cert = read('sslcert', files.cert);
  if (files.key) options.key = read('sslkey', files.key);
  const verifies = mode === 'verify-full' || mode === 'verify-ca' || (mode === 'require' && files.ca);
  if (!verifies) options.rejectUnauthorized = false;
  // As in libpq, `require` with a CA is `verify-ca`: any host name that the CA has signed is accepted.
  else if (mode !== 'verify-full') options.checkServerIdentity = () => undefined;
  return options;
}

function read(parameter: string, file: string): string {
  try {
    return readText(file);
  } catch (error) {
    throw invalid(`the file of ${parameter} cannot be used: ${messageOf(error)}`, error);
  }
}

/** The error for an address that cannot be read. */
export function unreadable(cause?: unknown): StorageError {
  return invalid(
    'it cannot be read: write postgres://user@host:5432/database, with the special characters of a password as %XX',
    cause,
  );
}

function invalid(reason: string, cause?: unknown): StorageError {
  return new StorageError('invalid address', `The address of PostgreSQL is invalid; ${reason}.`, cause);
}
