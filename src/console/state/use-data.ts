// Loads the data of a view: at first, when the connection was lost and is back, and when the view asks for it.
import { effect } from '@preact/signals';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { ControlError } from '../api/client.ts';
import { type ControlEvent, connectionCount, onEvents } from '../api/events.ts';
import { titleOf } from '../components/display.tsx';
import { toast } from '../components/toast.tsx';
import { PagedList, type Part, type Read } from './paged-list.ts';
import { loadWorld } from './world.ts';

/** The events of the mock upon which data is loaded again: changes of the world and its clock, requests, or both. */
const EVENTS = {
  changes: ['commit', 'world'],
  requests: ['request', 'log'],
  all: ['commit', 'world', 'request', 'log'],
} as const satisfies Record<string, ControlEvent['type'][]>;

type Occasion = keyof typeof EVENTS;

/** Data that is loaded: null until it is there, and the error of the last try. */
type LoadedData<A> = { data: A | null; error: ControlError | null; reload: () => void };

/**
 * Loads data with `load`, and again whenever one of `inputs` changes. Former data stays until new data is there.
 * @param load must throw a `ControlError` only
 * @param options `on`: the events after which it is loaded again, at most once a second
 */
export function useData<A>(
  load: () => Promise<A>,
  { inputs = [], on }: { inputs?: readonly unknown[]; on?: Occasion } = {},
): LoadedData<A> {
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
  useEffect(() => (on === undefined ? undefined : reloadOn(on, reload)), [on]);
  return { data, error, reload };
}

/** The least time between two loads that events cause, in ms. */
const MIN_RELOAD_MS = 1000;

// Calls `reload` after events, at most once a second. Returns a function that ends it.
function reloadOn(occasion: Occasion, reload: () => void): () => void {
  const kinds: readonly string[] = EVENTS[occasion];
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
}

/**
 * Opens a list with every connection and with every change of `inputs`, and reads it again after events. Returns the
 * former list until the new one is loaded; null while there is none.
 */
export function useList<Item extends { id: string }, Reply extends Read<Item>>(
  load: (part: Part) => Promise<Reply>,
  { inputs, on }: { inputs: readonly unknown[]; on: Occasion },
): PagedList<Item, Reply> | null {
  const [shown, setShown] = useState<PagedList<Item, Reply> | null>(null);
  const connected = connectionCount.value;
  useEffect(() => {
    const list = new PagedList<Item, Reply>(load);
    const stop = reloadOn(on, () => list.reload());
    const stopWaiting = effect(() => {
      if (list.start.value || list.error.value) setShown(list);
    });
    return () => {
      stopWaiting();
      stop();
    };
  }, [connected, ...inputs]);
  // Renders again whenever the items change.
  void shown?.version.value;
  void shown?.error.value;
  return shown;
}

/** What the mock says about the values of a form, by JSON pointer. */
type Problems = ControlError['errors'];

/**
 * Calls the control API for a button: shows a message when it is done, or the reason of the refusal.
 * @param done the message after success; none for an empty text
 * @param undo takes the call back; the message then has a button for it
 * @returns the result of a call that succeeded; null after a refusal
 */
export async function act<A>(
  call: () => Promise<A>,
  done: string | ((result: A) => string),
  undo?: () => Promise<unknown>,
  setProblems: (problems: Problems) => void = () => {},
): Promise<{ result: A } | null> {
  try {
    const result = await call();
    const text = typeof done === 'string' ? done : done(result);
    if (text !== '') toast(text, 'info', undo && (() => void undo()));
    setProblems({});
    return { result };
  } catch (error) {
    toast(error instanceof ControlError ? refusalText(error) : String(error), 'error');
    if (error instanceof ControlError) setProblems(error.errors);
    return null;
  }
}

/** Like `act`, for a form, with a function that returns what the mock says about a field of the body. */
export function useForm() {
  const [problems, setProblems] = useState<Problems>({});
  return {
    problemsOf: (field: string): readonly string[] | undefined => problems[`/${field}`],
    send: <A>(call: () => Promise<A>, done: string | ((result: A) => string)) =>
      act(call, done, undefined, setProblems),
  };
}

/** Loads everything again. */
export async function refresh(): Promise<void> {
  await loadWorld();
  connectionCount.value += 1;
}

function refusalText({ code, message, errors }: ControlError): string {
  if (code !== 'VALIDATION_FAILED') return message;
  const details = Object.entries(errors).flatMap(([pointer, reasons]) =>
    reasons.map((reason) => `${titleOf(pointer.slice(1))} ${reason}`.trim()),
  );
  return details.join(' ');
}
