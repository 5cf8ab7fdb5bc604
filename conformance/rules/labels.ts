// Rules about the media type of a download.
import type { rulesOf } from '../define.ts';
import type { RequirementId } from '../requirements.ts';
import { mediaType } from '../support/reply-readers/response-readers.ts';

type Label = {
  what: string;
  requirement: RequirementId;
  after: readonly string[];
  /** the media type of this contract */
  type: string;
  /** matches the media types that the specification leaves open */
  fits: RegExp;
  /** matches the spellings of the media type of this contract */
  isExact: RegExp;
};

/** Builds the rules about the media type of a download: it fits, and it is the one of this contract. */
export const labelRules = (
  rule: ReturnType<typeof rulesOf<undefined>>,
  id: string,
  { what, requirement, after, type: expected, fits, isExact }: Label,
) => [
  rule(`${id}-labelled`, {
    must: `label ${what} as what it is`,
    requirement,
    after,
    judge(exchange, { compared }) {
      const actual = mediaType(exchange);
      if (compared(fits.test(actual))) return undefined;
      return { message: `${what} is labelled as something else`, expected, actual };
    },
  }),
  rule(`${id}-labelled-exactly`, {
    should: `label ${what} as ${expected}`,
    requirement,
    after: [...after, `${id}-labelled`],
    judge(exchange, { compared }) {
      const actual = mediaType(exchange);
      if (compared(isExact.test(actual))) return undefined;
      return { message: `${what} is labelled vaguely`, expected, actual };
    },
  }),
];
