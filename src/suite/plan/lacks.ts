// What keeps sentences from being judged, as one list: what may be lacking, and what to do about it. The plan, the report
// and `conform doctor` read it.
import {
  type Catalogue,
  type Check,
  levelAndTitle,
  type Mode,
  type Need,
  type Rule,
} from '../model/define.ts';
import { forbiddenAdvice } from '../model/error-body.ts';
import type { RecordedExchange } from '../model/exchange.ts';
import type { JudgedSentences, NotChecked } from '../model/generated/report.ts';
import type { Result } from '../model/result.ts';
import type { CredentialName, Target } from '../model/target.ts';

/** What is lacking (`tenantB.login`, `values.skuId`, `--mode full`, `bodies.createVps`), and what to do, as an instruction. */
type Lack = { lack: string; hint: string };

/** One thing to give, and the ids of the sentences that it would make judgeable, in the order of the register. */
export type Advice = Lack & { sentences: string[] };

/** The sentences of a run: how many there are, how many it judges, and advice for the others. */
export type SentenceAdvice = { total: number; judged: number; advice: Advice[] };

/** What a run is given: what it may send, and its target file. */
export type Given = { mode: Mode; allow: readonly string[]; target: Target };

const MODES: readonly Mode[] = ['read-only', 'safe', 'full'];

const FLAG_HINTS: Readonly<Record<string, string>> = {
  '--mode safe': 'run with --mode safe, which creates things and removes them again',
  '--mode full': 'run with --mode full, which also does what cannot be undone',
  '--allow rate-limit-burst': 'run with --allow rate-limit-burst, which exhausts a rate limit on purpose',
  '--allow webhooks':
    'run with --allow webhooks where the target can reach this machine, or give an address (capabilities.webhooks)',
};
const CREDENTIALS: Readonly<Record<string, string>> = {
  tenantA: 'a credential of a tenant',
  tenantB: 'a credential of a second tenant',
  platformAdmin: 'a platform-admin credential',
  limited: 'an API key that lacks a scope',
  twoFactor: 'a user with 2FA, and its totpSecret',
  expired: 'an expired token',
  revoked: 'a revoked key or token',
  reseller: 'a credential of the reseller tier',
};
/** Form of a credential → how advice asks for one of it. */
const CREDENTIAL_FORMS: Readonly<Record<string, string>> = {
  login: ' as e-mail and password',
  apiKey: ' as an apiKey',
  token: ' as a token',
  totpSecret: ' with its totpSecret',
};

/** Returns whether a lack is a credential that is missing altogether. */
export const isCredential = (lack: string): boolean => lack in CREDENTIALS;

/** Returns what to do about a missing flag, credential, value or capability: `give … (credentials.platformAdmin)`. */
export function hintFor(lack: string): string {
  const [first = '', second = ''] = lack.split('.');
  if (lack in FLAG_HINTS) return FLAG_HINTS[lack] ?? '';
  if (first === 'values') return `give the value ${second} (values.${second})`;
  if (first === 'capabilities') return `state what the target can do (capabilities.${second})`;
  return `give ${CREDENTIALS[first] ?? `the credential ${first}`}${CREDENTIAL_FORMS[second] ?? ''} (credentials.${first})`;
}

const named = (lack: string): Lack => ({ lack, hint: hintFor(lack) });
const instruction = (hint: string): Lack => ({ lack: hint, hint });
const notOffered = (area: string): Lack => ({
  lack: `capabilities.${area}`,
  hint: `remove "${area}": false from capabilities if the target offers ${area}`,
});
/** What the sentences lack of which a run selected no check. */
export const SELECTION = 'selection';
const NOT_ASKED: Lack = {
  lack: SELECTION,
  hint: 'run without --only, --skip, --quick and --smoke: no check of these was selected',
};
const NO_EXCHANGE = 'exchanges';
const DOES_NOT_APPLY = 'does not apply here';
const isPastHelp = ({ lack }: Lack): boolean => lack === NO_EXCHANGE || lack.startsWith(DOES_NOT_APPLY);

/**
 * Lists what a check lacks to run: flags such as `--mode full`, and members of the target file such as
 * `credentials.tenantB`. An area that the target does not offer is no lack.
 */
