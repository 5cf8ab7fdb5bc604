// Finds the source file of a function in a profile: by the source maps of a build, so that figures of dist/ name the
// files of src/ and mocks/.
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A function in a profile of V8. Line and column count from 0. */
export type CallFrame = { functionName: string; url: string; lineNumber: number; columnNumber: number };

/** Where a function is: a file relative to the checkout, `node:http`, or a state of V8 such as `(garbage collector)`. */
export type Place = { file: string; line: number; functionName: string };

/** Returns a function that finds the places of functions in the checkout at `root`. */
export function createPlaceFinder(root: string): (frame: CallFrame) => Place {
  const maps = new Map<string, SourceMap | null>();
  const places = new Map<string, Place>();

  const mapOf = (path: string): SourceMap | null => {
    const known = maps.get(path);
    if (known !== undefined) return known;
    const file = `${path}.map`;
    const map = existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : null;
    maps.set(path, map);
    return map;
  };

  const find = ({ functionName, url, lineNumber, columnNumber }: CallFrame): Place => {
    const name = functionName.replace(/\$\d+$/, '') || '(anonymous)';
    if (!url.startsWith('file:')) return { file: url || name, line: lineNumber + 1, functionName: name };
    const path = fileURLToPath(url);
    const entry = mapOf(path)?.findEntry(lineNumber, columnNumber);
    const [source, line] =
      entry && 'originalSource' in entry
        ? [resolve(dirname(path), entry.originalSource), entry.originalLine]
        : [path, lineNumber];
    return { file: relative(root, source), line: line + 1, functionName: name };
  };

  return (frame) => {
    const key = `${frame.url}:${frame.lineNumber}:${frame.columnNumber}:${frame.functionName}`;
    let place = places.get(key);
    if (place === undefined) {
      place = find(frame);
      places.set(key, place);
    }
    return place;
  };
}
