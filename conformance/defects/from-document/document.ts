// Reads from the document what generated defects need: the members of bodies, the requirements that the marks name,
// and the stored record that an operation works on.
import { document } from '../../../src/contract/document.ts';
import { type JsonSchema, operationObject, resolveRef } from '../../../src/contract/openapi.ts';
import { type Operation, type OperationId, operations } from '../../../src/contract/operations.ts';
import { type RequirementId, requirements } from '../../requirements.ts';
import { type BrokenRequirements, defect, WEBHOOKS } from '../define-mutant.ts';
import type { Db, Injector, Mutant, StoredRow } from '../mutant.ts';

/** A generated defect. The defects of a cell are alike; a run injects one of them, chosen by a seed. */
export type Candidate = Mutant & { cell: string };

/** Requirements that a defect breaks, the main one first. */
export type Requirements = readonly [RequirementId, ...RequirementId[]];

/** The operations that change something. */
export const writes = operations.filter(({ method, area }) => method !== 'GET' && area !== 'auth');
export const isListOp = ({ id }: Operation): boolean => id.startsWith('list');

/** Which defects of a kind make a cell: those of an area, of an operation, with a method, all, or a label. */
export type Cell = 'area' | 'operation' | 'method' | 'all' | { of: string };

/**
 * Defines a generated defect of one operation. Its id has the area, what is wrong, and the operation with a detail in
 * brackets; its basis is that of the requirement.
 */
export function candidate(
  op: { id: string; area: string; method: string },
  wrong: string,
  cell: Cell,
  broken: BrokenRequirements,
  inject: (p: Injector) => void,
  detail = '',
): Candidate {
  const row = defect(`${op.area}/${wrong}[${op.id}${detail === '' ? '' : ` ${detail}`}]`, broken, inject);
  const cellName =
    cell === 'area'
      ? op.area
      : cell === 'operation'
        ? op.id
        : cell === 'method'
          ? op.method
          : cell === 'all'
            ? ''
            : cell.of;
  return { ...row, cell: `${wrong} ${cellName}`, allow: op.id === 'testWebhook' ? [WEBHOOKS] : [] };
}

const isRequirement = (id: unknown): id is RequirementId => typeof id === 'string' && id in requirements;

/** Returns the requirements that state a part of the document; none for a part that this contract chose. */
function marksOf(part: object): RequirementId[] {
  const marks: unknown = Reflect.get(part, 'x-requirements');
  return Array.isArray(marks) && Reflect.get(part, 'x-stated') !== false ? marks.filter(isRequirement) : [];
}

/** Returns the requirements that state an operation: first that it exists, then what it does. */
export function marksOfOperation(op: Operation): [RequirementId, ...RequirementId[]] {
  const [first, ...rest] = marksOf(operationObject(document(), op) ?? {});
  if (!first) throw new Error(`No requirement states the operation ${op.id}.`);
  return [first, ...rest];
}

export function marksOfReply(op: Operation, status: number): RequirementId[] {
  const reply = operationObject(document(), op)?.responses[status];
  return reply ? marksOf(resolveRef(document(), reply)) : [];
}

export const statedHeaders = (): { name: string; on: string; marks: RequirementId[] }[] =>
  Object.entries(document().components.headers ?? {}).flatMap(([name, header]) => {
    const on: unknown =
      typeof header === 'object' && header !== null ? Reflect.get(header, 'x-stated-on') : undefined;
    return Array.isArray(on) && typeof header === 'object' && header !== null
      ? [{ name, on: String(on[0]), marks: marksOf(header) }]
      : [];
  });

export type Member = {
  /** the path in the body, with `*` for every element of an array: `items.*.sku_id` */
  path: string;
  name: string;
  type: string;
  schema: JsonSchema;
  required: boolean;
  nullable: boolean;
  /** whether the list of its values is open */
  open: boolean;
  /** the requirements that state the member */
  marks: readonly RequirementId[];
  /** the requirements that state the component of the member's schema */
  componentMarks: readonly RequirementId[];
};

