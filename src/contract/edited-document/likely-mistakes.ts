// Finds what an OpenAPI document says in vain, probably by mistake: such parts are served, and warned about.
import { closestName } from '../did-you-mean.ts';
import { isObject, type JsonObject } from '../is-object.ts';
import { METHODS, type OpenApiDocument, type ParameterObject, resolveRef } from '../openapi.ts';

/** A part without effect: a sentence, its path in the document, and how it is written there. */
type LikelyMistake = { why: string; path: string[]; text: string };

/** The members of the objects of OpenAPI 3.1 whose misspelt members would go unnoticed. */
const MEMBERS = {
  'an operation':
    'tags summary description externalDocs operationId parameters requestBody responses callbacks deprecated security servers',
  'a parameter':
    'name in description required deprecated allowEmptyValue style explode allowReserved schema content example examples',
  'a path item': `$ref summary description servers parameters ${METHODS.join(' ')} trace`,
  'a request body': 'description content required',
  'a response': 'description headers content links',
};
const PLACES = ['query', 'path', 'header', 'cookie'];

/**
 * Lists the misspelt members, places of parameters that do not exist, names in paths that no parameter describes, and
 * integers that lose digits.
 */
export function likelyMistakes(document: OpenApiDocument): LikelyMistake[] {
  const found: LikelyMistake[] = [];
  const meant = (name: string, names: readonly string[]): string => {
    const closest = closestName(name, names);
    return closest === undefined ? '' : `; did you mean ${closest}?`;
  };
  const checkMembers = (kind: keyof typeof MEMBERS, node: unknown, path: string[]): void => {
    if (!isObject(node) || (kind !== 'a path item' && '$ref' in node)) return;
    const names = MEMBERS[kind].split(' ');
    for (const name of Object.keys(node).filter((name) => !names.includes(name) && !name.startsWith('x-')))
      found.push({
        why: `${name} is no member of ${kind}, and has no effect${meant(name, names)}`,
        path: [...path, name],
        text: name,
      });
  };
  const checkParameters = (list: unknown, path: string[]): void => {
    for (const [at, node] of Object.entries(isObject(list) || Array.isArray(list) ? list : {})) {
      checkMembers('a parameter', node, [...path, at]);
      if (!isObject(node) || typeof node.in !== 'string' || PLACES.includes(node.in)) continue;
      const why = `in: ${JSON.stringify(node.in)} is no place of a parameter, which has no effect${meant(node.in, PLACES)}`;
      found.push({ why, path: [...path, at, 'in'], text: node.in });
    }
  };
  const checkResponses = (named: unknown, path: string[]): void => {
    for (const [name, node] of Object.entries(isObject(named) ? named : {}))
      checkMembers('a response', node, [...path, name]);
  };
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    checkMembers('a path item', item, ['paths', path]);
    checkParameters(item.parameters, ['paths', path, 'parameters']);
    for (const method of METHODS) {
      const { [method]: operation } = item;
      if (operation === undefined) continue;
      const place = ['paths', path, method];
      checkMembers('an operation', operation, place);
      checkParameters(operation.parameters, [...place, 'parameters']);
      checkMembers('a request body', operation.requestBody, [...place, 'requestBody']);
      checkResponses(operation.responses, [...place, 'responses']);
      const declared = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
        .map((one) => resolveRef<ParameterObject>(document, one))
        .flatMap((one) => (one?.in === 'path' ? [String(one.name)] : []));
      for (const [, name = ''] of path.matchAll(/\{([^{}]+)\}/g))
        if (!declared.includes(name))
          found.push({
            why: `${method.toUpperCase()} ${path} has no parameter in: "path" for {${name}}, so any text is taken${meant(name, declared)}`,
            path: place,
            text: path,
          });
    }
  }
  const checkNumbers = (node: unknown, path: string[]): void => {
    if (Number.isInteger(node) && !Number.isSafeInteger(node) && !/imum$/i.test(path.at(-1) ?? ''))
      found.push({
        why: `the integer is beyond 2^53, and is served as ${node}; write it as a text to keep its digits`,
        path,
        text: String(node).slice(0, 15),
      });
    if (typeof node !== 'object' || node === null) return;
    for (const [name, value] of Object.entries(node)) checkNumbers(value, [...path, name]);
  };
  checkNumbers(document, []);
  const { parameters, responses, requestBodies }: JsonObject = document.components ?? {};
  checkParameters(parameters, ['components', 'parameters']);
  checkResponses(responses, ['components', 'responses']);
  for (const [name, node] of Object.entries(isObject(requestBodies) ? requestBodies : {}))
    checkMembers('a request body', node, ['components', 'requestBodies', name]);
  return found;
}
