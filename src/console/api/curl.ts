// Builds curl commands for a POSIX shell.

type CurlRequest = {
  method: string;
  url: string;
  headers: readonly (readonly [name: string, value: string])[];
  /** the body as text; null for none */
  body: string | null;
  /** whether the reply is a file to save */
  save?: boolean;
};

export function curlCommand({ method, url, headers, body, save = false }: CurlRequest): string {
  // Without `--globoff` curl takes brackets and braces for ranges, and sends one request for each of their values.
  const globoff = /[[\]{}]/.test(url) ? '--globoff ' : '';
  return [
    `curl ${globoff}${method === 'GET' ? '' : `-X ${quoted(method)} `}${quoted(url)}`,
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`-d ${quoted(body)}`]),
    ...(save ? ['-OJ'] : []),
  ].join(' \\\n  ');
}

const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
