// The fenced blocks of a page, as they stand there: what the documentation shows is what tests compile and run.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type Snippet = {
  /** below the root of the repository */
  page: string;
  /** where it begins */
  line: number;
  /** what stands behind the fence: `ts`, `sh run`, `ts file=target.config.ts` */
  info: string;
  text: string;
};

export function snippets(page: string): Snippet[] {
  const text = readFileSync(fileURLToPath(new URL(`../../${page}`, import.meta.url)), 'utf8');
  return [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(({ 1: info = '', 2: block = '', index }) => ({
    page,
    line: text.slice(0, index).split('\n').length,
    info,
    text: block,
  }));
}
