// The request to try: who sends it, its parameters and its body, filled in from the running world; and its snippets.
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { type ApiReply, apiBase, bearerOf, callApi, memberErrors } from '../../api/platform.ts';
import { JsonField, type Member, MemberField, NOBODY, ReplyView } from '../../components/api-call.tsx';
import { Button, CopyButton, Field, Submit } from '../../components/controls.tsx';
import { Problem } from '../../components/display.tsx';
import { Tabs } from '../../components/panel.tsx';
import { chosenPersona, personas, worldName } from '../../state/world.ts';
import type { Operation, Parameter } from './model/document.ts';
import { addressOf, callSnippet, clientSnippet, curlSnippet, type SnippetRequest } from './model/snippets.ts';
import { useFillIn } from './use-fill-in.tsx';

type Values = Readonly<Record<string, string>>;
type Draft = { path: Values; query: Values; header: Values; body: string };
const EMPTY: Draft = { path: {}, query: {}, header: {}, body: '' };
const PLACES = { path: '', query: 'Query', header: 'Headers' } as const;

/** The form of the request, its snippets, and the reply. */
export function TryIt({ operation }: { operation: Operation }) {
  const {
    persona,
    filled,
    failure: notFilled,
    choices,
    notes,
    another,
    ...fill
  } = useFillIn(operation, { nobody: true });
  const [draft, setDraft] = useState<Draft>(EMPTY);
  const [reply, setReply] = useState<ApiReply | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [sending, setSending] = useState<AbortController | null>(null);
  useEffect(() => {
    if (filled === null) return;
    const { path, query, body } = filled;
    const text = body === null ? '' : JSON.stringify(body, null, 2);
    setDraft(({ header }) => ({ path, query, header, body: text }));
    setFailure(null);
  }, [filled]);

  // The persona that was chosen for another operation may not suit this one.
  useLayoutEffect(() => {
    chosenPersona.value = null;
  }, []);

  const own = personas.value[persona];
  const isAnonymous = operation.anonymous || persona === NOBODY;
  const token = isAnonymous ? null : (filled?.bearer ?? bearerOf(own));
  const { header: headers, ...values } = draft;
  const request: SnippetRequest = {
    ...{ baseUrl: apiBase(), operation, ...values, headers },
    credential: token === null ? null : { token, isApiKey: token === own?.apiKey },
  };
  // A key does what the token of the same user does, and is a tenth as long.
  const key = operation.sessionOnly || token === null ? undefined : own?.apiKey;
  const shown = key === undefined ? request : { ...request, credential: { token: key, isApiKey: true } };
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (sending) return;
    const { method } = operation;
    const controller = new AbortController();
    const { signal } = controller;
    setSending(controller);
    setFailure(null);
    try {
      const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
      const call = { bearer: token, headers: given, body: draft.body, signal };
      const received = await callApi(method, addressOf(request), call);
      fill.noteReply(received);
      setReply(received);
    } catch (error) {
      setReply(null);
      setFailure(
        signal.aborted ? 'Cancelled before the reply came.' : `There was no reply: ${String(error)}`,
      );
    }
    setSending(null);
  };
  const names = operation.parameters.map(({ name }) => name);
  const problems = memberErrors(reply?.json);
  return (
    <>
      <section class="card">
        <form class="section" aria-label="Try it" onSubmit={send}>
          <div class="page-head">
            <h3>Try it</h3>
            <span class="muted">in {worldName()}</span>
          </div>
          {choices}
          {Object.entries(PLACES).map(([place, title]) => (
            <Fields
              key={place}
              title={title}
              parameters={operation.parameters.filter((one) => one.in === place)}
              values={draft[place as keyof typeof PLACES]}
              set={(given) => setDraft({ ...draft, [place]: given })}
              problems={Object.fromEntries(problems)}
            />
          ))}
          {operation.body && (
            <Field
              label="Body"
              problems={problems.flatMap(([path, sentences]) => (names.includes(path) ? [] : sentences))}
            >
              {(field) => (
                <JsonField {...field} value={draft.body} change={(body) => setDraft({ ...draft, body })} />
              )}
            </Field>
          )}
          {notes}
          <Problem text={failure} />
          <div class="flow">
            <Submit disabled={filled === null && notFilled === null} aria-disabled={sending !== null}>
              Send
            </Submit>
            {sending && <Button onClick={() => sending.abort()}>Cancel</Button>}
            {(operation.body ?? operation.parameters.some((one) => one.in === 'path')) && another}
          </div>
        </form>
        {reply?.status === 403 && fill.others.length > 0 && (
          <p class="flow">
            Try it
            {fill.others.map((name) => (
              <Button
                key={name}
                onClick={() => {
                  chosenPersona.value = name;
                }}
              >
                as {name}
              </Button>
            ))}
          </p>
        )}
        {reply && <ReplyView reply={reply} />}
      </section>
      <Snippets request={shown} />
    </>
  );
}

type FieldsProps = {
  title: string;
  parameters: readonly Parameter[];
  values: Values;
  set: (values: Values) => void;
  problems: Readonly<Record<string, readonly string[]>>;
};

// One field for each parameter. Those under a title can be left out; they are folded unless one is required.
function Fields({ title, parameters, values, set, problems }: FieldsProps) {
  if (parameters.length === 0) return null;
  const fields = parameters.map((one) => (
    <MemberField
      key={one.name}
      member={memberOf(one)}
      text={values[one.name] ?? ''}
      problems={problems[one.name] ?? []}
      change={(value) => set({ ...values, [one.name]: value })}
    />
  ));
  if (title === '') return <>{fields}</>;
  const given = Object.values(values).filter((value) => value !== '').length;
  return (
    <details open={parameters.some(({ required }) => required)}>
      <summary>
        {title} <span class="muted">{given === 0 ? `${parameters.length} available` : `${given} given`}</span>
      </summary>
      {fields}
    </details>
  );
}

const memberOf = ({ name, required, description, schema, example }: Parameter): Member => ({
  ...{ name, required, description },
  input: schema.enum ? 'options' : 'text',
  options: (schema.enum ?? []).map(String),
  example: example === undefined ? '' : String(example),
});

const SNIPPETS = [
  { id: 'curl', title: 'curl', build: curlSnippet },
  { id: 'client', title: 'Typed client', build: clientSnippet },
  { id: 'fetch', title: 'fetch', build: (request: SnippetRequest) => callSnippet(request, 'fetch') },
  { id: 'python', title: 'Python', build: (request: SnippetRequest) => callSnippet(request, 'python') },
  { id: 'php', title: 'PHP', build: (request: SnippetRequest) => callSnippet(request, 'php') },
] as const;

function Snippets({ request }: { request: SnippetRequest }) {
  const [current, setCurrent] = useState('curl');
  const tabs = SNIPPETS.map(({ id, title, build }) => {
    const text = build(request);
    const content = () => (
      <div class="snippet">
        <CopyButton text={text} label={`Copy the ${title} snippet`} />
        <pre class="code">{text}</pre>
      </div>
    );
    return { id, title, content };
  });
  return (
    <section class="card">
      <Tabs label="Snippets" current={current} choose={setCurrent} tabs={tabs} />
    </section>
  );
}
