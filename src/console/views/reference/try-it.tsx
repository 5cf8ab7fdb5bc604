// The request to try: who sends it, its parameters and its body, filled in from the running world.
import { useEffect, useRef, useState } from 'preact/hooks';
import { personas, worldName } from '../../state/world.ts';
import { choosePersona, type FilledRequest, fillIn } from './fill-in/fill-in.ts';
import { bearerOf } from './fill-in/world.ts';
import type { Operation, Reference } from './model/document.ts';
import type { SnippetRequest } from './model/snippets.ts';
import { Fields, OptionalFields, type Values } from './parameter-fields.tsx';
import { apiBase, chosenPersona, runningWorld } from './reference-state.ts';
import { ReplyView } from './reply-view.tsx';
import { type ReplyShown, refusedMembers, sendRequest } from './send.ts';
import { Snippets } from './snippets-view.tsx';

/** Stands for a request without a credential. */
const NOBODY = 'nobody';

type Draft = { path: Values; query: Values; headers: Values; body: string };
const EMPTY: Draft = { path: {}, query: {}, headers: {}, body: '' };

type Props = { reference: Reference; operation: Operation };

/** The form of the request, its snippets, and the reply. */
export function TryIt({ reference, operation }: Props) {
  const [draft, setDraft] = useState<Draft>(EMPTY);
  const [filled, setFilled] = useState<(FilledRequest & { persona: string }) | null>(null);
  const [example, setExample] = useState<string | undefined>(operation.body?.examples[0]?.name);
  const [attempt, setAttempt] = useState(0);
  const [reply, setReply] = useState<ReplyShown | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [sending, setSending] = useState<AbortController | null>(null);
  const refused = useRef<readonly string[]>([]);

  const names = Object.keys(personas.value);
  const suited = choosePersona(reference, operation, runningWorld());
  const persona = chosenPersona.value ?? suited;
  useEffect(() => {
    if (names.length === 0) return;
    let current = true;
    const options = {
      persona: persona === NOBODY ? suited : persona,
      example,
      attempt,
      refused: refused.current,
    };
    fillIn(reference, operation, runningWorld(), options).then(
      (found) => {
        if (!current) return;
        setFilled({ ...found, persona });
        setFailure(null);
        const { path, query, body } = found;
        setDraft(({ headers }) => ({
          path,
          query,
          headers,
          body: body === null ? '' : JSON.stringify(body, null, 2),
        }));
      },
      (error: unknown) => current && setFailure(`The request could not be filled in: ${String(error)}`),
    );
    return () => {
      current = false;
    };
  }, [reference, operation, persona, example, attempt, names.length === 0]);

  const own = personas.value[persona];
  const isAnonymous = operation.anonymous || persona === NOBODY;
  const token = isAnonymous ? null : ((filled?.persona === persona ? filled.bearer : null) ?? bearerOf(own));
  const request: SnippetRequest = {
    baseUrl: apiBase(),
    operation,
    ...draft,
    credential: token === null ? null : { token, isApiKey: token === own?.apiKey },
  };
  // A key does what the token of the same user does, and is a tenth as long.
  const key = operation.sessionOnly || token === null ? undefined : own?.apiKey;
  const shown = key === undefined ? request : { ...request, credential: { token: key, isApiKey: true } };
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const controller = new AbortController();
    setSending(controller);
    setFailure(null);
    try {
      const received = await sendRequest(request, controller.signal);
      refused.current = refusedMembers(received);
      setReply(received);
    } catch (error) {
      setReply(null);
      setFailure(
        controller.signal.aborted
          ? 'Cancelled before the reply came.'
          : `There was no reply: ${String(error)}`,
      );
    }
    setSending(null);
  };
  const fields = (place: 'path' | 'query' | 'header') =>
    operation.parameters.filter((one) => one.in === place);
  const examples = operation.body?.examples ?? [];
  return (
    <>
      <section class="panel">
        <form class="try" aria-label="Try it" onSubmit={send}>
          <div class="try-head">
            <h3>Try it</h3>
            <span class="muted">in {worldName()}</span>
          </div>
          <label class="field">
            <span>{operation.anonymous ? 'Sign in as' : 'Send as'}</span>
            <select
              class="select"
              value={persona}
              onChange={({ currentTarget }) => choose(currentTarget.value)}
            >
              {names.map((name) => (
                <option key={name} value={name}>
                  {`${name}${name === suited ? ' (suits this operation)' : ''}`}
                </option>
              ))}
              <option value={NOBODY}>nobody (no credential)</option>
            </select>
          </label>
          <Fields
            parameters={fields('path')}
            values={draft.path}
            set={(path) => setDraft({ ...draft, path })}
          />
          <OptionalFields
            title="Query"
            parameters={fields('query')}
            values={draft.query}
            set={(query) => setDraft({ ...draft, query })}
          />
          <OptionalFields
            title="Headers"
            parameters={fields('header')}
            values={draft.headers}
            set={(headers) => setDraft({ ...draft, headers })}
          />
          {operation.body && (
            <>
              {examples.length > 1 && (
                <label class="field">
                  <span>Example</span>
                  <select
                    class="select"
                    value={example ?? ''}
                    onChange={({ currentTarget }) => setExample(currentTarget.value)}
                  >
                    {examples.map(({ name, summary }) => (
                      <option key={name} value={name}>
                        {summary}
                      </option>
                    ))}
                  </select>
                </label>
              )}
              <label class="field">
                <span>Body</span>
                <textarea
                  class="input code-input"
                  spellcheck={false}
                  rows={Math.min(18, Math.max(3, draft.body.split('\n').length))}
                  value={draft.body}
                  onInput={({ currentTarget }) => setDraft({ ...draft, body: currentTarget.value })}
                />
              </label>
            </>
          )}
          {filled?.notes.map((note) => (
            <p key={note} class={filled.complete ? 'muted' : 'field-error'}>
              {note}
            </p>
          ))}
          {failure !== null && (
            <p class="field-error" role="alert">
              {failure}
            </p>
          )}
          <div class="try-actions">
            {sending ? (
              <button type="button" class="button" onClick={() => sending.abort()}>
                Cancel
              </button>
            ) : (
              <button
                type="submit"
                class="button button-primary"
                disabled={filled === null && failure === null}
              >
                Send
              </button>
            )}
            {(operation.body ?? fields('path')[0]) && (
              <button type="button" class="button" onClick={() => setAttempt(attempt + 1)}>
                Fill in other values
              </button>
            )}
          </div>
        </form>
        {reply && <ReplyView reply={reply} />}
      </section>
      <Snippets request={shown} />
    </>
  );
}

function choose(name: string): void {
  chosenPersona.value = name;
}
