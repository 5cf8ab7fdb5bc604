// Why the laboratory does not do what it is asked.

/** Thrown by the laboratory's calls; the door makes a reply of it. Nothing was changed. */
export class ControlError extends Error {
  readonly status: 404 | 409 | 422;
  /** UPPER_SNAKE */
  readonly code: string;
  /** what is wrong with what was sent, by JSON pointer (RFC 6901); the empty pointer is the whole of it */
  readonly errors: Readonly<Record<string, string[]>> | null;

  constructor(
    status: ControlError['status'],
    code: string,
    message: string,
    errors?: Record<string, string[]>,
  ) {
    super(message);
    this.name = 'Trouble';
    this.status = status;
    this.code = code;
    this.errors = errors ?? null;
  }
}

/** What was sent cannot be used. @param errors by JSON pointer */
export function invalidInput(errors: Record<string, string[]>, message?: string): ControlError {
  const [first = ''] = Object.values(errors).flat();
  const [pointer = ''] = Object.keys(errors);
  const text = message ?? `${pointer === '' ? '' : `${pointer}: `}${first}`;
  return new ControlError(422, 'VALIDATION_FAILED', text, errors);
}
