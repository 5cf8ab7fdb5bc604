// The shape of the generated validators: ajv's standalone functions by view and schema name.
export type AjvError = { instancePath: string; schemaPath: string; keyword: string; params: Record<string, unknown> };
export type Validator = { (value: unknown): boolean; errors?: AjvError[] | null };
export declare const validators: { full: Record<string, Validator>; stated: Record<string, Validator> };
