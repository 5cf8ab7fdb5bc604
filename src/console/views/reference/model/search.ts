// The search of the reference: over operations and events, schemas and their members, and headings of the description.
import { overviewText, type Reference } from './document.ts';
import { parseMarkdown } from './markdown.ts';

/** Something that the search finds. `path` is the path of its page below `#/reference`. */
type SearchEntry = {
  kind: 'operation' | 'event' | 'schema' | 'member' | 'heading';
  title: string;
  /** what stands beside the title: method and path, or the name of the schema */
  detail: string;
  path: readonly string[];
};

type Indexed = { entry: SearchEntry; title: string; text: string; weight: number };

/** Builds the search of a document. Returns a function that finds the best entries, at most `limit`, the best first. */
export function createSearch(reference: Reference): (query: string, limit: number) => SearchEntry[] {
  const index = indexOf(reference);
  return (query, limit) => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return [];
    return index
      .map((one) => ({ one, score: scoreOf(one, words) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || a.one.title.length - b.one.title.length)
      .slice(0, limit)
      .map(({ one }) => one.entry);
  };
}

// Scores an entry: every word must occur. Whole titles count most, then beginnings, then titles, then other text.
function scoreOf({ title, text, weight }: Indexed, words: readonly string[]): number {
  let score = 0;
  for (const word of words) {
    if (title === word) score += 12;
    else if (title.startsWith(word)) score += 8;
    else if (title.split(/[\s._/-]/).some((part) => part.startsWith(word))) score += 6;
    else if (title.includes(word)) score += 4;
    else if (text.includes(word)) score += 1;
    else return 0;
  }
  return score + weight;
}

function indexOf({ operations, schemas, document, resolve }: Reference): Indexed[] {
  const index = (entry: SearchEntry, text: string, weight: number): Indexed => ({
    entry,
    title: entry.title.toLowerCase(),
    text: `${entry.detail} ${text}`.toLowerCase(),
    weight,
  });
  return [
    ...operations.map((one) =>
      index(
        {
          kind: one.event ? 'event' : 'operation',
          title: one.summary,
          detail: one.event ? one.id : `${one.method} ${one.path}`,
          path: [one.tag, one.id],
        },
        `${one.id} ${one.tag} ${one.description}`,
        3,
      ),
    ),
    ...[...schemas].flatMap(([name, schema]) => [
      index({ kind: 'schema', title: name, detail: 'schema', path: ['schemas', name] }, '', 2),
      ...Object.entries(resolve(schema).properties ?? {}).map(([member, { description = '' }]) =>
        index({ kind: 'member', title: member, detail: name, path: ['schemas', name] }, description, 0),
      ),
    ]),
    ...parseMarkdown(overviewText(document)).flatMap(({ id, children: [title] }) =>
      id === undefined || typeof title !== 'string'
        ? []
        : [index({ kind: 'heading', title, detail: 'heading', path: ['about', id] }, '', 2)],
    ),
  ];
}
