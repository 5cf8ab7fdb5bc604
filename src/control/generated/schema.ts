// Generated from openapi/control.yaml by `npm run generate`. Not edited by hand.
export interface paths {
    "/health": {
        /**
         * Return that the mock lives
         * @description Replies as soon as the mock serves requests, also while the store of its worlds does not answer. Suitable for liveness probes.
         */
        get: operations["getHealth"];
    };
    "/ready": {
        /**
         * Return whether the mock can serve its worlds
         * @description Asks the store of the worlds (`--state`) for a reply; worlds in memory are always ready. A mock that is ending is not ready. Suitable for readiness probes.
         */
        get: operations["getReady"];
    };
    "/conditions": {
        /**
         * Return what makes the replies of a world unusual
         * @description Returns what a person may have forgotten: the number of active faults, whether the clock stands still, the choices of a variation (`mock --vary`, `--like`), and the upstream (`mock --upstream`).
         */
        get: operations["getConditions"];
    };
    "/reset": {
        /**
         * Reset the world
         * @description Restores the reset point of the world: all rows, id sequences, rate-limit windows, stored idempotency replies, counters, faults, the policy and the clock. Clears the request log.
         */
        post: operations["reset"];
    };
    "/undo": {
        /**
         * Return what undo would take back
         * @description Returns the action that `undo` would take back, and the changes since that would be discarded with it.
         */
        get: operations["getUndo"];
        /**
         * Take back the last action
         * @description Takes back the last reset, restore, import or new seeding of the world, the last removal of faults or of a snapshot, the last setting back of a record, or the last emptying of the request log, whichever was last; an action that removed nothing does not count. After a reset, restore, import or new seeding, the world and its log are as they were before, and after the setting back of a record, the record is: what has happened since is discarded, and a further call takes the undoing back. The reset point of a new seeding stays.
         */
        post: operations["undo"];
    };
    "/worlds": {
        /**
         * List the worlds
         * @description The main world comes first. It serves calls that name no world. With `--state`, the list contains all stored worlds, also those that are not in memory and those that other processes serve.
         */
        get: operations["listWorlds"];
        /**
         * Create a world
         * @description Copies a world, as it is now, at a snapshot or at a moment of its timeline. With `world`, `seed`, `clock` or `lifecycle`, seeds a new world instead. The copy takes milliseconds and shares no state with its original. `reset` of the new world restores the state in which it was created.
         */
        post: operations["createWorld"];
    };
    "/worlds/{name}": {
        /**
         * Delete a world
         * @description The main world cannot be deleted.
         */
        delete: operations["deleteWorld"];
    };
    "/worlds/{name}/undelete": {
        /**
         * Bring back a deleted world
         * @description Brings back one of the 8 worlds that were deleted last, with its snapshots, timeline and request log.
         */
        post: operations["undeleteWorld"];
    };
    "/clock": {
        /**
         * Return the time of the world
         * @description Also returns whether the clock is frozen and when the next timer is due.
         */
        get: operations["getClock"];
    };
    "/clock/timers": {
        /**
         * List the next timers
         * @description Lists the timers that are due first, each with its record.
         */
        get: operations["listTimers"];
    };
    "/clock/freeze": {
        /**
         * Freeze the clock
         * @description The time of the world stands still until the clock is resumed, advanced or set.
         */
        post: operations["freezeClock"];
    };
    "/clock/resume": {
        /**
         * Resume the clock
         * @description The clock runs on from its present time.
         */
        post: operations["resumeClock"];
    };
    "/clock/advance": {
        /**
         * Advance the clock
         * @description Moves the clock forward and runs every timer that comes due, in order and at its own time. `next` advances to the time of the next timer. One call advances the clock by at most ten years; several calls go further.
         */
        post: operations["advanceClock"];
    };
    "/clock/set": {
        /**
         * Set the clock
         * @description Advances the clock to an instant and runs every timer that comes due, in order. The instant is not before the time of the world, because recorded events would then lie in the future, and at most ten years after it.
         */
        post: operations["setClock"];
    };
    "/seed": {
        /**
         * Seed the world again
         * @description Replaces the world with a newly seeded one, from another seed or as another built-in world. The result is the new reset point.
         */
        post: operations["seedWorld"];
    };
    "/snapshots": {
        /**
         * List the snapshots
         * @description Every world has a snapshot named `start`.
         */
        get: operations["listSnapshots"];
        /**
         * Take a snapshot
         * @description Saves the state of the world under a name without copying it. Replaces a snapshot of the same name.
         */
        post: operations["takeSnapshot"];
    };
    "/snapshots/{name}": {
        /**
         * Delete a snapshot
         * @description The snapshot `start` cannot be deleted.
         */
        delete: operations["deleteSnapshot"];
    };
    "/snapshots/{name}/restore": {
        /**
         * Restore a snapshot
         * @description Restores the whole state of the world: `GET /export` returns the same bytes as when the snapshot was taken. Clears the request log.
         */
        post: operations["restoreSnapshot"];
    };
    "/timeline": {
        /**
         * List the changes and requests of a world
         * @description Lists every commit, reset, restore and import, and every logged request, the newest first; requests that a tool such as the console sent by itself are listed only when they changed something. The number of a change (`seq`) names the moment just after it. The timeline keeps the last 1,000 changes, and the last 10,000 once this operation was called, as far as they fit into 16 MiB.
         */
        get: operations["listTimeline"];
    };
    "/timeline/{seq}": {
        /**
         * Return a moment
         * @description Returns the change that led to the moment, with every changed row before and after. Secrets are redacted.
         */
        get: operations["getMoment"];
    };
    "/timeline/{seq}/difference": {
        /**
         * Compare a moment with now
         * @description Lists the rows that were inserted, updated and removed since the moment, with the members whose values differ.
         */
        get: operations["compareMoment"];
    };
    "/timeline/{seq}/test": {
        /**
         * Write a test that starts at a moment
         * @description Returns a Vitest test in TypeScript. It reads the export of the moment (`GET /export?at=`) from a file beside it.
         */
        get: operations["getMomentTest"];
    };
    "/export": {
        /**
         * Export the world
         * @description Returns the whole state of the world as JSON. `mock --world` accepts it as a file.
         */
        get: operations["exportWorld"];
    };
    "/import": {
        /**
         * Import a world
         * @description Replaces the world with an exported one, of this mock or of another. An invalid export is refused, with each problem by JSON pointer, and changes nothing.
         */
        post: operations["importWorld"];
    };
    "/arrange": {
        /**
         * Arrange a scenario
         * @description Creates the records of a scenario in the states that it describes: nested by ownership, or flat with references by the names that `as` gives. Everything that leads to a state has happened before now; the clock does not move, and nothing is delivered to webhook endpoints. A scenario that cannot be arranged is refused, with each problem by JSON pointer, and changes nothing. `hosting-contract scenario --schema` writes the JSON Schema of scenarios.
         */
        post: operations["arrange"];
    };
    "/policy": {
        /**
         * Return the policy
         * @description The policy decides how the world replies where the specification leaves a choice.
         */
        get: operations["getPolicy"];
        /**
         * Change the policy
         * @description Members that are left out keep their values.
         */
        put: operations["setPolicy"];
    };
    "/personas": {
        /**
         * List the personas
         * @description Lists the ready-made callers of the world with the credentials that they had when the world was seeded or imported.
         */
        get: operations["listPersonas"];
    };
    "/personas/{name}": {
        /**
         * Return a persona
         * @description Returns the credentials of one ready-made caller of the world.
         */
        get: operations["getPersona"];
    };
    "/faults": {
        /**
         * List the faults
         * @description Each fault has the number of requests that matched it and the number to which it was applied.
         */
        get: operations["listFaults"];
        /**
         * Add a fault
         * @description Injects a failure into the requests that match, from now on; `times: 1` injects it once. When several faults match a request, the oldest one is applied. A world has at most 1,000 faults.
         */
        post: operations["addFault"];
        /**
         * Remove all faults
         * @description Requests are no longer disturbed by faults.
         */
        delete: operations["clearFaults"];
    };
    "/faults/{id}": {
        /**
         * Remove a fault
         * @description The fault is not applied to any further request.
         */
        delete: operations["removeFault"];
    };
    "/outbox": {
        /**
         * Return the TOTP codes and webhook deliveries
         * @description Returns the present TOTP codes of the personas and the attempts to deliver to webhook endpoints. The platform sends no mail, and a reset control-panel password appears only in the reply of the reset.
         */
        get: operations["getOutbox"];
    };
    "/webhooks/trigger": {
        /**
         * Trigger a webhook event
         * @description Makes a record in the state that the event announces, such as a paid invoice with its customer, order and payment, and sends the event about it to every endpoint that subscribes. The record stays in the world; what led to its state has happened before now, and is not sent. An unknown type is refused with a list of all.
         */
        post: operations["triggerWebhook"];
    };
    "/events": {
        /**
         * Stream the events of the world
         * @description Server-sent events. `commit` follows every transaction that changed something, `request` every reply. `log` names the newest logged request, at the start and whenever the log was cleared. `world` says that the clock was moved, or that a reset, a restored snapshot, an import or a seed replaced the state.
         */
        get: operations["followEvents"];
    };
    "/resources": {
        /**
         * List the levers
         * @description Lists the levers by type of record, each with the states in which it works.
         */
        get: operations["listLevers"];
    };
    "/resources/{type}/{id}": {
        /**
         * List the levers of a record
         * @description Lists the levers that work in the present state of the record, and those that work in other states.
         */
        get: operations["getLevers"];
    };
    "/resources/{type}/{id}/{lever}": {
        /**
         * Pull a lever
         * @description Makes something happen to a record at once, with all its consequences, instead of waiting for the clock, a supplier or staff. With `--lifecycle manual` this is how orders are completed.
         */
        post: operations["pullLever"];
    };
    "/tables": {
        /**
         * List the tables
         * @description Lists every table with its number of rows, the schema and the operations that the document has for its rows, and the levers of its records.
         */
        get: operations["listTables"];
    };
    "/tables/{table}/rows": {
        /**
         * List the rows of a table
         * @description Lists the rows of all tenants, the newest first, each with the records that it references. Secrets are redacted and cannot be searched. A page costs about the same for any number of rows; a text search and a filter without an index read every row.
         */
        get: operations["listRows"];
    };
    "/tables/{table}/rows/{id}": {
        /**
         * Return a record
         * @description Returns the record with the records that it references, the number of rows by table that reference it, its levers, and the operations of the document on it.
         */
        get: operations["getRow"];
    };
    "/tables/{table}/rows/{id}/restore": {
        /**
         * Set a record back to a moment
         * @description Gives a record the members that it had at a moment of the timeline, or brings a removed one back. Other records stay as they are, so what belongs together may no longer agree. `undo` takes it back.
         */
        post: operations["restoreRow"];
    };
    "/records": {
        /**
         * Find records by their names
         * @description Searches the names of the records of every table: at most three of each table, the newest first, and at most 20.
         */
        get: operations["searchRecords"];
    };
    "/records/{id}": {
        /**
         * Find a record by its id
         * @description Searches every table for the id.
         */
        get: operations["findRecord"];
    };
    "/requests": {
        /**
         * List the logged requests
         * @description Lists the last requests, the oldest first. The size of the log is limited by number and by bytes. Secrets are redacted. What tools such as the console send by themselves, with the header `X-Mock-Tool`, is left out unless `tool` names it.
         */
        get: operations["listRequests"];
        /**
         * Clear the request log
         * @description Removes all requests from the log.
         */
        delete: operations["clearRequests"];
    };
    "/requests.har": {
        /**
         * Export the request log as HAR
         * @description Returns the matching requests, all by default, as an HTTP Archive 1.2, which the developer tools of browsers read. Secrets are redacted. Requests that tools sent by themselves are left out unless `tool` names it.
         */
        get: operations["exportRequests"];
    };
    "/requests/wait": {
        /**
         * Wait for requests
         * @description Replies as soon as `count` requests match, earlier requests included; `since` waits for new ones only. After the time-out it returns the requests that match so far. At most 1,000 calls of a world wait at once.
         */
        get: operations["waitForRequests"];
    };
    "/requests/{id}": {
        /**
         * Return a logged request
         * @description Returns the request and its reply with headers and bodies. Secrets are redacted. The id `last` means the newest request that no tool sent by itself.
         */
        get: operations["getRequest"];
    };
    "/requests/{id}/repeat": {
        /**
         * Send a request again
         * @description Sends the same method, path, query, headers and body, including the secrets that the log redacts, but no `Idempotency-Key`, so that the request takes effect again. The id `last` means the newest request.
         */
        post: operations["repeatRequest"];
    };
    "/requests/{id}/explain": {
        /**
         * Explain the reply to a request
         * @description Returns the step of the pipeline that decided, its rule and the heading of the specification; also the invalid fields by JSON pointer, a missing scope, and the rate-limit bucket with the time at which it is free again. The id `last` means the newest request.
         */
        get: operations["explainRequest"];
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Name: Name;
        Instant: Instant;
        Health: Health;
        Ready: Ready;
        World: World;
        ListedWorld: ListedWorld;
        StoredWorld: StoredWorld;
        Worlds: Worlds;
        NewWorld: NewWorld;
        WorldRequest: WorldRequest;
        SeedRequest: SeedRequest;
        Clock: Clock;
        Timer: Timer;
        RecordRef: RecordRef;
        FoundRecord: FoundRecord;
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
        ServerState: ServerState;
        Count: Count;
        WorldMilliseconds: WorldMilliseconds;
        Figures: Figures;
        ErrorShape: ErrorShape;
        Limits: Limits;
        LimitsAuth: LimitsAuth;
        Latency: Latency;
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
        /** @description A record with its references, levers and operations. */
        Record: components["schemas"]["Row"] & {
            table: string;
            tenant_id: string | null;
            /** @description The number of rows that reference it, by table and member. */
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
            /** @description The levers that work in the present state. */
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
        /** @description A logged request. */
        Request: {
            /**
             * @description The header `X-Request-Id` of its reply.
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
            /** @description The caller: a user, an API key, or an address. */
            caller: string;
            /** @description The number of equal requests that it stands for, with `fold=equal`. */
            repeated?: number;
            /**
             * @description The e-mail address in the body of a request without a caller, such as a log-in; null for every other request.
             * @example owner@acme.example
             */
            account: string | null;
            /**
             * @description The persona that called; null for every other caller.
             * @example owner
             */
            persona: string | null;
            tenant_id: string | null;
            /** @example 201 */
            status: number;
            /** @description Its duration in milliseconds, without requested delays. */
            ms: number;
            /**
             * @description The fault or the preference that was applied to it; null when there was none.
             * @example Prefer: code=503
             */
            disturbed: string | null;
            /**
             * @description What the reply of an operation without a handler was made from; null for every other reply.
             * @example a value of the schema Note
             */
            generated: string | null;
            /**
             * @description What a lawful variation (`mock --vary`) changed in it or its reply.
             * @example [
             *       "casing=camel"
             *     ]
             */
            varied: string[];
            answered: components["schemas"]["Answered"];
            /**
             * @description The origin of the web page that sent it, from `Origin` or `Referer`; null when no page did.
             * @example http://localhost:5173
             */
            page: string | null;
            /**
             * @description The tool that sent it by itself and not because its user asked for it, from the header `X-Mock-Tool`; null for every other request.
             * @example console
             */
            tool: string | null;
            /**
             * @description The rule by which it was refused, or the name of an internal error; null when it was not refused.
             * @example SKU_UNKNOWN
             */
            rule: string | null;
            /**
             * @description The error code in the reply, which may stand for several rules; null when it was not refused.
             * @example VALIDATION_FAILED
             */
            code: string | null;
            /**
             * @description The first fields that were refused, as dotted paths.
             * @example [
             *       "items.0.quantity"
             *     ]
             */
            fields: string[];
        };
        Answered: Answered;
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
        WebhookTrigger: WebhookTrigger;
        TriggeredWebhook: TriggeredWebhook;
        Deleted: Deleted;
        RowRestore: RowRestore;
        Conditions: Conditions;
        Undone: Undone;
        DeletedList: DeletedList;
        /** @description An error in the envelope form. */
        Error: {
            /** @description The error. */
            error: {
                /** @example FORBIDDEN */
                code: string;
                /** @example A page of another origin may not use the control API. */
                message: string;
                /** @description The problems of the input by JSON pointer (RFC 6901). */
                errors?: {
                    [key: string]: string[];
                };
            };
        };
    };
    responses: {
        /** @description The caller may not use the control API; the message says what to do. */
        Forbidden: {
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The world does not exist, or has nothing with this name or id; the message lists what exists. */
        NotFound: {
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The name is in use, the item cannot be deleted, a maximum is reached, or the world was replaced meanwhile. */
        Conflict: {
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The input is invalid. `errors` says why, by JSON pointer; nothing has changed. */
        Unusable: {
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request body is larger than the operation accepts, 64 MiB for an import and 64 KiB for every other operation. It was not read to its end. */
        TooLarge: {
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The mock holds too many bytes of unfinished request bodies. `Retry-After` says when to try again. */
        Overloaded: {
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description The world that the call controls; the main world when left out. */
        world: components["schemas"]["Name"];
        /** @description The name of the world, the snapshot or the persona. */
        name: components["schemas"]["Name"];
        /** @description The id of the fault. */
        id: string;
        /** @description The id of the request, from its `X-Request-Id`; `last` is the newest request. */
        requestId: string;
        /** @description The type of the record. */
        type: string;
        /** @description The name of the lever. */
        lever: string;
        /** @description The id of the record. */
        recordId: string;
        /** @description The name of the table. */
        table: string;
        /** @description Only rows that contain this text in any case, or the row with this id. */
        q: string;
        /** @description Only rows in which a member has this value, as `member=value`; may be given several times. The path of an inner member has dots, and `*` for any element of a list: `items.*.service_ids.*=…`. */
        where: string[];
        /** @description An order that the table declares, with `-` for the reverse; `-created_at` when left out. */
        sort: string;
        /** @description The number of rows to skip. */
        offset: number;
        /** @description The maximum number of rows; 50 when left out. */
        rowLimit: number;
        /** @description The maximum number of timers; 20 when left out. */
        timerLimit: number;
        /** @description Only requests to this operation, by operationId. */
        operation: string;
        /** @description Only requests whose reply has this status, such as `404` or `4xx`. */
        status: string;
        /** @description Only requests with this method. */
        method: string;
        /** @description Only requests of this caller: its id, the id of its tenant, or the name of a persona. */
        caller: string;
        /** @description Only requests with every word of this text, in any case, in the URL, a body, the status, the refusal or the caller. */
        text: string;
        /** @description The number of a change; it names the moment just after the change. */
        seq: number;
        /** @description The number of the change just after which to export, with a frozen clock; now when left out. */
        at: number;
        /** @description `all`, or `changes`: without the requests that changed nothing. `all` when left out. */
        timelineKind: "all" | "changes";
        /** @description `all`, or `last`: of several attempts to deliver one webhook to one endpoint only the last. `all` when left out. */
        timelineAttempts: "all" | "last";
        /** @description The id of an item; only older ones are listed. */
        timelineBefore: string;
        /** @description The id of an item; only this one and older ones are listed. */
        timelineUntil: string;
        /** @description Words that the item must have in its title, its persona, its record or its changed tables. */
        timelineText: string;
        /** @description The id of a record; only changes of it are listed. */
        timelineRecord: string;
        /** @description `equal`: items one after the other that are equal but for their time and record, such as polls, are one row. `none` when left out. */
        fold: "none" | "equal";
        /** @description How many items to skip, from the newest one, or from the one that `before` names. */
        timelineOffset: number;
        /** @description The maximum number of items; 100 when left out. */
        timelineLimit: number;
        /** @description The maximum number of rows; 100 when left out. */
        differenceLimit: number;
        /** @description Only requests after this one. */
        since: string;
        /** @description Only this request and earlier ones. */
        until: string;
        /** @description The tool that sent the requests by itself; `any` for all requests. Requests of tools are left out when the parameter is. */
        tool: string;
        /** @description The number of the newest matching requests to skip; 0 when left out. */
        requestOffset: number;
        /** @description The maximum number of requests, counted from the newest; 100 when left out. */
        limit: number;
        /** @description The number of requests to wait for; 1 when left out. */
        count: number;
        /** @description The time-out in milliseconds of real time; 5000 when left out. */
        timeout_ms: number;
    };
}
export interface operations {
    getHealth: {
        parameters: Record<string, never>;
        responses: {
            /** @description The mock lives. */
            200: {
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            403: components["responses"]["Forbidden"];
        };
    };
    getReady: {
        parameters: Record<string, never>;
        responses: {
            /** @description The store answers. */
            200: {
                content: {
                    "application/json": components["schemas"]["Ready"];
                };
            };
            403: components["responses"]["Forbidden"];
            /** @description The store does not answer, or the mock is ending. */
            503: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getConditions: {
        parameters: {
            query?: {
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
        };
        responses: {
            /** @description The conditions. */
            200: {
                content: {
                    "application/json": components["schemas"]["Conditions"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    reset: {
        parameters: {
            query?: {
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
        };
        responses: {
            /** @description The world after the reset. */
            200: {
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    getUndo: {
        parameters: {
            query?: {
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
        };
        responses: {
            /** @description What would be taken back. */
            200: {
                content: {
                    "application/json": components["schemas"]["Undone"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
        };
    };
    undo: {
        parameters: {
            query?: {
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
        };
        responses: {
            /** @description What was taken back. */
            200: {
                content: {
                    "application/json": components["schemas"]["Undone"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
        };
    };
    listWorlds: {
        parameters: {
            query?: {
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
        };
        responses: {
            /** @description The worlds. */
            200: {
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
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WorldRequest"];
            };
        };
        responses: {
            /** @description The new world and its personas. */
            201: {
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
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
            path: {
                /** @description The name of the world, the snapshot or the persona. */
                name: components["parameters"]["name"];
            };
        };
        responses: {
            /** @description The name of the deleted world. */
            200: {
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
        };
    };
    undeleteWorld: {
        parameters: {
            query?: {
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
            path: {
                /** @description The name of the world, the snapshot or the persona. */
                name: components["parameters"]["name"];
            };
        };
        responses: {
            /** @description The world and its personas. */
            201: {
                content: {
                    "application/json": components["schemas"]["NewWorld"];
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
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
        };
        responses: {
            /** @description The clock. */
            200: {
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
                /** @description The maximum number of timers; 20 when left out. */
                limit?: components["parameters"]["timerLimit"];
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
        };
        responses: {
            /** @description The timers. */
            200: {
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
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
        };
        responses: {
            /** @description The clock. */
            200: {
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
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
        };
        responses: {
            /** @description The clock. */
            200: {
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
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Advance"];
            };
        };
        responses: {
            /** @description The clock and the timers that ran. */
            200: {
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
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetClock"];
            };
        };
        responses: {
            /** @description The clock and the timers that ran. */
            200: {
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
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SeedRequest"];
            };
        };
        responses: {
            /** @description The world and its personas. */
            200: {
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
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
        };
        responses: {
            /** @description The snapshots of the world. */
            200: {
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
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SnapshotRequest"];
            };
        };
        responses: {
            /** @description The snapshot. */
            201: {
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
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
            path: {
                /** @description The name of the world, the snapshot or the persona. */
                name: components["parameters"]["name"];
            };
        };
        responses: {
            /** @description The name of the deleted snapshot. */
            200: {
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
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
            path: {
                /** @description The name of the world, the snapshot or the persona. */
                name: components["parameters"]["name"];
            };
        };
        responses: {
            /** @description The snapshot. */
            200: {
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
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
                /** @description `all`, or `changes`: without the requests that changed nothing. `all` when left out. */
                kind?: components["parameters"]["timelineKind"];
                /** @description `all`, or `last`: of several attempts to deliver one webhook to one endpoint only the last. `all` when left out. */
                attempts?: components["parameters"]["timelineAttempts"];
                /** @description `equal`: items one after the other that are equal but for their time and record, such as polls, are one row. `none` when left out. */
                fold?: components["parameters"]["fold"];
                /** @description Words that the item must have in its title, its persona, its record or its changed tables. */
                q?: components["parameters"]["timelineText"];
                /** @description The id of a record; only changes of it are listed. */
                record?: components["parameters"]["timelineRecord"];
                /** @description The id of an item; only older ones are listed. */
                before?: components["parameters"]["timelineBefore"];
                /** @description The id of an item; only this one and older ones are listed. */
                until?: components["parameters"]["timelineUntil"];
                /** @description How many items to skip, from the newest one, or from the one that `before` names. */
                offset?: components["parameters"]["timelineOffset"];
                /** @description The maximum number of items; 100 when left out. */
                limit?: components["parameters"]["timelineLimit"];
            };
        };
        responses: {
            /** @description A page of the timeline. */
            200: {
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
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
            path: {
                /** @description The number of a change; it names the moment just after the change. */
                seq: components["parameters"]["seq"];
            };
        };
        responses: {
            /** @description The moment. */
            200: {
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
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
                /** @description The maximum number of rows; 100 when left out. */
                limit?: components["parameters"]["differenceLimit"];
            };
            path: {
                /** @description The number of a change; it names the moment just after the change. */
                seq: components["parameters"]["seq"];
            };
        };
        responses: {
            /** @description The differences. */
            200: {
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
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
            path: {
                /** @description The number of a change; it names the moment just after the change. */
                seq: components["parameters"]["seq"];
            };
        };
        responses: {
            /** @description The test. */
            200: {
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
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
                /** @description The number of the change just after which to export, with a frozen clock; now when left out. */
                at?: components["parameters"]["at"];
            };
        };
        responses: {
            /** @description The exported world. */
            200: {
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
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Export"];
            };
        };
        responses: {
            /** @description The world and its personas. */
            200: {
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
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Scenario"];
            };
        };
        responses: {
            /** @description The ids of the records. */
            200: {
                content: {
                    "application/json": components["schemas"]["Arranged"];
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
    getPolicy: {
        parameters: {
            query?: {
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
        };
        responses: {
            /** @description The policy. */
            200: {
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
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PolicyChange"];
            };
        };
        responses: {
            /** @description The policy after the change. */
            200: {
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
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
        };
        responses: {
            /** @description The personas by name. */
            200: {
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
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
            path: {
                /** @description The name of the world, the snapshot or the persona. */
                name: components["parameters"]["name"];
            };
        };
        responses: {
            /** @description The persona. */
            200: {
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
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
        };
        responses: {
            /** @description The active faults. */
            200: {
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
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FaultRequest"];
            };
        };
        responses: {
            /** @description The fault. */
            201: {
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
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
        };
        responses: {
            /** @description The ids of the removed faults. */
            200: {
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
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
            path: {
                /** @description The id of the fault. */
                id: components["parameters"]["id"];
            };
        };
        responses: {
            /** @description The id of the removed fault. */
            200: {
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
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
        };
        responses: {
            /** @description The codes and the deliveries. */
            200: {
                content: {
                    "application/json": components["schemas"]["Outbox"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    triggerWebhook: {
        parameters: {
            query?: {
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookTrigger"];
            };
        };
        responses: {
            /** @description The record, and how many endpoints get the event. */
            200: {
                content: {
                    "application/json": components["schemas"]["TriggeredWebhook"];
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
    followEvents: {
        parameters: {
            query?: {
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
        };
        responses: {
            /** @description The stream; it has no end. */
            200: {
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
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
        };
        responses: {
            /** @description The levers. */
            200: {
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
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
            path: {
                /** @description The type of the record. */
                type: components["parameters"]["type"];
                /** @description The id of the fault. */
                id: components["parameters"]["id"];
            };
        };
        responses: {
            /** @description The record and its levers. */
            200: {
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
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
            path: {
                /** @description The type of the record. */
                type: components["parameters"]["type"];
                /** @description The id of the fault. */
                id: components["parameters"]["id"];
                /** @description The name of the lever. */
                lever: components["parameters"]["lever"];
            };
        };
        responses: {
            /** @description The record after the change, and its levers. */
            200: {
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
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
        };
        responses: {
            /** @description The tables. */
            200: {
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
                /** @description The number of rows to skip. */
                offset?: components["parameters"]["offset"];
                /** @description The maximum number of rows; 50 when left out. */
                limit?: components["parameters"]["rowLimit"];
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
            path: {
                /** @description The name of the table. */
                table: components["parameters"]["table"];
            };
        };
        responses: {
            /** @description A page of rows. */
            200: {
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
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
            path: {
                /** @description The name of the table. */
                table: components["parameters"]["table"];
                /** @description The id of the record. */
                id: components["parameters"]["recordId"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                content: {
                    "application/json": components["schemas"]["Record"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    restoreRow: {
        parameters: {
            query?: {
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
            path: {
                /** @description The name of the table. */
                table: components["parameters"]["table"];
                /** @description The id of the record. */
                id: components["parameters"]["recordId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RowRestore"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                content: {
                    "application/json": components["schemas"]["Record"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unusable"];
        };
    };
    searchRecords: {
        parameters: {
            query: {
                /** @description A part of the name, in any case, or the id of the record. */
                q: string;
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
        };
        responses: {
            /** @description The records. */
            200: {
                content: {
                    "application/json": {
                        records: components["schemas"]["FoundRecord"][];
                    };
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unusable"];
        };
    };
    findRecord: {
        parameters: {
            query?: {
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
            path: {
                /** @description The id of the record. */
                id: components["parameters"]["recordId"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
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
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
                /** @description Only requests to this operation, by operationId. */
                operation?: components["parameters"]["operation"];
                /** @description Only requests whose reply has this status, such as `404` or `4xx`. */
                status?: components["parameters"]["status"];
                /** @description Only requests with this method. */
                method?: components["parameters"]["method"];
                /** @description Only requests of this caller: its id, the id of its tenant, or the name of a persona. */
                caller?: components["parameters"]["caller"];
                /** @description Only requests with every word of this text, in any case, in the URL, a body, the status, the refusal or the caller. */
                q?: components["parameters"]["text"];
                /** @description The tool that sent the requests by itself; `any` for all requests. Requests of tools are left out when the parameter is. */
                tool?: components["parameters"]["tool"];
                /** @description `equal`: items one after the other that are equal but for their time and record, such as polls, are one row. `none` when left out. */
                fold?: components["parameters"]["fold"];
                /** @description Only requests after this one. */
                since?: components["parameters"]["since"];
                /** @description Only this request and earlier ones. */
                until?: components["parameters"]["until"];
                /** @description The number of the newest matching requests to skip; 0 when left out. */
                offset?: components["parameters"]["requestOffset"];
                /** @description The maximum number of requests, counted from the newest; 100 when left out. */
                limit?: components["parameters"]["limit"];
            };
        };
        responses: {
            /** @description The requests that match. */
            200: {
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
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
        };
        responses: {
            /** @description The empty log. */
            200: {
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
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
                /** @description Only requests to this operation, by operationId. */
                operation?: components["parameters"]["operation"];
                /** @description Only requests whose reply has this status, such as `404` or `4xx`. */
                status?: components["parameters"]["status"];
                /** @description Only requests with this method. */
                method?: components["parameters"]["method"];
                /** @description Only requests of this caller: its id, the id of its tenant, or the name of a persona. */
                caller?: components["parameters"]["caller"];
                /** @description Only requests with every word of this text, in any case, in the URL, a body, the status, the refusal or the caller. */
                q?: components["parameters"]["text"];
                /** @description The tool that sent the requests by itself; `any` for all requests. Requests of tools are left out when the parameter is. */
                tool?: components["parameters"]["tool"];
                /** @description Only requests after this one. */
                since?: components["parameters"]["since"];
                /** @description Only this request and earlier ones. */
                until?: components["parameters"]["until"];
            };
        };
        responses: {
            /** @description The archive. */
            200: {
                content: {
                    "application/json": components["schemas"]["Har"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unusable"];
        };
    };
    waitForRequests: {
        parameters: {
            query?: {
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
                /** @description Only requests to this operation, by operationId. */
                operation?: components["parameters"]["operation"];
                /** @description Only requests whose reply has this status, such as `404` or `4xx`. */
                status?: components["parameters"]["status"];
                /** @description Only requests with this method. */
                method?: components["parameters"]["method"];
                /** @description Only requests of this caller: its id, the id of its tenant, or the name of a persona. */
                caller?: components["parameters"]["caller"];
                /** @description Only requests with every word of this text, in any case, in the URL, a body, the status, the refusal or the caller. */
                q?: components["parameters"]["text"];
                /** @description The tool that sent the requests by itself; `any` for all requests. Requests of tools are left out when the parameter is. */
                tool?: components["parameters"]["tool"];
                /** @description Only requests after this one. */
                since?: components["parameters"]["since"];
                /** @description Only this request and earlier ones. */
                until?: components["parameters"]["until"];
                /** @description The number of the newest matching requests to skip; 0 when left out. */
                offset?: components["parameters"]["requestOffset"];
                /** @description The maximum number of requests, counted from the newest; 100 when left out. */
                limit?: components["parameters"]["limit"];
                /** @description The number of requests to wait for; 1 when left out. */
                count?: components["parameters"]["count"];
                /** @description The time-out in milliseconds of real time; 5000 when left out. */
                timeout_ms?: components["parameters"]["timeout_ms"];
            };
        };
        responses: {
            /** @description The requests that match. */
            200: {
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
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
            path: {
                /** @description The id of the request, from its `X-Request-Id`; `last` is the newest request. */
                id: components["parameters"]["requestId"];
            };
        };
        responses: {
            /** @description The request. */
            200: {
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
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
            path: {
                /** @description The id of the request, from its `X-Request-Id`; `last` is the newest request. */
                id: components["parameters"]["requestId"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RepeatRequest"];
            };
        };
        responses: {
            /** @description The new request, and the world that replied to it. */
            200: {
                content: {
                    "application/json": components["schemas"]["Request"] & {
                        world: string;
                        /** @description Whether the user was signed in again for it */
                        signed_in: boolean;
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
                /** @description The world that the call controls; the main world when left out. */
                world?: components["parameters"]["world"];
            };
            path: {
                /** @description The id of the request, from its `X-Request-Id`; `last` is the newest request. */
                id: components["parameters"]["requestId"];
            };
        };
        responses: {
            /** @description The explanation. */
            200: {
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
 * 1 to 64 letters, digits, dots, dashes and underscores, and begin with a letter or digit
 * @description A name that can be part of a URL.
 * @example worker-3
 */
export type Name = string;
/**
 * Format: date-time
 * @description An instant, ISO 8601 in UTC.
 * @example 2026-11-20T08:00:00Z
 */
export type Instant = string;
/** @description The state of the mock. */
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
     * @description The seed of the world.
     * @example 1
     */
    seed: number;
    /**
     * Format: date-time
     * @description The time of the world.
     * @example 2026-11-20T08:00:00Z
     */
    now: string;
};
/** @description Whether the mock can serve its worlds. */
export type Ready = {
    /**
     * @example ready
     * @constant
     */
    status: "ready";
};
/** @description A world. */
export type World = {
    /**
     * @description Its name.
     * @example demo
     */
    name: string;
    /** @description Whether it is the main world, which serves calls that name no world. */
    main: boolean;
    /**
     * @description The base path of its API, for clients that cannot set headers.
     * @example /w/demo/v1
     */
    path: string;
    /**
     * @description Its seed.
     * @example 1
     */
    seed: number | string;
    now: components["schemas"]["Instant"];
    /** @description Whether its clock is frozen. */
    frozen: boolean;
};
/** @description A world in the list of all worlds. A stored world need not be in memory; then its seed and time are null. */
export type ListedWorld = {
    /**
     * @description Its name.
     * @example demo
     */
    name: string;
    /** @description Whether it is the main world, which serves calls that name no world. */
    main: boolean;
    /**
     * @description The base path of its API, for clients that cannot set headers.
     * @example /w/demo/v1
     */
    path: string;
    /**
     * @description Its seed.
     * @example 1
     */
    seed: number | string | null;
    /**
     * Format: date-time
     * @description Its time.
     * @example 2026-11-20T08:00:00Z
     */
    now: string | null;
    /** @description Whether its clock is frozen. */
    frozen: boolean | null;
    /** @description How it is stored; null for a mock that was started without `--state`. */
    stored: components["schemas"]["StoredWorld"] | null;
};
/** @description How a world is stored. */
export type StoredWorld = {
    /**
     * Format: int64
     * @description The size of its base and of the changes since, in bytes.
     * @example 310512
     */
    bytes: number;
    created_at: components["schemas"]["Instant"];
    changed_at: components["schemas"]["Instant"];
};
/** @description All worlds. */
export type Worlds = {
    worlds: components["schemas"]["ListedWorld"][];
};
/** @description A world and its personas. */
export type NewWorld = components["schemas"]["World"] & components["schemas"]["PersonaList"];
/** @description The options of a new world. */
export type WorldRequest = {
    /** @description Its name; `world-1`, `world-2`, … when left out. */
    name?: components["schemas"]["Name"];
    /** @description The world to copy; the main world when left out. */
    from?: components["schemas"]["Name"];
    /** @description The snapshot of the copied world to use instead of its present state; `start` is the state that it started with. */
    snapshot?: components["schemas"]["Name"];
    /**
     * Format: int64
     * @description The number of the change of the copied world (see `/timeline`) just after which the copy begins; excludes `snapshot`.
     * @example 12
     */
    at?: number;
    /**
     * @description Seeds this built-in world instead of copying one: demo, empty, large or edge.
     * @example empty
     */
    world?: string;
    /**
     * Format: int64
     * @description Seeds a new world from this seed.
     * @example 7
     */
    seed?: number;
    /**
     * @description Seeds a new world whose clock starts so: `now`, `frozen`, or an ISO 8601 instant.
     * @example frozen
     */
    clock?: string;
    /**
     * @description Seeds a new world with this pace of provisioning.
     * @enum {string}
     */
    lifecycle?: "time" | "immediate" | "manual";
};
/** @description The seed and the built-in world. */
export type SeedRequest = {
    /**
     * Format: int64
     * @description The seed of the world; as before when left out.
     * @example 7
     */
    seed?: number;
    /**
     * @description The built-in world: demo, empty, large or edge; as before when left out.
     * @example empty
     */
    world?: string;
};
/** @description The clock of a world. */
export type Clock = {
    now: components["schemas"]["Instant"];
    /** @description Whether it is frozen. */
    frozen: boolean;
    /**
     * Format: date-time
     * @description When the next timer is due; null when there is none.
     */
    next_due: string | null;
};
/** @description A timer. */
export type Timer = {
    /**
     * @description The kind of the timer.
     * @example order.provisioned
     */
    kind: string;
    at: components["schemas"]["Instant"];
    /** @description The ids of its records. */
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
    /** @description For an attempt at an action, such as the delivery of a webhook: what all attempts at it share. */
    series?: {
        id: string;
        /** @description The number of its attempts. */
        attempts: number;
    };
};
/** @description A record with its members. */
export type FoundRecord = components["schemas"]["RecordRef"] & {
    /** @description Its members. */
    row: {
        [key: string]: unknown;
    };
};
/** @description A timer and its record. */
export type ShownTimer = components["schemas"]["Timer"] & {
    record: components["schemas"]["RecordRef"] | null;
};
/** @description The next timers. */
export type UpcomingTimers = {
    timers: components["schemas"]["ShownTimer"][];
    /** @description How many timers there are, before `limit`. */
    total: number;
};
/** @description A timer that ran, and what it changed. */
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
/** @description The clock after it was moved, and the timers that ran. */
export type Moved = components["schemas"]["Clock"] & {
    /** @description The timers that ran, in order; the first 1,000. */
    ran: components["schemas"]["RanTimer"][];
    /** @description The number of timers that ran. */
    ran_count: number;
    /** @description The timers that failed; each has changed nothing. */
    failed: {
        kind: string;
        at: components["schemas"]["Instant"];
        error: string;
    }[];
};
/** @description The duration. */
export type Advance = {
    /**
     * @description An ISO 8601 duration (P1M, PT5M, P1DT12H), a short one (30d, 12h, 90s, 2w, 1mo, 1y), milliseconds, or `next` for the time of the next timer.
     * @example P1M
     */
    by: string | number;
};
/** @description The instant. */
export type SetClock = {
    /**
     * @description An ISO 8601 instant that is not before the time of the world, or its milliseconds since 1970.
     * @example 2026-12-24T18:00:00Z
     */
    to: string | number;
};
/** @description A snapshot. */
export type Snapshot = {
    name: components["schemas"]["Name"];
    /** @description The time of the world when the snapshot was taken. */
    taken_at: components["schemas"]["Instant"];
};
/** @description The snapshots of a world. */
export type Snapshots = {
    snapshots: components["schemas"]["Snapshot"][];
};
/** @description The name of the snapshot. */
export type SnapshotRequest = {
    /** @description Its name; `snapshot-1`, `snapshot-2`, … when left out. */
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
/** @description The state of a world. */
export type Export = {
    /** @constant */
    format: 1;
    /**
     * a whole number, or a text of at most 255 characters
     * @description The seed from which its ids are derived.
     */
    seed: number | string;
    /**
     * {"frozen": true, "at": <ms>} or {"frozen": false, "offset": <ms>}, and its time lie from 1970-01-01T00:00:00Z to 9899-12-31T23:59:59Z
     * @description The frozen time (ms since 1970), or the offset from real time (ms).
     */
    clock: {
        /** @constant */
        frozen: true;
        at: number;
    } | {
        /** @constant */
        frozen: false;
        offset: number;
    };
    /** @description The settings of the world that handlers read. */
    settings: {
        /** @enum {string} */
        lifecycle?: "time" | "immediate" | "manual";
        /** @enum {string} */
        catalogue?: "open" | "strict";
    };
    /** @description The number of assigned ids by kind. */
    ordinals: {
        [key: string]: components["schemas"]["Count"];
    };
    /** @description The rows by table, in the order of their insertion. */
    tables: {
        [key: string]: ({
            id: string;
            /** an instant such as 2026-11-20T08:00:00Z */
            created_at: string;
        } & {
            [key: string]: unknown;
        })[];
    };
    timers: {
        kind: string;
        /** an instant such as 2026-11-20T08:00:00Z */
        at: string;
        /** @description The ids of its records. */
        ref: {
            [key: string]: string;
        };
    }[];
    parts?: components["schemas"]["ServerState"];
};
/** @description The state of a world beside its tables: policy, rate limits, usage, counters, faults. */
export type ServerState = {
    policy?: {
        error_shape: components["schemas"]["ErrorShape"];
        limits: components["schemas"]["Limits"];
        limits_auth: components["schemas"]["LimitsAuth"];
        latency: components["schemas"]["Latency"];
    };
    limiter?: {
        /** @description The number of the minute. */
        window: number;
        /** @description The calls of each bucket. */
        used: components["schemas"]["Figures"];
        /** @description The buckets without calls left. */
        waiting: components["schemas"]["Figures"];
    };
    /** @description The calls of each credential. */
    meter?: [
        string,
        {
            tenantId: string;
            last: components["schemas"]["WorldMilliseconds"];
            day: components["schemas"]["WorldMilliseconds"];
            days: {
                start: components["schemas"]["WorldMilliseconds"];
                limited: components["schemas"]["Count"];
                classes: components["schemas"]["Count"][];
            }[];
        }
    ][];
    counters?: {
        requests: components["schemas"]["Count"];
        refusals: components["schemas"]["Count"];
    };
    faults?: {
        /** @description The number of the next fault. */
        next: components["schemas"]["Count"];
        faults: components["schemas"]["Fault"][];
    };
};
/** @description A count of a world that goes on. */
export type Count = number;
/** @description A time of a world, in milliseconds since 1970. */
export type WorldMilliseconds = number;
/** @description Figures by name. */
export type Figures = [
    string,
    number
][];
/**
 * @description The form of 422 bodies.
 * @enum {string}
 */
export type ErrorShape = "envelope" | "flat" | "alternate";
/**
 * A, B, off, or a whole number of requests a minute from 1 to 1000000000 for each of free, pro, business, enterprise, reseller, platform
 * @description Set A or Set B of the specification, `off`, or limits of your own.
 */
export type Limits = ("A" | "B" | "off") | components["schemas"]["LimitTable"];
/** @description The requests per minute to log-in and the operations with its limit; null for the limit that `limits` implies. */
export type LimitsAuth = number | null;
/**
 * @description The latency of replies.
 * @enum {string}
 */
export type Latency = "none" | "lan" | "mobile" | "slow";
/** @description The requests per minute by tier. */
export type LimitTable = {
    free: number;
    pro: number;
    business: number;
    enterprise: number;
    reseller: number;
    platform: number;
};
/** @description The members of the policy to change. */
export type PolicyChange = {
    error_shape?: components["schemas"]["ErrorShape"];
    limits?: components["schemas"]["Limits"];
    limits_auth?: components["schemas"]["LimitsAuth"];
    /**
     * @description Whether provisioning takes time, is immediate, or waits for a lever.
     * @enum {string}
     */
    lifecycle?: "time" | "immediate" | "manual";
    /**
     * @description Which products can be ordered: any SKU, or those of the price list.
     * @enum {string}
     */
    catalogue?: "open" | "strict";
    latency?: components["schemas"]["Latency"];
};
/** @description The policy of a world. */
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
    /** @description A scope that its API key lacks. */
    lacks?: string;
    /** @description What it is for, in one sentence. */
    about?: string;
    /**
     * @description Its role.
     * @example owner
     */
    role?: string;
    /**
     * @description The name of its tenant.
     * @example Acme Hosting
     */
    tenant?: string;
    /**
     * @description The tier of its tenant.
     * @example pro
     */
    tier?: string;
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
/** @description The failure, and the requests into which it is injected. */
export type FaultRequest = {
    /**
     * @description `status`: replies with an error status. `refusal`: refuses a valid request as the platform does. `delay`: delays the reply. `stall`: pauses in the middle of the body. `reset`: closes the connection. `truncated`: ends the body too early. `invalid_json`: sends a body that is not JSON. `wrong_schema`: sends a body that breaks the schema. `wrong_length`: sends a wrong `Content-Length`.
     * @enum {string}
     */
    kind: "status" | "refusal" | "delay" | "stall" | "reset" | "truncated" | "invalid_json" | "wrong_schema" | "wrong_length";
    /**
     * an operationId of the contract, such as createOrder
     * @description The operationId of the matching requests; every operation when left out.
     * @example createOrder
     */
    operation?: string;
    /** @description The probability with which it is applied to a matching request, derived from the seed of the world. */
    probability?: number;
    /** @description Applies it only once, to the nth matching request. */
    nth?: number;
    /** @description The number of times that it is applied before it is removed. */
    times?: number;
    /** @description The status of the reply, for the kind `status`. */
    status?: number;
    /**
     * a refusal of the operation, such as INSUFFICIENT_FUNDS
     * @description The code or the name of a refusal of the operation in the document (`x-error-codes`), for the kind `refusal`.
     * @example INSUFFICIENT_FUNDS
     */
    refusal?: string;
    /** @description The seconds of the header `Retry-After`, for the kind `status`. */
    retry_after?: number;
    /** @description The delay of the reply in milliseconds, for every kind. For `stall`, how long the body pauses; when left out, ten minutes, after which the connection is closed. */
    delay_ms?: number;
    /** @description The number of bytes of the body to send first, for `stall`, `reset`, `truncated` and `wrong_length`; half of the body when left out, and 0 for `reset`. */
    after_bytes?: number;
    /** @description Whether the request takes effect although its reply fails. False for `status` and true for the other kinds when left out. */
    takes_effect?: boolean;
};
/** @description An active fault. */
export type Fault = components["schemas"]["FaultRequest"] & {
    /** @example fault_1 */
    id: string;
    /** @description The number of requests that matched it. */
    seen: number;
    /** @description The number of requests to which it was applied. */
    applied: number;
};
/** @description The faults of a world. */
export type Faults = {
    faults: components["schemas"]["Fault"][];
};
/** @description The TOTP codes and webhook deliveries. */
export type Outbox = {
    codes: {
        /** @example twoFactor */
        persona: string;
        email: string | null;
        /** @example 492039 */
        code: string;
        /** @description The time of the world for which the code was computed. */
        at: components["schemas"]["Instant"];
        /** @description The time of the world at which the next code replaces it. */
        valid_until: components["schemas"]["Instant"];
    }[];
    /** @description The attempts to deliver to webhook endpoints, the newest first, as the platform's own list shows them. */
    deliveries: ({
        id: string;
        url: string | null;
        status: string;
    } & {
        [key: string]: unknown;
    })[];
    /** @description The number of messages that wait to be sent. */
    waiting: number;
};
/** @description The states in which each lever works. */
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
     * @description The levers that work in the present state.
     * @example [
     *       "complete",
     *       "fail"
     *     ]
     */
    levers: string[];
    /** @description The levers that work in other states. */
    others: components["schemas"]["LeverStates"];
    /** @description The record. */
    resource: {
        [key: string]: unknown;
    };
};
/** @description A table of a world. */
export type Table = {
    /** @example orders */
    name: string;
    /** @description The number of its rows, of all tenants. */
    rows: number;
    /** @description Whether each row belongs to a tenant. */
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
    /** @description The members that have an index. */
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
    row: {
        [key: string]: unknown;
    };
    /** @description The records that its members name by id. */
    references: (components["schemas"]["RecordRef"] & {
        /**
         * @description The place of the id in the row, as a JSON pointer.
         * @example /customer_id
         */
        pointer: string;
        /** @description Whether the record exists. */
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
/** @description Who answered a request of a mock with an upstream (`mock --upstream`); null without one. */
export type Answered = null | {
    /** @enum {string} */
    by: "upstream" | "mock";
    /**
     * @description Why it was passed on or not.
     * @example the upstream answered 501
     */
    because: string;
};
/** @description A page of a timeline, the newest first. */
export type Timeline = {
    items: components["schemas"]["TimelineItem"][];
    /** @description The number of all items of the kind; with another filter, of those listed. */
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
    /** @description The record that a timer, a lever or a delivery was about; null for every other change. */
    record: components["schemas"]["RecordRef"] | null;
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
    /** @description The number of equal items that it stands for, with `fold=equal`. */
    repeated?: number;
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
    /** @description The ids of its records. */
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
    /** @description The text that names it to people now; null for a row that is gone. */
    label: string | null;
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
/** @description What differs from the logged request. */
export type RepeatRequest = {
    /**
     * @description The persona that sends it, or `anonymous`; when left out the same credential, or a new session of its user when its session has ended.
     * @example owner
     */
    as?: string;
    /** @description The world to which it is sent; the same one when left out. */
    world?: string;
    /**
     * @description Its `Prefer` header; none when left out.
     * @example fault=reset
     */
    prefer?: string;
    /**
     * a path with its query, such as /v1/orders?status=pending
     * @description Its path and query; the same ones when left out. A world in the path, as in `/w/other/v1/orders`, answers it, unless `world` names another one.
     * @example /v1/orders?status=pending
     */
    url?: string;
    /**
     * @description Its body as text; the same one when left out. In JSON, a value `***` stands for the secret at its place in the logged body.
     * @example {"quantity": 2}
     */
    body?: string;
};
/** @description The requests that match. */
export type Requests = {
    requests: components["schemas"]["Request"][];
    /** @description The number of requests that match, before `limit`. */
    total: number;
    /** @description The number of rows, which is smaller than `total` with `fold=equal`. */
    rows: number;
    /** @description The number of requests of the tool in the log, up to `until`. */
    logged: number;
};
/** @description The requests that match, and whether the time-out was reached. */
export type WaitedRequests = components["schemas"]["Requests"] & {
    timed_out: boolean;
};
/** @description The headers and the body of a request or a reply. */
export type Side = {
    headers: {
        [key: string]: string;
    };
    /** @description The value of a JSON body; the size of every other body. */
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
/** @description The explanation of a reply. */
export type Explanation = {
    /** @example req_12 */
    id: string;
    status: number;
    /**
     * @description The step of the pipeline that refused the request; null when none refused it.
     * @example validate
     */
    step: string | null;
    /** @description The steps that the request passed, in order. */
    passed: string[];
    /**
     * @description The rule that was broken.
     * @example VALIDATION_FAILED
     */
    rule: string | null;
    /** @description The explanation as text: what happened, and what to do. */
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
    /** @description The missing scope, and the scopes of the caller. */
    scope: null | {
        missing: string;
        has: string[];
    };
    /** @description The rate-limit bucket of the request, and when it is free again. */
    limit: null | {
        bucket: string;
        limit: number;
        remaining: number;
        frees_at: components["schemas"]["Instant"];
    };
    /** @description The fault or the preference that was applied to it; null when there was none. */
    disturbed: string | null;
    /** @description What a lawful variation (`mock --vary`) changed, and the sentences of the specification that leave it open. */
    varied: {
        /** @example casing=camel */
        freedom: string;
        open: string;
    }[];
};
/** @description The event to trigger. */
export type WebhookTrigger = {
    /** @description The type of the event, such as `invoice.paid`. */
    type: string;
};
/** @description The event that was triggered. */
export type TriggeredWebhook = {
    type: string;
    /** @description The table of the record. */
    table: string;
    /** @description The id of the record. */
    id: string;
    /** @description How many webhook endpoints get the event. */
    endpoints: number;
};
/** @description What was deleted. */
export type Deleted = {
    deleted: string;
};
/** @description The moment to which a record is set back. */
export type RowRestore = {
    /**
     * @description The number of the change just after which the record had its members.
     * @example 12
     */
    at: number;
};
/** @description What makes the replies of a world unusual. */
export type Conditions = {
    /** @description The number of active faults. */
    faults: number;
    /** @description Whether the clock stands still. */
    frozen: boolean;
    /**
     * @description The choices of the variation, as `name=value`.
     * @example [
     *       "casing=camel"
     *     ]
     */
    varied: string[];
    /** @description The base URL of the upstream. */
    upstream: string | null;
};
/** @description What was taken back. */
export type Undone = {
    /** @enum {string} */
    undone: "reset" | "restore" | "import" | "seed" | "undo" | "snapshot" | "faults" | "requests" | "record";
    /** @description The number of changes since the action that are discarded with it. */
    discards: number;
    /**
     * @description Some of these changes, the newest first.
     * @example [
     *       "createOrder by owner (req_7)"
     *     ]
     */
    among: string[];
};
/** @description What was deleted. */
export type DeletedList = {
    deleted: string[];
};
