// The overlay for an app under development: one script element shows, beside the page, the requests that the page sent
// to the mock and why they failed. The mock must be started with `--cors <origin of the page>`.
//
//   <script src="http://127.0.0.1:4010/_mock/overlay.js" data-world="…" data-token="…"></script>
import { signal } from '@preact/signals';
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button, Checkbox, Select } from '../components/controls.tsx';
import {
  callControl,
  type Explanation,
  followRequests,
  isOfPage,
  type LoggedRequest,
  type OverlayTarget,
  targetOf,
} from './overlay-api.ts';

/** The style sheet as text; the build fills it in. */
declare const OVERLAY_CSS: string;

/** The maximum number of requests that are shown. */
const MAX_REQUESTS = 200;

/** The requests of this page, newest first. */
const requests = signal<readonly LoggedRequest[]>([]);
/** Why no requests arrive; null while the connection is open. */
const problem = signal<string | null>(null);
const opened = signal(false);

const hasFailed = ({ status }: LoggedRequest): boolean => status >= 400;

const script = document.currentScript;
if (script instanceof HTMLScriptElement) {
  const target = targetOf(script);
  if (document.body) show(target);
  else document.addEventListener('DOMContentLoaded', () => show(target));
}

function show(target: OverlayTarget): void {
  const host = document.createElement('hosting-contract-overlay');
  const root = host.attachShadow({ mode: 'open' });
  const style = new CSSStyleSheet();
  style.replaceSync(OVERLAY_CSS);
  root.adoptedStyleSheets = [style];
  document.body.append(host);
  render(<Overlay target={target} />, root);
  void follow(target);
}

async function follow(target: OverlayTarget): Promise<void> {
  const add = (newer: readonly LoggedRequest[]): void => {
    const known = new Set(requests.value.map(({ id }) => id));
    const added = newer.filter(({ id }) => !known.has(id));
    requests.value = [...added, ...requests.value].slice(0, MAX_REQUESTS);
  };
  /** Shows the requests that pages of this origin sent before the overlay was connected. */
  const loadEarlier = async (): Promise<void> => {
    const path = `/requests?limit=${MAX_REQUESTS}`;
    const { requests: logged } = await callControl<{ requests: LoggedRequest[] }>(target, 'GET', path);
    add(logged.filter(isOfPage).reverse());
  };
  await followRequests(
    target,
    (request) => add([request]),
    (reason) => {
      problem.value = reason;
      if (reason === null) loadEarlier().catch(() => undefined);
    },
  );
}

/** The button in the corner of the page and, when it is opened, the panel. */
function Overlay({ target }: { target: OverlayTarget }) {
  const failed = requests.value.filter(hasFailed).length;
  const isOff = problem.value !== null;
  const close = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') opened.value = false;
  };
  const toggle = (): void => {
    opened.value = !opened.value;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the panel wherever the focus is inside
    <div class="overlay" onKeyDown={close}>
      {opened.value && <Requests target={target} />}
      <div class={isOff ? 'toggle off' : failed > 0 ? 'toggle bad' : 'toggle'}>
        <Button aria-expanded={opened.value} onClick={toggle}>
          {isOff
            ? 'Mock: not connected'
            : `Mock: ${requests.value.length} requests${failed > 0 ? `, ${failed} failed` : ''}`}
        </Button>
      </div>
    </div>
  );
}

function Requests({ target }: { target: OverlayTarget }) {
  const [onlyFailed, setOnlyFailed] = useState(false);
  const shown = requests.value.filter((request) => !onlyFailed || hasFailed(request));
  const console = `${target.origin}${target.world === null ? '/' : `/w/${encodeURIComponent(target.world)}/`}`;
  const clear = (): void => {
    requests.value = [];
  };
  return (
    <section class="requests" aria-label="Requests of this page to the mock">
      <header>
        <Checkbox text="only failed" checked={onlyFailed} change={setOnlyFailed} />
        <a href={console} target="_blank" rel="noreferrer">
          Console
        </a>
        <Button kind="small" onClick={clear}>
          Clear
        </Button>
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
      <button type="button" class="entry" aria-expanded={open} onClick={() => setOpen(!open)}>
        <span class={status < 400 ? 'good' : 'bad'}>{status}</span>
        <span>
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
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    callControl<Explanation>(target, 'GET', `/requests/${id}/explain`).then(setExplanation, (error: Error) =>
      setFailure(error.message),
    );
  }, [id]);
  if (failure !== null) return <p role="alert">{failure}</p>;
  if (explanation === null) return <p>…</p>;
  return (
    <div class="details">
      <p>{explanation.sentence}</p>
      <ul>
        {explanation.problems.map(({ pointer, message }) => (
          <li key={`${pointer} ${message}`}>
            <code>{pointer || '/'}</code> {message}
          </li>
        ))}
      </ul>
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
    const path = `/requests/${id}/repeat`;
    try {
      const repeated = await callControl<LoggedRequest>(target, 'POST', path, { as: persona });
      setResult(`As ${persona}, the reply is ${repeated.status} (${repeated.id}).`);
    } catch (error) {
      setResult(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <p class="flow">
      <Button kind="small" onClick={run}>
        Run as {persona}
      </Button>
      <Select label="Persona" value={persona} choose={setPersona} options={personas} />
      <span role="status">{result}</span>
    </p>
  );
}
