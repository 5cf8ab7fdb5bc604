// How V8 is told that a server is starting: almost everything runs once, so nothing is worth optimising yet.
const { setFlagsFromString } = process.getBuiltinModule('v8');

type V8Feature = 'lazy' | 'opt' | 'maglev';

/** Loads modules compiled whole, so that the compile cache keeps their functions too. */
export const compileEagerly = <A>(load: () => Promise<A>): Promise<A> =>
  withoutV8Features(['lazy', 'opt', 'maglev'], load);

/** Runs what runs once; no core is taken up by optimising it. */
export const withoutOptimizer = <A>(start: () => Promise<A>): Promise<A> =>
  withoutV8Features(['opt', 'maglev'], start);

/** V8's defaults are back when it ends. Together a fifth of the start, where there is one core. */
async function withoutV8Features<A>(habits: readonly V8Feature[], run: () => Promise<A>): Promise<A> {
  for (const habit of habits) setFlagsFromString(`--no-${habit}`);
  try {
    return await run();
  } finally {
    for (const habit of habits) setFlagsFromString(`--${habit}`);
  }
}
