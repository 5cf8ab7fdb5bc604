// The form that calls an operation which creates or changes a record: a field for each member of the body, and the reply.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { JsonSchema } from '../../../contract/openapi.ts';
import { ControlError } from '../../api/client.ts';
import { type ApiReply, callApi, memberErrors } from '../../api/platform.ts';
import { type Member, MemberField, ReplyView } from '../../components/api-call.tsx';
import { Submit } from '../../components/controls.tsx';
import { Problem } from '../../components/display.tsx';
import type { Operation, Reference } from '../reference/model/document.ts';

/** A field of the form: a member of the body, or a parameter of the path. */
type FormMember = Member & { inPath: boolean };

/** The parameters of the path, such as the id of the record above, as members that are typed in. */
export const pathMembers = ({ parameters }: Operation): FormMember[] =>
  parameters
    .filter((one) => one.in === 'path')
    .map(({ name, description }) => ({
      ...{ name, description, inPath: true, required: true },
      ...{ input: 'text', options: [] },
    }));

/** Lists the members of a body, in the order of the document; of a body with several forms those of all forms. */
export function bodyMembers(reference: Reference, body: JsonSchema | null | undefined): FormMember[] {
  const parts = (schema: JsonSchema): JsonSchema[] => {
    const { allOf = [], oneOf = [], anyOf = [], ...own } = reference.resolve(schema);
    return [own, ...[...allOf, ...oneOf, ...anyOf].flatMap(parts)];
  };
  const all = parts(body ?? {});
  const required = new Set(all.flatMap((part) => part.required ?? []));
  const members = new Map(all.flatMap(({ properties = {} }) => Object.entries(properties)));
  return [...members].map(([name, schema]) => bodyMember(name, parts(schema), required.has(name)));
}

const INPUTS: Readonly<Record<string, Member['input']>> = {
  boolean: 'boolean',
  integer: 'number',
  number: 'number',
  string: 'text',
};

function bodyMember(name: string, parts: readonly JsonSchema[], required: boolean): FormMember {
  const types = new Set(parts.flatMap(({ type = [] }) => type));
  const values = parts.flatMap((part) => part.enum ?? (part.const === undefined ? [] : [part.const]));
  const nullable = types.delete('null') || values.includes(null);
  const options = values.filter((value) => typeof value === 'string');
  const [type = ''] = types.size === 1 ? types : [];
  const description = parts.find((part) => part.description !== undefined)?.description ?? '';
  const input = options.length > 0 ? 'options' : (INPUTS[type] ?? 'json');
  return { name, inPath: false, required, input, options, nullable, description };
}

export function startText(value: unknown): string {
  if (value === null || value === undefined || value === '***') return '';
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}

// Parses what the user typed for a member. An empty text is null where null is permitted, and else a member that is
// left out; texts are sent as they are. Throws Error for a text that is no JSON.
function parseField({ input, nullable }: Member, text: string): unknown {
  if (text === '') return nullable ? null : input === 'text' ? '' : undefined;
  if (input === 'boolean') return text === 'true';
  // A text that is no number is sent as it is: the reply of the API says what is wrong.
  if (input === 'number') return Number.isNaN(Number(text)) ? text : Number(text);
  return input === 'json' ? (JSON.parse(text) as unknown) : text;
}

/** The problems of a body: by the name of the member, and under the empty name those of no member. */
type Problems = Record<string, string[]>;

function problemsOf(json: unknown): Problems {
  const found: Problems = {};
  for (const [path, sentences] of memberErrors(json)) {
    const [member = ''] = path.split('.');
    const own = sentences.map((one) => (path === member ? one : `${path}: ${one}`));
    found[member] = [...(found[member] ?? []), ...own];
  }
  return found;
}

type FormProps = {
  operation: { id: string; method: string; path: string };
  members: readonly FormMember[];
  /** the texts with which the fields start; another object starts them anew */
  start: Readonly<Record<string, string>>;
  /** whether every member with a text is sent; else the required ones and those that the user changed */
  sendsAll: boolean;
  /** whether the operation takes a body */
  hasBody: boolean;
  /** the credential of the caller; undefined until it is known */
  bearer: string | null | undefined;
  /** called with the reply */
  replied: (reply: ApiReply) => void | Promise<void>;
  /** what stands above and beside the button */
  notes?: ComponentChildren;
  beside?: ComponentChildren;
};

/** Shows the fields, each with what the API said about its value, and below them what belongs to none of them. */
export function CallForm({
  operation,
  members,
  start,
  sendsAll,
  hasBody,
  bearer,
  replied,
  ...props
}: FormProps) {
  const { id, method, path } = operation;
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [problems, setProblems] = useState<Problems>({});
  const [reply, setReply] = useState<ApiReply | null>(null);
  const [busy, setBusy] = useState(false);
  const clear = (): void => setTexts({});
  useEffect(() => {
    clear();
    setProblems({});
  }, [sendsAll ? start : null]);
  const keyOf = ({ name, inPath }: FormMember): string => (inPath ? `{${name}}` : name);
  const textOf = (key: string): string => texts[key] ?? start[key] ?? '';

  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (bearer === undefined || busy) return;
    const values: Record<string, unknown> = {};
    const invalid: Problems = {};
    for (const member of members.filter(({ inPath }) => !inPath)) {
      const text = textOf(member.name);
      const isChanged = texts[member.name] !== undefined;
      const isWanted = sendsAll
        ? text !== '' || member.required
        : isChanged || (member.required && text !== '');
      if (!isWanted) continue;
      try {
        values[member.name] = parseField(member, text);
      } catch (error) {
        invalid[member.name] = [`This is no JSON: ${error instanceof Error ? error.message : String(error)}`];
      }
    }
    setProblems(invalid);
    if (Object.keys(invalid).length > 0) return;
    setBusy(true);
    try {
      const to = path.replace(/\{[^}]+\}/g, (key) => encodeURIComponent(textOf(key)));
      const body = hasBody ? JSON.stringify(values) : '';
      const found = await callApi(method, to, { bearer, body });
      setReply(found);
      setProblems(problemsOf(found.json));
      if (found.status < 300) clear();
      await replied(found);
    } catch (error) {
      const isKnown = error instanceof ControlError;
      setProblems({ '': [isKnown ? error.message : 'The mock does not answer. Is it still running?'] });
    }
    setBusy(false);
  };

  const names = new Set(members.map(({ name }) => name));
  return (
    <form class="section" onSubmit={(event) => void send(event)} noValidate>
      <code class="muted">{`${method} /v1${path}`}</code>
      {members.map((member) => {
        const key = keyOf(member);
        return (
          <MemberField
            key={key}
            member={member}
            text={textOf(key)}
            isChanged={!sendsAll && texts[key] !== undefined}
            problems={problems[key] ?? []}
            change={(text) => setTexts({ ...texts, [key]: text })}
          />
        );
      })}
      {Object.entries(problems)
        .filter(([name]) => !names.has(name))
        .map(([name, sentences]) => (
          <Problem key={name} text={[...(name === '' ? [] : [`${name}:`]), ...sentences].join(' ')} />
        ))}
      {props.notes}
      <div class="flow">
        <Submit kind={method === 'DELETE' ? 'plain' : 'primary'} aria-disabled={busy || bearer === undefined}>
          {`Send ${id}`}
        </Submit>
        {props.beside}
      </div>
      <div role="status">{reply && <ReplyView reply={reply} />}</div>
    </form>
  );
}
