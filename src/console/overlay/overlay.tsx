// The overlay for an app under development: one script element shows, beside the page, the requests that the page sent
// to the mock and why they failed. The mock must be started with `--cors <origin of the page>`.
//
//   <script src="http://127.0.0.1:4010/_mock/overlay.js" data-world="…" data-token="…"></script>
import { signal } from '@preact/signals';
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { requestControl, type Schema } from '../api/request.ts';
import { readEvents } from '../api/sse.ts';
import { Button, Checkbox, Select } from '../components/controls.tsx';

/** The style sheet as text; the build fills it in. */
declare const OVERLAY_CSS: string;

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
  // Shows the requests that pages of this origin sent before the overlay was connected.
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
        <Button onClick={clear}>Clear</Button>
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
  const { id, method, url, status, operation, rule, code, fields, disturbed } = request;
  const reason = code === rule ? code : `${code} (${rule})`;
  const [open, setOpen] = useState(false);
  const cause = disturbed ?? (fields.length > 0 ? `${reason}: ${fields.join(', ')}` : reason);
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

// Sends the request again as a persona, so that a developer sees whether the caller is the reason.
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
      <Button onClick={run}>Run as {persona}</Button>
      <Select label="Persona" value={persona} choose={setPersona} options={personas} />
      <span role="status">{result}</span>
    </p>
  );
}

type LoggedRequest = Schema<'Request'>;
type Explanation = Schema<'Explanation'>;

/** The mock that the overlay watches, as the attributes of its script element name it. */
type OverlayTarget = {
  /** the origin of the script, such as `http://127.0.0.1:4010` */
  origin: string;
  /** the world that the app uses; the main world when null */
  world: string | null;
  /** the control token; null when the mock requires none */
  token: string | null;
};

function targetOf(script: HTMLScriptElement): OverlayTarget {
  const { world = null, token = null } = script.dataset;
  return { origin: new URL(script.src).origin, world, token };
}

// Calls the control API. Throws Error with the message of the mock; a page that is not allowed gets a sentence that
// names the flag.
async function callControl<T>(
  target: OverlayTarget,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<T> {
  const reply = await open(target, path, { method, ...(body && { body: JSON.stringify(body) }) });
  return (await reply.json()) as T;
}

function open({ origin, world, token }: OverlayTarget, path: string, init: RequestInit): Promise<Response> {
  const base = world === null ? '' : `/w/${encodeURIComponent(world)}`;
  const unreachable = `${origin} does not answer this page. Start the mock with --cors ${location.origin}.`;
  const options = { token, unreachable };
  return requestControl(`${origin}${base}/_mock/v1${path}`, { ...init, credentials: 'omit' }, options);
}

// Tells whether a page of this origin sent a request, and no tool such as the console by itself.
const isOfPage = ({ page, tool }: LoggedRequest): boolean => page === location.origin && tool === null;

/** The time until the event stream is opened again after it broke, in ms. */
const RETRY_MS = 2000;

// Follows the requests to the mock until the page is closed. `onState`: receives null when the stream is open, and the
// reason when it is not.
async function followRequests(
  target: OverlayTarget,
  onRequest: (request: LoggedRequest) => void,
  onState: (problem: string | null) => void,
): Promise<never> {
  for (;;) {
    try {
      const reply = await open(target, '/events', {});
      onState(null);
      for await (const { type, data } of readEvents(reply)) {
        const request = type === 'request' ? (JSON.parse(data) as LoggedRequest) : null;
        if (request !== null && isOfPage(request)) onRequest(request);
      }
      onState('The mock has closed the connection.');
    } catch (error) {
      onState(error instanceof Error ? error.message : String(error));
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}
