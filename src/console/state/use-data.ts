// Loads the data of a view: at first, when the connection was lost and is back, and when the view asks for it.
import { useCallback, useEffect, useState } from 'preact/hooks';
import { ControlError } from '../api/client.ts';
import { type ControlEvent, connectionCount, onEvents } from '../api/events.ts';
import { toast } from '../components/toast.tsx';

/** Data that is loaded: null until it is there, and the error of the last try. */
export type LoadedData<A> = { data: A | null; error: ControlError | null; reload: () => void };

/**
 * Loads data with `load`, and again whenever one of `inputs` changes. Former data stays until new data is there.
 * @param load must throw a `ControlError` only
 */
export function useData<A>(load: () => Promise<A>, inputs: readonly unknown[] = []): LoadedData<A> {
  const [data, setData] = useState<A | null>(null);
  const [error, setError] = useState<ControlError | null>(null);
  const [round, setRound] = useState(0);
  const connected = connectionCount.value;
  useEffect(() => {
    let current = true;
    load().then(
      (loaded) => {
        if (!current) return;
        setData(loaded);
        setError(null);
      },
      (failure: unknown) => {
        if (current && failure instanceof ControlError) setError(failure);
      },
    );
    return () => {
      current = false;
    };
  }, [connected, round, ...inputs]);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  return { data, error, reload };
}

/** The least time between two loads that events cause, in ms. */
const MIN_RELOAD_MS = 1000;
const CHANGES = ['commit', 'world'] as const;
const REQUESTS = ['request'] as const;
const ALL = [...CHANGES, ...REQUESTS];

/** Calls `reload` when the world or its clock has changed, at most once a second. */
export const useReloadOnCommit = (reload: () => void): void => useReloadOn(CHANGES, reload);

/** Calls `reload` when the world has answered a request, at most once a second. */
export const useReloadOnRequest = (reload: () => void): void => useReloadOn(REQUESTS, reload);

/** Calls `reload` when anything has happened in the world, at most once a second. */
export const useReloadOnAny = (reload: () => void): void => useReloadOn(ALL, reload);

function useReloadOn(kinds: readonly ControlEvent['type'][], reload: () => void): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let changed = false;
    const reloadIfChanged = (): void => {
      timer = undefined;
      if (!changed) return;
      changed = false;
      timer = setTimeout(reloadIfChanged, MIN_RELOAD_MS);
      reload();
    };
    const stop = onEvents((events) => {
      changed ||= events.some(({ type }) => kinds.includes(type));
      if (timer === undefined) reloadIfChanged();
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [reload]);
}

/**
 * Calls the control API for a button: shows a message when it is done, or the reason of the refusal.
 * @param done the message after success
 * @returns whether the call succeeded
 */
export async function act(call: () => Promise<unknown>, done: string): Promise<boolean> {
  try {
    await call();
    toast(done);
    return true;
  } catch (error) {
    toast(error instanceof ControlError ? refusalText(error) : String(error), 'error');
    return false;
  }
}

/** Joins the message of a refusal with what it says about each value. */
function refusalText({ message, errors }: ControlError): string {
  const details = Object.entries(errors).flatMap(([pointer, reasons]) =>
    reasons.filter((reason) => !message.includes(reason)).map((reason) => `${pointer} ${reason}`),
  );
  return [message, ...details].join(' ');
}
