// Declares what a run learned about the names of a deployment, as the report states it and a target file gives it.

/**
 * Kind of resource → name in the contract → place of the member in the deployment's replies, as a JSON Pointer (RFC
 * 6901). The place of an `id` may be `location`, the header of the reply to the creation.
 */
export type LearnedNames = Record<string, Record<string, string>>;
