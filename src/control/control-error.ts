// The error class of the control API.

/**
 * The error of a refused call of the control API. The HTTP layer converts it to a reply. The refused call has changed
 * nothing.
 */
export class ControlError extends Error {
  readonly status: 404 | 409 | 422 | 503;
  /** A code in UPPER_SNAKE_CASE, such as `WORLD_NOT_FOUND`. */
  readonly code: string;
  /**
   * The problems of the input by JSON pointer (RFC 6901); the empty pointer stands for the whole input. Null when the
   * error is not about input.
   */
  readonly errors: Readonly<Record<string, string[]>> | null;

  constructor(
    status: ControlError['status'],
    code: string,
    message: string,
    errors?: Record<string, string[]>,
  ) {
    super(message);
    this.name = 'ControlError';
    this.status = status;
    this.code = code;
    this.errors = errors ?? null;
  }
}

/**
 * Creates a 422 error for invalid input.
 * @param errors sentences by JSON pointer
 */
export function invalidInput(errors: Record<string, string[]>, message?: string): ControlError {
  const [first = ''] = Object.values(errors).flat();
  const [pointer = ''] = Object.keys(errors);
  const text = message ?? `${pointer === '' ? '' : `${pointer}: `}${first}`;
  return new ControlError(422, 'VALIDATION_FAILED', text, errors);
}
