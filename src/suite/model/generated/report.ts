// Generated from src/suite/report/report.schema.json by `npm run generate`. Not edited by hand.
/** with --quick and --smoke: which checks and requirements were left out */
export type BudgetedSelection = {
    size: "quick" | "smoke";
    /** the most requests of the named size when no call is repeated */
    limit: number;
    checks: {
        asked: number;
        of: number;
    };
    requirements: {
        asked: number;
        of: number;
        notAsked: string[];
    };
};
/** a line for the target file, such as `capabilities.vps = false`, and how many checks it would switch off */
export type CapabilityProposal = {
    /** the area to switch off: `capabilities.<area>` = false */
    capability: string;
    /** `every one of 41 calls to 8 operations was answered 404` */
    because: string;
    /** number of must checks that would not apply any more */
    must: number;
    /** id of the finding that reports the area */
    finding: string;
};
/** arguments of the command line that replay lines repeat; without secrets */
export type CliArgs = {
    config?: string;
    /** the file of the document by which the run judged; `contract` identifies its content */
    openapi?: string;
    email?: string;
    /** whether one was given; the secret itself is not kept */
    token?: boolean;
    /** whether one was given; the secret itself is not kept */
    apiKey?: boolean;
    insecure?: boolean;
    allow?: string[];
    self?: boolean;
};
/** operation → status → name → number of exchanges */
export type CountsByName = {
    [key: string]: {
        [key: string]: {
            [key: string]: number;
        };
    };
};
/** the results with one cause */
export type Finding = {
    /** id of its first result, which `conform replay` takes */
    id: string;
    verdict: Verdict;
    requirement: string;
    /** ids of all results that show it */
    results: string[];
    /** number of its occurrences */
    count: number;
};
/** Why a result is inconclusive. `transient`: a time-out, a 429, a gateway, or two tries that disagree. `setup-refused`: the target refused a request that prepares the check. `unreadable`: a reply does not show what the check needs in a form that the suite reads. `credential-rejected`: a given credential does not work. `explained`: another finding explains the breach. `undetermined`: any other cause. */
export type InconclusiveCause = "transient" | "setup-refused" | "unreadable" | "credential-rejected" | "explained" | "undetermined";
/** the stated sentences of the register: the judged ones, and the others with their reasons; absent in the report of a run that did not end */
export type JudgedSentences = {
    /** the sentences that hold in many cells (an operation with a credential, a list with a filter), the widest first */
    cells: {
        /** id of the requirement */
        sentence: string;
        /** how many cells the run judged */
        asked: number;
        /** how many there are */
        of: number;
    }[];
    /** the judged share of the stated sentences, each counted by the judged share of its cells */
    share: number;
    judged: string[];
    unjudged: UnjudgedSentence[];
};
/** a name of the contract whose place effects have shown */
export type LearnedEffect = {
    /** kind of resource (`Vps`), or `Wallet` */
    kind: string;
    /** the name in the contract */
    name: string;
    /** where replies show the member within the resource, as a JSON Pointer */
    place: string;
    /** what happened to the member */
    how: string;
    /** ids of the exchanges that show it */
    exchanges: string[];
};
/** which words of the state of a kind of resource pass, and which stay */
export type LearnedState = {
    /** words that the resource left by itself, the word that followed, and after how long at most */
    transitions?: {
        from: string;
        to: string;
        withinMs?: number;
    }[];
    /** words that look like a transition and did not change during a whole wait */
    resting?: string[];
};
/** an undo call that was not sent or was refused, with the reason */
export type Leftover = {
    operation: string;
    params: {
        [key: string]: string;
    };
    why: string;
    /**
     * no call is known that removes it; `operation` is then the one that created it
     * @constant
     */
    byHand?: true;
};
/** an amount in minor units; the currency is null when the reply states none */
export type Money = {
    amount: number;
    currency: string | null;
};
/** a missing credential or value, and how many checks of each level it prevents */
export type NotChecked = {
    need: string;
    must: number;
    should: number;
    observe: number;
    /** what to give: `give a platform-admin credential (credentials.platformAdmin)` */
    hint: string;
};
/** one accepted purchase */
export type Order = {
    operation: string;
    id: string;
    /** the id of its invoice; null when the reply states none */
    invoice: string | null;
    /** null when the reply states none */
    price: Money | null;
    /** whether it awaits a payment: it was not paid at once, and the run neither paid nor cancelled it */
    open: boolean;
};
/** what the run spent, in minor units, and what stays at the target; absent when it bought and left nothing */
export type Receipt = {
    /** the stated prices of the purchases by currency, before any refund */
    spent: Money[];
    purchases: number;
    /** number of purchases whose reply states no price; `spent` does not contain them */
    unpriced: number;
    /** every accepted purchase, those that were neither paid nor cancelled first */
    orders: Order[];
    /** names that the run registered, which no clean-up gives back */
    names: string[];
    /** ids of subscriptions that are still open; null when they were not read */
    openSubscriptions: string[] | null;
    /** the calls that would take back what is left behind, such as `deleteWebhook <id>` */
    notTakenBack: string[];
};
/** one request and its reply, without secrets */
export type RecordedExchange = {
    id: string;
    operation: string | null;
    purpose: "check" | "fixture" | "login" | "proof" | "cleanup";
    /** why it was sent: `repeated after a 429` */
    reason: string;
    /** id of the check or fixture that sent it */
    by: string;
    caller: string;
    /**
     * Format: date-time
     * time of sending, ISO 8601 UTC
     */
    at: string;
    ms: number;
    /** the one deliberate fault of the request */
    deliberateFault?: string;
    request: {
        method: string;
        url: string;
        headers: {
            [key: string]: string;
        };
        body: string | null;
    };
    reply: null | {
        status: number;
        headers: [
            string,
            string
        ][];
        body: string;
        bytes: number;
    };
    failure?: TransportFailure;
    curl: string;
};
/** the result of one check, rule, credential or baseline entry */
export type Result = {
    /** id of the check or rule; `<rule>@<requirement>` when a rule found a breach of a more specific requirement */
    id: string;
    /** what it is about; `baseline` is an entry of the baseline file that has expired or is not needed */
    kind: "check" | "rule" | "credential" | "baseline";
    area: string;
    level: "must" | "should" | "observe";
    verdict: Verdict;
    /** completes "the target must …" */
    title: string;
    /** id of the requirement; empty for a credential */
    requirement: string;
    /** heading and sentence of the requirement, in a result that is a finding */
    sentence?: string;
    /** of a check that failed or warned: the checks and rules whose breach explains this one */
    after?: string[];
    /** of a known breach: its verdict without the baseline, and what the baseline file states about it */
    baselined?: {
        was: "fail" | "warn";
        reason: string;
        owner: string;
        expires: string;
    };
    message: string;
    /** any value */
    expected?: unknown;
    /** any value */
    actual?: unknown;
    /** the result that the finding of the same cause is named after; summaries count a cause once */
    sameCauseAs?: string;
    /**
     * the breach lets a caller see or do what it must not
     * @constant
     */
    security?: true;
    /** the result, fixture or credential that kept it from being judged */
    blockedBy?: string;
    cause?: InconclusiveCause;
    /** the missing credential or value that made it not applicable */
    need?: string;
    group?: string;
    /** the observations of an `observe` check */
    seen?: string[];
    /** of a rule: how often it was broken */
    count?: number;
    /** how many comparisons of what the target sent were made; never 0 for a check or rule that passed */
    comparisons: number;
    /** of a rule: the number of exchanges that it judged */
    judged?: number;
    /** of a rule that holds for every operation: the number of operations about which it compared something */
    judgedOperations?: number;
    /** the operations whose replies broke the rule */
    operations?: string[];
    /** ids of the checks that show it again */
    replay?: string[];
    attempts: number;
    /** number of requests sent for it, second try included */
    requests: number;
    exchanges: RecordedExchange[];
    curl?: string;
    /** with the option `scripts`, of the first result of a finding: the shell script that sets up and shows it again */
    script?: string;
};
/** the verdict of a whole run */
export type RunVerdict = "conformant" | "nonconformant" | "unreachable" | "vacuous" | "budget-spent" | "broken" | "incomplete" | "interrupted";
/** what the run sent for members of resources, and whether a read showed it again: what no read showed was not compared */
export type SentValues = {
    areas: {
        [key: string]: {
            members: number;
            seen: number;
        };
    };
    /** the members that no read showed with a value that was sent */
    unseen: {
        operation: string;
        member: string;
        /** how often it was sent */
        sent: number;
    }[];
};
/** why a request got no readable reply */
export type TransportFailure = {
    kind: "refused" | "timeout" | "reset" | "tls" | "protocol" | "aborted";
    message: string;
};
/** Why a sentence was not judged, besides the causes of inconclusive results. `not-given`: a credential, a value or a capability is missing. `not-applicable`: the sentence does not apply to this target. `not-selected`: the flags or the mode leave it out. `no-exchange`: a rule judges it, and no exchange of the run is one that the rule speaks about. */
export type UnjudgedCause = InconclusiveCause | ("not-given" | "not-applicable" | "not-selected" | "no-exchange");
/** a stated sentence that the run did not judge */
export type UnjudgedSentence = {
    /** id of the requirement */
    sentence: string;
    cause: UnjudgedCause;
    why: string;
    /** what is lacking to judge it */
    lack: string;
    /** what would make it judgeable */
    remedy: string;
    /** true when it makes the run incomplete */
    open: boolean;
    /** ids of the checks and rules that did not come to a judgement */
    results: string[];
    /** the missing credential or value */
    need?: string;
    /** id of the result that prevented a judgement */
    blockedBy?: string;
    /** the entry of the target file that accepts that it stays unjudged */
    accepted?: {
        reason: string;
        expires: string;
    };
};
/** the verdict on one check, rule or credential */
export type Verdict = "pass" | "fail" | "warn" | "baselined" | "observed" | "skipped" | "not-applicable" | "inconclusive" | "broken";
/**
 * Report of a conformance run
 * What `hosting-contract conform --report json=…` writes. Members may be added; none is taken away within one major version.
 */
