// Imports optional packages that only some commands need.

/**
 * Imports a module that needs an optional package.
 * @param what the feature that needs the package, for the error message
 * @throws Error with one line that says how to install the package
 */
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
