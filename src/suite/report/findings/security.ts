// Marks violations about security, which reports show first.

import type { Catalogue } from '../../model/define.ts';
import type { Result } from '../../model/result.ts';

/**
 * Marks each violation of a security requirement whose proof is a request that was granted: a refusal with another
 * status opens nothing.
 */
export function markSecurity(
  results: readonly Result[],
  { security = [] }: Pick<Catalogue, 'security'>,
): { results: Result[] } {
  const isOpen = ({ requirement, verdict, exchanges: [proof] }: Result): boolean =>
    (verdict === 'fail' || verdict === 'warn') &&
    security.includes(requirement) &&
    proof?.reply?.status !== undefined &&
    Math.floor(proof.reply.status / 100) === 2;
  return { results: results.map((result) => (isOpen(result) ? { ...result, security: true } : result)) };
}