export type Report = {
    /** the format of this report, which is 3 now. A version of the suite reads its own format */
    format?: number;
    suite: {
        name: string;
        version: string;
    };
    contract: {
        version: string;
        sha256: string;
    };
    /** the requirements that the checks judge: their number, and a fingerprint of their texts */
    register?: {
        sentences: number;
        sha256: string;
    };
    /** prefixes of ids given with --only and --skip; absent when neither was given */
    filter?: {
        only: string[];
        skip: string[];
    };
    target: {
        baseUrl: string;
        name?: string;
    };
    profile: "stated" | "contract";
    /** the version of the requirements that --requirements named */
    requirements?: string;
    mode: "read-only" | "safe" | "full";
    /** chooses the generated values of requests */
    seed: number;
    /** tags what the run created */
    runId: string;
    /**
     * Format: date-time
     * start of the run, ISO 8601 UTC
     */
    startedAt: string;
    durationMs: number;
    /** number of requests sent, clean-up included */
    requests: number;
    verdict: RunVerdict;
    /** the exit code of the verdict */
    exitCode: 0 | 1 | 3 | 4 | 5 | 6 | 7 | 130;
    /** why the run has this verdict, in sentences */
    reasons: string[];
    /** how many results the baseline file covers, and how many of its entries are unneeded or expired */
    baseline?: {
        applied: number;
        unused: number;
        expired: number;
    };
    choice?: BudgetedSelection;
    sentences?: JudgedSentences;
    /** number of results by verdict; results with one cause count once */
    summary: {
        pass: number;
        fail: number;
        warn: number;
        baselined: number;
        observed: number;
        skipped: number;
        "not-applicable": number;
        inconclusive: number;
        broken: number;
    };
    /** one finding per cause */
    findings: Finding[];
    results: Result[];
    /** what a missing credential or value costs */
    notChecked: NotChecked[];
    /** areas that the target file could switch off, because every reply in them is 404 or 501; the run assumed nothing */
    proposals?: CapabilityProposal[];
    coverage: {
        /** operationId to status to number of exchanges */
        operations: {
            [key: string]: {
                [key: string]: number;
            };
        };
        /** requirement to the checks and rules that judge it */
        requirements: {
            [key: string]: string[];
        };
        /** operationId to status to caller (a credential's name, `anonymous`, or the label of a raw credential) to number of exchanges */
        callers?: CountsByName;
        /** operationId to status to media type to number of exchanges */
        media?: CountsByName;
    };
    pacing: {
        waitedMs: number;
        unprovoked429: number;
        logins: number;
    };
    sentValues?: SentValues;
    receipt?: Receipt;
    cleanup: {
        /** the file that lists the leftovers, for conform cleanup */
        ledger?: string;
        created: number;
        leftovers: Leftover[];
    };
    called?: CliArgs;
};
