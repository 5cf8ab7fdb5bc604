// Reads the fenced code blocks of a Markdown page, which tests compile and run.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A fenced code block of a Markdown page. */
export type Snippet = {
  /** The path of the page, relative to the root of the repository. */
  page: string;
  /** The line of the opening fence, counted from 1. */
  line: number;
  /** The info string of the fence: `ts`, `sh run`, `ts file=target.config.ts`. */
  info: string;
  text: string;
};

/** Returns the fenced code blocks of a page, in order. */
export function snippets(page: string): Snippet[] {
  const text = readFileSync(fileURLToPath(new URL(`../../${page}`, import.meta.url)), 'utf8');
  return [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(({ 1: info = '', 2: block = '', index }) => ({
    page,
    line: text.slice(0, index).split('\n').length,
    info,
    text: block,
  }));
}
