// Generated from openapi/control.yaml by `npm run generate` (openapi-typescript). Not edited by hand.
export interface paths {
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Is the mock up?
         * @description Answers as soon as requests are served. Safe for readiness probes.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start over
         * @description Puts the world back to what it was right after start; every table, identifier sequence, rate-limit window, stored idempotency answer, count, fault and policy, and the clock. The requests that were remembered are forgotten.
         */
        post: operations["reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worlds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the worlds
         * @description The first is the one the mock was started with.
         */
        get: operations["listWorlds"];
        put?: never;
        /**
         * Make a world
         * @description A copy of a world, as it is or as one of its snapshots has it, in milliseconds and isolated in everything; or one made anew, when `world`, `seed`, `clock` or `lifecycle` is given. Its `reset` goes back to how it begins.
         */
        post: operations["createWorld"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worlds/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a world
         * @description The world the mock was started with stays.
         */
        delete: operations["deleteWorld"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What time is it?
         * @description The time in the world, and when the next thing comes due.
         */
        get: operations["getClock"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clock/timers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What comes due next?
         * @description The timers with the earliest instants, each with the record that it is about.
         */
        get: operations["listTimers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clock/freeze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stand still
         * @description Time stands still from now on.
         */
        post: operations["freezeClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clock/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run on
         * @description Time goes on from where it stands.
         */
        post: operations["resumeClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clock/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let time pass
         * @description Jumps forward and does everything that comes due on the way, in order and each at its own time; with `next` to the instant at which the next thing comes due. One call goes no further than ten years; several calls do.
         */
        post: operations["advanceClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clock/set": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Go to an instant
         * @description Like advancing to it. A clock does not go back, since what has happened would then lie in the future, and in one call no further than ten years.
         */
        post: operations["setClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/seed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Settle the world anew
         * @description By another seed, or as another world of the content. It is then what `reset` goes back to.
         */
        post: operations["seedWorld"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the snapshots
         * @description Every world has one named `start`.
         */
        get: operations["listSnapshots"];
        put?: never;
        /**
         * Keep the world as it is
         * @description Costs next to nothing. An older snapshot of the name is replaced.
         */
        post: operations["takeSnapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/snapshots/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a snapshot
         * @description `start` stays.
         */
        delete: operations["deleteSnapshot"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/snapshots/{name}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Go back to a snapshot
         * @description Everything is as it was, and `GET /export` gives the same bytes. The requests that were remembered are forgotten.
         */
        post: operations["restoreSnapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the changes and requests of a world
         * @description Every commit, reset, restore and import, and every logged request, the newest first. The number of a change (`seq`) names the moment just after it. The last 1,000 changes are kept, and the last 10,000 once this was called, as far as they fit into 16 MiB.
         */
        get: operations["listTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/timeline/{seq}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a moment
         * @description The change that led to it, with every row before and after. Secrets are redacted.
         */
        get: operations["getMoment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/timeline/{seq}/difference": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What differs between a moment and now?
         * @description The rows that were inserted, updated and removed since, with the members whose values differ.
         */
        get: operations["compareMoment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/timeline/{seq}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Write a test that starts at a moment
         * @description A test for vitest in TypeScript. It reads the export of the moment (`GET /export?at=`) from a file beside it.
         */
        get: operations["getMomentTest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Give the world out
         * @description Everything in the world as JSON; also a file for `mock --world`.
         */
        get: operations["exportWorld"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a world in
         * @description Becomes what was exported, here or by another mock. A file that is none is refused with what is wrong by JSON pointer, and nothing has changed.
         */
        post: operations["importWorld"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/arrange": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Arrange records
         * @description Creates the records of a scenario in the states that it describes: nested by ownership, or flat with references by the names that `as` gives. Everything that leads to a state has happened before now; the clock does not move, and nothing is delivered to webhook endpoints. A scenario that cannot be arranged is refused with each problem by JSON pointer, and nothing has changed. `hosting-contract scenario --schema` writes the JSON Schema of scenarios.
         */
        post: operations["arrange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How does the world answer?
         * @description What was decided where the specification leaves a choice.
         */
        get: operations["getPolicy"];
        /**
         * Change how the world answers
         * @description Members that are left out stay as they are.
         */
        put: operations["setPolicy"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/personas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who may call?
         * @description The callers of the world with their credentials, as they were when it was settled or taken in.
         */
        get: operations["listPersonas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/personas/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a persona
         * @description The credentials of one caller of the world.
         */
        get: operations["getPersona"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/faults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the faults
         * @description With how many calls each has seen and befallen.
         */
        get: operations["listFaults"];
        put?: never;
        /**
         * Have something go wrong
         * @description From now on; `times` 1 is a single shot. Of several faults for one call the oldest befalls it. A world has no more than 1,000.
         */
        post: operations["addFault"];
        /**
         * Take all faults back
         * @description Nothing goes wrong any more.
         */
        delete: operations["clearFaults"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/faults/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a fault back
         * @description It befalls no further call.
         */
        delete: operations["removeFault"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/outbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What goes out unseen
         * @description The codes that the personas' authenticator apps show now, and the attempts to deliver to webhook endpoints. The platform sends no mail, and control-panel passwords that were reset are in the answer that reset them, nowhere else.
         */
        get: operations["getOutbox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow what happens
         * @description Server-sent events; `commit` for every transaction that changed something, `request` for every call that was answered, and `log` with the newest request that is remembered, at the start and whenever all were forgotten; `world` when the clock was moved, or the state was replaced by a reset, a snapshot, an import or a seed.
         */
        get: operations["followEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/resources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which levers are there?
         * @description By type, each with the states in which it can be pulled.
         */
        get: operations["listLevers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/resources/{type}/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which levers has a record?
         * @description What can be had to happen to it now, and what in other states.
         */
        get: operations["getLevers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/resources/{type}/{id}/{lever}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have something happen to a record
         * @description At once, instead of waiting for the clock, a supplier or the staff; with everything that follows from it. With `--lifecycle manual` this is how orders are completed.
         */
        post: operations["pullLever"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tables
         * @description Every table with its number of rows, the schema and the operations that the document has for its rows, and the levers of its records.
         */
        get: operations["listTables"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{table}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Page through the rows of a table
         * @description The newest first, of all tenants, each with the records that it references. Secrets are redacted, and rows cannot be found by them. A page costs about the same for any number of rows; a text search and a filter without an index look at every row.
         */
        get: operations["listRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{table}/rows/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a record
         * @description The record with the records that it references, how many rows of which tables reference it, its levers, and the operations of the document on it.
         */
        get: operations["getRow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/records/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find a record by its id
         * @description Looks for the id in every table.
         */
        get: operations["findRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the requests
         * @description The last that were answered, oldest first. How many are remembered is bounded by count and by bytes; secrets are taken out.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        /**
         * Forget the requests
         * @description None is remembered any more.
         */
        delete: operations["clearRequests"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests.har": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Give the requests out
         * @description HTTP Archive 1.2, as browsers' tools read it; without secrets.
         */
        get: operations["exportRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests/wait": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Wait for requests
         * @description Answers as soon as `count` requests fit, those that were answered before included; use `since` to wait for new ones. When the time is over it answers with what there is. No more than 1,000 calls wait at once in one world.
         */
        get: operations["waitForRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a request
         * @description With headers and bodies; secrets are taken out. The id `last` means the newest request.
         */
        get: operations["getRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests/{id}/repeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a request again
         * @description The same method, path, query, headers and body, also the secrets that the log hides, but no `Idempotency-Key`, so that it takes effect again. The id `last` means the newest request.
         */
        post: operations["repeatRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests/{id}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Why was it answered like this?
         * @description Which step of the pipeline decided, by which rule and heading of the specification; wrong fields by JSON pointer, a missing scope, the rate-limit bucket and when it is free again. The id `last` means the newest request.
         */
        get: operations["explainRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Name: Name;
        Instant: Instant;
        Health: Health;
        World: World;
        Worlds: Worlds;
        NewWorld: NewWorld;
        WorldRequest: WorldRequest;
        SeedRequest: SeedRequest;
        Clock: Clock;
        Timer: Timer;
        RecordRef: RecordRef;
        ShownTimer: ShownTimer;
        UpcomingTimers: UpcomingTimers;
        RanTimer: RanTimer;
        Moved: Moved;
        Advance: Advance;
        SetClock: SetClock;
        Snapshot: Snapshot;
        Snapshots: Snapshots;
        SnapshotRequest: SnapshotRequest;
        Scenario: Scenario;
        Arranged: Arranged;
        Export: Export;
        LimitTable: LimitTable;
        PolicyChange: PolicyChange;
        Policy: Policy;
        Persona: Persona;
        NamedPersona: NamedPersona;
        PersonaList: PersonaList;
        FaultRequest: FaultRequest;
        Fault: Fault;
        Faults: Faults;
        Outbox: Outbox;
        LeverStates: LeverStates;
        LeverTypes: LeverTypes;
        LeverInfo: LeverInfo;
        Table: Table;
        TableList: TableList;
        Row: Row;
        RowsPage: RowsPage;
        /** @description A record with what it belongs to and what can be done with it. */
        Record: components["schemas"]["Row"] & {
            table: string;
            tenant_id: string | null;
            /** @description How many rows of which tables name it, and in which member. */
            referenced_by: {
                table: string;
                /**
                 * @description A path as `where` takes it.
                 * @example customer_id
                 * @example items.*.service_ids.*
                 */
                member: string;
                count: number;
            }[];
            /** @description The levers that can be pulled now. */
            levers: string[];
            others: components["schemas"]["LeverStates"];
            /** @description The operations of the document on it. */
            operations: {
                /** @example getOrder */
                id: string;
                /** @example GET */
                method: string;
                /**
                 * @description Below the base URL.
                 * @example /orders/6c623147-9597-4f10-bdaa-3936546611bc
                 */
                path: string;
                /**
                 * @description The component that describes the request body.
                 * @example ServiceSuspend
                 */
                body: string | null;
            }[];
        };
        /** @description A request that was answered. */
        Request: {
            /**
             * @description What the answer carried as `X-Request-Id`.
             * @example req_12
             */
            id: string;
            at: components["schemas"]["Instant"];
            /** @example POST */
            method: string;
            /** @example /v1/orders */
            url: string;
            /** @example createOrder */
            operation: string | null;
            /** @description Who called: a user, a key, or an address. */
            caller: string;
            /**
             * @description The persona that called; null for every other caller.
             * @example owner
             */
            persona: string | null;
            tenant_id: string | null;
            /** @example 201 */
            status: number;
            /** @description Milliseconds it took, delays that were asked for apart. */
            ms: number;
            /**
             * @description What was done to it on purpose.
             * @example Prefer: code=503
             */
            disturbed: string | null;
            /**
             * @description The origin of the web page that sent it, from `Origin` or `Referer`; null when no page did.
             * @example http://localhost:5173
             */
            page: string | null;
            /**
             * @description The rule by which it was refused, or the name of an internal error; null when it was not refused.
             * @example VALIDATION_FAILED
             */
            rule: string | null;
            /**
             * @description The first fields that were refused, as dotted paths.
             * @example [
             *       "items.0.quantity"
             *     ]
             */
            fields: string[];
        };
        Timeline: Timeline;
        TimelineItem: TimelineItem;
        RequestCause: RequestCause;
        TimerCause: TimerCause;
        LeverCause: LeverCause;
        DeliveryCause: DeliveryCause;
        ScenarioCause: ScenarioCause;
        RowChangeKind: RowChangeKind;
        RowChange: RowChange;
        Moment: Moment;
        Difference: Difference;
        MomentTest: MomentTest;
        RepeatRequest: RepeatRequest;
        Requests: Requests;
        WaitedRequests: WaitedRequests;
        Side: Side;
        RequestDetail: RequestDetail;
        Har: Har;
        Explanation: Explanation;
        Deleted: Deleted;
        DeletedList: DeletedList;
        /** @description An error in the envelope form. */
        Error: {
            /** @description The error. */
            error: {
                /** @example FORBIDDEN */
                code: string;
                /** @example A page of another origin may not use the control API. */
                message: string;
                /** @description What is wrong with what was sent, by JSON pointer (RFC 6901). */
                errors?: {
                    [key: string]: string[];
                };
            };
        };
    };
    responses: {
        /** @description The caller may not use the control API; the message says what to do. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such world, or nothing of that name in it; the message says what there is. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description It is there already, has to stay, there are too many, or the world was replaced meanwhile. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description What was sent cannot be used. `errors` says why, by JSON pointer; nothing has changed. */
        Unusable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request body has more bytes than the operation takes, 64 MiB for an import and 64 KiB for every other. It was not read to its end. */
        TooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The mock holds too many bytes of unfinished request bodies. `Retry-After` says when to try again. */
        Overloaded: {
            headers: {
                /** @description Seconds. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description The world the call is about; the one the mock was started with when no other is named. */
        world: components["schemas"]["Name"];
        /** @description The name. */
        name: components["schemas"]["Name"];
        /** @description The id. */
        id: string;
        /** @description What kind of record it is. */
        type: string;
        /** @description What is to happen. */
        lever: string;
        /** @description The id of the record. */
        recordId: string;
        /** @description The table. */
        table: string;
        /** @description Only rows that contain this text in any case, or the row with this id. */
        q: string;
        /** @description Only rows in which a member has this value, as `member=value`; may be given several times. The path of an inner member has dots, and `*` for any element of a list: `items.*.service_ids.*=…`. */
        where: string[];
        /** @description An order that the table declares, with `-` for the reverse; `-created_at` when left out. */
        sort: string;
        /** @description How many rows are skipped. */
        offset: number;
        /** @description How many rows at most; 50 when left out. */
        rowLimit: number;
        /** @description How many timers at most; 20 when left out. */
        timerLimit: number;
        /** @description Only requests to this operation, by operationId. */
        operation: string;
        /** @description Only those answered like this, `404` or `4xx`. */
        status: string;
        /** @description Only those with this method. */
        method: string;
        /** @description Only those of this caller; its id, its tenant's, or the name of a persona. */
        caller: string;
        /** @description The number of a change; it names the moment just after the change. */
        seq: number;
        /** @description The number of the change just after which to export, with a frozen clock; now when left out. */
        at: number;
        /** @description `all`, or `changes`: without the requests that changed nothing. `all` when left out. */
        timelineKind: "all" | "changes";
        /** @description The id of an item; only older ones are listed. */
        timelineBefore: string;
        /** @description How many items to skip, from the newest one, or from the one that `before` names. */
        timelineOffset: number;
        /** @description At most so many items; 100 when left out. */
        timelineLimit: number;
        /** @description At most so many rows; 100 when left out. */
        differenceLimit: number;
        /** @description Only those after this one. */
        since: string;
        /** @description Only this one, and those that were answered before it. */
        until: string;
        /** @description How many of the newest that fit are left out; 0 when left out. */
        requestOffset: number;
        /** @description The last so many of them; 100 when left out. */
        limit: number;
        /** @description How many are waited for; one when left out. */
        count: number;
        /** @description How long, in milliseconds of real time; 5000 when left out. */
        timeout_ms: number;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            403: components["responses"]["Forbidden"];
        };
    };
    reset: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The world is as it was at start. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    listWorlds: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The worlds. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Worlds"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    createWorld: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WorldRequest"];
            };
        };
        responses: {
            /** @description The world, and who may call it. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewWorld"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unusable"];
            503: components["responses"]["Overloaded"];
        };
    };
    deleteWorld: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path: {
                /** @description The name. */
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
        };
    };
    getClock: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The clock. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    listTimers: {
        parameters: {
            query?: {
                /** @description How many timers at most; 20 when left out. */
                limit?: components["parameters"]["timerLimit"];
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The timers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpcomingTimers"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unusable"];
        };
    };
    freezeClock: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The clock. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    resumeClock: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The clock. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    advanceClock: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Advance"];
            };
        };
        responses: {
            /** @description The clock, and what was done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Moved"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unusable"];
            503: components["responses"]["Overloaded"];
        };
    };
    setClock: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetClock"];
            };
        };
        responses: {
            /** @description The clock, and what was done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Moved"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unusable"];
            503: components["responses"]["Overloaded"];
        };
    };
    seedWorld: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SeedRequest"];
            };
        };
        responses: {
            /** @description The world, and who may call it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewWorld"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unusable"];
            503: components["responses"]["Overloaded"];
        };
    };
    listSnapshots: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The snapshots of the world. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Snapshots"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    takeSnapshot: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SnapshotRequest"];
            };
        };
        responses: {
            /** @description The snapshot. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Snapshot"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unusable"];
            503: components["responses"]["Overloaded"];
        };
    };
    deleteSnapshot: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path: {
                /** @description The name. */
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
        };
    };
    restoreSnapshot: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path: {
                /** @description The name. */
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The snapshot. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Snapshot"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    listTimeline: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
                /** @description `all`, or `changes`: without the requests that changed nothing. `all` when left out. */
                kind?: components["parameters"]["timelineKind"];
                /** @description The id of an item; only older ones are listed. */
                before?: components["parameters"]["timelineBefore"];
                /** @description How many items to skip, from the newest one, or from the one that `before` names. */
                offset?: components["parameters"]["timelineOffset"];
                /** @description At most so many items; 100 when left out. */
                limit?: components["parameters"]["timelineLimit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the timeline. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Timeline"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unusable"];
        };
    };
    getMoment: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path: {
                /** @description The number of a change; it names the moment just after the change. */
                seq: components["parameters"]["seq"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The moment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Moment"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    compareMoment: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
                /** @description At most so many rows; 100 when left out. */
                limit?: components["parameters"]["differenceLimit"];
            };
            header?: never;
            path: {
                /** @description The number of a change; it names the moment just after the change. */
                seq: components["parameters"]["seq"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What differs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Difference"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unusable"];
        };
    };
    getMomentTest: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path: {
                /** @description The number of a change; it names the moment just after the change. */
                seq: components["parameters"]["seq"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The test. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MomentTest"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    exportWorld: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
                /** @description The number of the change just after which to export, with a frozen clock; now when left out. */
                at?: components["parameters"]["at"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The world. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Export"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unusable"];
        };
    };
    importWorld: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Export"];
            };
        };
        responses: {
            /** @description The world, and who may call it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewWorld"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unusable"];
            503: components["responses"]["Overloaded"];
        };
    };
    arrange: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Scenario"];
            };
        };
        responses: {
            /** @description The ids of the records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Arranged"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unusable"];
            503: components["responses"]["Overloaded"];
        };
    };
    getPolicy: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The policy. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Policy"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    setPolicy: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PolicyChange"];
            };
        };
        responses: {
            /** @description The policy. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Policy"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unusable"];
            503: components["responses"]["Overloaded"];
        };
    };
    listPersonas: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The personas by name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonaList"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    getPersona: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path: {
                /** @description The name. */
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The persona. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NamedPersona"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    listFaults: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The faults that wait. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Faults"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    addFault: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FaultRequest"];
            };
        };
        responses: {
            /** @description The fault. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unusable"];
            503: components["responses"]["Overloaded"];
        };
    };
    clearFaults: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They are gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedList"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    removeFault: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    getOutbox: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What went out. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Outbox"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    followEvents: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The feed, without an end. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
        };
    };
    listLevers: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The levers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeverTypes"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    getLevers: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path: {
                /** @description What kind of record it is. */
                type: components["parameters"]["type"];
                /** @description The id. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record and its levers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeverInfo"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    pullLever: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path: {
                /** @description What kind of record it is. */
                type: components["parameters"]["type"];
                /** @description The id. */
                id: components["parameters"]["id"];
                /** @description What is to happen. */
                lever: components["parameters"]["lever"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record as it is now, and its levers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeverInfo"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
        };
    };
    listTables: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tables. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TableList"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    listRows: {
        parameters: {
            query?: {
                /** @description Only rows that contain this text in any case, or the row with this id. */
                q?: components["parameters"]["q"];
                /** @description Only rows in which a member has this value, as `member=value`; may be given several times. The path of an inner member has dots, and `*` for any element of a list: `items.*.service_ids.*=…`. */
                where?: components["parameters"]["where"];
                /** @description An order that the table declares, with `-` for the reverse; `-created_at` when left out. */
                sort?: components["parameters"]["sort"];
                /** @description How many rows are skipped. */
                offset?: components["parameters"]["offset"];
                /** @description How many rows at most; 50 when left out. */
                limit?: components["parameters"]["rowLimit"];
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path: {
                /** @description The table. */
                table: components["parameters"]["table"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of rows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RowsPage"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unusable"];
        };
    };
    getRow: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path: {
                /** @description The table. */
                table: components["parameters"]["table"];
                /** @description The id of the record. */
                id: components["parameters"]["recordId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Record"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    findRecord: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path: {
                /** @description The id of the record. */
                id: components["parameters"]["recordId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Record"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    listRequests: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
                /** @description Only requests to this operation, by operationId. */
                operation?: components["parameters"]["operation"];
                /** @description Only those answered like this, `404` or `4xx`. */
                status?: components["parameters"]["status"];
                /** @description Only those with this method. */
                method?: components["parameters"]["method"];
                /** @description Only those of this caller; its id, its tenant's, or the name of a persona. */
                caller?: components["parameters"]["caller"];
                /** @description Only those after this one. */
                since?: components["parameters"]["since"];
                /** @description Only this one, and those that were answered before it. */
                until?: components["parameters"]["until"];
                /** @description How many of the newest that fit are left out; 0 when left out. */
                offset?: components["parameters"]["requestOffset"];
                /** @description The last so many of them; 100 when left out. */
                limit?: components["parameters"]["limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Those that fit. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Requests"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unusable"];
        };
    };
    clearRequests: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description None. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Requests"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    exportRequests: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The archive. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Har"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    waitForRequests: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
                /** @description Only requests to this operation, by operationId. */
                operation?: components["parameters"]["operation"];
                /** @description Only those answered like this, `404` or `4xx`. */
                status?: components["parameters"]["status"];
                /** @description Only those with this method. */
                method?: components["parameters"]["method"];
                /** @description Only those of this caller; its id, its tenant's, or the name of a persona. */
                caller?: components["parameters"]["caller"];
                /** @description Only those after this one. */
                since?: components["parameters"]["since"];
                /** @description Only this one, and those that were answered before it. */
                until?: components["parameters"]["until"];
                /** @description How many of the newest that fit are left out; 0 when left out. */
                offset?: components["parameters"]["requestOffset"];
                /** @description The last so many of them; 100 when left out. */
                limit?: components["parameters"]["limit"];
                /** @description How many are waited for; one when left out. */
                count?: components["parameters"]["count"];
                /** @description How long, in milliseconds of real time; 5000 when left out. */
                timeout_ms?: components["parameters"]["timeout_ms"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Those that fit. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaitedRequests"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unusable"];
        };
    };
    getRequest: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestDetail"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    repeatRequest: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RepeatRequest"];
            };
        };
        responses: {
            /** @description The new request, and the world that answered it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Request"] & {
                        world: string;
                    };
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unusable"];
        };
    };
    explainRequest: {
        parameters: {
            query?: {
                /** @description The world the call is about; the one the mock was started with when no other is named. */
                world?: components["parameters"]["world"];
            };
            header?: never;
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reason. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Explanation"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
}
/**
 * @description A name, fit for a URL.
 * @example worker-3
 */
export type Name = string;
/**
 * Format: date-time
 * @description An instant, ISO 8601 in UTC.
 * @example 2026-11-20T08:00:00Z
 */
export type Instant = string;
/** @description The mock as it is now. */
export type Health = {
    /**
     * @example ok
     * @constant
     */
    status: "ok";
    /**
     * @description The version of the package.
     * @example 0.1.0
     */
    version: string;
    /**
     * @description The name of the world.
     * @example demo
     */
    world: string;
    /**
     * Format: int64
     * @description The seed the world was made from.
     * @example 1
     */
    seed: number;
    /**
     * Format: date-time
     * @description The world's clock.
     * @example 2026-11-20T08:00:00Z
     */
    now: string;
};
/** @description A world. */
export type World = {
    /**
     * @description Its name.
     * @example demo
     */
    name: string;
    /** @description Is it the one calls go to that name none? */
    main: boolean;
    /**
     * @description The base path of its API for clients that cannot set headers.
     * @example /w/demo/v1
     */
    path: string;
    /**
     * @description The seed it was made from.
     * @example 1
     */
    seed: number | string;
    now: components["schemas"]["Instant"];
    /** @description Does its clock stand still? */
    frozen: boolean;
};
/** @description All worlds. */
export type Worlds = {
    worlds: components["schemas"]["World"][];
};
/** @description A world, and who may call it. */
export type NewWorld = components["schemas"]["World"] & components["schemas"]["PersonaList"];
/** @description What a world is to be. */
export type WorldRequest = {
    /** @description `world-1`, … when left out. */
    name?: components["schemas"]["Name"];
    /** @description A copy of this world; the one the mock was started with when left out. */
    from?: components["schemas"]["Name"];
    /** @description As it was then; `start` is how it began. As it is now when left out. */
    snapshot?: components["schemas"]["Name"];
    /**
     * Format: int64
     * @description As it was just after the change with this number (see `/timeline`); excludes `snapshot`.
     * @example 12
     */
    at?: number;
    /**
     * @description Made anew as this world of the content: demo, empty, large, edge.
     * @example empty
     */
    world?: string;
    /**
     * Format: int64
     * @description Made anew from this seed.
     * @example 7
     */
    seed?: number;
    /**
     * @description Made anew, its clock at `now`, `frozen`, or an ISO 8601 instant.
     * @example frozen
     */
    clock?: string;
    /**
     * @description Made anew at this pace.
     * @enum {string}
     */
    lifecycle?: "time" | "immediate" | "manual";
};
/** @description What the world is to be settled as. */
export type SeedRequest = {
    /**
     * Format: int64
     * @description As before when left out.
     * @example 7
     */
    seed?: number;
    /**
     * @description As before when left out.
     * @example empty
     */
    world?: string;
};
/** @description The clock of a world. */
export type Clock = {
    now: components["schemas"]["Instant"];
    /** @description Does it stand still? */
    frozen: boolean;
    /**
     * Format: date-time
     * @description When the next thing comes due.
     */
    next_due: string | null;
};
/** @description Something that comes due. */
export type Timer = {
    /**
     * @description What it is.
     * @example order.provisioned
     */
    kind: string;
    at: components["schemas"]["Instant"];
    /** @description What it is about. */
    ref: {
        [key: string]: string;
    };
};
/** @description A record of a table. */
export type RecordRef = {
    /** @example invoices */
    table: string;
    id: string;
    /**
     * @description The text that names it to people, such as its number.
     * @example ACME-2026-000037
     */
    label: string | null;
};
/** @description Something that comes due, and the record that it is about. */
export type ShownTimer = components["schemas"]["Timer"] & {
    record: components["schemas"]["RecordRef"] | null;
};
/** @description What comes due next. */
export type UpcomingTimers = {
    timers: components["schemas"]["ShownTimer"][];
    /** @description How many timers there are, before `limit`. */
    total: number;
};
/** @description Something that came due, and what it changed. */
export type RanTimer = components["schemas"]["ShownTimer"] & {
    /** @description The records that it changed; the first 50. */
    changes: (components["schemas"]["RecordRef"] & {
        /** @enum {string} */
        change: "inserted" | "updated" | "removed";
        /** @description The status before and after; null when it stayed the same. */
        status: null | {
            /** @example unpaid */
            from: string | null;
            /** @example overdue */
            to: string | null;
        };
    })[];
    /**
     * @description The types of the events that it emitted.
     * @example [
     *       "invoice.overdue"
     *     ]
     */
    events: string[];
};
/** @description The clock after it was moved, and what was done on the way. */
export type Moved = components["schemas"]["Clock"] & {
    /** @description What came due, in order; the first 1000. */
    ran: components["schemas"]["RanTimer"][];
    /** @description How many there were. */
    ran_count: number;
    /** @description Those that failed; each has changed nothing. */
    failed: {
        kind: string;
        at: components["schemas"]["Instant"];
        error: string;
    }[];
};
/** @description How long. */
export type Advance = {
    /**
     * @description An ISO 8601 duration (P1M, PT5M, P1DT12H), a short one (30d, 12h, 90s, 2w, 1mo, 1y), milliseconds, or `next` for the instant at which the next thing comes due.
     * @example P1M
     */
    by: string | number;
};
/** @description When. */
export type SetClock = {
    /**
     * @description An ISO 8601 instant not before the present one, or its milliseconds since 1970.
     * @example 2026-12-24T18:00:00Z
     */
    to: string | number;
};
/** @description An instant that is kept. */
export type Snapshot = {
    name: components["schemas"]["Name"];
    /** @description What the clock of the world showed. */
    taken_at: components["schemas"]["Instant"];
};
/** @description The snapshots of a world. */
export type Snapshots = {
    snapshots: components["schemas"]["Snapshot"][];
};
/** @description What it is to be called. */
export type SnapshotRequest = {
    /** @description `snapshot-1`, … when left out. */
    name?: components["schemas"]["Name"];
};
/**
 * @description Records to arrange, by resource. A list holds objects; `as` names a record, and `count` repeats it.
 * @example {
 *       "customers": [
 *         {
 *           "as": "late",
 *           "services": [
 *             {
 *               "status": "suspended"
 *             }
 *           ],
 *           "invoices": [
 *             {
 *               "status": "overdue",
 *               "count": 3
 *             }
 *           ]
 *         }
 *       ]
 *     }
 */
export type Scenario = {
    /** @description The slug or the id of the tenant in which to arrange; the owner's tenant when left out. */
    tenant?: string;
} & {
    [key: string]: unknown;
};
/** @description The ids by name, and the ids of all records in the shape of the scenario. */
export type Arranged = {
    /** @description The id of each record that `as` names. */
    ids: {
        [key: string]: string;
    };
} & {
    [key: string]: unknown;
};
/** @description Everything in a world. */
export type Export = {
    /** @constant */
    format: 1;
    seed: number | string;
    /** @description Where it stands (ms since 1970), or how far it runs ahead of real time (ms). */
    clock: {
        /** @constant */
        frozen: true;
        at: number;
    } | {
        /** @constant */
        frozen: false;
        offset: number;
    };
    /** @description Its policy towards time. */
    settings: Record<string, never>;
    /** @description How many of each kind of id were given out. */
    ordinals: {
        [key: string]: number;
    };
    /** @description Its rows by table, in the order in which they were added. */
    tables: {
        [key: string]: Record<string, never>[];
    };
    timers: components["schemas"]["Timer"][];
    /** @description What is counted and chosen beside the tables: policy, limiter, meter, counters, faults. */
    parts?: Record<string, never>;
};
/** @description Requests a minute by tier. */
export type LimitTable = {
    free: number;
    pro: number;
    business: number;
    enterprise: number;
    reseller: number;
    platform: number;
};
/** @description What is to be otherwise. */
export type PolicyChange = {
    /**
     * @description The form of 422 bodies.
     * @enum {string}
     */
    error_shape?: "envelope" | "flat" | "alternate";
    /** @description The specification's set A or B, none, or figures of your own. */
    limits?: ("A" | "B" | "off") | components["schemas"]["LimitTable"];
    /** @description Requests a minute to login and the like; null for what belongs to `limits`. */
    limits_auth?: number | null;
    /**
     * @description Whether provisioning takes time, none, or waits for a lever.
     * @enum {string}
     */
    lifecycle?: "time" | "immediate" | "manual";
    /**
     * @description How long answers take.
     * @enum {string}
     */
    latency?: "none" | "lan" | "mobile" | "slow";
};
/** @description How a world answers. */
export type Policy = components["schemas"]["PolicyChange"] & Record<string, never>;
/** @description A ready-made caller. */
export type Persona = {
    email?: string;
    password?: string;
    /**
     * @description Base32.
     * @example JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP
     */
    totpSecret?: string;
    token?: string;
    apiKey?: string;
    tenantId?: string;
    /** @description A scope its API key has not. */
    lacks?: string;
};
/** @description A ready-made caller and its name. */
export type NamedPersona = {
    /** @example owner */
    name: string;
} & components["schemas"]["Persona"];
/** @description Ready-made callers by name. */
export type PersonaList = {
    personas: {
        [key: string]: components["schemas"]["Persona"];
    };
};
/** @description What is to go wrong, and when. */
export type FaultRequest = {
    /**
     * @description Another status; a late answer (`latency` is its former name, which is taken for `delay`); one that stops in the middle; a connection that is cut; a body that ends too early; one that is no JSON; one that breaks the schema; a Content-Length that is not true.
     * @enum {string}
     */
    kind: "status" | "delay" | "stall" | "reset" | "truncated" | "invalid_json" | "wrong_schema" | "wrong_length" | "latency";
    /**
     * @description The operationId it is for; every one when left out.
     * @example createOrder
     */
    operation?: string;
    /** @description The share of the calls it befalls, by the world's seed. */
    probability?: number;
    /** @description Only the nth call it could befall, once. */
    nth?: number;
    /** @description How often it happens before it is gone. */
    times?: number;
    /** @description The status to answer with, for the kind `status`. */
    status?: number;
    /** @description Seconds in its `Retry-After`, for the kind `status`. */
    retry_after?: number;
    /** @description How late the answer is, for every kind; for `stall` how long it stands still, ten minutes and then cut off when left out. */
    delay_ms?: number;
    /** @description How much of the body is sent first, for `stall`, `reset`, `truncated` and `wrong_length`; half of it when left out, and nothing for `reset`. */
    after_bytes?: number;
    /** @description Does the call take effect before its answer goes wrong? Not for `status`, and for the other kinds it does, unless this says otherwise. */
    takes_effect?: boolean;
};
/** @description A fault that waits for its calls. */
export type Fault = components["schemas"]["FaultRequest"] & {
    /** @example fault_1 */
    id: string;
    /** @description How many calls it could have befallen. */
    seen: number;
    /** @description How many it befell. */
    applied: number;
};
/** @description The faults of a world. */
export type Faults = {
    faults: components["schemas"]["Fault"][];
};
/** @description What went out. */
export type Outbox = {
    codes: {
        /** @example twoFactor */
        persona: string;
        email: string | null;
        /** @example 492039 */
        code: string;
        /** @description The time of the world's clock that the code is of. */
        at: components["schemas"]["Instant"];
        /** @description When the next code begins, by the world's clock. */
        valid_until: components["schemas"]["Instant"];
    }[];
    /** @description Attempts to deliver to webhook endpoints, the newest first, as the platform's own list shows them. */
    deliveries: ({
        id: string;
        url: string | null;
        status: string;
    } & {
        [key: string]: unknown;
    })[];
    /** @description How many messages wait to be sent. */
    waiting: number;
};
/** @description The states in which each lever can be pulled. */
export type LeverStates = {
    [key: string]: string[];
};
/** @description The levers by type. */
export type LeverTypes = {
    types: {
        [key: string]: components["schemas"]["LeverStates"];
    };
};
/** @description A record and its levers. */
export type LeverInfo = {
    /** @example orders */
    type: string;
    id: string;
    tenant_id: string | null;
    /** @example processing */
    status: string | null;
    /**
     * @description What can be pulled now.
     * @example [
     *       "complete",
     *       "fail"
     *     ]
     */
    levers: string[];
    /** @description What could be pulled in other states, and in which. */
    others: components["schemas"]["LeverStates"];
    /** @description The record as it is now. */
    resource: Record<string, never>;
};
/** @description A table of a world. */
export type Table = {
    /** @example orders */
    name: string;
    /** @description How many rows of all tenants it has. */
    rows: number;
    /** @description Does each row belong to a tenant? */
    tenant: boolean;
    /**
     * @description The component of the document that describes a row.
     * @example Order
     */
    schema: string | null;
    /**
     * @description The area of the operations on its rows.
     * @example orders
     */
    area: string | null;
    /**
     * @description The operation that lists its rows.
     * @example listOrders
     */
    list: string | null;
    /**
     * @description The path of one row.
     * @example /orders/{id}
     */
    path: string | null;
    /** @description The members of its rows; none while it has no rows. */
    members: string[];
    /** @description The members by which rows are found with an index. */
    filters: string[];
    /** @description The orders in which rows can be listed. */
    orders: string[];
    levers: components["schemas"]["LeverStates"];
};
/** @description The tables of a world. */
export type TableList = {
    tables: components["schemas"]["Table"][];
};
/** @description A row without its secrets. */
export type Row = {
    id: string;
    /** @description The text that names it to people, such as its number. */
    label: string | null;
    /** @description Its members. */
    row: Record<string, never>;
    /** @description The records that its members name by id. */
    references: (components["schemas"]["RecordRef"] & {
        /**
         * @description The place of the id in the row, as a JSON pointer.
         * @example /customer_id
         */
        pointer: string;
        /** @description Is there such a record? */
        exists: boolean;
    })[];
};
/** @description A page of the rows of a table. */
export type RowsPage = {
    table: string;
    rows: components["schemas"]["Row"][];
    /** @description How many rows match, before `limit`. */
    total: number;
    offset: number;
};
/** @description A page of a timeline, the newest first. */
export type Timeline = {
    items: components["schemas"]["TimelineItem"][];
    /** @description The number of all items of the kind. */
    total: number;
    /** @description The number of the oldest moment that can be rebuilt. */
    oldest: number;
    /** @description The number of the latest change. */
    latest: number;
    /** @description The value of `before` for the next page; null when there is none. */
    next: string | null;
};
/** @description A change of a world, or a request that changed nothing. */
export type TimelineItem = {
    /**
     * @example 12
     * @example 12.req_7
     */
    id: string;
    /** @description The number of the change; for a request that changed nothing */
    seq: number;
    at: components["schemas"]["Instant"];
    /** @enum {string} */
    kind: "commit" | "request" | "reset" | "restore" | "import" | "seed";
    /** @description What made the commit; null when no more is known. */
    cause: components["schemas"]["RequestCause"] | components["schemas"]["TimerCause"] | components["schemas"]["LeverCause"] | components["schemas"]["DeliveryCause"] | components["schemas"]["ScenarioCause"] | null;
    /**
     * @description The persona that sent the request.
     * @example owner
     */
    persona: string | null;
    /** @description The request; null when there was none, or the log no longer has it. */
    request: components["schemas"]["Request"] | null;
    /** @description The name of the restored snapshot. */
    snapshot: string | null;
    /**
     * @description The types of the emitted events.
     * @example [
     *       "order.created"
     *     ]
     */
    events: string[];
    /** @description The changed rows, at most 20. */
    writes: {
        /** @example orders */
        table: string;
        id: string;
        change: components["schemas"]["RowChangeKind"];
    }[];
    /** @description The number of all changed rows. */
    writes_count: number;
};
/** @description A request made the commit. */
export type RequestCause = {
    /** @constant */
    kind: "request";
    /** @example req_7 */
    id: string;
    /** @example createOrder */
    operation: string | null;
    caller: string;
    /** @description The size of its body. */
    bytes: number;
};
/** @description A timer that came due made the commit. */
export type TimerCause = {
    /** @constant */
    kind: "timer";
    /** @example order.provisioned */
    timer: string;
    /** @description What it is about. */
    ref: {
        [key: string]: string;
    };
};
/** @description A lever made the commit. */
export type LeverCause = {
    /** @constant */
    kind: "lever";
    /** @example suspend */
    lever: string;
    /** @example services */
    table: string;
    id: string;
};
/** @description The attempt to deliver a webhook made the commit. */
export type DeliveryCause = {
    /** @constant */
    kind: "delivery";
    id: string;
};
/** @description Arranging a scenario made the commit. */
export type ScenarioCause = {
    /** @constant */
    kind: "scenario";
};
/**
 * @description What happened to a row.
 * @enum {string}
 */
export type RowChangeKind = "inserted" | "updated" | "removed";
/** @description The change of a row. */
export type RowChange = {
    /**
     * @description Its table; timers are rows of `$timers`.
     * @example orders
     */
    table: string;
    id: string;
    tenant_id: string | null;
    change: components["schemas"]["RowChangeKind"];
    /** @description The members whose values differ, by name. Secrets are redacted, long values shortened. */
    members: {
        [key: string]: {
            /** @description The value before; absent in a new row. */
            before?: unknown;
            /** @description The value after; absent in a removed row. */
            after?: unknown;
        };
    };
};
/** @description The state of a world just after a change. */
export type Moment = {
    seq: number;
    now: components["schemas"]["Instant"];
    /** @description The change; null at the oldest moment. */
    item: components["schemas"]["TimelineItem"] | null;
    /** @description The changed rows before and after, at most 100. */
    rows: components["schemas"]["RowChange"][];
    /** @description The number of all changed rows. */
    rows_count: number;
};
/** @description What differs between a moment and now. */
export type Difference = {
    seq: number;
    /** @description The time of the world at the moment, and now. */
    clock: {
        moment: components["schemas"]["Instant"];
        now: components["schemas"]["Instant"];
    };
    /** @description The number of rows that differ, by table. */
    tables: {
        [key: string]: {
            inserted: number;
            updated: number;
            removed: number;
        };
    };
    rows: components["schemas"]["RowChange"][];
    /** @description The number of all rows that differ. */
    rows_count: number;
};
/** @description A test that starts at a moment. */
export type MomentTest = {
    /** @description Its TypeScript source. */
    text: string;
};
/** @description What is different when the request is sent again. */
export type RepeatRequest = {
    /**
     * @description The persona that sends it, or `anonymous`; with the same credential when left out.
     * @example owner
     */
    as?: string;
    /** @description The world that answers it; the same one when left out. */
    world?: string;
    /**
     * @description Its `Prefer` header; none when left out.
     * @example fault=reset
     */
    prefer?: string;
};
/** @description Requests that fit. */
export type Requests = {
    requests: components["schemas"]["Request"][];
    /** @description How many there are, before `limit`. */
    total: number;
};
/** @description Requests that fit, and whether the time was over. */
export type WaitedRequests = components["schemas"]["Requests"] & {
    timed_out: boolean;
};
/** @description What was sent or answered. */
export type Side = {
    headers: {
        [key: string]: string;
    };
    /** @description JSON as a value; of anything else its size. */
    body: unknown;
};
/** @description A request with headers and bodies. */
export type RequestDetail = components["schemas"]["Request"] & {
    request: components["schemas"]["Side"];
    reply: components["schemas"]["Side"];
};
/** @description HTTP Archive 1.2. */
export type Har = {
    log: {
        /** @constant */
        version: "1.2";
        creator: Record<string, never>;
        entries: Record<string, never>[];
    };
};
/** @description Why a request was answered as it was. */
export type Explanation = {
    /** @example req_12 */
    id: string;
    status: number;
    /**
     * @description The step of the pipeline that decided; null when none refused.
     * @example validate
     */
    step: string | null;
    /** @description The steps that had let it pass, in order. */
    passed: string[];
    /**
     * @description The rule that was broken.
     * @example VALIDATION_FAILED
     */
    rule: string | null;
    /** @description What happened, and what to do. */
    sentence: string;
    /**
     * @description The heading of the specification that decides.
     * @example Errors
     */
    heading: string;
    problems: {
        /** @enum {string} */
        in: "body" | "query";
        /** @example /items/0/billing_cycle */
        pointer: string;
        /** @example enum */
        keyword: string;
        schema: string;
        message: string;
    }[];
    /** @description The scope that was missing, and those there were. */
    scope: null | {
        missing: string;
        has: string[];
    };
    /** @description What it was counted against, and when that is free again. */
    limit: null | {
        bucket: string;
        limit: number;
        remaining: number;
        frees_at: components["schemas"]["Instant"];
    };
    /** @description What was done to it on purpose. */
    disturbed: string | null;
};
/** @description What is gone. */
export type Deleted = {
    deleted: string;
};
/** @description What is gone. */
export type DeletedList = {
    deleted: string[];
};