export function lacksOf(check: Check, { mode, allow, target }: Given): string[] {
  const { mode: needed = 'safe', allow: permission, needs = ['tenantA'] } = check;
  // A callback address in the target file (`capabilities: { "webhooks": "http://127.0.0.1:0" }`) permits callbacks.
  const isAllowed = (wanted: string): boolean =>
    allow.includes(wanted) || typeof target.capabilities[wanted] === 'string';
  return [
    ...(MODES.indexOf(needed) > MODES.indexOf(mode) ? [`--mode ${needed}`] : []),
    ...(permission !== undefined && !isAllowed(permission) ? [`--allow ${permission}`] : []),
    ...needs.filter((need) => !isNeedMet(need, target)),
  ];
}

function isNeedMet(need: Need, target: Target): boolean {
  const [first = '', second, third] = need.split('.');
  if (first === 'values') return (target.values[second as keyof Target['values']]?.length ?? 0) > 0;
  if (first === 'capabilities') return (target.capabilities[second ?? ''] ?? false) !== false;
  const credential = target.credentials[first as CredentialName];
  if (!credential) return false;
  if (second === 'lacks') return credential.lacks?.some((id) => id === third) === true;
  if (second === 'login') return credential.email !== undefined && credential.password !== undefined;
  return second === undefined || credential[second as keyof typeof credential] !== undefined;
}

/** Splits `tenantB.login` into the credential and its form; any other lack is returned whole. */
function credentialForm(lack: string): [string, string?] {
  const [name = '', form] = lack.split('.');
  return isCredential(name) && form !== undefined ? [name, form] : [lack];
}

/**
 * Groups lacks by the thing to give, the group with the most sentences first, and last what nothing gives. A credential that
 * is wanted in several forms is one group, whose hint names the forms.
 */
function groupLacks(lacks: readonly (Lack & { sentence: string })[]): Advice[] {
  const groups = Map.groupBy(lacks, ({ lack }) => credentialForm(lack)[0]);
  return [...groups]
    .map(([lack, group]) => {
      const forms = new Set(group.flatMap((one) => credentialForm(one.lack)[1] ?? []));
      const texts = [...forms].map((form) => (form === 'login' ? 'email and password' : form)).join(', ');
      const hint = forms.size > 0 ? `${hintFor(lack).slice(0, -1)}: ${texts})` : (group[0]?.hint ?? '');
      return { lack, hint, sentences: [...new Set(group.map(({ sentence }) => sentence))] };
    })
    .sort((a, b) => Number(isPastHelp(a)) - Number(isPastHelp(b)) || b.sentences.length - a.sentences.length);
}

/** Groups the sentences that a run cannot judge by what is lacking; of several checks, the one that lacks least counts. */
export function adviceForPlan(
  { requirements, checks, rules }: Pick<Catalogue, 'requirements' | 'checks' | 'rules'>,
  selection: { rules: readonly Rule[] },
  given: Given,
): SentenceAdvice {
  const isMust = (item: Check | Rule): boolean => levelAndTitle(item).level === 'must';
  const ruled = new Set(selection.rules.filter(isMust).map(({ requirement }) => requirement));
  const byRules = new Set(rules.filter(isMust).map(({ requirement }) => requirement));
  const musts = Map.groupBy(checks.filter(isMust), ({ requirement }) => requirement);
  const sentences = Object.keys(requirements).filter((id) => musts.has(id) || byRules.has(id));
  const { capabilities } = given.target;
  const unjudged = sentences.flatMap((sentence) => {
    const [least = []] = (ruled.has(sentence) ? [] : (musts.get(sentence) ?? []))
      .map((check) => [
        ...lacksOf(check, given).map(named),
        ...(capabilities[check.area] === false ? [notOffered(check.area)] : []),
      ])
      .sort((a, b) => a.length - b.length);
    return least.map((lack) => ({ sentence, ...lack }));
  });
  const { size } = new Set(unjudged.map(({ sentence }) => sentence));
  return { total: sentences.length, judged: sentences.length - size, advice: groupLacks(unjudged) };
}

