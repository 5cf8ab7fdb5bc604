// Says in a sentence why a request of the mock to another server got no answer.

export function connectionFailure(error: unknown, hostname: string): string {
  // For a host name with several IP addresses, Node reports one error that contains the errors of all addresses.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const { code, message } = signatureOf(first);
  if (code === 'ABORT_ERR') return 'The mock stopped before there was an answer.';
  if (code === 'ECONNREFUSED') return 'The connection was refused.';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `The name ${hostname} leads to no address.`;
  if (code === 'ECONNRESET' || code === 'EPIPE')
    return 'The connection was closed before there was an answer.';
  if (code.startsWith('HPE_')) return `The answer was no valid HTTP (${code}).`;
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) return 'The endpoint does not speak TLS as it should.';
  if (/CERT|TLS|UNABLE_TO|SELF_SIGNED/.test(code)) return `The certificate is not to be trusted (${code}).`;
  return `The request failed (${code || message.replace(/\s+/g, ' ').slice(0, 200)}).`;
}

function signatureOf(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: '', message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return { code, message: error.message };
}
