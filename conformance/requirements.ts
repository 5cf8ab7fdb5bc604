// The register of requirements, compiled from requirements.yaml.
import { packageDocument } from '../src/contract/document.ts';
import { isObject } from '../src/contract/is-object.ts';
import { type OperationId, operation } from '../src/contract/operations.ts';
import { contractVersion, requirements } from './generated/requirements.ts';

/**
 * The basis of a requirement: stated in the specification, following from a stated sentence by HTTP or plain logic,
 * chosen by this contract, or written by the owner of the deployment into the document that `--openapi` gives.
 */
export type Basis = 'stated' | 'follows' | 'chosen' | 'yours';

/**
 * A requirement: its heading in the specification, its basis, its sentence, the version of the contract with which it came
 * where that is not 1.0, and, where no check can judge the sentence, the reason.
 */
export type Requirement = {
  heading: string;
  basis: Basis;
  says: string;
  since?: string;
  untestable?: string;
};

/** The id of a requirement. Each check and rule names a requirement, and the compiler verifies that the id exists. */
export type RequirementId = keyof typeof requirements;

export { contractVersion, requirements };

/** Returns the sentence of the register that states an operation; undefined for one that an edited document adds. */
export function sentenceOf(id: OperationId): RequirementId | undefined {
  const { path, method } = operation(id);
  const entry: unknown = packageDocument().paths[path];
  const stated: unknown = isObject(entry) ? entry[method.toLowerCase()] : undefined;
  const [first] = isObject(stated) && Array.isArray(stated['x-requirements']) ? stated['x-requirements'] : [];
  return Object.keys(requirements).find((one): one is RequirementId => one === first);
}

/** Returns the sentence that states an operation of the package. */
export function statedBy(id: OperationId): RequirementId {
  const sentence = sentenceOf(id);
  if (sentence === undefined) throw new Error(`No sentence of the register states ${id}.`);
  return sentence;
}
