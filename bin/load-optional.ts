// Packages of the project that only some commands need.

/** Loads what stands on a package that is in the project only where it is wanted. @throws Error in one line when it is not there */
export async function loadOptional<A>(
  load: () => Promise<A>,
  { what, missing }: { what: string; missing: string },
): Promise<A> {
  try {
    return await load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes(`'${missing}'`)) throw error;
    throw new Error(`${what} needs ${missing} in your project: npm install -D ${missing}`);
  }
}
