// Runs functions after the input of the present turn of the event loop.
const waiting: (() => void)[] = [];

/**
 * Runs a function when all input that has arrived is read. Functions of the same turn run one after the other, without
 * anything in between, so that what they start can go together. An error of one is an uncaught error, as in a timer, after
 * the others have run.
 */
export function afterInput(run: () => void): void {
  if (waiting.push(run) > 1) return;
  setImmediate(() => {
    for (const one of waiting.splice(0)) {
      try {
        one();
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  });
}
