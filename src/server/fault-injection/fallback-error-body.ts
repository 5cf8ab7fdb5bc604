// Builds the error body of an injected status for which the document has no example.

const CODES: Record<number, string> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  422: 'VALIDATION_FAILED',
  429: 'RATE_LIMITED',
  502: 'BAD_GATEWAY',
  503: 'SERVICE_UNAVAILABLE',
  504: 'GATEWAY_TIMEOUT',
};

/** Builds an error body for a status that the document does not list for the operation. */
export const fallbackErrorBody = (status: number): object => ({
  error: {
    code: CODES[status] ?? (status < 500 ? 'BAD_REQUEST' : 'SERVER_ERROR'),
    message: `This ${status} was asked for: nothing is wrong.`,
  },
});