/** Groups the sentences that a run left unjudged by what would make them judgeable. */
export const adviceForReport = ({
  judged,
  unjudged,
}: Pick<JudgedSentences, 'judged'> & {
  unjudged: readonly Pick<JudgedSentences['unjudged'][number], 'sentence' | 'lack' | 'remedy'>[];
}): SentenceAdvice => ({
  total: judged.length + unjudged.length,
  judged: judged.length,
  advice: groupLacks(unjudged.map(({ sentence, lack, remedy }) => ({ sentence, lack, hint: remedy }))),
});

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
      hint: hintFor(need),
    };
  });
  return entries.sort((a, b) => b.must - a.must || b.should - a.should);
}

/** The facts of a run on which it depends what a result lacks. */
export type RunFacts = {
  /** the ids of all failures, known ones too */
  findings: ReadonlySet<string>;
  /** operation → the values of the target file from which its requests are built */
  values: Readonly<Record<string, string>> | undefined;
  mode: Mode;
};

/** Returns what would give a result another verdict, one that judges its sentence; without a result, it was not asked. */
export function lackOfResult(result: Result | undefined, { findings, values = {}, mode }: RunFacts): Lack {
  if (result === undefined) return NOT_ASKED;
  const { verdict, kind, need, message, area, cause, blockedBy, exchanges, requirement } = result;
  if (need !== undefined) return named(need);
  if (verdict === 'skipped') {
    const flag = /^needs (--(?:mode|allow) [\w-]+)\b/.exec(message)?.[1];
    return flag === undefined ? NOT_ASKED : named(flag);
  }
  if (verdict === 'not-applicable') {
    if (/\(capabilities\)$/.test(message)) return notOffered(area);
    if (kind === 'rule')
      return {
        lack: NO_EXCHANGE,
        hint: `${mode === 'full' ? 'give what stands above' : 'run with --mode full'}, which may bring a reply that the rules of these judge, or list them under unjudged in the target file: this run had none`,
      };
    // A message such as `the target could not reach …: give …` says itself what to do.
    return instruction(/: give /.test(message) ? message : `${DOES_NOT_APPLY}: ${message}`);
  }
  if (blockedBy !== undefined && findings.has(blockedBy))
    return { lack: `finding ${blockedBy}`, hint: `mend ${blockedBy}, which prevents them` };
  const isDisturbed = cause === 'transient';
  const { operation, caller = '', reply } = (!isDisturbed && exchanges.find(isRefusedWrite)) || {};
  // A check that knows what to give says so.
  const given = isDisturbed ? undefined : /[;:] (give [^;]*)/.exec(message)?.[1];
  if (given !== undefined && reply?.status !== 403) return instruction(given);
  if (operation && reply?.status === 403) return instruction(forbiddenAdvice(operation, caller));
  if (operation)
    return {
      lack: `bodies.${operation}`,
      hint: `give what ${operation} accepts (bodies.${operation}${values[operation] === undefined ? '' : `, or ${values[operation]}`}); it answered ${reply?.status} to the suite's body`,
    };
  if (exchanges.some((one) => one.reply === null || one.reply.status === 429 || one.reply.status >= 500))
    return {
      lack: 'a less busy target',
      hint: 'run again when the target is less busy, with a lower --rate or a longer --timeout: time-outs, 429 or gateway errors were in the way',
    };
  if (isDisturbed) return { lack: 'another try', hint: 'run again: each of these says what disturbed it' };
  return {
    lack: `${requirement} ${message}`,
    hint: `see to what was in the way, or list them under unjudged in the target file: ${message}`,
  };
}

const OTHER_STATUSES: ReadonlySet<number> = new Set([401, 404, 405, 408, 425, 429]);

/** Returns whether an exchange is a valid write that the target refused because of the request itself. */
export const isRefusedWrite = ({ operation, request, reply, deliberateFault }: RecordedExchange): boolean =>
  operation !== null &&
  request.method !== 'GET' &&
  reply !== null &&
  deliberateFault === undefined &&
  reply.status >= 400 &&
  reply.status < 500 &&
  !OTHER_STATUSES.has(reply.status);
