// Fills in the request of an operation for a form: the choices of who sends it and of the example, and what came of it.
import { useEffect, useRef, useState } from 'preact/hooks';
import { control } from '../../api/client.ts';
import { type ApiReply, callApi, memberErrors } from '../../api/platform.ts';
import { NOBODY, PersonaSelect } from '../../components/api-call.tsx';
import { Button, Field, Select } from '../../components/controls.tsx';
import { Problem } from '../../components/display.tsx';
import { chosenPersona, personas } from '../../state/world.ts';
import { choosePersona, type FilledRequest, fillIn, othersFor } from './fill-in/fill-in.ts';
import type { FillInWorld } from './fill-in/records.ts';
import { asObject } from './fill-in/records.ts';
import type { Operation } from './model/document.ts';
import { loadedReference } from './reference-state.ts';

const runningWorld = (): FillInWorld => ({
  personas: personas.value,
  async send({ method, path, bearer, body }) {
    const text = body === undefined ? '' : JSON.stringify(body);
    const { status, json } = await callApi(method, path, { bearer, body: text, own: true });
    return { status, body: json };
  },
  async codes() {
    const { codes } = await control('get', '/outbox');
    return Object.fromEntries(codes.map(({ persona, code }) => [persona, code]));
  },
});

/**
 * Fills in the request of an operation from the running world, and again with every choice of the user.
 * @param options `nobody`: whether the request can be sent without a credential, too
 */
export function useFillIn(operation: Operation, { nobody = false } = {}) {
  const reference = loadedReference();
  const examples = operation.body?.examples ?? [];
  const [example, setExample] = useState(examples[0]?.name);
  const [attempt, setAttempt] = useState(0);
  const [filled, setFilled] = useState<(FilledRequest & { persona: string }) | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const refusedPaths = useRef<readonly string[]>([]);

  const suited = choosePersona(reference, operation, runningWorld());
  const { value: chosen } = chosenPersona;
  const isPossible = chosen !== null && (chosen in personas.value || (nobody && chosen === NOBODY));
  const persona = isPossible ? chosen : suited;
  useEffect(() => {
    if (suited === '') return;
    let current = true;
    const caller = persona === NOBODY ? suited : persona;
    const options = { persona: caller, example, attempt, refused: refusedPaths.current };
    fillIn(reference, operation, runningWorld(), options).then(
      (found) => {
        if (!current) return;
        setFilled({ ...found, persona });
        setFailure(null);
      },
      (error: unknown) => current && setFailure(`The request could not be filled in: ${String(error)}`),
    );
    return () => {
      current = false;
    };
  }, [reference, operation, persona, example, attempt, suited]);

  return {
    persona,
    /** the request as it is filled in for the persona; null until it is */
    filled: filled?.persona === persona ? filled : null,
    failure,
    /** the other personas that may call the operation */
    others: othersFor(operation, suited, runningWorld(), persona),
    /**
     * Remembers what a reply refused: other values are then new texts for those members. A code and its challenge are used
     * up by any reply, so new ones are filled in.
     */
    noteReply: (reply: ApiReply): void => {
      refusedPaths.current = memberErrors(reply.json).map(([path]) => path);
      if (operation.anonymous && asObject(filled?.body)?.totp_code !== undefined) setAttempt(attempt + 1);
    },
    choices: (
      <>
        <PersonaSelect
          label={operation.anonymous ? 'Sign in as' : 'Send as'}
          value={persona}
          note={(name) => name === suited && 'suits this operation'}
          nobody={nobody}
        />
        {examples.length > 1 && (
          <Field label="Example">
            {(field) => (
              <Select
                {...field}
                value={example ?? ''}
                choose={setExample}
                options={examples.map(({ name, summary }) => [name, summary])}
              />
            )}
          </Field>
        )}
      </>
    ),
    notes: (
      <>
        {filled?.notes.map((note) => (
          <p key={note} class={filled.complete ? 'muted' : 'bad'}>
            {note}
          </p>
        ))}
        <Problem text={failure} />
      </>
    ),
    another: <Button onClick={() => setAttempt(attempt + 1)}>Fill in other values</Button>,
  };
}
