// The error class of the control API.

/** The error of a refused call of the control API, which has changed nothing. */
export class ControlError extends Error {
  readonly status: 404 | 409 | 422 | 503;
  /** A code in UPPER_SNAKE_CASE, such as `WORLD_NOT_FOUND`. */
  readonly code: string;
  /**
   * The problems of the input by JSON pointer (RFC 6901); the empty pointer stands for the whole input. Null when the
   * error is not about input.
   */
  readonly errors: Readonly<Record<string, string[]>> | null;

  /** The status follows from the code: an error about input has 422, and most other refusals have 409. */
  constructor(code: string, message: string, errors?: Record<string, string[]>) {
    super(message);
    this.name = 'ControlError';
    this.code = code;
    this.errors = errors ?? null;
    if (errors) this.status = 422;
    else if (code === 'NOT_READY') this.status = 503;
    else this.status = /_NOT_FOUND$|^NOT_ARRANGEABLE$/.test(code) ? 404 : 409;
  }
}

/**
 * Creates a 422 error for invalid input.
 * @param errors sentences by JSON pointer
 */
export function invalidInput(errors: Record<string, string[]>): ControlError {
  const [[pointer, [sentence = '']] = ['', []]] = Object.entries(errors);
  return new ControlError('VALIDATION_FAILED', `${pointer && `${pointer}: `}${sentence}`, errors);
}

export const worldExists = (name: string): ControlError =>
  new ControlError('WORLD_EXISTS', `There is a world named ${name} already; delete it or use another name.`);
