// The panel of the overlay: the requests of the page, and why those that failed did.
import type { Signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { callControl, type Explanation, type LoggedRequest, type OverlayTarget } from './overlay-api.ts';

/** What the overlay shows. */
export type OverlayState = {
  target: OverlayTarget;
  /** the requests of this page, newest first */
  requests: Signal<readonly LoggedRequest[]>;
  /** why no requests arrive; null while the connection is open */
  problem: Signal<string | null>;
  opened: Signal<boolean>;
};

const hasFailed = ({ status }: LoggedRequest): boolean => status >= 400;

/** The button in the corner of the page and, when it is opened, the panel. */
export function Overlay(state: OverlayState) {
  const { requests, problem, opened } = state;
  const failed = requests.value.filter(hasFailed).length;
  const close = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') opened.value = false;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the panel wherever the focus is inside
    <div class="overlay" onKeyDown={close}>
      {opened.value && <Panel {...state} />}
      <button
        type="button"
        class={problem.value === null ? (failed > 0 ? 'toggle bad' : 'toggle') : 'toggle off'}
        aria-expanded={opened.value}
        onClick={() => {
          opened.value = !opened.value;
        }}
      >
        {problem.value === null
          ? `Mock: ${requests.value.length} requests${failed > 0 ? `, ${failed} failed` : ''}`
          : 'Mock: not connected'}
      </button>
    </div>
  );
}

function Panel({ target, requests, problem }: OverlayState) {
  const [onlyFailed, setOnlyFailed] = useState(false);
  const shown = requests.value.filter((request) => !onlyFailed || hasFailed(request));
  const console = `${target.origin}${target.world === null ? '/' : `/w/${encodeURIComponent(target.world)}/`}`;
  return (
    <section class="panel" aria-label="Requests of this page to the mock">
      <header>
        <label>
          <input
            type="checkbox"
            checked={onlyFailed}
            onChange={({ currentTarget }) => setOnlyFailed(currentTarget.checked)}
          />{' '}
          only failed
        </label>
        <a href={console} target="_blank" rel="noreferrer">
          Console
        </a>
        <button
          type="button"
          onClick={() => {
            requests.value = [];
          }}
        >
          Clear
        </button>
      </header>
      {problem.value !== null && <p role="alert">{problem.value}</p>}
      {shown.length === 0 && <p>This page has sent no {onlyFailed ? 'failed ' : ''}request yet.</p>}
      <ul>
        {shown.map((request) => (
          <Row key={request.id} request={request} target={target} console={console} />
        ))}
      </ul>
    </section>
  );
}

type RowProps = { request: LoggedRequest; target: OverlayTarget; console: string };

function Row({ request, target, console }: RowProps) {
  const { id, method, url, status, operation, rule, fields, disturbed } = request;
  const [open, setOpen] = useState(false);
  const cause = disturbed ?? (fields.length > 0 ? `${rule}: ${fields.join(', ')}` : rule);
  return (
    <li>
      <button type="button" class="row" aria-expanded={open} onClick={() => setOpen(!open)}>
        <span class={status < 400 ? 'status' : 'status bad'}>{status}</span>
        <span class="url">
          {method} {url}
        </span>
        <span class="cause">{cause ?? operation ?? ''}</span>
      </button>
      {open && <Details id={id} target={target} console={console} />}
    </li>
  );
}

function Details({ id, target, console }: { id: string; target: OverlayTarget; console: string }) {
  const [explanation, setExplanation] = useState<Explanation | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    callControl<Explanation>(target, 'GET', `/requests/${id}/explain`).then(setExplanation, (error: Error) =>
      setProblem(error.message),
    );
  }, [id]);
  if (problem !== null) return <p role="alert">{problem}</p>;
  if (explanation === null) return <p>…</p>;
  return (
    <div class="details">
      <p>{explanation.sentence}</p>
      {explanation.problems.length > 0 && (
        <ul>
          {explanation.problems.map(({ pointer, message }) => (
            <li key={`${pointer} ${message}`}>
              <code>{pointer || '/'}</code> {message}
            </li>
          ))}
        </ul>
      )}
      <RunAs id={id} target={target} />
      <a href={`${console}#/requests/${id}`} target="_blank" rel="noreferrer">
        Open {id} in the console
      </a>
    </div>
  );
}

/** Sends the request again as a persona, so that a developer sees whether the caller is the reason. */
function RunAs({ id, target }: { id: string; target: OverlayTarget }) {
  const [personas, setPersonas] = useState<readonly string[]>(['owner']);
  const [persona, setPersona] = useState('owner');
  const [result, setResult] = useState<string | null>(null);
  useEffect(() => {
    callControl<{ personas: object }>(target, 'GET', '/personas').then(
      ({ personas: all }) => setPersonas(Object.keys(all)),
      () => undefined,
    );
  }, []);
  const run = async (): Promise<void> => {
    try {
      const { status, id: newId } = await callControl<LoggedRequest>(
        target,
        'POST',
        `/requests/${id}/repeat`,
        { as: persona },
      );
      setResult(`As ${persona}, the reply is ${status} (${newId}).`);
    } catch (error) {
      setResult(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <div class="run">
      <button type="button" onClick={run}>
        Run as {persona}
      </button>
      <select
        aria-label="Persona"
        value={persona}
        onChange={({ currentTarget }) => setPersona(currentTarget.value)}
      >
        {personas.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      <span role="status">{result}</span>
    </div>
  );
}
