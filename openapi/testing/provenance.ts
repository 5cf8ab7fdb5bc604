// Compares the three places that say what the specification states: the marks of the document, the register of
// requirements, and DECISIONS.md.
import { readFileSync } from 'node:fs';
import { document } from '../../src/contract/document.ts';

/** The basis of each sentence of the register, by id. */
type Register = Record<string, { basis: string }>;

/** What an element of the document says about its origin. */
type Mark = {
  /** where the element stands, such as `components.schemas.Order.properties.status` */
  at: string;
  /** whether the element, or a keyword of it, is marked as stated */
  stated: boolean;
  /** the sentences of the register that state it */
  requirements: string[];
};

/** The members of a document whose values are data and contain no marks. */
const DATA = new Set(['examples', 'example', 'default', 'enum', 'const']);

/** Lists every element of a document that has a mark or names sentences; the document itself is named `document`. */
export function marksOf(value: unknown, at = 'document'): Mark[] {
  if (typeof value !== 'object' || value === null) return [];
  const element = value as Record<string, unknown>;
  const keywords = element['x-stated-keywords'] ?? [];
  const requirements = (element['x-requirements'] ?? []) as string[];
  const stated = element['x-stated'] === true || (keywords as string[]).length > 0;
  const own = 'x-stated' in element || requirements.length > 0 ? [{ at, stated, requirements }] : [];
  const children = Object.entries(element).filter(([name]) => !DATA.has(name));
  return [
    ...own,
    ...children.flatMap(([name, child]) => marksOf(child, at === 'document' ? name : `${at}.${name}`)),
  ];
}

// Returns the ids in the column `sentences` of the table of decisions.
function decidedSentences(decisions: string): string[] {
  return decisions
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .flatMap((line) => line.split(' | ')[3]?.match(/[a-z-]+\/[a-z0-9-]+/g) ?? []);
}

const decisionsText = (): string => readFileSync(new URL('../DECISIONS.md', import.meta.url), 'utf8');

/** Lists every disagreement between the marks of the document, the register and the decisions, with what to change. */
export function provenanceProblems(
  register: Register,
  marks: Mark[] = marksOf(document()),
  decisions: string = decisionsText(),
): string[] {
  const named = new Set(marks.flatMap(({ requirements }) => requirements));
  const decided = decidedSentences(decisions);
  const idsOf = (basis: string): string[] =>
    Object.keys(register).filter((id) => register[id]?.basis === basis);
  const misused = (id: string, wanted: string): string | undefined => {
    const basis = register[id]?.basis;
    if (basis === wanted) return undefined;
    return basis ? `whose basis is ${basis}` : 'which the register does not contain';
  };
  return [
    ...marks.flatMap(({ at, stated, requirements }) => [
      ...(stated && requirements.length === 0
        ? [`${at} is marked as stated and names no sentence: list the stated sentences in its x-requirements`]
        : []),
      ...(!stated && requirements.length > 0 && at !== 'document'
        ? [`${at} names sentences and is not marked as stated: remove its x-requirements, or set x-stated`]
        : []),
      ...requirements.flatMap((id) => {
        const why = misused(id, 'stated');
        return why ? [`${at} names ${id}, ${why}: only stated sentences support a mark`] : [];
      }),
    ]),
    ...idsOf('stated')
      .filter((id) => !named.has(id))
      .map(
        (id) =>
          `${id} is stated, and nothing in openapi/ names it: add it to the x-requirements of the element that it is about (of openapi.yaml itself when it is about the whole API) and run npm run generate`,
      ),
    ...idsOf('chosen')
      .filter((id) => !decided.includes(id))
      .map((id) => `${id} is chosen, and openapi/DECISIONS.md does not name it in the column \`sentences\``),
    ...decided.flatMap((id) => {
      const why = misused(id, 'chosen');
      return why
        ? [`openapi/DECISIONS.md names ${id}, ${why}: only chosen sentences rest on a decision`]
        : [];
    }),
  ];
}
