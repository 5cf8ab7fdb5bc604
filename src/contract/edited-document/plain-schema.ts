// Writes schemas in one form, by which two documents are found to say the same in different ways.
import { isObject } from '../is-object.ts';
import { canonicalJson } from '../json/canonical-json.ts';
import { type JsonSchema, mapSubschemas, type OpenApiDocument, schemaName } from '../openapi.ts';

type Place = readonly [document: OpenApiDocument, schema: JsonSchema];

/**
 * Compares two schemas: `same` when they permit the same values, however they are written; `with null` or `without null`
 * when the second one permits null beside them, or no longer; null when they differ otherwise.
 * @param isOmitted tells which keywords do not count
 */
export function schemaRelation(
  before: Place,
  after: Place,
  isOmitted: (keyword: string) => boolean,
): 'same' | 'with null' | 'without null' | null {
  for (const follow of [false, true]) {
    const [was, is] = [before, after].map(([document, schema]) =>
      plainSchema(schema, { document, follow, isOmitted, open: [] }),
    );
    if (!was || !is || canonicalJson(was.form) !== canonicalJson(is.form)) continue;
    if (was.isNullable === is.isNullable) return 'same';
    return is.isNullable ? 'with null' : 'without null';
  }
  return null;
}

type Reading = {
  document: OpenApiDocument;
  /** whether references are written out */
  follow: boolean;
  isOmitted: (keyword: string) => boolean;
  /** the components that are being written out */
  open: readonly string[];
};

/** The values of a schema other than null, and whether null is one. */
type Plain = { form: JsonSchema; isNullable: boolean };

function plainSchema(schema: JsonSchema, reading: Reading): Plain {
  const name = schemaName(schema);
  const target = reading.document.components.schemas[name ?? ''];
  const kept = Object.entries(schema).filter(([keyword]) => !reading.isOmitted(keyword));
  const { $ref, allOf = [], ...own } = Object.fromEntries(kept) as JsonSchema;
  const parts = allOf.map((part) => plainSchema(part, reading));
  if (name !== null && reading.follow && target && !reading.open.includes(name))
    parts.unshift(plainSchema(target, { ...reading, open: [...reading.open, name] }));
  else if ($ref !== undefined) parts.unshift({ form: { $ref }, isNullable: false });
  const [only, ...others] = parts;
  if (only && others.length + Object.keys(own).length === 0) return only;

  const forms = own.anyOf ?? own.oneOf ?? [];
  const form = forms.find((one) => one.type !== 'null');
  if (form && forms.length === 2 && forms.some((one) => one.type === 'null')) {
    const plain = plainSchema(form, reading);
    const isAlone = parts.length === 0 && Object.keys(own).length === 1;
    // Of `oneOf`, null may not fit both forms.
    if (isAlone && (own.anyOf || !plain.isNullable)) return { ...plain, isNullable: true };
  }
  const types = [own.type ?? []].flat();
  const isNullable = types.length > 1 && types.includes('null') && parts.length === 0;
  const result = mapSubschemas(own, (part) => (isObject(part) ? nested(plainSchema(part, reading)) : part));
  const isKept = (value: unknown): boolean => !isNullable || value !== null;
  if (own.type) result.type = types.filter((type) => !isNullable || type !== 'null').sort();
  if (Array.isArray(own.enum)) result.enum = own.enum.filter(isKept).map(canonicalJson).sort();
  if (Array.isArray(own.required)) result.required = [...own.required].sort();
  if (result.required?.length === 0) delete result.required;
  if (parts.length > 0) result.allOf = parts.map(nested);
  const permitsNull = isNullable && (own.enum === undefined || own.enum.includes(null));
  return { form: result, isNullable: permitsNull };
}

const nested = ({ form, isNullable }: Plain): JsonSchema =>
  isNullable ? { anyOf: [form, { type: 'null' }] } : form;