/** Follows references and the branch of a nullable schema, and merges `allOf`. */
function plainSchema(node: JsonSchema): {
  schema: JsonSchema;
  nullable: boolean;
  componentMarks: RequirementId[];
} {
  let schema = node;
  let nullable = false;
  const componentMarks: RequirementId[] = [];
  for (;;) {
    const branch = schema.anyOf?.find(({ type }) => type !== 'null');
    if (branch) {
      nullable ||= schema.anyOf?.some(({ type }) => type === 'null') ?? false;
      schema = branch;
    } else if (schema.$ref === undefined) break;
    else {
      schema = resolveRef<JsonSchema>(document(), { $ref: schema.$ref });
      componentMarks.push(...marksOf(schema));
    }
  }
  return { schema, nullable: nullable || [schema.type].flat().includes('null'), componentMarks };
}

function membersOf(node: JsonSchema, prefix: string): Member[] {
  const { schema } = plainSchema(node);
  if (schema.items) return membersOf(schema.items, `${prefix}*.`);
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const plain = plainSchema(member);
    const type = [plain.schema.type].flat().find((one) => one !== 'null') ?? 'object';
    const path = prefix + name;
    const required = schema.required?.includes(name) ?? false;
    const open = 'x-extensible' in member;
    const own: Member = { path, name, type, required, open, marks: marksOf(member), ...plain };
    return [own, ...membersOf(member, `${path}.`)];
  });
}

export const membersOfComponent = (name: string): Member[] =>
  membersOf({ $ref: `#/components/schemas/${name}` }, '');

/** Returns the members of the JSON body of a successful reply. */
export function replyMembers(op: Operation): Member[] {
  const schema = op.responses[op.success]?.schema;
  return schema ? membersOfComponent(schema) : [];
}

export const bodyMembers = (op: Operation): Member[] => (op.body ? membersOfComponent(op.body.schema) : []);

/** The tables whose name is not the last segment of the path of their collection. */
const TABLES: Readonly<Record<string, string>> = {
  hosting: 'hosting_accounts',
  ssl: 'certificates',
  zones: 'dns_zones',
  records: 'dns_records',
  email: 'email_services',
  'api-keys': 'api_keys',
  register: 'domains',
  transfer: 'domains',
  replies: 'ticket_replies',
};
const tableOf = (segment: string): string => TABLES[segment] ?? segment;

/** Returns the table and the path parameter of the record that an operation names; null when it names none. */
export function recordOf({ path }: Operation): { table: string; parameter: string } | null {
  const [, segment, parameter] = /.*\/([^/]+)\/\{(\w+)\}/.exec(path) ?? [];
  return segment && parameter ? { table: tableOf(segment), parameter } : null;
}

/** Returns the table into which an operation inserts a record; null for an operation that creates none. */
export function createdTable({ path, method, success }: Operation): string | null {
  if (method !== 'POST' || success !== 201 || path.endsWith('/topup')) return null;
  return tableOf(path.split('/').at(-1) ?? '');
}

/** Returns the data that holds a row: of its tenant, or of the platform. */
export const homeOf = (db: Db, { tenant_id }: StoredRow): Db =>
  typeof tenant_id === 'string' ? db.of(tenant_id) : db.platform;

export type Transition = { from: string | null; to: string; operation: OperationId };

const isOperation = (id: unknown): id is OperationId => operations.some((op) => op.id === id);

/** Returns the states and the transitions of the record that an operation names; null for a record without states. */
export function statesOf(
  op: Operation,
): { states: string[]; final: string[]; transitions: Transition[] } | null {
  const component = op.responses[op.success]?.schema;
  const read = operations.find(
    ({ method, path }) => method === 'GET' && op.path.startsWith(path) && path.endsWith('}'),
  );
  const schema = read?.responses[200]?.schema ?? component;
  const status = schema
    ? membersOfComponent(schema).find(({ path }) => path === 'status')?.schema
    : undefined;
  const machine: unknown = status?.['x-state-machine'];
  if (!status || !Array.isArray(machine)) return null;
  const states = (status.enum ?? []).map(String);
  const left = new Set(machine.map(({ from }) => String(from)));
  const problems = [status['x-problem-states']].flat();
  return {
    states,
    final: states.filter((state) => !left.has(state) && !problems.includes(state)),
    transitions: machine.flatMap(({ from, to, operation }) =>
      isOperation(operation) ? [{ from, to, operation }] : [],
    ),
  };
}
