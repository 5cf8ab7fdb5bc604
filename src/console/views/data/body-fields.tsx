// The members of a request body as fields, each with what the API said about its value.
import { BodyField } from './body-field.tsx';
import type { BodyMember } from './request-schema.ts';

/** The problems of a body: by the name of the member, and under the empty name those of no member. */
export type Problems = Readonly<Record<string, string[]>>;

/** Shows the fields, and below them the problems that belong to none of them. */
export function BodyFields({
  members,
  textOf,
  isChanged,
  problems,
  change,
}: {
  members: readonly BodyMember[];
  textOf: (member: BodyMember) => string;
  isChanged: (member: BodyMember) => boolean;
  problems: Problems;
  change: (name: string, text: string) => void;
}) {
  const names = new Set(members.map(({ name }) => name));
  const others = Object.entries(problems).filter(([name]) => !names.has(name));
  return (
    <>
      {members.map((member) => (
        <BodyField
          key={member.name}
          member={member}
          text={textOf(member)}
          changed={isChanged(member)}
          problems={problems[member.name] ?? []}
          change={(text) => change(member.name, text)}
        />
      ))}
      {others.map(([name, sentences]) => (
        <p key={name} class="field-error" role="alert">
          {name === '' ? sentences.join(' ') : `${name}: ${sentences.join(' ')}`}
        </p>
      ))}
    </>
  );
}
