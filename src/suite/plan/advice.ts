// Groups the sentences that a run leaves unjudged by what would make them judgeable, and finds those sentences for a
// run that has not started.
import { type Catalogue, type Check, levelAndTitle, type Rule } from '../model/define.ts';
import type { NotChecked } from '../model/generated/report.ts';
import type { Result } from '../model/result.ts';
import { CREDENTIAL_DESCRIPTIONS, lacksOf, needHint, type Selection, type SelectOptions } from './select.ts';

/** One thing to give, and the sentences that it would make judgeable. */
export type Advice = {
  /** what is lacking: `tenantB.login`, `values.skuId`, `--mode full`, `bodies.createVps` */
  lack: string;
  /** what to do, as an instruction */
  hint: string;
  /** ids of the sentences, in the order of the register */
  sentences: string[];
};

/** The sentences of a run: how many there are, how many it judges, and advice for the others. */
export type SentenceAdvice = { total: number; judged: number; advice: Advice[] };

/** What one unjudged sentence lacks, and what to do about it. */
export type Lack = { sentence: string; lack: string; hint: string };

const FLAG_HINTS: Readonly<Record<string, string>> = {
  '--mode safe': 'run with --mode safe, which creates things and removes them again',
  '--mode full': 'run with --mode full, which also does what cannot be undone',
  '--allow rate-limit-burst': 'run with --allow rate-limit-burst, which exhausts a rate limit on purpose',
  '--allow webhooks':
    'run with --allow webhooks where the target can reach this machine, or give an address (capabilities.webhooks)',
};

/** Returns what to do about a lack: a missing flag, credential, value or capability. */
export const lackHint = (lack: string): string => FLAG_HINTS[lack] ?? needHint(lack);

/**
 * Groups lacks by the thing to give, the group with the most sentences first. A credential that is wanted in several
 * forms is one group, whose hint names the forms.
 */
export function groupLacks(lacks: readonly Lack[]): Advice[] {
  const groups = new Map<string, Advice & { forms: Set<string> }>();
  for (const { sentence, lack, hint } of lacks) {
    const [name = lack, form] = lack in CREDENTIAL_DESCRIPTIONS ? [lack] : credentialForm(lack);
    const group = groups.get(name) ?? { lack: name, hint, sentences: [], forms: new Set<string>() };
    if (form !== undefined) group.forms.add(CREDENTIAL_FORMS[form] ?? form);
    if (!group.sentences.includes(sentence)) group.sentences.push(sentence);
    groups.set(name, group);
  }
  return [...groups.values()]
    .map(({ lack, hint, sentences, forms }) => ({
      lack,
      hint: forms.size > 0 ? `${needHint(lack).slice(0, -1)}: ${[...forms].join(', ')})` : hint,
      sentences,
    }))
    .sort((a, b) => b.sentences.length - a.sentences.length);
}

const CREDENTIAL_FORMS: Readonly<Record<string, string>> = { login: 'email and password' };

/** Splits `tenantB.login` into the credential and its form; any other lack is returned whole. */
function credentialForm(lack: string): [string, string?] {
  const [name = '', form] = lack.split('.');
  return name in CREDENTIAL_DESCRIPTIONS && form !== undefined ? [name, form] : [lack];
}

/** Returns the ids of the sentences that `must` checks or rules judge. */
const mustSentences = (items: readonly (Check | Rule)[]): Set<string> =>
  new Set(items.flatMap((item) => (levelAndTitle(item).level === 'must' ? [item.requirement] : [])));

/**
 * Lists the sentences that a run cannot judge, without sending a request, and groups them by what is lacking. Of
 * several checks of one sentence, the check that lacks least counts.
 * @param selection what the run would ask; its rules judge whatever is sent
 */
export function adviceForPlan(
  { requirements, checks, rules }: Pick<Catalogue, 'requirements' | 'checks' | 'rules'>,
  selection: Pick<Selection, 'rules'>,
  options: Pick<SelectOptions, 'mode' | 'allow' | 'target'>,
): SentenceAdvice {
  const asked = mustSentences([...checks, ...rules]);
  const ruled = mustSentences(selection.rules);
  const sentences = Object.keys(requirements).filter((id) => asked.has(id));
  const musts = Map.groupBy(
    checks.filter((check) => levelAndTitle(check).level === 'must'),
    ({ requirement }) => requirement,
  );
  const lacks = sentences.flatMap((sentence) =>
    ruled.has(sentence)
      ? []
      : fewestLacks(musts.get(sentence) ?? [], options).map((lack) => ({ sentence, ...lack })),
  );
  const unjudged = new Set(lacks.map(({ sentence }) => sentence));
  return { total: sentences.length, judged: sentences.length - unjudged.size, advice: groupLacks(lacks) };
}

/** Returns the lacks of the check that lacks least; empty when one of the checks can run. */
function fewestLacks(
  checks: readonly Check[],
  options: Pick<SelectOptions, 'mode' | 'allow' | 'target'>,
): { lack: string; hint: string }[] {
  const [least = []] = checks
    .map((check) => {
      const { area } = check;
      const lacks = lacksOf(check, options).map((lack) => ({ lack, hint: lackHint(lack) }));
      if (options.target.capabilities[area] !== false) return lacks;
      return [...lacks, { lack: `capabilities.${area}`, hint: notOfferedHint(area) }];
    })
    .sort((a, b) => a.length - b.length);
  return least;
}

/** Returns what to do about an area that the target file switches off. */
export const notOfferedHint = (area: string): string =>
  `remove "${area}": false from capabilities if the target offers ${area}`;

/**
 * Lists the missing credentials and values; the first entry makes the most checks not applicable. For a credential that is
 * missing altogether, the entry asks for the form that all of its checks can use.
 */
export function listNotChecked(
  results: readonly (Pick<Result, 'level' | 'verdict'> & { need?: string | undefined })[],
): NotChecked[] {
  const lacking = results.flatMap(({ need, level, verdict }) =>
    need !== undefined && verdict === 'not-applicable' ? [{ need, level }] : [],
  );
  const missing = new Set(lacking.map(({ need }) => need));
  const groups = Map.groupBy(lacking, ({ need }) => {
    const [name] = credentialForm(need);
    return missing.has(name) ? name : need;
  });
  const entries = [...groups].map(([name, group]) => {
    const forms = group.map(({ need }) => need).filter((need) => need !== name);
    const need = forms.find((form) => form.endsWith('.login')) ?? forms[0] ?? name;
    const count = (level: Result['level']): number => group.filter((one) => one.level === level).length;
    return {
      ...{ need, must: count('must'), should: count('should'), observe: count('observe') },
      hint: needHint(need),
    };
  });
  return entries.sort((a, b) => b.must - a.must || b.should - a.should);
}
