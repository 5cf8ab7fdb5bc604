// The address of a PostgreSQL database, with the TLS parameters and variables of libpq.
import { StorageError } from '../world-store.ts';

/** The values of sslmode that the driver knows. `allow`, which libpq has too, is treated as `prefer`. */
const MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'];
const TLS_PARAMETERS = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey'];

/** Addresses for the driver: the one to connect to, and the one without TLS for a server that offers none, if allowed. */
export type PostgresAddress = { readonly connectionString: string; readonly plain: string | null };

/**
 * Reads an address such as `postgres://name@host:5432/database?sslmode=verify-full&sslrootcert=ca.pem`. TLS parameters
 * that it lacks come from PGSSLMODE, PGSSLROOTCERT, PGSSLCERT and PGSSLKEY.
 * @throws StorageError `invalid address` for an address that cannot be read or an unknown sslmode. The message never
 * contains the address, which may hold a password.
 */
export function readPostgresAddress(url: string): PostgresAddress {
  const [, base = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(url) ?? [];
  // `postgres://name@/database?host=/run/postgresql` has no host, which the URL standard does not allow. A # or ? of a
  // password that is not written as %XX ends the part before it, so that a part of the password looks like a port.
  if (!URL.canParse(base.replace('@/', '@socket/')) || base.includes('#') || /[@#]/.test(query))
    throw unreadable();
  const parameters = new URLSearchParams(query);
  for (const name of TLS_PARAMETERS) {
    const value = parameters.get(name) ?? process.env[`PG${name.toUpperCase()}`];
    if (value) parameters.set(name, value);
  }
  const always = ['true', '1'].includes(parameters.get('ssl') ?? '') ? 'verify-full' : 'prefer';
  const isSocket = parameters.get('host')?.startsWith('/');
  const mode = isSocket ? 'disable' : (parameters.get('sslmode') ?? always).replace('allow', 'prefer');
  if (!MODES.includes(mode))
    throw invalid(`its sslmode is unknown: give allow or one of ${MODES.join(', ')}`);
  if (mode === 'verify-ca' && !parameters.get('sslrootcert'))
    throw invalid('sslmode=verify-ca needs sslrootcert=<file with the certificate of the CA>');
  if (parameters.get('sslrootcert') === 'system') parameters.delete('sslrootcert');
  parameters.delete('ssl');
  parameters.set('uselibpqcompat', 'true');
  const withMode = (sslmode: string): string => {
    parameters.set('sslmode', sslmode);
    return `${base}?${parameters}`;
  };
  return { connectionString: withMode(mode), plain: mode === 'prefer' ? withMode('disable') : null };
}

/** The error for an address that the driver cannot read, or whose TLS parameters name a file that it cannot read. */
export function unreadable(cause?: unknown): StorageError {
  const { path } = (cause ?? {}) as NodeJS.ErrnoException;
  return invalid(
    path === undefined
      ? 'it cannot be read: write postgres://user@host:5432/database, with the special characters of a password as %XX'
      : `the file ${path} of its TLS parameters cannot be read`,
    cause,
  );
}

const invalid = (reason: string, cause?: unknown): StorageError =>
  new StorageError('invalid address', `The address of PostgreSQL is invalid; ${reason}.`, cause);
