// Turns the errors of SQLite and of the file system into errors of a store.
import { damagedError, StorageError, type StorageErrorCode } from '../world-store.ts';

/** SQLite's result codes (https://www.sqlite.org/rescode.html) that mean something else than an I/O error. */
const CODES: Record<number, StorageErrorCode> = {
  ...{ 5: 'in use', 6: 'in use', 11: 'damaged', 13: 'full', 26: 'damaged' },
  // Extended ones: a read past the end of the file, and no space for the index of the log.
  ...{ 522: 'damaged', 4874: 'full' },
};

/**
 * Makes a `StorageError` of any error.
 * @param reading true while the file is checked: errors of other kinds then mean that its content is damaged
 */
export function storageError(file: string, error: unknown, reading = false): StorageError {
  if (error instanceof StorageError) return error;
  const { code, errcode, errstr, message } = error as NodeJS.ErrnoException & {
    errcode?: number;
    errstr?: string;
  };
  const what = oneLine(errstr ?? message ?? String(error));
  const kind = typeof errcode === 'number' ? (CODES[errcode] ?? CODES[errcode & 0xff]) : undefined;
  if (kind === 'full')
    return new StorageError(
      kind,
      `${file} cannot grow: the disk or the file's limit is full. Free some space; nothing of the change was stored.`,
      error,
    );
  if (kind === 'in use')
    return new StorageError(
      kind,
      `${file} is in use by another process; end it, or give another file.`,
      error,
    );
  if (kind === 'damaged' || (reading && errcode === undefined && !isSystemCode(code)))
    return damagedError(file, what, error);
  return new StorageError(
    'unavailable',
    `${file} cannot be used: ${what}${isSystemCode(code) ? advice(code) : '; check the disk'}.`,
    error,
  );
}

const isSystemCode = (code: unknown): code is string => typeof code === 'string' && /^E[A-Z0-9]+$/.test(code);

const advice = (code: string): string =>
  ['EACCES', 'EPERM', 'EROFS'].includes(code)
    ? '; this user must be able to read and write it and its folder'
    : '';

/** Removes line breaks and other control characters from a text for a message. */
export const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').replace(/\.$/, '');
