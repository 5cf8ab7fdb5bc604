// Generated from openapi/ by `npm run generate` (openapi-typescript). Not edited by hand.
export interface paths {
    "/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description Exchanges an e-mail address and a password for a short-lived JWT. With two-factor authentication enabled, send the code as `totp_code`; without it the reply is a 401 whose `error.challenge_token` goes to `POST /auth/2fa/verify`.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refresh a session
         * @description Exchanges the JWT in `Authorization`, expired or not, for a new one; the old one no longer works. A revoked JWT, or one that expired too long ago, answers 401. An API key has no session to refresh and answers 403.
         */
        post: operations["refreshSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description Invalidates the JWT in `Authorization`; afterwards it answers 401. An API key is revoked under `/api-keys` instead and answers 403 here.
         */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/2fa/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete a two-factor challenge
         * @description Answers the challenge of a login with a TOTP code. Five wrong codes spend a challenge, and a code works once.
         */
        post: operations["verifyTwoFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the authenticated user
         * @description The profile behind the credential. An API key answers as the user who created it.
         */
        get: operations["getCurrentUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customers
         * @description Customers of the caller's tenant, newest first, deactivated ones included.
         */
        get: operations["listCustomers"];
        put?: never;
        /**
         * Create a customer
         * @description Creates a customer account in the caller's tenant. The e-mail address must be new to the tenant.
         */
        post: operations["createCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the resource. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get a customer
         * @description One customer of the caller's tenant, deactivated or not.
         */
        get: operations["getCustomer"];
        /**
         * Update a customer
         * @description Stores profile and contact details. Send the whole writable representation; a member that is left out keeps its value.
         */
        put: operations["updateCustomer"];
        post?: never;
        /**
         * Deactivate a customer
         * @description Deactivates the account; it stays readable. A customer who still owns active services cannot be deactivated.
         */
        delete: operations["deactivateCustomer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/{id}/services": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the resource. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /**
         * List a customer's services
         * @description Service instances this customer owns, newest first.
         */
        get: operations["listCustomerServices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List services
         * @description Service instances of the caller's tenant, newest first.
         */
        get: operations["listServices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the resource. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get a service
         * @description One service instance of the caller's tenant.
         */
        get: operations["getService"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/{id}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the resource. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suspend a service
         * @description Suspends an active service, and the typed resource behind it.
         */
        post: operations["suspendService"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/{id}/unsuspend": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the resource. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unsuspend a service
         * @description Makes a suspended service active again, unless an invoice of it is overdue.
         */
        post: operations["unsuspendService"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/{id}/terminate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the resource. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Terminate a service
         * @description Ends an active or suspended service for good, cancels its subscription and terminates the typed resource behind it.
         */
        post: operations["terminateService"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/{id}/renew": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the resource. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew a service
         * @description Renews an active or suspended service by hand: bills one cycle and moves the due date on by it.
         */
        post: operations["renewService"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List orders
         * @description Orders of the caller's tenant, newest first.
         */
        get: operations["listOrders"];
        put?: never;
        /**
         * Place an order
         * @description Creates an order with its invoice and its service instances, one per unit. Paid from the wallet, it starts as `processing`; with any other payment method it starts as `pending` until its invoice is paid. Send an `Idempotency-Key` to make a retry safe.
         */
        post: operations["createOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the resource. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get an order
         * @description One order of the caller's tenant.
         */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the resource. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an order
         * @description Cancels a pending order, its invoice and its services. Only a pending order can be cancelled.
         */
        post: operations["cancelOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invoices
         * @description Invoices of the caller's tenant, newest first.
         */
        get: operations["listInvoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the resource. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get an invoice
         * @description One invoice of the caller's tenant, with its lines.
         */
        get: operations["getInvoice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the resource. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Download an invoice as PDF
         * @description The invoice as a document to print or send.
         */
        get: operations["downloadInvoicePdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List active subscriptions
         * @description Active subscriptions of the caller's tenant, newest first; `status` asks for the others.
         */
        get: operations["listSubscriptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the resource. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get a subscription
         * @description One subscription of the caller's tenant.
         */
        get: operations["getSubscription"];
        put?: never;
        post?: never;
        /**
         * Cancel a subscription
         * @description Stops the billing, at once or with the current period. The service lives on to its due date.
         */
        delete: operations["cancelSubscription"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payments
         * @description Payment transactions of the caller's tenant, newest first.
         */
        get: operations["listPayments"];
        put?: never;
        /**
         * Record a manual payment
         * @description Records a payment received outside the platform against an unpaid or overdue invoice. When nothing is due any more, the invoice is paid and a pending order behind it starts processing. Send an `Idempotency-Key` to make a retry safe.
         */
        post: operations["createPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the wallet
         * @description The credit balance of the caller's tenant. A tenant has one wallet.
         */
        get: operations["getWallet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/topup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Top up the wallet
         * @description Adds credit to the wallet of the caller's tenant. Send an `Idempotency-Key` to make a retry safe.
         */
        post: operations["topUpWallet"];
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
        /**
         * Format: uuid
         * @description UUID in its canonical text form; any version is accepted.
         * @example 3f1b2c3d-9a6e-4c55-8f6a-1d2e3f4a5b6c
         */
        Uuid: string;
        /**
         * Format: uuid
         * @description UUID in its canonical text form, or null when there is none.
         * @example 3f1b2c3d-9a6e-4c55-8f6a-1d2e3f4a5b6c
         * @example null
         */
        NullableUuid: string | null;
        /**
         * Format: date-time
         * @description ISO 8601 instant in UTC. The offset is written `Z`; a reader also accepts `+00:00`.
         * @example 2026-11-20T08:00:00Z
         */
        Timestamp: string;
        /**
         * Format: date-time
         * @description ISO 8601 instant in UTC, or null while it has not happened.
         * @example 2026-11-20T08:00:00Z
         * @example null
         */
        NullableTimestamp: string | null;
        /**
         * @description Currency code, an ISO 4217 alphabetic code.
         * @example EUR
         */
        Currency: string;
        /**
         * Format: int64
         * @description Amount in minor currency units, for example cents. Never negative.
         * @example 2368
         */
        MinorUnits: number;
        /**
         * Format: int64
         * @description Amount in minor currency units that may be negative, such as a debit or a discount line.
         * @example 990
         */
        SignedMinorUnits: number;
        /**
         * @description How often a product is billed. Yearly terms run from `1_year` to `10_year`.
         * @example monthly
         * @enum {string}
         */
        BillingCycle: "hourly" | "one_time" | "monthly" | "quarterly" | "semi_annual" | "1_year" | "2_year" | "3_year" | "4_year" | "5_year" | "6_year" | "7_year" | "8_year" | "9_year" | "10_year";
        /**
         * @description A billing cycle that comes round again, that is every cycle but `one_time`.
         * @example monthly
         * @enum {string}
         */
        RecurringBillingCycle: "hourly" | "monthly" | "quarterly" | "semi_annual" | "1_year" | "2_year" | "3_year" | "4_year" | "5_year" | "6_year" | "7_year" | "8_year" | "9_year" | "10_year";
        /**
         * @description Product identifier. Both UUID-shaped and slug-like values occur, so any string is accepted.
         * @example hosting-pro
         */
        SkuId: string;
        /**
         * Format: int32
         * @description Number of units.
         * @example 1
         */
        Quantity: number;
        /**
         * @description Name of a payment method. `wallet` pays at once from the tenant's credit; every other name, such as `manual` or `bank_transfer`, is settled later by a recorded payment.
         * @example wallet
         */
        PaymentMethod: string;
        /**
         * Format: email
         * @description E-mail address.
         * @example dev@acme.example
         */
        Email: string;
        /**
         * Format: hostname
         * @description Domain name in lower case; internationalised names are written as A-labels.
         * @example example.org
         */
        Hostname: string;
        /** @description Options of a product. The object is open; a product may define further keys. */
        ProductConfig: {
            /** @description Domain name the product is for. */
            domain?: components["schemas"]["Hostname"];
            /**
             * @description Name of the plan within the product.
             * @example pro
             */
            plan?: string;
        };
        /** @description Where this page stands in the whole result. */
        PageMeta: {
            /**
             * Format: int32
             * @description Number of this page, counted from 1.
             * @example 1
             */
            current_page: number;
            /**
             * Format: int32
             * @description Largest number of elements on a page.
             * @example 25
             */
            per_page: number;
            /**
             * Format: int32
             * @description Number of elements on all pages.
             * @example 1
             */
            total: number;
            /**
             * Format: int32
             * @description Number of the last page; 1 when there are no elements.
             * @example 1
             */
            last_page: number;
        };
        /** @description References to neighbouring pages, relative to the server's origin. */
        PageLinks: {
            /**
             * Format: uri-reference
             * @description The first page.
             * @example /v1/orders?page=1&per_page=25
             */
            first: string | null;
            /**
             * Format: uri-reference
             * @description The last page.
             * @example /v1/orders?page=1&per_page=25
             */
            last: string | null;
            /**
             * Format: uri-reference
             * @description The page before, or null on the first page.
             * @example null
             */
            prev: string | null;
            /**
             * Format: uri-reference
             * @description The page after, or null on the last page.
             * @example null
             */
            next: string | null;
        };
        /** @description A sentence for a person; what happened is told by the status. */
        Message: {
            /**
             * @description The sentence.
             * @example Signed out.
             */
            message: string;
        };
        /** @description One renewal of a product for a further billing cycle, and the invoice that charged for it. */
        Renewal: {
            /** @description Service instance that was renewed. */
            service_id: components["schemas"]["Uuid"];
            /**
             * @description Kind of resource the renewal was asked for.
             * @example service
             * @enum {string}
             */
            resource_type: "service" | "domain" | "certificate";
            /** @description Resource the renewal was asked for. */
            resource_id: components["schemas"]["Uuid"];
            /** @description Invoice that charges for the renewed cycle. */
            invoice_id: components["schemas"]["Uuid"];
            /** @description Cycle that was added. */
            billing_cycle: components["schemas"]["BillingCycle"];
            /** @description Price of the renewed cycle before tax, as on the invoice's line. */
            amount: components["schemas"]["MinorUnits"];
            /** @description Currency of the amount. */
            currency: components["schemas"]["Currency"];
            /**
             * @description `pending` until the invoice is paid, then `completed`; `failed` when it could not be carried out.
             * @example completed
             * @enum {string}
             */
            status: "pending" | "completed" | "failed";
            /** @description Start of the added cycle. */
            renewed_from: components["schemas"]["Timestamp"];
            /** @description End of the added cycle. */
            renewed_until: components["schemas"]["Timestamp"];
            /** @description When the renewal was made. */
            created_at?: components["schemas"]["Timestamp"];
        };
        /** @description An error in either of the two stated forms. */
        Error: components["schemas"]["ErrorEnvelope"] | components["schemas"]["ErrorFlat"];
        /** @description Envelope form of an error. */
        ErrorEnvelope: {
            /** @description The error. */
            error: components["schemas"]["ErrorDetail"];
        };
        /** @description The error inside the envelope. */
        ErrorDetail: {
            /**
             * @description What went wrong, as a word for programs. Only `VALIDATION_FAILED` is stated and further words may appear at any time, so a program decides by status first.
             * @example NOT_FOUND
             * @example VALIDATION_FAILED
             */
            code: string;
            /**
             * @description What went wrong, as a sentence for a person.
             * @example The resource was not found.
             */
            message: string;
            /** @description Messages by field name, where fields are to blame. */
            errors?: components["schemas"]["FieldErrorMap"];
            /**
             * @description Only with the code `TWO_FACTOR_REQUIRED`: hand this to `POST /auth/2fa/verify` together with a TOTP code. It lives five minutes.
             * @example 2fa_9JkQ2mXw7RtY4pLs8Vb1
             */
            challenge_token?: string;
        };
        /** @description Flat form of an error. */
        ErrorFlat: {
            /**
             * @description What went wrong, as a sentence for a person.
             * @example The resource was not found.
             */
            message: string;
            /** @description Messages by field name, where fields are to blame. */
            errors?: components["schemas"]["FieldErrorMap"];
        };
        /** @description A refused request in either of the two stated forms, with its messages by field. */
        ValidationError: components["schemas"]["ValidationErrorEnvelope"] | components["schemas"]["ValidationErrorFlat"];
        /** @description Envelope form of a refused request. */
        ValidationErrorEnvelope: {
            /** @description The error. */
            error: components["schemas"]["ValidationErrorDetail"];
        };
        /** @description The error inside the envelope of a refused request. */
        ValidationErrorDetail: {
            /**
             * @description What went wrong, as a word for programs. Only `VALIDATION_FAILED` is stated and further words may appear at any time, so a program decides by status first.
             * @example NOT_FOUND
             * @example VALIDATION_FAILED
             */
            code: string;
            /**
             * @description What went wrong, as a sentence for a person.
             * @example The resource was not found.
             */
            message: string;
            /** @description One entry per field that is to blame. */
            errors: components["schemas"]["FieldErrors"];
        };
        /** @description Flat form of a refused request. */
        ValidationErrorFlat: {
            /**
             * @description What went wrong, as a sentence for a person.
             * @example The resource was not found.
             */
            message: string;
            /** @description One entry per field that is to blame. */
            errors: components["schemas"]["FieldErrors"];
        };
        /** @description Messages by field name, at least one. A field inside a list or an object is named by its dotted path, such as `items.0.billing_cycle`. */
        FieldErrors: {
            [key: string]: components["schemas"]["FieldMessages"];
        };
        /** @description Messages by field name, as in `FieldErrors`; may be empty on an error that no field caused. */
        FieldErrorMap: {
            [key: string]: components["schemas"]["FieldMessages"];
        };
        /** @description Everything that is wrong with one field. For a billing cycle the message lists the allowed values. */
        FieldMessages: string[];
        /** @description Credentials of a user. */
        LoginRequest: {
            /** @description The user's e-mail address. */
            email: components["schemas"]["Email"];
            /**
             * Format: password
             * @description The user's password.
             * @example correct horse battery staple
             */
            password: string;
            /**
             * @description Six-digit TOTP code (RFC 6238), sent when two-factor authentication is enabled.
             * @example 492039
             */
            totp_code?: string;
        };
        /** @description The challenge that a login asked for, and the code that answers it. */
        TwoFactorVerifyRequest: {
            /**
             * @description The `error.challenge_token` of the login that was refused with `TWO_FACTOR_REQUIRED`.
             * @example 2fa_9JkQ2mXw7RtY4pLs8Vb1
             */
            challenge_token: string;
            /**
             * @description Six-digit TOTP code (RFC 6238).
             * @example 492039
             */
            totp_code: string;
        };
        /** @description A user's session. */
        Session: {
            /**
             * @description Short-lived JWT (RFC 7519), sent as bearer credential in `Authorization`.
             * @example eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln
             */
            token: string;
            /** @description When the token stops working; equal to the JWT's own `exp`. */
            expires_at: components["schemas"]["Timestamp"];
            /** @description The user the session belongs to. */
            user: components["schemas"]["SessionUser"];
        };
        /** @description The user of a session. */
        SessionUser: {
            /** @description The user. */
            id: components["schemas"]["Uuid"];
            /** @description The user's e-mail address. */
            email: components["schemas"]["Email"];
            /** @description Tenant the user belongs to. */
            tenant_id: components["schemas"]["Uuid"];
        };
        /** @description Profile of the authenticated user. An API key answers as the user who created it. */
        User: {
            /** @description The user. */
            id: components["schemas"]["Uuid"];
            /** @description The user's e-mail address. */
            email: components["schemas"]["Email"];
            /** @description Tenant the user belongs to. */
            tenant_id: components["schemas"]["Uuid"];
            /**
             * @description The user's name, as it is shown to others.
             * @example Ada Byron
             */
            name?: string | null;
            /** @description What the user is within the tenant. */
            role: components["schemas"]["Role"];
            /** @description Scopes the credential in use carries. */
            scopes: components["schemas"]["Scope"][];
            /**
             * @description Whether a login by this user needs a TOTP code.
             * @example false
             */
            two_factor_enabled: boolean;
            /** @description When the user last signed in. */
            last_login_at?: components["schemas"]["NullableTimestamp"];
            /** @description When the user was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the user last changed. */
            updated_at?: components["schemas"]["Timestamp"];
        };
        /**
         * @description Role of a user. Only the platform admin is stated; the others are chosen.
         * @example owner
         * @enum {string}
         */
        Role: "platform_admin" | "owner" | "admin" | "billing" | "support" | "viewer";
        /**
         * @description Name of a permission. Those in use are listed under `x-scopes` at the root of this document.
         * @example orders:read
         */
        Scope: string;
        /** @description A customer account of the tenant. Deactivating is soft, the account stays readable. */
        Customer: {
            /** @description The customer. */
            id: components["schemas"]["Uuid"];
            /** @description Tenant the customer belongs to. */
            tenant_id?: components["schemas"]["Uuid"];
            /**
             * @description The customer's e-mail address, unique within the tenant.
             * @example jane@example.org
             */
            email: components["schemas"]["Email"];
            /**
             * @description Given name.
             * @example Jane
             */
            first_name: string;
            /**
             * @description Family name.
             * @example Doe
             */
            last_name: string;
            /**
             * @description Company the customer acts for.
             * @example Doe GmbH
             */
            company_name?: string | null;
            /**
             * @description Telephone number in E.164 form.
             * @example +4930123456
             */
            phone?: string | null;
            /** @description Postal address, or null when none is known. */
            address?: components["schemas"]["Address"];
            /**
             * @description Tax identifier, such as a VAT number.
             * @example DE123456789
             */
            tax_id?: string | null;
            /**
             * @description Preferred language, a BCP 47 tag.
             * @example de-DE
             */
            locale?: string;
            /**
             * @description The customer's identifier in another system, unique within the tenant.
             * @example crm-42
             */
            external_id?: string | null;
            /** @description Key-value pairs of the caller's own. */
            metadata: components["schemas"]["Metadata"];
            /** @description Whether the account is in use. */
            status: components["schemas"]["CustomerStatus"];
            /**
             * @description When the account was deactivated.
             * @example null
             */
            deactivated_at?: components["schemas"]["NullableTimestamp"];
            /** @description When the account was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the account last changed. */
            updated_at?: components["schemas"]["Timestamp"];
        };
        /** @description A customer account to create. */
        CustomerCreate: {
            /**
             * @description The customer's e-mail address, unique within the tenant.
             * @example jane@example.org
             */
            email: components["schemas"]["Email"];
            /**
             * @description Given name.
             * @example Jane
             */
            first_name: string;
            /**
             * @description Family name.
             * @example Doe
             */
            last_name: string;
            /**
             * @description Company the customer acts for.
             * @example Doe GmbH
             */
            company_name?: string | null;
            /**
             * @description Telephone number in E.164 form.
             * @example +4930123456
             */
            phone?: string | null;
            /** @description Postal address, or null when none is known. */
            address?: components["schemas"]["Address"];
            /**
             * @description Tax identifier, such as a VAT number.
             * @example DE123456789
             */
            tax_id?: string | null;
            /**
             * @description Preferred language, a BCP 47 tag.
             * @example de-DE
             */
            locale?: string;
            /**
             * @description The customer's identifier in another system, unique within the tenant.
             * @example crm-42
             */
            external_id?: string | null;
            /** @description Key-value pairs of the caller's own. */
            metadata?: components["schemas"]["Metadata"];
        };
        /** @description Profile and contact details to store. Send the whole writable representation; a member that is left out keeps its value. */
        CustomerUpdate: {
            /**
             * @description The customer's e-mail address, unique within the tenant.
             * @example jane@example.org
             */
            email?: components["schemas"]["Email"];
            /**
             * @description Given name.
             * @example Jane
             */
            first_name?: string;
            /**
             * @description Family name.
             * @example Doe
             */
            last_name?: string;
            /**
             * @description Company the customer acts for.
             * @example Doe GmbH
             */
            company_name?: string | null;
            /**
             * @description Telephone number in E.164 form.
             * @example +4930123456
             */
            phone?: string | null;
            /** @description Postal address, or null when none is known. */
            address?: components["schemas"]["Address"];
            /**
             * @description Tax identifier, such as a VAT number.
             * @example DE123456789
             */
            tax_id?: string | null;
            /**
             * @description Preferred language, a BCP 47 tag.
             * @example de-DE
             */
            locale?: string;
            /**
             * @description The customer's identifier in another system, unique within the tenant.
             * @example crm-42
             */
            external_id?: string | null;
            /** @description Key-value pairs of the caller's own. */
            metadata?: components["schemas"]["Metadata"];
        };
        /**
         * @description State of a customer account.
         * @example active
         * @enum {string}
         */
        CustomerStatus: "active" | "inactive";
        /** @description A postal address, or null when none is known. */
        Address: {
            /**
             * @description Street and number.
             * @example Hauptstrasse 1
             */
            line1: string;
            /**
             * @description Further address line.
             * @example null
             */
            line2?: string | null;
            /**
             * @description Town or city.
             * @example Berlin
             */
            city: string;
            /**
             * @description State, province or region.
             * @example null
             */
            state?: string | null;
            /**
             * @description Postal code.
             * @example 10557
             */
            postal_code: string;
            /**
             * @description Country, an ISO 3166-1 alpha-2 code.
             * @example DE
             */
            country: string;
        } | null;
        /**
         * @description Up to 50 key-value pairs that the platform stores and does not read.
         * @example {}
         */
        Metadata: {
            [key: string]: string;
        };
        /** @description A page of customers. */
        CustomerPage: {
            /** @description The customers on this page. */
            data: components["schemas"]["Customer"][];
            /** @description Where this page stands in the whole result. */
            meta: components["schemas"]["PageMeta"];
            /** @description References to neighbouring pages. */
            links: components["schemas"]["PageLinks"];
        };
        /** @description A service instance that a customer owns. The typed resource behind it has a path of its own. */
        Service: {
            /** @description The service instance. */
            id: components["schemas"]["Uuid"];
            /** @description Tenant the service belongs to. */
            tenant_id?: components["schemas"]["Uuid"];
            /** @description Customer who owns the service. */
            customer_id: components["schemas"]["Uuid"];
            /** @description Order that created the service. */
            order_id?: components["schemas"]["NullableUuid"];
            /** @description Subscription that bills the service, once it is active and recurring. */
            subscription_id?: components["schemas"]["NullableUuid"];
            /** @description Kind of the service. */
            type: components["schemas"]["ServiceType"];
            /** @description Identifier under the path of the service's kind, such as `/hosting`; may equal `id`. */
            resource_id?: components["schemas"]["NullableUuid"];
            /** @description Product the service is an instance of. */
            sku_id: components["schemas"]["SkuId"];
            /** @description Number of units. */
            quantity: components["schemas"]["Quantity"];
            /** @description How often the service is billed. */
            billing_cycle: components["schemas"]["BillingCycle"];
            /** @description Options the service was ordered with. */
            config?: components["schemas"]["ProductConfig"];
            /**
             * @description Name of the product, as it is shown to people.
             * @example Web Hosting Pro
             */
            name: string;
            /** @description State of the service. */
            status: components["schemas"]["ServiceStatus"];
            /**
             * @description Price of one unit for one cycle, before tax.
             * @example 990
             */
            unit_amount: components["schemas"]["MinorUnits"];
            /** @description Currency of the price. */
            currency: components["schemas"]["Currency"];
            /**
             * @description Whether the service is renewed when it falls due.
             * @example true
             */
            auto_renew: boolean;
            /**
             * @description Why the service is suspended.
             * @example null
             */
            suspension_reason?: string | null;
            /** @description When the next cycle is charged. */
            next_due_at?: components["schemas"]["NullableTimestamp"];
            /** @description When the service ends unless it is renewed. */
            expires_at?: components["schemas"]["NullableTimestamp"];
            /** @description When the service was provisioned. */
            activated_at?: components["schemas"]["NullableTimestamp"];
            /** @description When the service was suspended. */
            suspended_at?: components["schemas"]["NullableTimestamp"];
            /** @description When the service was terminated. */
            terminated_at?: components["schemas"]["NullableTimestamp"];
            /** @description When the service was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the service last changed. */
            updated_at?: components["schemas"]["Timestamp"];
        };
        /**
         * @description Kind of a service.
         * @example hosting
         * @enum {string}
         */
        ServiceType: "domain" | "hosting" | "ssl" | "email" | "vps" | "other";
        /**
         * @description State of a service.
         * @example active
         * @enum {string}
         */
        ServiceStatus: "pending" | "active" | "suspended" | "terminated" | "cancelled" | "failed";
        /** @description Why a service is suspended. The whole body may be left out. */
        ServiceSuspend: {
            /**
             * @description A sentence for a person.
             * @example Abuse report 1187.
             */
            reason?: string | null;
        };
        /** @description Why a service is terminated. The whole body may be left out. */
        ServiceTerminate: {
            /**
             * @description A sentence for a person.
             * @example Abuse report 1187.
             */
            reason?: string | null;
        };
        /** @description How a service is renewed. The whole body may be left out; then the service keeps its billing cycle. */
        ServiceRenew: {
            /**
             * @description Cycle to renew for; the service's own when absent or null.
             * @example monthly
             * @enum {string|null}
             */
            billing_cycle?: "hourly" | "one_time" | "monthly" | "quarterly" | "semi_annual" | "1_year" | "2_year" | "3_year" | "4_year" | "5_year" | "6_year" | "7_year" | "8_year" | "9_year" | "10_year" | null;
            /**
             * @description How the renewal is paid; from the wallet when absent or null.
             * @example wallet
             */
            payment_method?: string | null;
        };
        /** @description A page of service instances. */
        ServicePage: {
            /** @description The services on this page. */
            data: components["schemas"]["Service"][];
            /** @description Where this page stands in the whole result. */
            meta: components["schemas"]["PageMeta"];
            /** @description References to neighbouring pages. */
            links: components["schemas"]["PageLinks"];
        };
        /** @description One product of an order request. */
        OrderItem: {
            /** @description Product to order. */
            sku_id: components["schemas"]["SkuId"];
            /** @description Number of units; each becomes a service instance of its own. */
            quantity: components["schemas"]["Quantity"];
            /** @description How often the product is billed. */
            billing_cycle: components["schemas"]["BillingCycle"];
            /** @description Options of the product. */
            config?: components["schemas"]["ProductConfig"];
        };
        /** @description An order to place. */
        OrderCreate: {
            /**
             * @description Customer the order is for.
             * @example 9b2d7f0e-5c1a-4e8b-9f3d-2a6c8e0b4d17
             */
            customer_id: components["schemas"]["Uuid"];
            /** @description Products to order. */
            items: components["schemas"]["OrderItem"][];
            /** @description How the order is paid. */
            payment_method: components["schemas"]["PaymentMethod"];
        };
        /** @description An order, with the invoice and the service instances it created. */
        Order: {
            /** @description The order. */
            id: components["schemas"]["Uuid"];
            /** @description Tenant the order belongs to. */
            tenant_id?: components["schemas"]["Uuid"];
            /** @description Customer the order is for. */
            customer_id?: components["schemas"]["Uuid"];
            /** @description State of the order. An order paid from the wallet starts as `processing`. */
            status: components["schemas"]["OrderStatus"];
            /** @description What the order costs, tax included; the total of its invoice. */
            total_amount: components["schemas"]["MinorUnits"];
            /** @description Currency of every amount in the order. */
            currency: components["schemas"]["Currency"];
            /**
             * @description Invoice the order created.
             * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
             */
            invoice_id: components["schemas"]["Uuid"];
            /** @description Service instances the order created. */
            services: components["schemas"]["Uuid"][];
            /** @description How the order is paid. */
            payment_method?: components["schemas"]["PaymentMethod"];
            /** @description What was ordered, at which price. */
            items?: components["schemas"]["OrderLine"][];
            /**
             * @description Why the order failed.
             * @example null
             */
            failure_reason?: string | null;
            /** @description When every service of the order was active. */
            completed_at?: components["schemas"]["NullableTimestamp"];
            /** @description When the order was cancelled. */
            cancelled_at?: components["schemas"]["NullableTimestamp"];
            /** @description When the order was placed. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the order last changed. */
            updated_at?: components["schemas"]["Timestamp"];
        };
        /** @description One product of an order, with its price and the services it became. */
        OrderLine: {
            /** @description Product that was ordered. */
            sku_id: components["schemas"]["SkuId"];
            /** @description Number of units. */
            quantity: components["schemas"]["Quantity"];
            /** @description How often the product is billed. */
            billing_cycle: components["schemas"]["BillingCycle"];
            /** @description Options of the product. */
            config?: components["schemas"]["ProductConfig"];
            /**
             * @description Price of one unit for one cycle, before tax.
             * @example 990
             */
            unit_amount: components["schemas"]["MinorUnits"];
            /**
             * @description Price of all units for one cycle, before tax.
             * @example 990
             */
            amount: components["schemas"]["MinorUnits"];
            /** @description Service instances of this line, one per unit. */
            service_ids: components["schemas"]["Uuid"][];
        };
        /**
         * @description State of an order. `processing` on creation and the rule that only a `pending` order can be cancelled are stated; the other states are chosen.
         * @example processing
         * @enum {string}
         */
        OrderStatus: "pending" | "processing" | "completed" | "cancelled" | "failed";
        /** @description A page of orders. */
        OrderPage: {
            /** @description The orders on this page. */
            data: components["schemas"]["Order"][];
            /** @description Where this page stands in the whole result. */
            meta: components["schemas"]["PageMeta"];
            /** @description References to neighbouring pages. */
            links: components["schemas"]["PageLinks"];
        };
        /** @description An invoice of the tenant. `total_amount` is subtotal minus discount plus tax, `due_amount` is total minus paid, and the amounts of the lines add up to the subtotal. */
        Invoice: {
            /**
             * @description The invoice.
             * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
             */
            id: components["schemas"]["Uuid"];
            /** @description Tenant the invoice belongs to. */
            tenant_id?: components["schemas"]["Uuid"];
            /**
             * @description Number printed on the invoice, unique within the tenant.
             * @example ACME-2026-000123
             */
            number: string;
            /** @description Customer the invoice is addressed to. */
            customer_id: components["schemas"]["Uuid"];
            /** @description Order the invoice charges for. */
            order_id?: components["schemas"]["NullableUuid"];
            /** @description Subscription the invoice charges for. */
            subscription_id?: components["schemas"]["NullableUuid"];
            /** @description State of the invoice. */
            status: components["schemas"]["InvoiceStatus"];
            /** @description Currency of every amount in the invoice. */
            currency: components["schemas"]["Currency"];
            /**
             * @description Sum of the lines, before discount and tax.
             * @example 1990
             */
            subtotal_amount: components["schemas"]["MinorUnits"];
            /**
             * @description Discount taken off the subtotal.
             * @example 0
             */
            discount_amount: components["schemas"]["MinorUnits"];
            /**
             * @description Tax on the discounted subtotal.
             * @example 378
             */
            tax_amount: components["schemas"]["MinorUnits"];
            /**
             * @description What the invoice asks for.
             * @example 2368
             */
            total_amount: components["schemas"]["MinorUnits"];
            /**
             * @description What has been paid so far.
             * @example 2368
             */
            paid_amount: components["schemas"]["MinorUnits"];
            /**
             * @description What is still to be paid; 0 on a paid invoice.
             * @example 0
             */
            due_amount: components["schemas"]["MinorUnits"];
            /** @description What the invoice charges for. */
            lines: components["schemas"]["InvoiceLine"][];
            /** @description When the invoice was issued; null on a draft. */
            issued_at?: components["schemas"]["NullableTimestamp"];
            /**
             * @description When the invoice falls due.
             * @example 2026-12-04T08:00:00Z
             */
            due_at?: components["schemas"]["NullableTimestamp"];
            /** @description When the invoice was paid in full. */
            paid_at?: components["schemas"]["NullableTimestamp"];
            /** @description When the invoice was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the invoice last changed. */
            updated_at?: components["schemas"]["Timestamp"];
        };
        /** @description One thing an invoice charges for. A line may be negative. */
        InvoiceLine: {
            /** @description The line. */
            id: components["schemas"]["Uuid"];
            /**
             * @description What is charged for, as printed.
             * @example Web Hosting Pro, monthly
             */
            description: string;
            /**
             * @description Product, or null on a line that is no product.
             * @example hosting-pro
             */
            sku_id?: string | null;
            /** @description Service instance the line charges for. */
            service_id?: components["schemas"]["NullableUuid"];
            /**
             * Format: int32
             * @description Number of units.
             * @example 1
             */
            quantity: number;
            /** @description Price of one unit, before tax. */
            unit_amount: components["schemas"]["SignedMinorUnits"];
            /** @description Quantity times price of one unit, before tax. */
            amount: components["schemas"]["SignedMinorUnits"];
            /**
             * Format: double
             * @description Tax rate of the line in per cent, or null when it is not taxed.
             * @example 19
             */
            tax_rate_percent?: number | null;
            /** @description Start of the time charged for. */
            period_start?: components["schemas"]["NullableTimestamp"];
            /**
             * @description End of the time charged for.
             * @example 2026-12-20T08:00:00Z
             */
            period_end?: components["schemas"]["NullableTimestamp"];
        };
        /**
         * @description State of an invoice.
         * @example paid
         * @enum {string}
         */
        InvoiceStatus: "draft" | "unpaid" | "overdue" | "paid" | "cancelled" | "refunded";
        /** @description A page of invoices. */
        InvoicePage: {
            /** @description The invoices on this page. */
            data: components["schemas"]["Invoice"][];
            /** @description Where this page stands in the whole result. */
            meta: components["schemas"]["PageMeta"];
            /** @description References to neighbouring pages. */
            links: components["schemas"]["PageLinks"];
        };
        /**
         * Format: binary
         * @description A PDF document.
         * @example %PDF-1.7
         */
        PdfDocument: string;
        /** @description What bills a service instance again and again. */
        Subscription: {
            /** @description The subscription. */
            id: components["schemas"]["Uuid"];
            /** @description Tenant the subscription belongs to. */
            tenant_id?: components["schemas"]["Uuid"];
            /** @description Customer who is billed. */
            customer_id: components["schemas"]["Uuid"];
            /** @description Service instance that is billed. */
            service_id: components["schemas"]["Uuid"];
            /** @description Product that is billed. */
            sku_id: components["schemas"]["SkuId"];
            /** @description State of the subscription. */
            status: components["schemas"]["SubscriptionStatus"];
            /** @description How often it bills. */
            billing_cycle: components["schemas"]["RecurringBillingCycle"];
            /** @description Number of units. */
            quantity: components["schemas"]["Quantity"];
            /**
             * @description Price of one unit for one cycle, before tax.
             * @example 990
             */
            unit_amount: components["schemas"]["MinorUnits"];
            /**
             * @description Price of all units for one cycle, before tax.
             * @example 990
             */
            amount: components["schemas"]["MinorUnits"];
            /** @description Currency of the amounts. */
            currency: components["schemas"]["Currency"];
            /** @description Start of the cycle that is paid for. */
            current_period_start: components["schemas"]["Timestamp"];
            /**
             * @description End of the cycle that is paid for.
             * @example 2026-12-20T08:00:00Z
             */
            current_period_end: components["schemas"]["Timestamp"];
            /**
             * @description When it bills next; null once it no longer does.
             * @example 2026-12-20T08:00:00Z
             */
            next_billing_at?: components["schemas"]["NullableTimestamp"];
            /**
             * @description Whether it ends with the current period.
             * @example false
             */
            cancel_at_period_end: boolean;
            /**
             * @description When it was cancelled.
             * @example null
             */
            cancelled_at?: components["schemas"]["NullableTimestamp"];
            /** @description When the subscription was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the subscription last changed. */
            updated_at?: components["schemas"]["Timestamp"];
        };
        /**
         * @description State of a subscription.
         * @example active
         * @enum {string}
         */
        SubscriptionStatus: "active" | "past_due" | "cancelled" | "expired";
        /** @description A page of subscriptions. */
        SubscriptionPage: {
            /** @description The subscriptions on this page. */
            data: components["schemas"]["Subscription"][];
            /** @description Where this page stands in the whole result. */
            meta: components["schemas"]["PageMeta"];
            /** @description References to neighbouring pages. */
            links: components["schemas"]["PageLinks"];
        };
        /** @description A payment that was received outside the platform and is now recorded. */
        PaymentCreate: {
            /**
             * @description Invoice the payment settles, in full or in part.
             * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
             */
            invoice_id: components["schemas"]["Uuid"];
            /**
             * Format: int64
             * @description What was paid, in minor currency units; at most what the invoice still asks for.
             * @example 2368
             */
            amount: number;
            /** @description Currency of the amount; must be the invoice's. */
            currency?: components["schemas"]["Currency"];
            /**
             * @description How it was paid, such as `cash`, `bank_transfer` or `card`.
             * @example bank_transfer
             */
            method: components["schemas"]["PaymentMethod"];
            /**
             * @description Reference of the payment in another system, unique within the tenant and method.
             * @example SEPA-8840
             */
            reference?: string | null;
            /**
             * @description A note for people.
             * @example Paid at the front desk.
             */
            note?: string | null;
            /** @description When it was paid; the present moment when absent. */
            paid_at?: components["schemas"]["Timestamp"];
        };
        /** @description A payment transaction. */
        Payment: {
            /** @description The payment. */
            id: components["schemas"]["Uuid"];
            /** @description Tenant the payment belongs to. */
            tenant_id?: components["schemas"]["Uuid"];
            /**
             * @description Invoice the payment settles, in full or in part.
             * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
             */
            invoice_id: components["schemas"]["Uuid"];
            /** @description Customer who paid. */
            customer_id?: components["schemas"]["Uuid"];
            /** @description Order behind the invoice. */
            order_id?: components["schemas"]["NullableUuid"];
            /**
             * Format: int64
             * @description What was paid, in minor currency units; at most what the invoice still asks for.
             * @example 2368
             */
            amount: number;
            /** @description Currency of the amount; must be the invoice's. */
            currency?: components["schemas"]["Currency"];
            /**
             * @description How it was paid, such as `cash`, `bank_transfer` or `card`.
             * @example bank_transfer
             */
            method: components["schemas"]["PaymentMethod"];
            /**
             * @description Reference of the payment in another system, unique within the tenant and method.
             * @example SEPA-8840
             */
            reference?: string | null;
            /**
             * @description A note for people.
             * @example Paid at the front desk.
             */
            note?: string | null;
            /** @description State of the payment. */
            status: components["schemas"]["PaymentStatus"];
            /** @description When it was paid. */
            paid_at: components["schemas"]["Timestamp"];
            /** @description When the payment was recorded. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the payment last changed. */
            updated_at?: components["schemas"]["Timestamp"];
        };
        /**
         * @description State of a payment.
         * @example succeeded
         * @enum {string}
         */
        PaymentStatus: "pending" | "succeeded" | "failed" | "refunded";
        /** @description A page of payments. */
        PaymentPage: {
            /** @description The payments on this page. */
            data: components["schemas"]["Payment"][];
            /** @description Where this page stands in the whole result. */
            meta: components["schemas"]["PageMeta"];
            /** @description References to neighbouring pages. */
            links: components["schemas"]["PageLinks"];
        };
        /** @description The tenant's credit. `available_amount` is the balance minus what is reserved. */
        Wallet: {
            /** @description Tenant whose credit this is. */
            tenant_id: components["schemas"]["Uuid"];
            /**
             * @description Credit of the tenant.
             * @example 97632
             */
            balance_amount: components["schemas"]["SignedMinorUnits"];
            /**
             * @description Part of the balance that is set aside and cannot be spent.
             * @example 0
             */
            reserved_amount: components["schemas"]["MinorUnits"];
            /**
             * @description What can be spent.
             * @example 97632
             */
            available_amount: components["schemas"]["SignedMinorUnits"];
            /** @description Currency of the amounts. */
            currency: components["schemas"]["Currency"];
            /** @description When the balance last changed. */
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description Credit to add to the wallet. */
        WalletTopup: {
            /**
             * Format: int64
             * @description What to add, in minor currency units.
             * @example 50000
             */
            amount: number;
            /** @description Currency of the amount; must be the wallet's. */
            currency?: components["schemas"]["Currency"];
            /**
             * @description How the credit is paid for; any method but `wallet`.
             * @example bank_transfer
             */
            payment_method?: components["schemas"]["PaymentMethod"];
            /**
             * @description Reference of the payment in another system.
             * @example SEPA-8841
             */
            reference?: string;
            /**
             * @description A note for people.
             * @example Top-up for December.
             */
            note?: string;
        };
        /** @description One movement on the wallet. Money that leaves it is negative. */
        WalletTransaction: {
            /** @description The movement. */
            id: components["schemas"]["Uuid"];
            /** @description Tenant whose wallet moved. */
            tenant_id?: components["schemas"]["Uuid"];
            /**
             * @description Kind of the movement.
             * @example topup
             * @enum {string}
             */
            type: "topup" | "debit" | "refund" | "adjustment";
            /**
             * @description What was added to the balance.
             * @example 50000
             */
            amount: components["schemas"]["SignedMinorUnits"];
            /** @description Currency of the amounts. */
            currency: components["schemas"]["Currency"];
            /**
             * @description Balance after the movement.
             * @example 147632
             */
            balance_after_amount: components["schemas"]["SignedMinorUnits"];
            /**
             * @description State of the movement.
             * @example succeeded
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed";
            /**
             * @description Payment behind the movement.
             * @example null
             */
            payment_id?: components["schemas"]["NullableUuid"];
            /**
             * @description Reference of the payment in another system.
             * @example SEPA-8841
             */
            reference?: string | null;
            /** @description When the movement was made. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the movement last changed. */
            updated_at?: components["schemas"]["Timestamp"];
        };
    };
    responses: {
        /** @description The request could not be read, for example because its body is not JSON. */
        BadRequest: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The credential is missing, invalid, expired or revoked. */
        Unauthorized: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The e-mail address and password do not match, or a TOTP code is needed or wrong. */
        LoginRefused: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The TOTP code is wrong, or the challenge is unknown, spent or too old. */
        TwoFactorRefused: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The credential is valid but lacks the permission, or its tenant is suspended. */
        Forbidden: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The caller's tenant has no such resource. Another tenant's resource answers the same. */
        NotFound: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Fields of the request are not acceptable, or a state stands in the way. There is one entry per field to blame. */
        UnprocessableContent: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationError"];
            };
        };
        /** @description A query parameter is not acceptable. There is one entry per parameter to blame. */
        InvalidQuery: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationError"];
            };
        };
        /** @description The state of the resource does not allow the operation, or a parameter is not acceptable. */
        InvalidState: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationError"];
            };
        };
        /** @description The rate limit is breached. Wait as long as `Retry-After` says, then try again, ever more slowly. */
        TooManyRequests: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Something failed that is not the caller's fault. */
        ServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The session. */
        LoginSession: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Session"];
            };
        };
        /** @description The session. */
        Session: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Session"];
            };
        };
        /** @description The token no longer works. */
        SignedOut: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Message"];
            };
        };
        /** @description The authenticated user. */
        User: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["User"];
            };
        };
        /** @description Fields of the request are not acceptable. */
        SignInInvalid: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationError"];
            };
        };
        /** @description A page of customers. */
        CustomerPage: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CustomerPage"];
            };
        };
        /** @description The customer. */
        Customer: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Customer"];
            };
        };
        /** @description The new customer. */
        CustomerCreated: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Customer"];
            };
        };
        /** @description The customer, now inactive. Deactivating it again answers the same. */
        CustomerDeactivated: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Customer"];
            };
        };
        /** @description Fields are not acceptable, or another customer already has the e-mail address. */
        CustomerRefused: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationError"];
            };
        };
        /** @description A page of service instances. */
        ServicePage: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServicePage"];
            };
        };
        /** @description The service instance. */
        Service: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Service"];
            };
        };
        /** @description The service, now suspended. */
        ServiceSuspended: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Service"];
            };
        };
        /** @description The service, now terminated for good. */
        ServiceTerminated: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Service"];
            };
        };
        /** @description The renewal and the invoice that charges for it. */
        Renewal: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Renewal"];
            };
        };
        /** @description A page of orders. */
        OrderPage: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OrderPage"];
            };
        };
        /** @description The order. */
        Order: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Order"];
            };
        };
        /** @description The new order, with the invoice and the service instances it created. */
        OrderCreated: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Order"];
            };
        };
        /** @description The order, now cancelled. */
        OrderCancelled: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Order"];
            };
        };
        /** @description Fields are not acceptable, or the order cannot be paid this way. */
        OrderRefused: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationError"];
            };
        };
        /** @description A page of invoices. */
        InvoicePage: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvoicePage"];
            };
        };
        /** @description The invoice. */
        Invoice: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Invoice"];
            };
        };
        /** @description The invoice as a PDF document. */
        InvoicePdf: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "Content-Disposition": components["headers"]["Content-Disposition"];
                [name: string]: unknown;
            };
            content: {
                "application/pdf": components["schemas"]["PdfDocument"];
            };
        };
        /** @description A page of subscriptions. */
        SubscriptionPage: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SubscriptionPage"];
            };
        };
        /** @description The subscription. */
        Subscription: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Subscription"];
            };
        };
        /** @description The subscription, cancelled or due to end with its period. Cancelling it again answers the same. */
        SubscriptionCancelled: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Subscription"];
            };
        };
        /** @description A page of payments. */
        PaymentPage: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentPage"];
            };
        };
        /** @description The recorded payment. */
        PaymentCreated: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Payment"];
            };
        };
        /** @description Fields are not acceptable, the invoice asks for less, or it is not payable. */
        PaymentRefused: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationError"];
            };
        };
        /** @description The wallet. */
        Wallet: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Wallet"];
            };
        };
        /** @description The movement that added the credit. */
        WalletTransaction: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WalletTransaction"];
            };
        };
        /** @description Fields of the request are not acceptable. */
        TopupRefused: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationError"];
            };
        };
    };
    parameters: {
        /** @description Identifier of the resource. A text that is no UUID names nothing, so it answers 404. */
        Id: components["schemas"]["Uuid"];
        /** @description Makes a replay safe: requests with the same key, by the same credential, to the same operation, with the same body collapse into one for 24 hours. Any visible ASCII text of up to 255 characters. */
        IdempotencyKey: string;
        /** @description Page to return, counted from 1. A page past the last one is empty. */
        Page: number;
        /** @description Largest number of elements on a page. */
        PerPage: number;
        /** @description Order of the elements; a minus sign turns it round. */
        SortByCreation: "created_at" | "-created_at";
        /** @description Keeps elements whose name or e-mail address contains this text, whatever its case. */
        SearchText: string;
        /** @description Keeps elements of this customer. */
        CustomerIdFilter: components["schemas"]["Uuid"];
        /** @description Keeps elements created at this instant or later. */
        CreatedFrom: components["schemas"]["Timestamp"];
        /** @description Keeps elements created before this instant. */
        CreatedTo: components["schemas"]["Timestamp"];
        /** @description Keeps elements that expire before this instant. */
        ExpiresBefore: components["schemas"]["Timestamp"];
        /** @description Order of the elements; a minus sign turns it round. `name` is family name, then given name. */
        CustomerSort: "created_at" | "-created_at" | "name" | "-name";
        /** @description Keeps customers in this state. */
        CustomerStatusFilter: components["schemas"]["CustomerStatus"];
        /** @description Keeps the customer with this e-mail address. */
        CustomerEmailFilter: components["schemas"]["Email"];
        /** @description Keeps the customer with this identifier in another system. */
        CustomerExternalIdFilter: string;
        /** @description Order of the elements; a minus sign turns it round. Services that never expire come last. */
        ServiceSort: "created_at" | "-created_at" | "name" | "-name" | "expires_at" | "-expires_at";
        /** @description Keeps services of this kind. */
        ServiceTypeFilter: components["schemas"]["ServiceType"];
        /** @description Keeps services in this state. */
        ServiceStatusFilter: components["schemas"]["ServiceStatus"];
        /** @description Keeps services of this product. */
        SkuIdFilter: components["schemas"]["SkuId"];
        /** @description Keeps orders in this state. */
        OrderStatusFilter: components["schemas"]["OrderStatus"];
        /** @description Order of the elements; a minus sign turns it round. Invoices without a due date come last. */
        InvoiceSort: "created_at" | "-created_at" | "due_at" | "-due_at";
        /** @description Keeps invoices in this state. */
        InvoiceStatusFilter: components["schemas"]["InvoiceStatus"];
        /** @description Keeps invoices that fall due before this instant. */
        DueBefore: components["schemas"]["Timestamp"];
        /** @description Keeps subscriptions in this state. Without it the list holds the active ones. */
        SubscriptionStatusFilter: "active" | "past_due" | "cancelled" | "expired";
        /** @description Keeps the subscription that bills this service instance. */
        SubscriptionServiceFilter: components["schemas"]["Uuid"];
        /** @description Let the subscription run to the end of the current period instead of ending it at once. */
        AtPeriodEnd: boolean;
        /** @description Keeps payments in this state. */
        PaymentStatusFilter: components["schemas"]["PaymentStatus"];
        /** @description Keeps payments made this way. */
        PaymentMethodFilter: components["schemas"]["PaymentMethod"];
        /** @description Keeps payments of this invoice. */
        PaymentInvoiceFilter: components["schemas"]["Uuid"];
    };
    requestBodies: never;
    headers: {
        /** @description Requests allowed in the current window. */
        "RateLimit-Limit": number;
        /** @description Requests left in the current window. */
        "RateLimit-Remaining": number;
        /** @description Seconds until the window ends and the quota is whole again. */
        "RateLimit-Reset": number;
        /** @description Legacy twin of `RateLimit-Limit`, always equal to it. */
        "X-RateLimit-Limit": number;
        /** @description Legacy twin of `RateLimit-Remaining`, always equal to it. */
        "X-RateLimit-Remaining": number;
        /** @description Seconds to wait before trying again. */
        "Retry-After": number;
        /** @description The challenge that RFC 9110 asks for with every 401. */
        "WWW-Authenticate": string;
        /** @description Present, and `true`, when the reply is the stored one of an earlier request with the same key. */
        "Idempotent-Replayed": boolean;
        /** @description Suggests to save the document, and under which name. */
        "Content-Disposition": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The credentials. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginRequest"];
            };
        };
        responses: {
            200: components["responses"]["LoginSession"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["LoginRefused"];
            422: components["responses"]["SignInInvalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    refreshSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Session"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SignedOut"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    verifyTwoFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The challenge and the code. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TwoFactorVerifyRequest"];
            };
        };
        responses: {
            200: components["responses"]["Session"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["TwoFactorRefused"];
            422: components["responses"]["SignInInvalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    getCurrentUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["User"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    listCustomers: {
        parameters: {
            query?: {
                /** @description Page to return, counted from 1. A page past the last one is empty. */
                page?: components["parameters"]["Page"];
                /** @description Largest number of elements on a page. */
                per_page?: components["parameters"]["PerPage"];
                /** @description Order of the elements; a minus sign turns it round. `name` is family name, then given name. */
                sort?: components["parameters"]["CustomerSort"];
                /** @description Keeps customers in this state. */
                status?: components["parameters"]["CustomerStatusFilter"];
                /** @description Keeps the customer with this e-mail address. */
                email?: components["parameters"]["CustomerEmailFilter"];
                /** @description Keeps the customer with this identifier in another system. */
                external_id?: components["parameters"]["CustomerExternalIdFilter"];
                /** @description Keeps elements whose name or e-mail address contains this text, whatever its case. */
                q?: components["parameters"]["SearchText"];
                /** @description Keeps elements created at this instant or later. */
                created_from?: components["parameters"]["CreatedFrom"];
                /** @description Keeps elements created before this instant. */
                created_to?: components["parameters"]["CreatedTo"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["CustomerPage"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidQuery"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    createCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The customer to create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerCreate"];
            };
        };
        responses: {
            201: components["responses"]["CustomerCreated"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["CustomerRefused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    getCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the resource. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Customer"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    updateCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the resource. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description The details to store. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerUpdate"];
            };
        };
        responses: {
            200: components["responses"]["Customer"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["CustomerRefused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    deactivateCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the resource. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["CustomerDeactivated"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidState"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    listCustomerServices: {
        parameters: {
            query?: {
                /** @description Page to return, counted from 1. A page past the last one is empty. */
                page?: components["parameters"]["Page"];
                /** @description Largest number of elements on a page. */
                per_page?: components["parameters"]["PerPage"];
                /** @description Order of the elements; a minus sign turns it round. Services that never expire come last. */
                sort?: components["parameters"]["ServiceSort"];
                /** @description Keeps services of this kind. */
                type?: components["parameters"]["ServiceTypeFilter"];
                /** @description Keeps services in this state. */
                status?: components["parameters"]["ServiceStatusFilter"];
            };
            header?: never;
            path: {
                /** @description Identifier of the resource. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ServicePage"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidQuery"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    listServices: {
        parameters: {
            query?: {
                /** @description Page to return, counted from 1. A page past the last one is empty. */
                page?: components["parameters"]["Page"];
                /** @description Largest number of elements on a page. */
                per_page?: components["parameters"]["PerPage"];
                /** @description Order of the elements; a minus sign turns it round. Services that never expire come last. */
                sort?: components["parameters"]["ServiceSort"];
                /** @description Keeps services of this kind. */
                type?: components["parameters"]["ServiceTypeFilter"];
                /** @description Keeps services in this state. */
                status?: components["parameters"]["ServiceStatusFilter"];
                /** @description Keeps elements of this customer. */
                customer_id?: components["parameters"]["CustomerIdFilter"];
                /** @description Keeps services of this product. */
                sku_id?: components["parameters"]["SkuIdFilter"];
                /** @description Keeps elements that expire before this instant. */
                expires_before?: components["parameters"]["ExpiresBefore"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ServicePage"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidQuery"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    getService: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the resource. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Service"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    suspendService: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the resource. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description Why it is suspended; may be left out. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ServiceSuspend"];
            };
        };
        responses: {
            200: components["responses"]["ServiceSuspended"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidState"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    unsuspendService: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the resource. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Service"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidState"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    terminateService: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the resource. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description Why it is terminated; may be left out. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ServiceTerminate"];
            };
        };
        responses: {
            200: components["responses"]["ServiceTerminated"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidState"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    renewService: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a replay safe: requests with the same key, by the same credential, to the same operation, with the same body collapse into one for 24 hours. Any visible ASCII text of up to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier of the resource. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description How it is renewed; may be left out. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ServiceRenew"];
            };
        };
        responses: {
            200: components["responses"]["Renewal"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /** @description Page to return, counted from 1. A page past the last one is empty. */
                page?: components["parameters"]["Page"];
                /** @description Largest number of elements on a page. */
                per_page?: components["parameters"]["PerPage"];
                /** @description Order of the elements; a minus sign turns it round. */
                sort?: components["parameters"]["SortByCreation"];
                /** @description Keeps orders in this state. */
                status?: components["parameters"]["OrderStatusFilter"];
                /** @description Keeps elements of this customer. */
                customer_id?: components["parameters"]["CustomerIdFilter"];
                /** @description Keeps elements created at this instant or later. */
                created_from?: components["parameters"]["CreatedFrom"];
                /** @description Keeps elements created before this instant. */
                created_to?: components["parameters"]["CreatedTo"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["OrderPage"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidQuery"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    createOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a replay safe: requests with the same key, by the same credential, to the same operation, with the same body collapse into one for 24 hours. Any visible ASCII text of up to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The order to place. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderCreate"];
            };
        };
        responses: {
            201: components["responses"]["OrderCreated"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["OrderRefused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the resource. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Order"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    cancelOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the resource. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["OrderCancelled"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidState"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    listInvoices: {
        parameters: {
            query?: {
                /** @description Page to return, counted from 1. A page past the last one is empty. */
                page?: components["parameters"]["Page"];
                /** @description Largest number of elements on a page. */
                per_page?: components["parameters"]["PerPage"];
                /** @description Order of the elements; a minus sign turns it round. Invoices without a due date come last. */
                sort?: components["parameters"]["InvoiceSort"];
                /** @description Keeps invoices in this state. */
                status?: components["parameters"]["InvoiceStatusFilter"];
                /** @description Keeps elements of this customer. */
                customer_id?: components["parameters"]["CustomerIdFilter"];
                /** @description Keeps invoices that fall due before this instant. */
                due_before?: components["parameters"]["DueBefore"];
                /** @description Keeps elements created at this instant or later. */
                created_from?: components["parameters"]["CreatedFrom"];
                /** @description Keeps elements created before this instant. */
                created_to?: components["parameters"]["CreatedTo"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["InvoicePage"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidQuery"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    getInvoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the resource. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Invoice"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    downloadInvoicePdf: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the resource. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["InvoicePdf"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    listSubscriptions: {
        parameters: {
            query?: {
                /** @description Page to return, counted from 1. A page past the last one is empty. */
                page?: components["parameters"]["Page"];
                /** @description Largest number of elements on a page. */
                per_page?: components["parameters"]["PerPage"];
                /** @description Order of the elements; a minus sign turns it round. */
                sort?: components["parameters"]["SortByCreation"];
                /** @description Keeps subscriptions in this state. Without it the list holds the active ones. */
                status?: components["parameters"]["SubscriptionStatusFilter"];
                /** @description Keeps elements of this customer. */
                customer_id?: components["parameters"]["CustomerIdFilter"];
                /** @description Keeps the subscription that bills this service instance. */
                service_id?: components["parameters"]["SubscriptionServiceFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SubscriptionPage"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidQuery"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    getSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the resource. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Subscription"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    cancelSubscription: {
        parameters: {
            query?: {
                /** @description Let the subscription run to the end of the current period instead of ending it at once. */
                at_period_end?: components["parameters"]["AtPeriodEnd"];
            };
            header?: never;
            path: {
                /** @description Identifier of the resource. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SubscriptionCancelled"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidState"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    listPayments: {
        parameters: {
            query?: {
                /** @description Page to return, counted from 1. A page past the last one is empty. */
                page?: components["parameters"]["Page"];
                /** @description Largest number of elements on a page. */
                per_page?: components["parameters"]["PerPage"];
                /** @description Order of the elements; a minus sign turns it round. */
                sort?: components["parameters"]["SortByCreation"];
                /** @description Keeps payments in this state. */
                status?: components["parameters"]["PaymentStatusFilter"];
                /** @description Keeps payments made this way. */
                method?: components["parameters"]["PaymentMethodFilter"];
                /** @description Keeps elements of this customer. */
                customer_id?: components["parameters"]["CustomerIdFilter"];
                /** @description Keeps payments of this invoice. */
                invoice_id?: components["parameters"]["PaymentInvoiceFilter"];
                /** @description Keeps elements created at this instant or later. */
                created_from?: components["parameters"]["CreatedFrom"];
                /** @description Keeps elements created before this instant. */
                created_to?: components["parameters"]["CreatedTo"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PaymentPage"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidQuery"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    createPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a replay safe: requests with the same key, by the same credential, to the same operation, with the same body collapse into one for 24 hours. Any visible ASCII text of up to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The payment to record. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentCreate"];
            };
        };
        responses: {
            201: components["responses"]["PaymentCreated"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["PaymentRefused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    getWallet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Wallet"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    topUpWallet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a replay safe: requests with the same key, by the same credential, to the same operation, with the same body collapse into one for 24 hours. Any visible ASCII text of up to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The credit to add. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WalletTopup"];
            };
        };
        responses: {
            201: components["responses"]["WalletTransaction"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["TopupRefused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
}
