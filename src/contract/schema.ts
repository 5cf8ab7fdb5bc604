// Generated from openapi/ by `npm run generate` (openapi-typescript). Not edited by hand.
export interface paths {
    "/auth/login": {
        /**
         * Sign in
         * @description Start here when a person signs in: an e-mail address and a password become a short-lived JWT for `Authorization`. With two-factor authentication enabled, send the code as `totp_code`; without it the reply is a 401 whose `error.challenge_token` goes to `POST /auth/2fa/verify`. Programs use an API key instead.
         */
        post: operations["login"];
    };
    "/auth/refresh": {
        /**
         * Refresh a session
         * @description Call this when a JWT is about to expire or has just done so: it is exchanged for a new one, and the old one stops working. A revoked JWT, or one that expired too long ago, answers 401; then sign in again. An API key has no session and answers 403.
         */
        post: operations["refreshSession"];
    };
    "/auth/logout": {
        /**
         * Sign out
         * @description Ends the session of the JWT in `Authorization`; from now on that JWT answers 401. Other sessions of the user go on. An API key answers 403 here and is revoked under `/api-keys` instead.
         */
        post: operations["logout"];
    };
    "/auth/2fa/verify": {
        /**
         * Complete a two-factor challenge
         * @description The second step of a login that answered `TWO_FACTOR_REQUIRED`: send its `challenge_token` with the code that the authenticator app shows, and receive the session. A few wrong codes spend a challenge, and a code works once; then sign in again.
         */
        post: operations["verifyTwoFactor"];
    };
    "/auth/me": {
        /**
         * Get the authenticated user
         * @description Tells whose credential a request carries, with role, tenant and scopes; use it to check a key or to decide what to show. An API key answers as the user who created it, with the scopes of the key.
         */
        get: operations["getCurrentUser"];
    };
    "/tenants": {
        /**
         * List tenants
         * @description For platform administration: tenants of the whole platform, newest first, terminated ones included. Everyone but a platform admin is answered 403 and reads the own tenant by its id.
         */
        get: operations["listTenants"];
        /**
         * Provision a tenant
         * @description Sets up a new tenant with an empty wallet in its currency; the currency and the slug never change afterwards. Leave `slug` out to have one made from the name. Its users need credit before they order from the wallet: `POST /wallet/topup`.
         */
        post: operations["createTenant"];
    };
    "/tenants/{id}": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * Get a tenant
         * @description Reads one tenant with its tier and settings. A platform admin sees every tenant; for everyone else any tenant but the own one does not exist and answers 404.
         */
        get: operations["getTenant"];
        /**
         * Update a tenant
         * @description Stores the settings of a tenant. Send the whole writable representation: a member that is left out keeps its value, and `settings` are stored as a whole. Only a platform admin changes another tenant or a tier (403 otherwise; the tier as it stands is accepted from everyone). A terminated tenant takes no changes.
         */
        put: operations["updateTenant"];
        /**
         * Terminate a tenant
         * @description Ends a tenant for good: its open orders and services end with it, its API keys are revoked and its users signed out. The tenant stays readable by platform admins, and a second call gets the same reply. The platform's own tenant cannot be terminated (403).
         */
        delete: operations["terminateTenant"];
    };
    "/tenants/{id}/usage": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * Get the usage of a tenant
         * @description What a tenant has and what it used in one calendar month, for dashboards and billing. Customers and services are counted as they are now or, for a month that is over, as they were at its end; leave `period` out for the current month.
         */
        get: operations["getTenantUsage"];
    };
    "/customers": {
        /**
         * List customers
         * @description Customers of the tenant, newest first, deactivated ones included. Filter by `email` or `external_id`, or search by `q`, to find somebody whom your own system knows.
         */
        get: operations["listCustomers"];
        /**
         * Create a customer
         * @description Creates the account that orders, services and tickets belong to. The e-mail address must be new to the tenant, and so must `external_id`, the place for your own number of the customer. Nothing is sent to the customer; `POST /orders` can follow at once.
         */
        post: operations["createCustomer"];
    };
    "/customers/{id}": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * Get a customer
         * @description Reads one customer of the tenant with contact details and metadata, whether the account is active or deactivated.
         */
        get: operations["getCustomer"];
        /**
         * Update a customer
         * @description Stores profile and contact details. Send the whole writable representation: a member that is left out keeps its value. Invoices that were issued before keep what they say, and a deactivated customer can be updated too.
         */
        put: operations["updateCustomer"];
        /**
         * Deactivate a customer
         * @description Closes an account: nothing can be ordered for the customer any more, and everything stays readable. A customer whose services are pending, active or suspended is refused; terminate those first. A second call gets the same reply.
         */
        delete: operations["deactivateCustomer"];
    };
    "/customers/{id}/services": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * List a customer's services
         * @description Everything that one customer owns or owned, newest first, whatever its kind and state; the same as `GET /services` for this customer alone.
         */
        get: operations["listCustomerServices"];
    };
    "/services": {
        /**
         * List services
         * @description Service instances of the tenant across all products, newest first, ended ones included. Filter by `type` and `status` for lists such as all suspended hosting; the details of a product are under its own path, named by `resource_id`.
         */
        get: operations["listServices"];
    };
    "/services/{id}": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * Get a service
         * @description Reads one service instance: what was ordered, price, due date and state. Its `resource_id` names the domain, hosting account, certificate, email service or VPS behind it, and `subscription_id` what bills it.
         */
        get: operations["getService"];
    };
    "/services/{id}/suspend": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * Suspend a service
         * @description Takes an active service out of use, for example while a customer is in dispute, together with the resource behind it. Billing goes on. `POST /services/{id}/unsuspend` brings both back.
         */
        post: operations["suspendService"];
    };
    "/services/{id}/unsuspend": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * Unsuspend a service
         * @description Brings a suspended service and the resource behind it back into use. While an invoice of the service is overdue this is refused; record the payment first.
         */
        post: operations["unsuspendService"];
    };
    "/services/{id}/terminate": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * Terminate a service
         * @description Ends an active or suspended service for good, before its paid period is over: its subscription is cancelled and the resource behind it terminated. Nothing is refunded. To let it run to its due date, cancel the subscription instead.
         */
        post: operations["terminateService"];
    };
    "/services/{id}/renew": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * Renew a service
         * @description Renews an active or suspended service by hand, ahead of its automatic renewal: one cycle is billed, and the due date moves on by it. From the wallet this happens at once; with another payment method once the invoice is paid. Send an `Idempotency-Key` to make a retry safe.
         */
        post: operations["renewService"];
    };
    "/orders": {
        /**
         * List orders
         * @description Orders of the tenant, newest first. Filter by `status` to find those that wait for a payment (`pending`) or did not come about (`failed`).
         */
        get: operations["listOrders"];
        /**
         * Place an order
         * @description Buys products for a customer: the order, its invoice and one service instance per unit come into being together. Paid from the wallet, it starts as `processing`; with any other payment method it starts as `pending` until its invoice is paid. Poll the order or subscribe to `order.completed`. Send an `Idempotency-Key` to make a retry safe.
         */
        post: operations["createOrder"];
    };
    "/orders/{id}": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * Get an order
         * @description Reads one order with its lines and the ids of its invoice and services. Poll it while it is `processing`; it ends as `completed`, or as `failed` with a `failure_reason`.
         */
        get: operations["getOrder"];
    };
    "/orders/{id}/cancel": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * Cancel an order
         * @description Withdraws an order that is not paid yet. Its invoice and its services are cancelled with it, and partial payments go to the wallet. Only a pending order can be cancelled; afterwards, terminate its services.
         */
        post: operations["cancelOrder"];
    };
    "/invoices": {
        /**
         * List invoices
         * @description Invoices of the tenant, newest first. Filter by `status` and `due_before` to find what has to be paid.
         */
        get: operations["listInvoices"];
    };
    "/invoices/{id}": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * Get an invoice
         * @description Reads one invoice with its lines, tax and the amount that is still due. It becomes `paid` when payments cover it, and `overdue` when its due date passes before that.
         */
        get: operations["getInvoice"];
    };
    "/invoices/{id}/pdf": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * Download an invoice as PDF
         * @description The invoice as a PDF document, to print or to send to a customer. It shows the invoice as it stands now, so download it again after a payment.
         */
        get: operations["downloadInvoicePdf"];
    };
    "/subscriptions": {
        /**
         * List active subscriptions
         * @description What bills the tenant's services again and again: active subscriptions, newest first; `status` asks for the others.
         */
        get: operations["listSubscriptions"];
    };
    "/subscriptions/{id}": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * Get a subscription
         * @description Reads one subscription: which service it bills, how often, for how much, and when the present period ends.
         */
        get: operations["getSubscription"];
        /**
         * Cancel a subscription
         * @description Stops the billing of a service, at once or, by `at_period_end`, with the current period. The service itself lives on to its due date and then ends; terminate it to end it now. A second call gets the same reply.
         */
        delete: operations["cancelSubscription"];
    };
    "/payments": {
        /**
         * List payments
         * @description Payment transactions of the tenant, newest first, with those from the wallet. Filter by `invoice_id` to see how an invoice was paid.
         */
        get: operations["listPayments"];
        /**
         * Record a manual payment
         * @description Records a payment that was received outside the platform, such as a bank transfer, against an unpaid or overdue invoice; partial payments are allowed. When nothing is due any more, the invoice is paid and the pending order or renewal behind it goes ahead. Send an `Idempotency-Key` to make a retry safe.
         */
        post: operations["createPayment"];
    };
    "/wallet": {
        /**
         * Get the wallet
         * @description The credit that orders and renewals are paid from; a tenant has one wallet, in its own currency. Read it before a purchase to see whether `available_amount` covers it.
         */
        get: operations["getWallet"];
    };
    "/wallet/topup": {
        /**
         * Top up the wallet
         * @description Adds credit to the wallet, from which later orders and renewals are paid; it is there at once. The reply is the movement with the balance after it. Send an `Idempotency-Key` to make a retry safe.
         */
        post: operations["topUpWallet"];
    };
    "/domains": {
        /**
         * List domains
         * @description Domains of the tenant, newest first, whatever their state. Filter by `expires_before` to see what has to be renewed next.
         */
        get: operations["listDomains"];
    };
    "/domains/check": {
        /**
         * Check the availability of a domain
         * @description Says whether a domain name can be registered, and for how much; ask before `POST /domains/register`. It reserves nothing: a read, though by POST. A name under an unsupported top-level domain is not available, which is no error.
         */
        post: operations["checkDomain"];
    };
    "/domains/register": {
        /**
         * Register a domain
         * @description Registers a domain for a customer, as an order of one item with its invoice and service. Paid from the wallet, the registration begins at once; with any other payment method it waits for the invoice to be paid. The domain becomes `active` when the registry confirms. Send an `Idempotency-Key` to make a retry safe.
         */
        post: operations["registerDomain"];
    };
    "/domains/transfer": {
        /**
         * Transfer a domain
         * @description Moves a domain here from another registrar, as an order of one item with its invoice and service; the term is added when the transfer completes. The registry checks the auth code, so a wrong one makes the transfer fail later. Send an `Idempotency-Key` to make a retry safe.
         */
        post: operations["transferDomain"];
    };
    "/domains/{id}": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * Get a domain
         * @description Reads one domain with its nameservers, states at the registry and end date. Poll it after a registration or transfer, or subscribe to `domain.registered` and `domain.transferred`.
         */
        get: operations["getDomain"];
    };
    "/domains/{id}/nameservers": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * Replace the nameservers of a domain
         * @description Delegates an active domain to other nameservers: the list replaces the present one and has two to thirteen names, all different. The records themselves are under `/dns/zones`.
         */
        put: operations["replaceDomainNameservers"];
    };
    "/domains/{id}/renew": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * Renew a domain
         * @description Renews an active domain, or one that has expired and is not yet in redemption; the term is added to its present end. A domain cannot be paid for more than ten years ahead. Send an `Idempotency-Key` to make a retry safe.
         */
        post: operations["renewDomain"];
    };
    "/hosting": {
        /**
         * List hosting accounts
         * @description Hosting accounts of the tenant, newest first, whatever their state. They are suspended and terminated through their service, named by `service_id`.
         */
        get: operations["listHostingAccounts"];
        /**
         * Create a hosting account
         * @description Creates a hosting account for a customer, as an order of one item with its invoice and service. Paid from the wallet, it is set up at once; with any other payment method it is `pending` until the invoice is paid. Once it is `active`, reset its password to get one. Send an `Idempotency-Key` to make a retry safe.
         */
        post: operations["createHostingAccount"];
    };
    "/hosting/{id}": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * Get a hosting account
         * @description Reads one hosting account: server, control panel, limits and state. Poll it after an order until it is `active`.
         */
        get: operations["getHostingAccount"];
    };
    "/hosting/{id}/reset-password": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * Reset the control-panel password
         * @description Sets the password of the control panel of an active account to the given one, or to a new one that only this reply shows. The old password stops working at once.
         */
        post: operations["resetHostingPassword"];
    };
    "/hosting/{id}/stats": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * Get the usage of a hosting account
         * @description How much disk space an account takes, and the bandwidth it used in the current calendar month, beside its limits. Everything is zero before the account is set up.
         */
        get: operations["getHostingStats"];
    };
    "/ssl": {
        /**
         * List certificates
         * @description SSL certificates of the tenant, newest first, whatever their state. Filter by `expires_before` to see which have to be renewed next.
         */
        get: operations["listCertificates"];
        /**
         * Order a certificate
         * @description Orders an SSL certificate for a customer, as an order of one item with its invoice and service. It is issued once the invoice is paid and every name is validated as `validations` asks: publish the record or file, or answer the e-mail, and poll the certificate. Send an `Idempotency-Key` to make a retry safe.
         */
        post: operations["createCertificate"];
    };
    "/ssl/{id}": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * Get a certificate
         * @description Reads one certificate with its names, validity and what each name still needs to be validated. Poll it until it is `issued`, or subscribe to `certificate.issued`.
         */
        get: operations["getCertificate"];
    };
    "/ssl/{id}/renew": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * Renew a certificate
         * @description Renews an issued or expired certificate by a term that is added to its present end, or begins now when that has passed. The names are validated anew; until then replies show the old certificate. Send an `Idempotency-Key` to make a retry safe.
         */
        post: operations["renewCertificate"];
    };
    "/ssl/{id}/reissue": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * Reissue a certificate
         * @description Has an issued certificate made again, after a key was lost or for other names or another way to validate them. It costs nothing and keeps the end; the names are validated anew, and the serial number changes.
         */
        post: operations["reissueCertificate"];
    };
    "/ssl/{id}/download": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * Download a certificate
         * @description The certificate as a zip archive of `certificate.pem`, `chain.pem` and `fullchain.pem`, to install on a server; a private key is never in it. Only while the certificate is issued.
         */
        get: operations["downloadCertificate"];
    };
    "/dns/zones": {
        /**
         * List DNS zones
         * @description DNS zones of the tenant, newest first, without their records. Use it to find the zone of a name before changing records.
         */
        get: operations["listDnsZones"];
        /**
         * Create a DNS zone
         * @description Creates an empty zone, whose name must be new to the tenant. SOA and the NS records at the apex follow from its `nameservers` and are not among its records. `domain_id` names the tenant's domain of that name, if there is one; its nameservers stay as they are, so delegate it yourself.
         */
        post: operations["createDnsZone"];
    };
    "/dns/zones/{id}": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * Get a DNS zone
         * @description Reads one zone: its nameservers, default time to live, serial number and the count of its records. It is `pending` until the nameservers have published it.
         */
        get: operations["getDnsZone"];
        /**
         * Delete a DNS zone
         * @description Removes a zone and all its records for good; the nameservers stop answering for it. A domain of that name stays registered and keeps its nameservers.
         */
        delete: operations["deleteDnsZone"];
    };
    "/dns/zones/{id}/records": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * List the records of a zone
         * @description Records of one zone, newest first, without SOA and apex NS. Filter by `type` and `name` to find the one to change.
         */
        get: operations["listDnsRecords"];
        /**
         * Add a record to a zone
         * @description Adds a record to a zone and raises its serial number. A CNAME stands alone at its name and, like NS, never at the apex; a record that is there already is refused, and so is a name that is too long together with the zone's. Left out, `ttl` is the zone's default.
         */
        post: operations["createDnsRecord"];
    };
    "/dns/zones/{id}/records/{rid}": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
                /** @description Identifier of the record. A text that is no UUID names nothing, so it answers 404. */
                rid: components["parameters"]["Rid"];
            };
        };
        /**
         * Update a record of a zone
         * @description Replaces a record as a whole; only a time to live that is left out stays as it is. The type cannot change: delete the record and add another. What `POST` refuses is refused here too.
         */
        put: operations["updateDnsRecord"];
        /**
         * Delete a record of a zone
         * @description Removes one record for good and raises the serial number of its zone. Resolvers may know the record until its time to live has passed.
         */
        delete: operations["deleteDnsRecord"];
    };
    "/email": {
        /**
         * List email services
         * @description Email hosting services of the tenant, newest first, without their mailboxes. They are suspended and terminated through their service, named by `service_id`.
         */
        get: operations["listEmailServices"];
        /**
         * Create an email service
         * @description Orders an email hosting service for a customer's domain, which has none yet, and bills its first cycle. Paid from the wallet, it is set up at once; with any other payment method it stays `pending` until its invoice is paid. Publish its `dns_records`, then add mailboxes. Send an `Idempotency-Key` to make a retry safe.
         */
        post: operations["createEmailService"];
    };
    "/email/{id}": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * Get an email service
         * @description Reads one email hosting service with its mailboxes, its limits and the DNS records to publish for its domain.
         */
        get: operations["getEmailService"];
    };
    "/email/{id}/mailboxes": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * Create a mailbox
         * @description Adds a mailbox to an active email service that has room for it; the address must be new to the service. It receives mail at once. Left out, `quota_bytes` is an equal share of the storage.
         */
        post: operations["createMailbox"];
    };
    "/email/{id}/mailboxes/{mbx}": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
                /** @description Identifier of the mailbox. A text that is no UUID names nothing, so it answers 404. */
                mbx: components["parameters"]["Mbx"];
            };
        };
        /**
         * Delete a mailbox
         * @description Removes a mailbox and all mail in it, for good. Its place and its address are free again at once.
         */
        delete: operations["deleteMailbox"];
    };
    "/vps": {
        /**
         * List instances
         * @description VPS instances of the tenant, newest first, terminated ones included. Filter by `status` to find those that run.
         */
        get: operations["listVps"];
        /**
         * Provision an instance
         * @description Orders an instance for a customer, bills its first cycle and sets it up. With a payment method other than the wallet it waits as `provisioning` until its invoice is paid. Poll it until it is `running`, or subscribe to `vps.provisioned`. Send an `Idempotency-Key` to make a retry safe.
         */
        post: operations["createVps"];
    };
    "/vps/{id}": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * Get an instance
         * @description Reads one instance: size, addresses, image and state. Poll it after an action until its state is `running` or `stopped`.
         */
        get: operations["getVps"];
        /**
         * Terminate an instance
         * @description Ends an instance for good, whatever its state, together with its service. Its disk and addresses are gone; the record stays readable. A second call gets the same reply.
         */
        delete: operations["terminateVps"];
    };
    "/vps/{id}/start": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * Start an instance
         * @description Boots a stopped instance. It is `starting` in the reply and `running` soon after; poll it, or subscribe to `vps.started`.
         */
        post: operations["startVps"];
    };
    "/vps/{id}/stop": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * Stop an instance
         * @description Shuts down a running instance, which keeps its disk and addresses and is billed on. It is `stopping` in the reply and `stopped` soon after.
         */
        post: operations["stopVps"];
    };
    "/vps/{id}/reboot": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * Reboot an instance
         * @description Restarts a running instance, for example after an update of its system. It is `rebooting` in the reply and `running` again soon after.
         */
        post: operations["rebootVps"];
    };
    "/vps/{id}/resize": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * Resize an instance
         * @description Moves a running or stopped instance to a larger or smaller product; it is `resizing` in the reply and then in its former state again. A disk never shrinks. The new price holds from the next cycle on; an upgrade is charged for the rest of this one at once. Send an `Idempotency-Key` to make a retry safe.
         */
        post: operations["resizeVps"];
    };
    "/support/tickets": {
        /**
         * List tickets
         * @description Support tickets of the tenant, newest first, without their replies. Filter by `status` to see which wait for an answer.
         */
        get: operations["listTickets"];
        /**
         * Open a ticket
         * @description Asks for help or records the question of a customer; the message becomes the first reply. With `customer_id` the customer is its author, without it the caller. The ticket is `open` until somebody replies.
         */
        post: operations["createTicket"];
    };
    "/support/tickets/{id}": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * Get a ticket
         * @description Reads one ticket with all its replies, oldest first, and who wrote them. Poll it, or subscribe to `ticket.replied`, to learn of answers.
         */
        get: operations["getTicket"];
    };
    "/support/tickets/{id}/replies": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * Post a reply
         * @description Adds a reply to a ticket that is not closed. A reply by staff makes the ticket `answered`, one by the customer `customer_reply`; without `author_type` it is by staff.
         */
        post: operations["createTicketReply"];
    };
    "/support/tickets/{id}/close": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * Close a ticket
         * @description Closes a ticket when the matter is settled. A closed ticket takes no replies and is not opened again; a further question is a new ticket.
         */
        post: operations["closeTicket"];
    };
    "/webhooks": {
        /**
         * List endpoints
         * @description Endpoints that receive the tenant's events, newest first. Filter by `event` to see who is told of it.
         */
        get: operations["listWebhooks"];
        /**
         * Register an endpoint
         * @description Registers an address that receives events by POST, in place of polling. Only this reply shows the secret that its deliveries are signed with, so store it. Send a test payload next. A tenant has a limited number of endpoints; a further one is refused with `LIMIT_REACHED`.
         */
        post: operations["createWebhook"];
    };
    "/webhooks/{id}": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * Get an endpoint
         * @description Reads one endpoint with its subscriptions and how its latest deliveries went, without its secret.
         */
        get: operations["getWebhook"];
        /**
         * Update an endpoint
         * @description Stores the settings of an endpoint. Send the whole writable representation: a member that is left out keeps its value. Use it to pause deliveries by `status`; enabling an endpoint sets its count of failures back to zero.
         */
        put: operations["updateWebhook"];
        /**
         * Delete an endpoint
         * @description Removes an endpoint and the record of its attempts for good; nothing more is delivered to it, waiting attempts included. To pause it, disable it instead.
         */
        delete: operations["deleteWebhook"];
    };
    "/webhooks/{id}/deliveries": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * List delivery attempts
         * @description What was sent to an endpoint and how it answered, newest first; look here when events do not arrive. Every attempt is an element of its own, and those for one event share its `event_id`. Old attempts are removed after some weeks, or sooner where there are many newer ones.
         */
        get: operations["listWebhookDeliveries"];
    };
    "/webhooks/{id}/test": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * Send a test payload
         * @description Sends one event to an endpoint, whether or not it is enabled or subscribed to the type, and does not try again; use it to check reachability and signature. The reply tells what came of it, or is `pending` while the endpoint has not answered.
         */
        post: operations["testWebhook"];
    };
    "/api-keys": {
        /**
         * List API keys
         * @description API keys of the tenant, newest first, revoked and expired ones included, without the keys themselves. Use it to find keys that nobody uses any more.
         */
        get: operations["listApiKeys"];
        /**
         * Create an API key
         * @description Creates a credential for a program, which acts as the caller within the scopes of the key. Only this reply shows the key, so store it. It works until it is revoked or `expires_at` has come.
         */
        post: operations["createApiKey"];
    };
    "/api-keys/{id}": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * Get an API key
         * @description Reads what is known of one API key, in use or not: scopes, owner, last use and end. The key itself is never shown again.
         */
        get: operations["getApiKey"];
        /**
         * Revoke an API key
         * @description Takes an API key out of use for good, for example because it leaked: requests with it answer 401 from now on. The facts about it stay readable, and a second call gets the same reply.
         */
        delete: operations["revokeApiKey"];
    };
    "/api-keys/{id}/usage": {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /**
         * Get usage of an API key
         * @description What one API key was used for in a calendar month, by day and by class of status, with the requests that met a rate limit. Leave `period` out for the current month.
         */
        get: operations["getApiKeyUsage"];
    };
}
export interface webhooks {
    customer: {
        /**
         * Customer event
         * @description Sent when a customer is created, changed or deactivated.
         */
        post: operations["onCustomerEvent"];
    };
    service: {
        /**
         * Service event
         * @description Sent when a service becomes active, is suspended or unsuspended, ends or is renewed. The life of hosting accounts and email services shows here.
         */
        post: operations["onServiceEvent"];
    };
    order: {
        /**
         * Order event
         * @description Sent when an order is placed, completed or cancelled, or fails.
         */
        post: operations["onOrderEvent"];
    };
    invoice: {
        /**
         * Invoice event
         * @description Sent when an invoice is issued, paid or cancelled, or becomes overdue.
         */
        post: operations["onInvoiceEvent"];
    };
    subscription: {
        /**
         * Subscription event
         * @description Sent when a subscription begins, enters its next period or is cancelled.
         */
        post: operations["onSubscriptionEvent"];
    };
    payment: {
        /**
         * Payment event
         * @description Sent when a payment succeeds or fails, or is refunded.
         */
        post: operations["onPaymentEvent"];
    };
    wallet: {
        /**
         * Wallet event
         * @description Sent when credit is added to the wallet, when it pays for something, and when little is left.
         */
        post: operations["onWalletEvent"];
    };
    domain: {
        /**
         * Domain event
         * @description Sent when a domain is registered, renewed or transferred, when a transfer starts, when its nameservers change and when it expires.
         */
        post: operations["onDomainEvent"];
    };
    certificate: {
        /**
         * Certificate event
         * @description Sent when a certificate is issued, reissued or renewed, when it expires and when it cannot be issued.
         */
        post: operations["onCertificateEvent"];
    };
    "dns-zone": {
        /**
         * DNS zone event
         * @description Sent when a zone is created or deleted and when its records change.
         */
        post: operations["onDnsZoneEvent"];
    };
    vps: {
        /**
         * VPS event
         * @description Sent when an instance is provisioned, started, stopped, rebooted, resized or terminated, once that is done.
         */
        post: operations["onVpsEvent"];
    };
    ticket: {
        /**
         * Ticket event
         * @description Sent when a ticket is opened, replied to or closed.
         */
        post: operations["onTicketEvent"];
    };
    webhook: {
        /**
         * Test event
         * @description Sent by a test of the endpoint, whatever it is subscribed to.
         */
        post: operations["onWebhookEvent"];
    };
}
export interface components {
    schemas: {
        ApiKey: ApiKey;
        ApiKeyWithSecret: ApiKeyWithSecret;
        ApiKeyCreate: ApiKeyCreate;
        ApiKeyStatus: ApiKeyStatus;
        GrantableScope: GrantableScope;
        ApiKeyUsage: ApiKeyUsage;
        RequestsByStatusClass: RequestsByStatusClass;
        ApiKeyUsageDay: ApiKeyUsageDay;
        ApiKeyPage: ApiKeyPage;
        LoginRequest: LoginRequest;
        TwoFactorVerifyRequest: TwoFactorVerifyRequest;
        Session: Session;
        SessionUser: SessionUser;
        User: User;
        Role: Role;
        Scope: Scope;
        Invoice: Invoice;
        InvoiceLine: InvoiceLine;
        InvoiceStatus: InvoiceStatus;
        InvoicePage: InvoicePage;
        PdfDocument: PdfDocument;
        Subscription: Subscription;
        SubscriptionStatus: SubscriptionStatus;
        SubscriptionPage: SubscriptionPage;
        PaymentCreate: PaymentCreate;
        Payment: Payment;
        PaymentStatus: PaymentStatus;
        PaymentPage: PaymentPage;
        Wallet: Wallet;
        WalletTopup: WalletTopup;
        WalletTransaction: WalletTransaction;
        WalletTransactionType: WalletTransactionType;
        WalletTransactionStatus: WalletTransactionStatus;
        Uuid: Uuid;
        NullableUuid: NullableUuid;
        Timestamp: Timestamp;
        NullableTimestamp: NullableTimestamp;
        Currency: Currency;
        MinorUnits: MinorUnits;
        SignedMinorUnits: SignedMinorUnits;
        BillingCycle: BillingCycle;
        RecurringBillingCycle: RecurringBillingCycle;
        SkuId: SkuId;
        Quantity: Quantity;
        PaymentMethod: PaymentMethod;
        KnownPaymentMethod: KnownPaymentMethod;
        Bytes: Bytes;
        NullableBytes: NullableBytes;
        Email: Email;
        Hostname: Hostname;
        ProductConfig: ProductConfig;
        PageMeta: PageMeta;
        PageLinks: PageLinks;
        Message: Message;
        Deleted: Deleted;
        Renewal: Renewal;
        RenewedResourceType: RenewedResourceType;
        RenewalStatus: RenewalStatus;
        Customer: Customer;
        CustomerCreate: CustomerCreate;
        CustomerUpdate: CustomerUpdate;
        CustomerStatus: CustomerStatus;
        Address: Address;
        Metadata: Metadata;
        CustomerPage: CustomerPage;
        DnsZone: DnsZone;
        Ttl: Ttl;
        DnsZoneCreate: DnsZoneCreate;
        DnsZoneStatus: DnsZoneStatus;
        DnsZonePage: DnsZonePage;
        DnsRecord: DnsRecord;
        DnsRecordPage: DnsRecordPage;
        DnsRecordType: DnsRecordType;
        DnsRecordName: DnsRecordName;
        DnsNameBelowZone: DnsNameBelowZone;
        DnsServiceName: DnsServiceName;
        DnsTarget: DnsTarget;
        DnsRecordWrite: DnsRecordWrite;
        DnsARecord: DnsARecord;
        DnsAaaaRecord: DnsAaaaRecord;
        DnsCnameRecord: DnsCnameRecord;
        DnsMxRecord: DnsMxRecord;
        DnsTxtRecord: DnsTxtRecord;
        DnsSrvRecord: DnsSrvRecord;
        DnsCaaRecord: DnsCaaRecord;
        CaaTag: CaaTag;
        DnsNsRecord: DnsNsRecord;
        DnsPtrRecord: DnsPtrRecord;
        Domain: Domain;
        DomainName: DomainName;
        YearlyBillingCycle: YearlyBillingCycle;
        DomainStatus: DomainStatus;
        EppStatus: EppStatus;
        Registrant: Registrant;
        DomainTransferProgress: DomainTransferProgress;
        DomainTransferStatus: DomainTransferStatus;
        DomainPage: DomainPage;
        DomainCheckRequest: DomainCheckRequest;
        DomainAvailability: DomainAvailability;
        DomainUnavailableReason: DomainUnavailableReason;
        DomainRegister: DomainRegister;
        DomainTransfer: DomainTransfer;
        DomainNameservers: DomainNameservers;
        DomainRenew: DomainRenew;
        EmailService: EmailService;
        EmailServiceDetail: EmailServiceDetail;
        EmailServiceCreate: EmailServiceCreate;
        EmailServiceStatus: EmailServiceStatus;
        EmailDnsRecord: EmailDnsRecord;
        Mailbox: Mailbox;
        MailboxCreate: MailboxCreate;
        MailboxStatus: MailboxStatus;
        EmailServicePage: EmailServicePage;
        ErrorResponse: ErrorResponse;
        ErrorEnvelope: ErrorEnvelope;
        ErrorDetail: ErrorDetail;
        KnownErrorCode: KnownErrorCode;
        ErrorFlat: ErrorFlat;
        LoginErrorResponse: LoginErrorResponse;
        LoginErrorEnvelope: LoginErrorEnvelope;
        LoginErrorDetail: LoginErrorDetail;
        ValidationErrorResponse: ValidationErrorResponse;
        ValidationErrorEnvelope: ValidationErrorEnvelope;
        ValidationErrorDetail: ValidationErrorDetail;
        ValidationErrorFlat: ValidationErrorFlat;
        FieldErrors: FieldErrors;
        FieldErrorMap: FieldErrorMap;
        FieldMessages: FieldMessages;
        EventId: EventId;
        EventType: EventType;
        PlatformEvent: PlatformEvent;
        CustomerEvent: CustomerEvent;
        ServiceEvent: ServiceEvent;
        OrderEvent: OrderEvent;
        InvoiceEvent: InvoiceEvent;
        SubscriptionEvent: SubscriptionEvent;
        PaymentEvent: PaymentEvent;
        WalletEvent: WalletEvent;
        DomainEvent: DomainEvent;
        CertificateEvent: CertificateEvent;
        DnsZoneEvent: DnsZoneEvent;
        VpsEvent: VpsEvent;
        TicketEvent: TicketEvent;
        WebhookTestEvent: WebhookTestEvent;
        CustomerEventType: CustomerEventType;
        ServiceEventType: ServiceEventType;
        OrderEventType: OrderEventType;
        InvoiceEventType: InvoiceEventType;
        SubscriptionEventType: SubscriptionEventType;
        PaymentEventType: PaymentEventType;
        WalletEventType: WalletEventType;
        DnsZoneEventType: DnsZoneEventType;
        VpsEventType: VpsEventType;
        TicketEventType: TicketEventType;
        WebhookTestEventType: WebhookTestEventType;
        DomainEventType: DomainEventType;
        CertificateEventType: CertificateEventType;
        HostingAccount: HostingAccount;
        ControlPanel: ControlPanel;
        HostingAccountCreate: HostingAccountCreate;
        HostingStatus: HostingStatus;
        HostingAccountPage: HostingAccountPage;
        HostingStats: HostingStats;
        DiskUsage: DiskUsage;
        BandwidthUsage: BandwidthUsage;
        PasswordResetRequest: PasswordResetRequest;
        PasswordReset: PasswordReset;
        OrderItem: OrderItem;
        OrderCreate: OrderCreate;
        Order: Order;
        OrderLine: OrderLine;
        OrderStatus: OrderStatus;
        OrderPage: OrderPage;
        Service: Service;
        ServiceType: ServiceType;
        ServiceStatus: ServiceStatus;
        ServiceSuspend: ServiceSuspend;
        ServiceTerminate: ServiceTerminate;
        ServiceRenew: ServiceRenew;
        ServicePage: ServicePage;
        CreationSortOrder: CreationSortOrder;
        DueDateSortOrder: DueDateSortOrder;
        ExpirySortOrder: ExpirySortOrder;
        NameSortOrder: NameSortOrder;
        NameOrExpirySortOrder: NameOrExpirySortOrder;
        Certificate: Certificate;
        ValidationLevel: ValidationLevel;
        CertificateName: CertificateName;
        ValidationMethod: ValidationMethod;
        CertificateStatus: CertificateStatus;
        CertificateValidation: CertificateValidation;
        CertificateValidationStatus: CertificateValidationStatus;
        NullableSigningRequest: NullableSigningRequest;
        CertificatePage: CertificatePage;
        CertificateCreate: CertificateCreate;
        CertificateRenew: CertificateRenew;
        CertificateReissue: CertificateReissue;
        ZipArchive: ZipArchive;
        Ticket: Ticket;
        TicketDetail: TicketDetail;
        TicketCreate: TicketCreate;
        TicketReplyCreate: TicketReplyCreate;
        TicketReplyAuthorType: TicketReplyAuthorType;
        TicketReply: TicketReply;
        TicketAuthor: TicketAuthor;
        TicketAuthorType: TicketAuthorType;
        TicketPriority: TicketPriority;
        TicketStatus: TicketStatus;
        TicketPage: TicketPage;
        Tenant: Tenant;
        TenantCreate: TenantCreate;
        TenantUpdate: TenantUpdate;
        TenantStatus: TenantStatus;
        TenantTier: TenantTier;
        TenantSettings: TenantSettings;
        TenantPage: TenantPage;
        TenantUsage: TenantUsage;
        Count: Count;
        CustomerCount: CustomerCount;
        ServiceCount: ServiceCount;
        CountByWord: CountByWord;
        Vps: Vps;
        VpsCreate: VpsCreate;
        VpsResize: VpsResize;
        VpsStatus: VpsStatus;
        VpsPage: VpsPage;
        Webhook: Webhook;
        WebhookWithSecret: WebhookWithSecret;
        WebhookCreate: WebhookCreate;
        WebhookUpdate: WebhookUpdate;
        WebhookStatus: WebhookStatus;
        SubscribedEvent: SubscribedEvent;
        SubscribableEvent: SubscribableEvent;
        WebhookTest: WebhookTest;
        TestableEvent: TestableEvent;
        WebhookDelivery: WebhookDelivery;
        WebhookDeliveryStatus: WebhookDeliveryStatus;
        WebhookPage: WebhookPage;
        WebhookDeliveryPage: WebhookDeliveryPage;
    };
    responses: {
        /** @description A page of keys. */
        ApiKeyPage: {
            content: {
                "application/json": components["schemas"]["ApiKeyPage"];
            };
        };
        /** @description The key, without the key itself. */
        ApiKey: {
            content: {
                "application/json": components["schemas"]["ApiKey"];
            };
        };
        /** @description The new key, which is not shown again. */
        ApiKeyCreated: {
            content: {
                "application/json": components["schemas"]["ApiKeyWithSecret"];
            };
        };
        /** @description The key, now revoked. Revoking it again answers the same. */
        ApiKeyRevoked: {
            content: {
                "application/json": components["schemas"]["ApiKey"];
            };
        };
        /** @description What the key was used for. */
        ApiKeyUsage: {
            content: {
                "application/json": components["schemas"]["ApiKeyUsage"];
            };
        };
        /** @description The session. */
        LoginSession: {
            content: {
                "application/json": components["schemas"]["Session"];
            };
        };
        /** @description The session. */
        Session: {
            content: {
                "application/json": components["schemas"]["Session"];
            };
        };
        /** @description The token no longer works. */
        SignedOut: {
            content: {
                "application/json": components["schemas"]["Message"];
            };
        };
        /** @description The authenticated user. */
        User: {
            content: {
                "application/json": components["schemas"]["User"];
            };
        };
        /** @description A page of invoices. */
        InvoicePage: {
            content: {
                "application/json": components["schemas"]["InvoicePage"];
            };
        };
        /** @description The invoice. */
        Invoice: {
            content: {
                "application/json": components["schemas"]["Invoice"];
            };
        };
        /** @description The invoice as a PDF document. */
        InvoicePdf: {
            content: {
                "application/pdf": components["schemas"]["PdfDocument"];
            };
        };
        /** @description A page of subscriptions. */
        SubscriptionPage: {
            content: {
                "application/json": components["schemas"]["SubscriptionPage"];
            };
        };
        /** @description The subscription. */
        Subscription: {
            content: {
                "application/json": components["schemas"]["Subscription"];
            };
        };
        /** @description The subscription, cancelled or due to end with its period. Cancelling it again answers the same. */
        SubscriptionCancelled: {
            content: {
                "application/json": components["schemas"]["Subscription"];
            };
        };
        /** @description A page of payments. */
        PaymentPage: {
            content: {
                "application/json": components["schemas"]["PaymentPage"];
            };
        };
        /** @description The recorded payment. */
        PaymentCreated: {
            content: {
                "application/json": components["schemas"]["Payment"];
            };
        };
        /** @description The wallet. */
        Wallet: {
            content: {
                "application/json": components["schemas"]["Wallet"];
            };
        };
        /** @description The movement that added the credit. */
        WalletTransaction: {
            content: {
                "application/json": components["schemas"]["WalletTransaction"];
            };
        };
        /** @description A page of customers. */
        CustomerPage: {
            content: {
                "application/json": components["schemas"]["CustomerPage"];
            };
        };
        /** @description The customer. */
        Customer: {
            content: {
                "application/json": components["schemas"]["Customer"];
            };
        };
        /** @description The new customer. */
        CustomerCreated: {
            content: {
                "application/json": components["schemas"]["Customer"];
            };
        };
        /** @description The customer, now inactive. Deactivating it again answers the same. */
        CustomerDeactivated: {
            content: {
                "application/json": components["schemas"]["Customer"];
            };
        };
        /** @description A page of DNS zones. */
        DnsZonePage: {
            content: {
                "application/json": components["schemas"]["DnsZonePage"];
            };
        };
        /** @description The zone. */
        DnsZone: {
            content: {
                "application/json": components["schemas"]["DnsZone"];
            };
        };
        /** @description The new zone, without records. */
        DnsZoneCreated: {
            content: {
                "application/json": components["schemas"]["DnsZone"];
            };
        };
        /** @description The zone and its records are gone. */
        DnsZoneDeleted: {
            content: {
                "application/json": components["schemas"]["Deleted"];
            };
        };
        /** @description A page of records. */
        DnsRecordPage: {
            content: {
                "application/json": components["schemas"]["DnsRecordPage"];
            };
        };
        /** @description The record. */
        DnsRecord: {
            content: {
                "application/json": components["schemas"]["DnsRecord"];
            };
        };
        /** @description The new record. */
        DnsRecordCreated: {
            content: {
                "application/json": components["schemas"]["DnsRecord"];
            };
        };
        /** @description The record is gone. */
        DnsRecordDeleted: {
            content: {
                "application/json": components["schemas"]["Deleted"];
            };
        };
        /** @description A page of domains. */
        DomainPage: {
            content: {
                "application/json": components["schemas"]["DomainPage"];
            };
        };
        /** @description The domain. */
        Domain: {
            content: {
                "application/json": components["schemas"]["Domain"];
            };
        };
        /** @description Whether the name is available. */
        DomainAvailability: {
            content: {
                "application/json": components["schemas"]["DomainAvailability"];
            };
        };
        /** @description The domain, on its way to be registered. */
        DomainRegistered: {
            content: {
                "application/json": components["schemas"]["Domain"];
            };
        };
        /** @description The domain, on its way to this platform. */
        DomainTransferStarted: {
            content: {
                "application/json": components["schemas"]["Domain"];
            };
        };
        /** @description The domain, with its new nameservers. */
        DomainNameserversReplaced: {
            content: {
                "application/json": components["schemas"]["Domain"];
            };
        };
        /** @description The renewal and the invoice that charges for it. */
        DomainRenewed: {
            content: {
                "application/json": components["schemas"]["Renewal"];
            };
        };
        /** @description A page of email services. */
        EmailServicePage: {
            content: {
                "application/json": components["schemas"]["EmailServicePage"];
            };
        };
        /** @description The new email service. */
        EmailServiceCreated: {
            content: {
                "application/json": components["schemas"]["EmailServiceDetail"];
            };
        };
        /** @description The email service with its mailboxes. */
        EmailServiceDetail: {
            content: {
                "application/json": components["schemas"]["EmailServiceDetail"];
            };
        };
        /** @description The new mailbox. */
        MailboxCreated: {
            content: {
                "application/json": components["schemas"]["Mailbox"];
            };
        };
        /** @description The mailbox is gone. Deleting it again answers 404. */
        MailboxDeleted: {
            content: {
                "application/json": components["schemas"]["Deleted"];
            };
        };
        /** @description The request could not be read, for example because its body is not JSON. */
        BadRequest: {
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The credential is missing or invalid; an expired or a revoked credential is invalid. */
        Unauthorized: {
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The e-mail address and password do not match, or a TOTP code is needed or wrong. */
        LoginRefused: {
            content: {
                "application/json": components["schemas"]["LoginErrorResponse"];
            };
        };
        /** @description The TOTP code is wrong, or the challenge is unknown, spent or too old. */
        TwoFactorRefused: {
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The credential is valid but lacks the permission, or the tenant is suspended. */
        Forbidden: {
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The caller's tenant has no such resource. Another tenant's resource answers the same. */
        NotFound: {
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description Fields of the request are not acceptable, or a state or a limit stands in the way. There is one entry per field to blame, or an entry for `status`. */
        UnprocessableContent: {
            content: {
                "application/json": components["schemas"]["ValidationErrorResponse"];
            };
        };
        /** @description Fields of the request are not acceptable, a state or a limit stands in the way, or it cannot be paid this way. There is one entry per field to blame, or an entry for `status`. */
        PurchaseRefused: {
            content: {
                "application/json": components["schemas"]["ValidationErrorResponse"];
            };
        };
        /** @description A query parameter is not acceptable. There is one entry per parameter to blame. */
        InvalidQuery: {
            content: {
                "application/json": components["schemas"]["ValidationErrorResponse"];
            };
        };
        /** @description The state of the resource does not allow the operation, or a parameter is not acceptable. */
        InvalidState: {
            content: {
                "application/json": components["schemas"]["ValidationErrorResponse"];
            };
        };
        /** @description The rate limit is breached. Wait as long as `Retry-After` says, then try again, ever more slowly. */
        TooManyRequests: {
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description Something failed that is not the caller's fault. */
        ServerError: {
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description A page of hosting accounts. */
        HostingAccountPage: {
            content: {
                "application/json": components["schemas"]["HostingAccountPage"];
            };
        };
        /** @description The hosting account. */
        HostingAccount: {
            content: {
                "application/json": components["schemas"]["HostingAccount"];
            };
        };
        /** @description The new hosting account, about to be set up. */
        HostingAccountCreated: {
            content: {
                "application/json": components["schemas"]["HostingAccount"];
            };
        };
        /** @description The password was reset. */
        PasswordReset: {
            content: {
                "application/json": components["schemas"]["PasswordReset"];
            };
        };
        /** @description What the account uses. */
        HostingStats: {
            content: {
                "application/json": components["schemas"]["HostingStats"];
            };
        };
        /** @description A page of orders. */
        OrderPage: {
            content: {
                "application/json": components["schemas"]["OrderPage"];
            };
        };
        /** @description The order. */
        Order: {
            content: {
                "application/json": components["schemas"]["Order"];
            };
        };
        /** @description The new order, with the invoice and the service instances it created. */
        OrderCreated: {
            content: {
                "application/json": components["schemas"]["Order"];
            };
        };
        /** @description The order, now cancelled. */
        OrderCancelled: {
            content: {
                "application/json": components["schemas"]["Order"];
            };
        };
        /** @description A page of service instances. */
        ServicePage: {
            content: {
                "application/json": components["schemas"]["ServicePage"];
            };
        };
        /** @description The service instance. */
        Service: {
            content: {
                "application/json": components["schemas"]["Service"];
            };
        };
        /** @description The service, now suspended. */
        ServiceSuspended: {
            content: {
                "application/json": components["schemas"]["Service"];
            };
        };
        /** @description The service, now terminated for good. */
        ServiceTerminated: {
            content: {
                "application/json": components["schemas"]["Service"];
            };
        };
        /** @description The renewal and the invoice that charges for it. */
        Renewal: {
            content: {
                "application/json": components["schemas"]["Renewal"];
            };
        };
        /** @description A page of certificates. */
        CertificatePage: {
            content: {
                "application/json": components["schemas"]["CertificatePage"];
            };
        };
        /** @description The certificate. */
        Certificate: {
            content: {
                "application/json": components["schemas"]["Certificate"];
            };
        };
        /** @description The ordered certificate, and what to do to have its names validated. */
        CertificateCreated: {
            content: {
                "application/json": components["schemas"]["Certificate"];
            };
        };
        /** @description The renewal and the invoice that charges for it. */
        CertificateRenewed: {
            content: {
                "application/json": components["schemas"]["Renewal"];
            };
        };
        /** @description The certificate, on its way to be issued again. */
        CertificateReissued: {
            content: {
                "application/json": components["schemas"]["Certificate"];
            };
        };
        /** @description The certificate bundle as a zip archive. */
        CertificateZip: {
            content: {
                "application/zip": components["schemas"]["ZipArchive"];
            };
        };
        /** @description A page of tickets. */
        TicketPage: {
            content: {
                "application/json": components["schemas"]["TicketPage"];
            };
        };
        /** @description The new ticket. */
        TicketCreated: {
            content: {
                "application/json": components["schemas"]["TicketDetail"];
            };
        };
        /** @description The ticket with its replies. */
        TicketDetail: {
            content: {
                "application/json": components["schemas"]["TicketDetail"];
            };
        };
        /** @description The new reply. */
        TicketReplyCreated: {
            content: {
                "application/json": components["schemas"]["TicketReply"];
            };
        };
        /** @description The ticket, now closed. */
        TicketClosed: {
            content: {
                "application/json": components["schemas"]["Ticket"];
            };
        };
        /** @description A page of tenants. */
        TenantPage: {
            content: {
                "application/json": components["schemas"]["TenantPage"];
            };
        };
        /** @description The tenant. */
        Tenant: {
            content: {
                "application/json": components["schemas"]["Tenant"];
            };
        };
        /** @description The new tenant. */
        TenantCreated: {
            content: {
                "application/json": components["schemas"]["Tenant"];
            };
        };
        /** @description The tenant, now terminated. Terminating it again answers the same. */
        TenantTerminated: {
            content: {
                "application/json": components["schemas"]["Tenant"];
            };
        };
        /** @description What the tenant uses. */
        TenantUsage: {
            content: {
                "application/json": components["schemas"]["TenantUsage"];
            };
        };
        /** @description A page of instances. */
        VpsPage: {
            content: {
                "application/json": components["schemas"]["VpsPage"];
            };
        };
        /** @description The instance. */
        Vps: {
            content: {
                "application/json": components["schemas"]["Vps"];
            };
        };
        /** @description The new instance. */
        VpsCreated: {
            content: {
                "application/json": components["schemas"]["Vps"];
            };
        };
        /** @description The instance, starting or already running. */
        VpsStarted: {
            content: {
                "application/json": components["schemas"]["Vps"];
            };
        };
        /** @description The instance, stopping or already stopped. */
        VpsStopped: {
            content: {
                "application/json": components["schemas"]["Vps"];
            };
        };
        /** @description The instance, rebooting or already running again. */
        VpsRebooted: {
            content: {
                "application/json": components["schemas"]["Vps"];
            };
        };
        /** @description The instance in its new size, still resizing or already done. */
        VpsResized: {
            content: {
                "application/json": components["schemas"]["Vps"];
            };
        };
        /** @description The instance, now terminated for good. Terminating it again answers the same. */
        VpsTerminated: {
            content: {
                "application/json": components["schemas"]["Vps"];
            };
        };
        /** @description A page of endpoints. */
        WebhookPage: {
            content: {
                "application/json": components["schemas"]["WebhookPage"];
            };
        };
        /** @description The endpoint. */
        Webhook: {
            content: {
                "application/json": components["schemas"]["Webhook"];
            };
        };
        /** @description The new endpoint with its secret, which is not shown again. */
        WebhookCreated: {
            content: {
                "application/json": components["schemas"]["WebhookWithSecret"];
            };
        };
        /** @description The endpoint is gone. Deleting it again answers 404. */
        WebhookDeleted: {
            content: {
                "application/json": components["schemas"]["Deleted"];
            };
        };
        /** @description A page of attempts. */
        WebhookDeliveryPage: {
            content: {
                "application/json": components["schemas"]["WebhookDeliveryPage"];
            };
        };
        /** @description The attempt. */
        WebhookTested: {
            content: {
                "application/json": components["schemas"]["WebhookDelivery"];
            };
        };
        /** @description What the endpoint answers; the body is ignored. Any 2xx within 15 seconds acknowledges the event, 410 disables the endpoint, and everything else, a redirect included, is a failure: the event is sent again after 5 seconds, 5 and 30 minutes, and 2, 5, 10, 14, 20 and 24 hours, or later where `Retry-After` asks for it. */
        Acknowledgement: {
            content?: never;
        };
    };
    parameters: {
        /** @description Order of the elements; a minus sign turns it round. Keys that never expire come last. */
        ApiKeySort: components["schemas"]["NameOrExpirySortOrder"];
        /** @description Keeps keys in this state. */
        ApiKeyStatusFilter: components["schemas"]["ApiKeyStatus"];
        /** @description Order of the elements; a minus sign turns it round. Invoices without a due date come last. */
        InvoiceSort: components["schemas"]["DueDateSortOrder"];
        /** @description Keeps invoices in this state. */
        InvoiceStatusFilter: components["schemas"]["InvoiceStatus"];
        /**
         * @description Keeps invoices that fall due before this instant.
         * @example 2038-01-01T00:00:00Z
         */
        DueBefore: components["schemas"]["Timestamp"];
        /** @description Keeps subscriptions in this state. Without it the list holds the active ones. */
        SubscriptionStatusFilter: components["schemas"]["SubscriptionStatus"];
        /**
         * @description Keeps the subscription that bills this service instance.
         * @example 0f8fad5b-d9cb-469f-a165-70867728950e
         */
        SubscriptionServiceFilter: components["schemas"]["Uuid"];
        /** @description Let the subscription run to the end of the current period instead of ending it at once. */
        AtPeriodEnd: boolean;
        /** @description Keeps payments in this state. */
        PaymentStatusFilter: components["schemas"]["PaymentStatus"];
        /** @description Keeps payments made this way. */
        PaymentMethodFilter: components["schemas"]["PaymentMethod"];
        /**
         * @description Keeps payments of this invoice.
         * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
         */
        PaymentInvoiceFilter: components["schemas"]["Uuid"];
        /** @description Makes a replay safe: requests with the same key, by the same credential, to the same operation, with the same body collapse into one for 24 hours. Any visible ASCII text of up to 255 characters. */
        IdempotencyKey: string;
        /** @description Makes a replay of a purchase, a renewal or a resize safe: requests with the same key, by the same credential, to the same operation, with the same body collapse into one for 24 hours. Any visible ASCII text of up to 255 characters. */
        PurchaseIdempotencyKey: string;
        /** @description Page to return, counted from 1. A page past the last one is empty. */
        Page: number;
        /** @description Largest number of elements on a page. */
        PerPage: number;
        /** @description Order of the elements; a minus sign turns it round. */
        SortByCreation: components["schemas"]["CreationSortOrder"];
        /** @description Keeps elements whose name or e-mail address contains this text, whatever its case. */
        SearchText: string;
        /**
         * @description Keeps elements of this customer.
         * @example 9b2d7f0e-5c1a-4e8b-9f3d-2a6c8e0b4d17
         */
        CustomerIdFilter: components["schemas"]["Uuid"];
        /**
         * @description Keeps elements created at this instant or later.
         * @example 2026-01-01T00:00:00Z
         */
        CreatedFrom: components["schemas"]["Timestamp"];
        /**
         * @description Keeps elements created before this instant.
         * @example 2038-01-01T00:00:00Z
         */
        CreatedBefore: components["schemas"]["Timestamp"];
        /**
         * @description Keeps elements that expire before this instant.
         * @example 2038-01-01T00:00:00Z
         */
        ExpiresBefore: components["schemas"]["Timestamp"];
        /** @description Calendar month to report on, in UTC; the current one when it is left out. A month ahead answers 422. */
        UsagePeriod: string;
        /** @description Order of the elements; a minus sign turns it round. `name` is family name, then given name. */
        CustomerSort: components["schemas"]["NameSortOrder"];
        /** @description Keeps customers in this state. */
        CustomerStatusFilter: components["schemas"]["CustomerStatus"];
        /**
         * @description Keeps the customer with this e-mail address.
         * @example jane@example.org
         */
        CustomerEmailFilter: components["schemas"]["Email"];
        /** @description Keeps the customer with this identifier in another system. */
        CustomerExternalIdFilter: string;
        /** @description Order of the elements; a minus sign turns it round. */
        DnsZoneSort: components["schemas"]["NameSortOrder"];
        /** @description Keeps the zone of this name. */
        DnsZoneNameFilter: components["schemas"]["DomainName"];
        /** @description Keeps zones in this state. */
        DnsZoneStatusFilter: components["schemas"]["DnsZoneStatus"];
        /** @description Order of the elements; a minus sign turns it round. */
        DnsRecordSort: components["schemas"]["NameSortOrder"];
        /** @description Keeps records of this type. */
        DnsRecordTypeFilter: components["schemas"]["DnsRecordType"];
        /** @description Keeps records of this name, relative to the zone. */
        DnsRecordNameFilter: components["schemas"]["DnsRecordName"];
        /** @description Order of the elements; a minus sign turns it round. Domains without an end come last. */
        DomainSort: components["schemas"]["NameOrExpirySortOrder"];
        /** @description Keeps domains in this state. */
        DomainStatusFilter: components["schemas"]["DomainStatus"];
        /** @description Keeps the domain of this name. */
        DomainNameFilter: components["schemas"]["DomainName"];
        /** @description Keeps domains under this top-level domain. */
        DomainTldFilter: string;
        /** @description Order of the elements; a minus sign turns it round. Email services that never expire come last. */
        EmailServiceSort: components["schemas"]["ExpirySortOrder"];
        /** @description Keeps email services in this state. */
        EmailServiceStatusFilter: components["schemas"]["EmailServiceStatus"];
        /** @description Keeps the email service for this domain name. */
        EmailDomainFilter: components["schemas"]["Hostname"];
        /** @description Keeps accounts in this state. */
        HostingStatusFilter: components["schemas"]["HostingStatus"];
        /** @description Keeps accounts that serve this domain name. */
        HostingDomainFilter: components["schemas"]["Hostname"];
        /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
        Id: components["schemas"]["Uuid"];
        /** @description Identifier of the record. A text that is no UUID names nothing, so it answers 404. */
        Rid: components["schemas"]["Uuid"];
        /** @description Identifier of the mailbox. A text that is no UUID names nothing, so it answers 404. */
        Mbx: components["schemas"]["Uuid"];
        /** @description Keeps orders in this state. */
        OrderStatusFilter: components["schemas"]["OrderStatus"];
        /** @description Order of the elements; a minus sign turns it round. Services that never expire come last. */
        ServiceSort: components["schemas"]["NameOrExpirySortOrder"];
        /** @description Keeps services of this kind. */
        ServiceTypeFilter: components["schemas"]["ServiceType"];
        /** @description Keeps services in this state. */
        ServiceStatusFilter: components["schemas"]["ServiceStatus"];
        /** @description Keeps services of this product. */
        SkuIdFilter: components["schemas"]["SkuId"];
        /** @description Order of the elements; a minus sign turns it round. Certificates without an end come last. */
        CertificateSort: components["schemas"]["ExpirySortOrder"];
        /** @description Keeps certificates in this state. */
        CertificateStatusFilter: components["schemas"]["CertificateStatus"];
        /** @description Keeps certificates whose main name is this. */
        CertificateNameFilter: components["schemas"]["CertificateName"];
        /** @description Keeps tickets in this state. */
        TicketStatusFilter: components["schemas"]["TicketStatus"];
        /** @description Keeps tickets of this priority. */
        TicketPriorityFilter: components["schemas"]["TicketPriority"];
        /** @description Keeps tickets of this department. */
        TicketDepartmentFilter: string;
        /** @description Order of the elements; a minus sign turns it round. */
        TenantSort: components["schemas"]["NameSortOrder"];
        /** @description Keeps tenants in this state. */
        TenantStatusFilter: components["schemas"]["TenantStatus"];
        /** @description Keeps tenants in this tier. */
        TenantTierFilter: components["schemas"]["TenantTier"];
        /** @description Keeps tenants whose name, slug or contact address contains this text, whatever its case. */
        TenantSearchText: string;
        /** @description Keeps instances in this state. */
        VpsStatusFilter: components["schemas"]["VpsStatus"];
        /** @description Keeps instances in this region. */
        VpsRegionFilter: string;
        /** @description Keeps endpoints in this state. */
        WebhookStatusFilter: components["schemas"]["WebhookStatus"];
        /** @description Keeps endpoints that receive this event type, by its name or through `*`. */
        WebhookEventFilter: components["schemas"]["EventType"];
        /** @description Keeps attempts in this state. */
        WebhookDeliveryStatusFilter: components["schemas"]["WebhookDeliveryStatus"];
        /**
         * @description Keeps attempts to deliver events of this type.
         * @example order.completed
         */
        EventTypeFilter: components["schemas"]["EventType"];
        /** @description Identifier of the event, the same in every attempt to deliver it. */
        WebhookId: components["schemas"]["EventId"];
        /** @description When this attempt was made, in seconds since 1970. Refuse what is more than five minutes off. */
        WebhookTimestamp: number;
        /** @description One or more signatures, separated by spaces. Each is `v1,` and the base64 text of an HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body as received>`, keyed with the decoded secret of the endpoint; one that matches is enough. */
        WebhookSignature: string;
    };
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
        /** @description Identifier of the request, for logs and for support; also on errors. */
        "X-Request-Id": string;
    };
}
export interface operations {
    login: {
        parameters: Record<string, never>;
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
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    refreshSession: {
        parameters: Record<string, never>;
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
        parameters: Record<string, never>;
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
        parameters: Record<string, never>;
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
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    getCurrentUser: {
        parameters: Record<string, never>;
        responses: {
            200: components["responses"]["User"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    listTenants: {
        parameters: {
            query?: {
                /** @description Page to return, counted from 1. A page past the last one is empty. */
                page?: components["parameters"]["Page"];
                /** @description Largest number of elements on a page. */
                per_page?: components["parameters"]["PerPage"];
                /** @description Order of the elements; a minus sign turns it round. */
                sort?: components["parameters"]["TenantSort"];
                /** @description Keeps tenants in this state. */
                status?: components["parameters"]["TenantStatusFilter"];
                /** @description Keeps tenants in this tier. */
                tier?: components["parameters"]["TenantTierFilter"];
                /** @description Keeps tenants whose name, slug or contact address contains this text, whatever its case. */
                q?: components["parameters"]["TenantSearchText"];
            };
        };
        responses: {
            200: components["responses"]["TenantPage"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidQuery"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    createTenant: {
        parameters: Record<string, never>;
        /** @description The tenant to provision. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TenantCreate"];
            };
        };
        responses: {
            201: components["responses"]["TenantCreated"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    getTenant: {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        responses: {
            200: components["responses"]["Tenant"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    updateTenant: {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /** @description The settings to store. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TenantUpdate"];
            };
        };
        responses: {
            200: components["responses"]["Tenant"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    terminateTenant: {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        responses: {
            200: components["responses"]["TenantTerminated"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    getTenantUsage: {
        parameters: {
            query?: {
                /** @description Calendar month to report on, in UTC; the current one when it is left out. A month ahead answers 422. */
                period?: components["parameters"]["UsagePeriod"];
            };
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        responses: {
            200: components["responses"]["TenantUsage"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidQuery"];
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
                /**
                 * @description Keeps the customer with this e-mail address.
                 * @example jane@example.org
                 */
                email?: components["parameters"]["CustomerEmailFilter"];
                /** @description Keeps the customer with this identifier in another system. */
                external_id?: components["parameters"]["CustomerExternalIdFilter"];
                /** @description Keeps elements whose name or e-mail address contains this text, whatever its case. */
                q?: components["parameters"]["SearchText"];
                /**
                 * @description Keeps elements created at this instant or later.
                 * @example 2026-01-01T00:00:00Z
                 */
                created_from?: components["parameters"]["CreatedFrom"];
                /**
                 * @description Keeps elements created before this instant.
                 * @example 2038-01-01T00:00:00Z
                 */
                created_before?: components["parameters"]["CreatedBefore"];
            };
        };
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
        parameters: Record<string, never>;
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
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    getCustomer: {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
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
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
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
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    deactivateCustomer: {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
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
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
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
                /**
                 * @description Keeps elements of this customer.
                 * @example 9b2d7f0e-5c1a-4e8b-9f3d-2a6c8e0b4d17
                 */
                customer_id?: components["parameters"]["CustomerIdFilter"];
                /** @description Keeps services of this product. */
                sku_id?: components["parameters"]["SkuIdFilter"];
                /**
                 * @description Keeps elements that expire before this instant.
                 * @example 2038-01-01T00:00:00Z
                 */
                expires_before?: components["parameters"]["ExpiresBefore"];
            };
        };
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
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
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
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
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
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
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
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
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
            header?: {
                /** @description Makes a replay of a purchase, a renewal or a resize safe: requests with the same key, by the same credential, to the same operation, with the same body collapse into one for 24 hours. Any visible ASCII text of up to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["PurchaseIdempotencyKey"];
            };
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
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
            422: components["responses"]["PurchaseRefused"];
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
                /**
                 * @description Keeps elements of this customer.
                 * @example 9b2d7f0e-5c1a-4e8b-9f3d-2a6c8e0b4d17
                 */
                customer_id?: components["parameters"]["CustomerIdFilter"];
                /**
                 * @description Keeps elements created at this instant or later.
                 * @example 2026-01-01T00:00:00Z
                 */
                created_from?: components["parameters"]["CreatedFrom"];
                /**
                 * @description Keeps elements created before this instant.
                 * @example 2038-01-01T00:00:00Z
                 */
                created_before?: components["parameters"]["CreatedBefore"];
            };
        };
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
            header?: {
                /** @description Makes a replay safe: requests with the same key, by the same credential, to the same operation, with the same body collapse into one for 24 hours. Any visible ASCII text of up to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
            422: components["responses"]["PurchaseRefused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    getOrder: {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
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
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
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
                /**
                 * @description Keeps elements of this customer.
                 * @example 9b2d7f0e-5c1a-4e8b-9f3d-2a6c8e0b4d17
                 */
                customer_id?: components["parameters"]["CustomerIdFilter"];
                /**
                 * @description Keeps invoices that fall due before this instant.
                 * @example 2038-01-01T00:00:00Z
                 */
                due_before?: components["parameters"]["DueBefore"];
                /**
                 * @description Keeps elements created at this instant or later.
                 * @example 2026-01-01T00:00:00Z
                 */
                created_from?: components["parameters"]["CreatedFrom"];
                /**
                 * @description Keeps elements created before this instant.
                 * @example 2038-01-01T00:00:00Z
                 */
                created_before?: components["parameters"]["CreatedBefore"];
            };
        };
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
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
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
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
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
                /**
                 * @description Keeps elements of this customer.
                 * @example 9b2d7f0e-5c1a-4e8b-9f3d-2a6c8e0b4d17
                 */
                customer_id?: components["parameters"]["CustomerIdFilter"];
                /**
                 * @description Keeps the subscription that bills this service instance.
                 * @example 0f8fad5b-d9cb-469f-a165-70867728950e
                 */
                service_id?: components["parameters"]["SubscriptionServiceFilter"];
            };
        };
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
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
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
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
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
                payment_method?: components["parameters"]["PaymentMethodFilter"];
                /**
                 * @description Keeps elements of this customer.
                 * @example 9b2d7f0e-5c1a-4e8b-9f3d-2a6c8e0b4d17
                 */
                customer_id?: components["parameters"]["CustomerIdFilter"];
                /**
                 * @description Keeps payments of this invoice.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                invoice_id?: components["parameters"]["PaymentInvoiceFilter"];
                /**
                 * @description Keeps elements created at this instant or later.
                 * @example 2026-01-01T00:00:00Z
                 */
                created_from?: components["parameters"]["CreatedFrom"];
                /**
                 * @description Keeps elements created before this instant.
                 * @example 2038-01-01T00:00:00Z
                 */
                created_before?: components["parameters"]["CreatedBefore"];
            };
        };
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
            header?: {
                /** @description Makes a replay safe: requests with the same key, by the same credential, to the same operation, with the same body collapse into one for 24 hours. Any visible ASCII text of up to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    getWallet: {
        parameters: Record<string, never>;
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
            header?: {
                /** @description Makes a replay safe: requests with the same key, by the same credential, to the same operation, with the same body collapse into one for 24 hours. Any visible ASCII text of up to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    listDomains: {
        parameters: {
            query?: {
                /** @description Page to return, counted from 1. A page past the last one is empty. */
                page?: components["parameters"]["Page"];
                /** @description Largest number of elements on a page. */
                per_page?: components["parameters"]["PerPage"];
                /** @description Order of the elements; a minus sign turns it round. Domains without an end come last. */
                sort?: components["parameters"]["DomainSort"];
                /** @description Keeps domains in this state. */
                status?: components["parameters"]["DomainStatusFilter"];
                /**
                 * @description Keeps elements of this customer.
                 * @example 9b2d7f0e-5c1a-4e8b-9f3d-2a6c8e0b4d17
                 */
                customer_id?: components["parameters"]["CustomerIdFilter"];
                /** @description Keeps the domain of this name. */
                name?: components["parameters"]["DomainNameFilter"];
                /** @description Keeps domains under this top-level domain. */
                tld?: components["parameters"]["DomainTldFilter"];
                /**
                 * @description Keeps elements that expire before this instant.
                 * @example 2038-01-01T00:00:00Z
                 */
                expires_before?: components["parameters"]["ExpiresBefore"];
            };
        };
        responses: {
            200: components["responses"]["DomainPage"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidQuery"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    checkDomain: {
        parameters: Record<string, never>;
        /** @description The name to check. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DomainCheckRequest"];
            };
        };
        responses: {
            200: components["responses"]["DomainAvailability"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    registerDomain: {
        parameters: {
            header?: {
                /** @description Makes a replay of a purchase, a renewal or a resize safe: requests with the same key, by the same credential, to the same operation, with the same body collapse into one for 24 hours. Any visible ASCII text of up to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["PurchaseIdempotencyKey"];
            };
        };
        /** @description The domain to register. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DomainRegister"];
            };
        };
        responses: {
            201: components["responses"]["DomainRegistered"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["PurchaseRefused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    transferDomain: {
        parameters: {
            header?: {
                /** @description Makes a replay of a purchase, a renewal or a resize safe: requests with the same key, by the same credential, to the same operation, with the same body collapse into one for 24 hours. Any visible ASCII text of up to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["PurchaseIdempotencyKey"];
            };
        };
        /** @description The domain to transfer. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DomainTransfer"];
            };
        };
        responses: {
            201: components["responses"]["DomainTransferStarted"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["PurchaseRefused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    getDomain: {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        responses: {
            200: components["responses"]["Domain"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    replaceDomainNameservers: {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /** @description The nameservers to set. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DomainNameservers"];
            };
        };
        responses: {
            200: components["responses"]["DomainNameserversReplaced"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    renewDomain: {
        parameters: {
            header?: {
                /** @description Makes a replay of a purchase, a renewal or a resize safe: requests with the same key, by the same credential, to the same operation, with the same body collapse into one for 24 hours. Any visible ASCII text of up to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["PurchaseIdempotencyKey"];
            };
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /** @description How it is renewed; may be left out. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DomainRenew"];
            };
        };
        responses: {
            200: components["responses"]["DomainRenewed"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["PurchaseRefused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    listHostingAccounts: {
        parameters: {
            query?: {
                /** @description Page to return, counted from 1. A page past the last one is empty. */
                page?: components["parameters"]["Page"];
                /** @description Largest number of elements on a page. */
                per_page?: components["parameters"]["PerPage"];
                /** @description Order of the elements; a minus sign turns it round. */
                sort?: components["parameters"]["SortByCreation"];
                /** @description Keeps accounts in this state. */
                status?: components["parameters"]["HostingStatusFilter"];
                /**
                 * @description Keeps elements of this customer.
                 * @example 9b2d7f0e-5c1a-4e8b-9f3d-2a6c8e0b4d17
                 */
                customer_id?: components["parameters"]["CustomerIdFilter"];
                /** @description Keeps accounts that serve this domain name. */
                domain?: components["parameters"]["HostingDomainFilter"];
            };
        };
        responses: {
            200: components["responses"]["HostingAccountPage"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidQuery"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    createHostingAccount: {
        parameters: {
            header?: {
                /** @description Makes a replay of a purchase, a renewal or a resize safe: requests with the same key, by the same credential, to the same operation, with the same body collapse into one for 24 hours. Any visible ASCII text of up to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["PurchaseIdempotencyKey"];
            };
        };
        /** @description The account to create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["HostingAccountCreate"];
            };
        };
        responses: {
            201: components["responses"]["HostingAccountCreated"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["PurchaseRefused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    getHostingAccount: {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        responses: {
            200: components["responses"]["HostingAccount"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    resetHostingPassword: {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /** @description The password to set; may be left out. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PasswordResetRequest"];
            };
        };
        responses: {
            200: components["responses"]["PasswordReset"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    getHostingStats: {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        responses: {
            200: components["responses"]["HostingStats"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    listCertificates: {
        parameters: {
            query?: {
                /** @description Page to return, counted from 1. A page past the last one is empty. */
                page?: components["parameters"]["Page"];
                /** @description Largest number of elements on a page. */
                per_page?: components["parameters"]["PerPage"];
                /** @description Order of the elements; a minus sign turns it round. Certificates without an end come last. */
                sort?: components["parameters"]["CertificateSort"];
                /** @description Keeps certificates in this state. */
                status?: components["parameters"]["CertificateStatusFilter"];
                /**
                 * @description Keeps elements of this customer.
                 * @example 9b2d7f0e-5c1a-4e8b-9f3d-2a6c8e0b4d17
                 */
                customer_id?: components["parameters"]["CustomerIdFilter"];
                /** @description Keeps certificates whose main name is this. */
                common_name?: components["parameters"]["CertificateNameFilter"];
                /**
                 * @description Keeps elements that expire before this instant.
                 * @example 2038-01-01T00:00:00Z
                 */
                expires_before?: components["parameters"]["ExpiresBefore"];
            };
        };
        responses: {
            200: components["responses"]["CertificatePage"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidQuery"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    createCertificate: {
        parameters: {
            header?: {
                /** @description Makes a replay of a purchase, a renewal or a resize safe: requests with the same key, by the same credential, to the same operation, with the same body collapse into one for 24 hours. Any visible ASCII text of up to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["PurchaseIdempotencyKey"];
            };
        };
        /** @description The certificate to order. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CertificateCreate"];
            };
        };
        responses: {
            201: components["responses"]["CertificateCreated"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["PurchaseRefused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    getCertificate: {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        responses: {
            200: components["responses"]["Certificate"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    renewCertificate: {
        parameters: {
            header?: {
                /** @description Makes a replay of a purchase, a renewal or a resize safe: requests with the same key, by the same credential, to the same operation, with the same body collapse into one for 24 hours. Any visible ASCII text of up to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["PurchaseIdempotencyKey"];
            };
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /** @description How it is renewed; may be left out. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CertificateRenew"];
            };
        };
        responses: {
            200: components["responses"]["CertificateRenewed"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["PurchaseRefused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    reissueCertificate: {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /** @description What changes; may be left out. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CertificateReissue"];
            };
        };
        responses: {
            200: components["responses"]["CertificateReissued"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    downloadCertificate: {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        responses: {
            200: components["responses"]["CertificateZip"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidState"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    listDnsZones: {
        parameters: {
            query?: {
                /** @description Page to return, counted from 1. A page past the last one is empty. */
                page?: components["parameters"]["Page"];
                /** @description Largest number of elements on a page. */
                per_page?: components["parameters"]["PerPage"];
                /** @description Order of the elements; a minus sign turns it round. */
                sort?: components["parameters"]["DnsZoneSort"];
                /** @description Keeps the zone of this name. */
                name?: components["parameters"]["DnsZoneNameFilter"];
                /**
                 * @description Keeps elements of this customer.
                 * @example 9b2d7f0e-5c1a-4e8b-9f3d-2a6c8e0b4d17
                 */
                customer_id?: components["parameters"]["CustomerIdFilter"];
                /** @description Keeps zones in this state. */
                status?: components["parameters"]["DnsZoneStatusFilter"];
            };
        };
        responses: {
            200: components["responses"]["DnsZonePage"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidQuery"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    createDnsZone: {
        parameters: Record<string, never>;
        /** @description The zone to create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DnsZoneCreate"];
            };
        };
        responses: {
            201: components["responses"]["DnsZoneCreated"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    getDnsZone: {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        responses: {
            200: components["responses"]["DnsZone"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    deleteDnsZone: {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        responses: {
            200: components["responses"]["DnsZoneDeleted"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    listDnsRecords: {
        parameters: {
            query?: {
                /** @description Page to return, counted from 1. A page past the last one is empty. */
                page?: components["parameters"]["Page"];
                /** @description Largest number of elements on a page. */
                per_page?: components["parameters"]["PerPage"];
                /** @description Order of the elements; a minus sign turns it round. */
                sort?: components["parameters"]["DnsRecordSort"];
                /** @description Keeps records of this type. */
                type?: components["parameters"]["DnsRecordTypeFilter"];
                /** @description Keeps records of this name, relative to the zone. */
                name?: components["parameters"]["DnsRecordNameFilter"];
            };
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        responses: {
            200: components["responses"]["DnsRecordPage"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidQuery"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    createDnsRecord: {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /** @description The record to add. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DnsRecordWrite"];
            };
        };
        responses: {
            201: components["responses"]["DnsRecordCreated"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    updateDnsRecord: {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
                /** @description Identifier of the record. A text that is no UUID names nothing, so it answers 404. */
                rid: components["parameters"]["Rid"];
            };
        };
        /** @description The record as it is to be. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DnsRecordWrite"];
            };
        };
        responses: {
            200: components["responses"]["DnsRecord"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    deleteDnsRecord: {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
                /** @description Identifier of the record. A text that is no UUID names nothing, so it answers 404. */
                rid: components["parameters"]["Rid"];
            };
        };
        responses: {
            200: components["responses"]["DnsRecordDeleted"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    listEmailServices: {
        parameters: {
            query?: {
                /** @description Page to return, counted from 1. A page past the last one is empty. */
                page?: components["parameters"]["Page"];
                /** @description Largest number of elements on a page. */
                per_page?: components["parameters"]["PerPage"];
                /** @description Order of the elements; a minus sign turns it round. Email services that never expire come last. */
                sort?: components["parameters"]["EmailServiceSort"];
                /** @description Keeps email services in this state. */
                status?: components["parameters"]["EmailServiceStatusFilter"];
                /**
                 * @description Keeps elements of this customer.
                 * @example 9b2d7f0e-5c1a-4e8b-9f3d-2a6c8e0b4d17
                 */
                customer_id?: components["parameters"]["CustomerIdFilter"];
                /** @description Keeps the email service for this domain name. */
                domain?: components["parameters"]["EmailDomainFilter"];
            };
        };
        responses: {
            200: components["responses"]["EmailServicePage"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidQuery"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    createEmailService: {
        parameters: {
            header?: {
                /** @description Makes a replay of a purchase, a renewal or a resize safe: requests with the same key, by the same credential, to the same operation, with the same body collapse into one for 24 hours. Any visible ASCII text of up to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["PurchaseIdempotencyKey"];
            };
        };
        /** @description The email service to create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailServiceCreate"];
            };
        };
        responses: {
            201: components["responses"]["EmailServiceCreated"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["PurchaseRefused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    getEmailService: {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        responses: {
            200: components["responses"]["EmailServiceDetail"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    createMailbox: {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /** @description The mailbox to create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MailboxCreate"];
            };
        };
        responses: {
            201: components["responses"]["MailboxCreated"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    deleteMailbox: {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
                /** @description Identifier of the mailbox. A text that is no UUID names nothing, so it answers 404. */
                mbx: components["parameters"]["Mbx"];
            };
        };
        responses: {
            200: components["responses"]["MailboxDeleted"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    listVps: {
        parameters: {
            query?: {
                /** @description Page to return, counted from 1. A page past the last one is empty. */
                page?: components["parameters"]["Page"];
                /** @description Largest number of elements on a page. */
                per_page?: components["parameters"]["PerPage"];
                /** @description Order of the elements; a minus sign turns it round. */
                sort?: components["parameters"]["SortByCreation"];
                /** @description Keeps instances in this state. */
                status?: components["parameters"]["VpsStatusFilter"];
                /**
                 * @description Keeps elements of this customer.
                 * @example 9b2d7f0e-5c1a-4e8b-9f3d-2a6c8e0b4d17
                 */
                customer_id?: components["parameters"]["CustomerIdFilter"];
                /** @description Keeps instances in this region. */
                region?: components["parameters"]["VpsRegionFilter"];
            };
        };
        responses: {
            200: components["responses"]["VpsPage"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidQuery"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    createVps: {
        parameters: {
            header?: {
                /** @description Makes a replay of a purchase, a renewal or a resize safe: requests with the same key, by the same credential, to the same operation, with the same body collapse into one for 24 hours. Any visible ASCII text of up to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["PurchaseIdempotencyKey"];
            };
        };
        /** @description The instance to provision. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["VpsCreate"];
            };
        };
        responses: {
            201: components["responses"]["VpsCreated"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["PurchaseRefused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    getVps: {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        responses: {
            200: components["responses"]["Vps"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    terminateVps: {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        responses: {
            200: components["responses"]["VpsTerminated"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    startVps: {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        responses: {
            200: components["responses"]["VpsStarted"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidState"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    stopVps: {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        responses: {
            200: components["responses"]["VpsStopped"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidState"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    rebootVps: {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        responses: {
            200: components["responses"]["VpsRebooted"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidState"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    resizeVps: {
        parameters: {
            header?: {
                /** @description Makes a replay of a purchase, a renewal or a resize safe: requests with the same key, by the same credential, to the same operation, with the same body collapse into one for 24 hours. Any visible ASCII text of up to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["PurchaseIdempotencyKey"];
            };
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /** @description The size to change to. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["VpsResize"];
            };
        };
        responses: {
            200: components["responses"]["VpsResized"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["PurchaseRefused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    listTickets: {
        parameters: {
            query?: {
                /** @description Page to return, counted from 1. A page past the last one is empty. */
                page?: components["parameters"]["Page"];
                /** @description Largest number of elements on a page. */
                per_page?: components["parameters"]["PerPage"];
                /** @description Order of the elements; a minus sign turns it round. */
                sort?: components["parameters"]["SortByCreation"];
                /** @description Keeps tickets in this state. */
                status?: components["parameters"]["TicketStatusFilter"];
                /** @description Keeps tickets of this priority. */
                priority?: components["parameters"]["TicketPriorityFilter"];
                /**
                 * @description Keeps elements of this customer.
                 * @example 9b2d7f0e-5c1a-4e8b-9f3d-2a6c8e0b4d17
                 */
                customer_id?: components["parameters"]["CustomerIdFilter"];
                /** @description Keeps tickets of this department. */
                department?: components["parameters"]["TicketDepartmentFilter"];
            };
        };
        responses: {
            200: components["responses"]["TicketPage"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidQuery"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    createTicket: {
        parameters: Record<string, never>;
        /** @description The ticket to open. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TicketCreate"];
            };
        };
        responses: {
            201: components["responses"]["TicketCreated"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    getTicket: {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        responses: {
            200: components["responses"]["TicketDetail"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    createTicketReply: {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /** @description The reply to post. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TicketReplyCreate"];
            };
        };
        responses: {
            201: components["responses"]["TicketReplyCreated"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    closeTicket: {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        responses: {
            200: components["responses"]["TicketClosed"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidState"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Page to return, counted from 1. A page past the last one is empty. */
                page?: components["parameters"]["Page"];
                /** @description Largest number of elements on a page. */
                per_page?: components["parameters"]["PerPage"];
                /** @description Order of the elements; a minus sign turns it round. */
                sort?: components["parameters"]["SortByCreation"];
                /** @description Keeps endpoints in this state. */
                status?: components["parameters"]["WebhookStatusFilter"];
                /** @description Keeps endpoints that receive this event type, by its name or through `*`. */
                event?: components["parameters"]["WebhookEventFilter"];
            };
        };
        responses: {
            200: components["responses"]["WebhookPage"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidQuery"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    createWebhook: {
        parameters: Record<string, never>;
        /** @description The endpoint to register. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookCreate"];
            };
        };
        responses: {
            201: components["responses"]["WebhookCreated"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    getWebhook: {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        responses: {
            200: components["responses"]["Webhook"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    updateWebhook: {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /** @description The settings to store. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookUpdate"];
            };
        };
        responses: {
            200: components["responses"]["Webhook"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    deleteWebhook: {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        responses: {
            200: components["responses"]["WebhookDeleted"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Page to return, counted from 1. A page past the last one is empty. */
                page?: components["parameters"]["Page"];
                /** @description Largest number of elements on a page. */
                per_page?: components["parameters"]["PerPage"];
                /** @description Order of the elements; a minus sign turns it round. */
                sort?: components["parameters"]["SortByCreation"];
                /** @description Keeps attempts in this state. */
                status?: components["parameters"]["WebhookDeliveryStatusFilter"];
                /**
                 * @description Keeps attempts to deliver events of this type.
                 * @example order.completed
                 */
                event_type?: components["parameters"]["EventTypeFilter"];
                /**
                 * @description Keeps elements created at this instant or later.
                 * @example 2026-01-01T00:00:00Z
                 */
                created_from?: components["parameters"]["CreatedFrom"];
                /**
                 * @description Keeps elements created before this instant.
                 * @example 2038-01-01T00:00:00Z
                 */
                created_before?: components["parameters"]["CreatedBefore"];
            };
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        responses: {
            200: components["responses"]["WebhookDeliveryPage"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidQuery"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    testWebhook: {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        /** @description Which event to send; may be left out. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WebhookTest"];
            };
        };
        responses: {
            200: components["responses"]["WebhookTested"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description Page to return, counted from 1. A page past the last one is empty. */
                page?: components["parameters"]["Page"];
                /** @description Largest number of elements on a page. */
                per_page?: components["parameters"]["PerPage"];
                /** @description Order of the elements; a minus sign turns it round. Keys that never expire come last. */
                sort?: components["parameters"]["ApiKeySort"];
                /** @description Keeps keys in this state. */
                status?: components["parameters"]["ApiKeyStatusFilter"];
            };
        };
        responses: {
            200: components["responses"]["ApiKeyPage"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidQuery"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    createApiKey: {
        parameters: Record<string, never>;
        /** @description The key to create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyCreate"];
            };
        };
        responses: {
            201: components["responses"]["ApiKeyCreated"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    getApiKey: {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        responses: {
            200: components["responses"]["ApiKey"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    revokeApiKey: {
        parameters: {
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        responses: {
            200: components["responses"]["ApiKeyRevoked"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    getApiKeyUsage: {
        parameters: {
            query?: {
                /** @description Calendar month to report on, in UTC; the current one when it is left out. A month ahead answers 422. */
                period?: components["parameters"]["UsagePeriod"];
            };
            path: {
                /** @description Identifier of the resource that the path names. A text that is no UUID names nothing, so it answers 404. */
                id: components["parameters"]["Id"];
            };
        };
        responses: {
            200: components["responses"]["ApiKeyUsage"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidQuery"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    onCustomerEvent: {
        parameters: {
            header: {
                /** @description Identifier of the event, the same in every attempt to deliver it. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was made, in seconds since 1970. Refuse what is more than five minutes off. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more signatures, separated by spaces. Each is `v1,` and the base64 text of an HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body as received>`, keyed with the decoded secret of the endpoint; one that matches is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerEvent"];
            };
        };
        responses: {
            default: components["responses"]["Acknowledgement"];
        };
    };
    onServiceEvent: {
        parameters: {
            header: {
                /** @description Identifier of the event, the same in every attempt to deliver it. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was made, in seconds since 1970. Refuse what is more than five minutes off. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more signatures, separated by spaces. Each is `v1,` and the base64 text of an HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body as received>`, keyed with the decoded secret of the endpoint; one that matches is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ServiceEvent"];
            };
        };
        responses: {
            default: components["responses"]["Acknowledgement"];
        };
    };
    onOrderEvent: {
        parameters: {
            header: {
                /** @description Identifier of the event, the same in every attempt to deliver it. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was made, in seconds since 1970. Refuse what is more than five minutes off. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more signatures, separated by spaces. Each is `v1,` and the base64 text of an HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body as received>`, keyed with the decoded secret of the endpoint; one that matches is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderEvent"];
            };
        };
        responses: {
            default: components["responses"]["Acknowledgement"];
        };
    };
    onInvoiceEvent: {
        parameters: {
            header: {
                /** @description Identifier of the event, the same in every attempt to deliver it. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was made, in seconds since 1970. Refuse what is more than five minutes off. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more signatures, separated by spaces. Each is `v1,` and the base64 text of an HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body as received>`, keyed with the decoded secret of the endpoint; one that matches is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvoiceEvent"];
            };
        };
        responses: {
            default: components["responses"]["Acknowledgement"];
        };
    };
    onSubscriptionEvent: {
        parameters: {
            header: {
                /** @description Identifier of the event, the same in every attempt to deliver it. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was made, in seconds since 1970. Refuse what is more than five minutes off. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more signatures, separated by spaces. Each is `v1,` and the base64 text of an HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body as received>`, keyed with the decoded secret of the endpoint; one that matches is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscriptionEvent"];
            };
        };
        responses: {
            default: components["responses"]["Acknowledgement"];
        };
    };
    onPaymentEvent: {
        parameters: {
            header: {
                /** @description Identifier of the event, the same in every attempt to deliver it. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was made, in seconds since 1970. Refuse what is more than five minutes off. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more signatures, separated by spaces. Each is `v1,` and the base64 text of an HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body as received>`, keyed with the decoded secret of the endpoint; one that matches is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentEvent"];
            };
        };
        responses: {
            default: components["responses"]["Acknowledgement"];
        };
    };
    onWalletEvent: {
        parameters: {
            header: {
                /** @description Identifier of the event, the same in every attempt to deliver it. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was made, in seconds since 1970. Refuse what is more than five minutes off. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more signatures, separated by spaces. Each is `v1,` and the base64 text of an HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body as received>`, keyed with the decoded secret of the endpoint; one that matches is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WalletEvent"];
            };
        };
        responses: {
            default: components["responses"]["Acknowledgement"];
        };
    };
    onDomainEvent: {
        parameters: {
            header: {
                /** @description Identifier of the event, the same in every attempt to deliver it. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was made, in seconds since 1970. Refuse what is more than five minutes off. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more signatures, separated by spaces. Each is `v1,` and the base64 text of an HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body as received>`, keyed with the decoded secret of the endpoint; one that matches is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DomainEvent"];
            };
        };
        responses: {
            default: components["responses"]["Acknowledgement"];
        };
    };
    onCertificateEvent: {
        parameters: {
            header: {
                /** @description Identifier of the event, the same in every attempt to deliver it. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was made, in seconds since 1970. Refuse what is more than five minutes off. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more signatures, separated by spaces. Each is `v1,` and the base64 text of an HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body as received>`, keyed with the decoded secret of the endpoint; one that matches is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CertificateEvent"];
            };
        };
        responses: {
            default: components["responses"]["Acknowledgement"];
        };
    };
    onDnsZoneEvent: {
        parameters: {
            header: {
                /** @description Identifier of the event, the same in every attempt to deliver it. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was made, in seconds since 1970. Refuse what is more than five minutes off. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more signatures, separated by spaces. Each is `v1,` and the base64 text of an HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body as received>`, keyed with the decoded secret of the endpoint; one that matches is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DnsZoneEvent"];
            };
        };
        responses: {
            default: components["responses"]["Acknowledgement"];
        };
    };
    onVpsEvent: {
        parameters: {
            header: {
                /** @description Identifier of the event, the same in every attempt to deliver it. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was made, in seconds since 1970. Refuse what is more than five minutes off. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more signatures, separated by spaces. Each is `v1,` and the base64 text of an HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body as received>`, keyed with the decoded secret of the endpoint; one that matches is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["VpsEvent"];
            };
        };
        responses: {
            default: components["responses"]["Acknowledgement"];
        };
    };
    onTicketEvent: {
        parameters: {
            header: {
                /** @description Identifier of the event, the same in every attempt to deliver it. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was made, in seconds since 1970. Refuse what is more than five minutes off. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more signatures, separated by spaces. Each is `v1,` and the base64 text of an HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body as received>`, keyed with the decoded secret of the endpoint; one that matches is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TicketEvent"];
            };
        };
        responses: {
            default: components["responses"]["Acknowledgement"];
        };
    };
    onWebhookEvent: {
        parameters: {
            header: {
                /** @description Identifier of the event, the same in every attempt to deliver it. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was made, in seconds since 1970. Refuse what is more than five minutes off. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more signatures, separated by spaces. Each is `v1,` and the base64 text of an HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body as received>`, keyed with the decoded secret of the endpoint; one that matches is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookTestEvent"];
            };
        };
        responses: {
            default: components["responses"]["Acknowledgement"];
        };
    };
}
/** @description An API key of the tenant, without the key itself. Revoking is soft, these facts stay readable. */
export type ApiKey = {
    /** @description The key. */
    id: components["schemas"]["Uuid"];
    /** @description Tenant the key belongs to. */
    tenant_id: components["schemas"]["Uuid"];
    /**
     * @description Name of the key, for people.
     * @example CI
     */
    name: string;
    /** @description Scopes the key carries. */
    scopes: components["schemas"]["Scope"][];
    /** @description When the key stops working; null when it never does. */
    expires_at: components["schemas"]["NullableTimestamp"];
    /**
     * @description How the key begins, to recognise it by.
     * @example hpk_7Qm2xVt9
     */
    prefix: string;
    /** @description State of the key. */
    status: components["schemas"]["ApiKeyStatus"] | (string & {});
    /** @description User who created the key; the key answers as that user. */
    created_by: components["schemas"]["NullableUuid"];
    /** @description When the key was last used. */
    last_used_at: components["schemas"]["NullableTimestamp"];
    /**
     * @description When the key was revoked.
     * @example null
     */
    revoked_at: components["schemas"]["NullableTimestamp"];
    /** @description When the key was created. */
    created_at: components["schemas"]["Timestamp"];
    /** @description When the key last changed. */
    updated_at: components["schemas"]["Timestamp"];
};
/** @description A new API key, with the key itself. It is not shown again. */
export type ApiKeyWithSecret = {
    /** @description The key. */
    id: components["schemas"]["Uuid"];
    /** @description Tenant the key belongs to. */
    tenant_id: components["schemas"]["Uuid"];
    /**
     * @description Name of the key, for people.
     * @example CI
     */
    name: string;
    /** @description Scopes the key carries. */
    scopes: components["schemas"]["Scope"][];
    /** @description When the key stops working; null when it never does. */
    expires_at: components["schemas"]["NullableTimestamp"];
    /**
     * @description How the key begins, to recognise it by.
     * @example hpk_7Qm2xVt9
     */
    prefix: string;
    /** @description State of the key. */
    status: components["schemas"]["ApiKeyStatus"] | (string & {});
    /** @description User who created the key; the key answers as that user. */
    created_by: components["schemas"]["NullableUuid"];
    /** @description When the key was last used. */
    last_used_at: components["schemas"]["NullableTimestamp"];
    /**
     * @description When the key was revoked.
     * @example null
     */
    revoked_at: components["schemas"]["NullableTimestamp"];
    /** @description When the key was created. */
    created_at: components["schemas"]["Timestamp"];
    /** @description When the key last changed. */
    updated_at: components["schemas"]["Timestamp"];
    /**
     * @description The key, sent as bearer credential in `Authorization`. It begins with the prefix.
     * @example hpk_7Qm2xVt9Lk4Rb8Ws1Zc6Yd3Nf5Hg0Jp7Ta2Ue9Xi
     */
    key: string;
};
/** @description An API key to create. */
export type ApiKeyCreate = {
    /**
     * @description Name of the key, for people.
     * @example CI
     */
    name: string;
    /** @description Scopes the key is to carry, each one of the caller's own. */
    scopes: components["schemas"]["GrantableScope"][];
    /**
     * @description When the key stops working, an instant to come; never when absent or null.
     * @example 2027-11-20T08:00:00Z
     * @example null
     */
    expires_at?: components["schemas"]["NullableTimestamp"];
};
/**
 * @description State of an API key. Only an active one is let in.
 * @example active
 * @enum {string}
 */
export type ApiKeyStatus = "active" | "revoked" | "expired";
/**
 * @description A scope that a key can carry. `platform:admin` is none of them.
 * @example orders:read
 * @enum {string}
 */
export type GrantableScope = "tenants:read" | "tenants:write" | "customers:read" | "customers:write" | "services:read" | "services:write" | "orders:read" | "orders:write" | "billing:read" | "billing:write" | "domains:read" | "domains:write" | "hosting:read" | "hosting:write" | "ssl:read" | "ssl:write" | "dns:read" | "dns:write" | "email:read" | "email:write" | "vps:read" | "vps:write" | "support:read" | "support:write" | "webhooks:read" | "webhooks:write" | "api_keys:read" | "api_keys:write";
/** @description What a key was used for in a calendar month. */
export type ApiKeyUsage = {
    /** @description The key. */
    api_key_id: components["schemas"]["Uuid"];
    /**
     * @description Start of the month.
     * @example 2026-11-01T00:00:00Z
     */
    period_start: components["schemas"]["Timestamp"];
    /**
     * @description End of the month, which no longer belongs to it.
     * @example 2026-12-01T00:00:00Z
     */
    period_end: components["schemas"]["Timestamp"];
    /**
     * Format: int64
     * @description Requests made with the key, refused ones included.
     * @example 1200
     */
    total_requests: number;
    /** @description The same by what they were answered with. */
    by_status_class: components["schemas"]["RequestsByStatusClass"];
    /**
     * Format: int64
     * @description Requests refused with 429.
     * @example 3
     */
    rate_limited_requests: number;
    /** @description When the key was last used, in whichever month. */
    last_used_at: components["schemas"]["NullableTimestamp"];
    /** @description Requests by day, oldest first; days without any are left out. */
    daily: components["schemas"]["ApiKeyUsageDay"][];
};
/** @description Numbers of requests by the class of their status; they add up to the total. */
export type RequestsByStatusClass = {
    /**
     * Format: int64
     * @description Requests that succeeded.
     * @example 1150
     */
    "2xx": number;
    /**
     * Format: int64
     * @description Requests that were sent elsewhere.
     * @example 0
     */
    "3xx": number;
    /**
     * Format: int64
     * @description Requests that were refused.
     * @example 49
     */
    "4xx": number;
    /**
     * Format: int64
     * @description Requests that failed on the server.
     * @example 1
     */
    "5xx": number;
};
/** @description Requests made on one day. */
export type ApiKeyUsageDay = {
    /**
     * Format: date
     * @description The day, in UTC.
     * @example 2026-11-20
     */
    date: string;
    /**
     * Format: int64
     * @description Requests made with the key.
     * @example 1200
     */
    requests: number;
};
/** @description A page of keys. */
export type ApiKeyPage = {
    /** @description The keys on this page. */
    data: components["schemas"]["ApiKey"][];
    meta: components["schemas"]["PageMeta"];
    links: components["schemas"]["PageLinks"];
};
/** @description Credentials of a user. */
export type LoginRequest = {
    /** @description The user's e-mail address. */
    email: components["schemas"]["Email"];
    /**
     * Format: password
     * @description The user's password.
     * @example demo-hosting-2026
     */
    password: string;
    /**
     * @description Six-digit TOTP code (RFC 6238), sent when two-factor authentication is enabled.
     * @example 492039
     */
    totp_code?: string;
};
/** @description The challenge that a login asked for, and the code that answers it. */
export type TwoFactorVerifyRequest = {
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
export type Session = {
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
export type SessionUser = {
    /** @description The user. */
    id: components["schemas"]["Uuid"];
    /** @description The user's e-mail address. */
    email: components["schemas"]["Email"];
    /** @description Tenant the user belongs to. */
    tenant_id: components["schemas"]["Uuid"];
};
/** @description Profile of the authenticated user. An API key answers as the user who created it. */
export type User = {
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
    name: string | null;
    /** @description What the user is within the tenant. */
    role: components["schemas"]["Role"] | (string & {});
    /** @description Scopes the credential in use carries. */
    scopes: components["schemas"]["Scope"][];
    /**
     * @description Whether a login by this user needs a TOTP code.
     * @example false
     */
    two_factor_enabled: boolean;
    /** @description When the user last signed in. */
    last_login_at: components["schemas"]["NullableTimestamp"];
    /** @description When the user was created. */
    created_at: components["schemas"]["Timestamp"];
    /** @description When the user last changed. */
    updated_at: components["schemas"]["Timestamp"];
};
/**
 * @description Role of a user.
 * @example owner
 * @enum {string}
 */
export type Role = "platform_admin" | "owner" | "admin" | "billing" | "support" | "viewer";
/**
 * @description Name of a permission. Those in use are listed under `x-scopes` at the root of this document.
 * @example orders:read
 */
export type Scope = components["schemas"]["GrantableScope"] | (string & {});
/** @description An invoice of the tenant. `total_amount` is subtotal minus discount plus tax, `due_amount` is total minus paid, and the amounts of the lines add up to the subtotal. */
export type Invoice = {
    /** @description The invoice. */
    id: components["schemas"]["Uuid"];
    /** @description Tenant the invoice belongs to. */
    tenant_id: components["schemas"]["Uuid"];
    /**
     * @description Number printed on the invoice, unique within the tenant.
     * @example ACME-2026-000123
     */
    number: string;
    /** @description Customer the invoice is addressed to. */
    customer_id: components["schemas"]["Uuid"];
    /** @description Order the invoice charges for. */
    order_id: components["schemas"]["NullableUuid"];
    /** @description Subscription the invoice charges for. */
    subscription_id: components["schemas"]["NullableUuid"];
    /** @description State of the invoice. */
    status: components["schemas"]["InvoiceStatus"] | (string & {});
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
    issued_at: components["schemas"]["NullableTimestamp"];
    /**
     * @description When the invoice falls due.
     * @example 2026-12-04T08:00:00Z
     */
    due_at: components["schemas"]["NullableTimestamp"];
    /** @description When the invoice was paid in full. */
    paid_at: components["schemas"]["NullableTimestamp"];
    /** @description When the invoice was created. */
    created_at: components["schemas"]["Timestamp"];
    /** @description When the invoice last changed. */
    updated_at: components["schemas"]["Timestamp"];
};
/** @description One thing an invoice charges for. A line may be negative. */
export type InvoiceLine = {
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
    sku_id: string | null;
    /** @description Service instance the line charges for. */
    service_id: components["schemas"]["NullableUuid"];
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
    tax_rate_percent: number | null;
    /** @description Start of the time charged for. */
    period_start: components["schemas"]["NullableTimestamp"];
    /**
     * @description End of the time charged for.
     * @example 2026-12-20T08:00:00Z
     */
    period_end: components["schemas"]["NullableTimestamp"];
};
/**
 * @description State of an invoice.
 * @example paid
 * @enum {string}
 */
export type InvoiceStatus = "draft" | "unpaid" | "overdue" | "paid" | "cancelled" | "refunded";
/** @description A page of invoices. */
export type InvoicePage = {
    /** @description The invoices on this page. */
    data: components["schemas"]["Invoice"][];
    meta: components["schemas"]["PageMeta"];
    links: components["schemas"]["PageLinks"];
};
/**
 * Format: binary
 * @description A PDF document.
 * @example %PDF-1.7
 */
export type PdfDocument = string;
/** @description What bills a service instance again and again. */
export type Subscription = {
    /** @description The subscription. */
    id: components["schemas"]["Uuid"];
    /** @description Tenant the subscription belongs to. */
    tenant_id: components["schemas"]["Uuid"];
    /** @description Customer who is billed. */
    customer_id: components["schemas"]["Uuid"];
    /** @description Service instance that is billed. */
    service_id: components["schemas"]["Uuid"];
    /** @description Product that is billed. */
    sku_id: components["schemas"]["SkuId"];
    /** @description State of the subscription. */
    status: components["schemas"]["SubscriptionStatus"] | (string & {});
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
    next_billing_at: components["schemas"]["NullableTimestamp"];
    /**
     * @description Whether it ends with the current period.
     * @example false
     */
    cancel_at_period_end: boolean;
    /**
     * @description When it was cancelled.
     * @example null
     */
    cancelled_at: components["schemas"]["NullableTimestamp"];
    /** @description When the subscription was created. */
    created_at: components["schemas"]["Timestamp"];
    /** @description When the subscription last changed. */
    updated_at: components["schemas"]["Timestamp"];
};
/**
 * @description State of a subscription.
 * @example active
 * @enum {string}
 */
export type SubscriptionStatus = "active" | "past_due" | "cancelled" | "expired";
/** @description A page of subscriptions. */
export type SubscriptionPage = {
    /** @description The subscriptions on this page. */
    data: components["schemas"]["Subscription"][];
    meta: components["schemas"]["PageMeta"];
    links: components["schemas"]["PageLinks"];
};
/** @description A payment that was received outside the platform and is now recorded. */
export type PaymentCreate = {
    /** @description Invoice the payment settles, in full or in part. */
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
    payment_method: components["schemas"]["PaymentMethod"];
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
export type Payment = {
    /** @description The payment. */
    id: components["schemas"]["Uuid"];
    /** @description Tenant the payment belongs to. */
    tenant_id: components["schemas"]["Uuid"];
    /** @description Invoice the payment settles, in full or in part. */
    invoice_id: components["schemas"]["Uuid"];
    /** @description Customer who paid. */
    customer_id: components["schemas"]["Uuid"];
    /** @description Order behind the invoice. */
    order_id: components["schemas"]["NullableUuid"];
    /**
     * Format: int64
     * @description What was paid, in minor currency units; at most what the invoice still asks for.
     * @example 2368
     */
    amount: number;
    /** @description Currency of the amount; must be the invoice's. */
    currency: components["schemas"]["Currency"];
    /**
     * @description How it was paid, such as `cash`, `bank_transfer` or `card`.
     * @example bank_transfer
     */
    payment_method: components["schemas"]["PaymentMethod"];
    /**
     * @description Reference of the payment in another system, unique within the tenant and method.
     * @example SEPA-8840
     */
    reference: string | null;
    /**
     * @description A note for people.
     * @example Paid at the front desk.
     */
    note: string | null;
    /** @description State of the payment. */
    status: components["schemas"]["PaymentStatus"] | (string & {});
    /** @description When it was paid. */
    paid_at: components["schemas"]["Timestamp"];
    /** @description When the payment was recorded. */
    created_at: components["schemas"]["Timestamp"];
    /** @description When the payment last changed. */
    updated_at: components["schemas"]["Timestamp"];
};
/**
 * @description State of a payment.
 * @example succeeded
 * @enum {string}
 */
export type PaymentStatus = "pending" | "succeeded" | "failed" | "refunded";
/** @description A page of payments. */
export type PaymentPage = {
    /** @description The payments on this page. */
    data: components["schemas"]["Payment"][];
    meta: components["schemas"]["PageMeta"];
    links: components["schemas"]["PageLinks"];
};
/** @description The tenant's credit. `available_amount` is the balance minus what is reserved. */
export type Wallet = {
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
export type WalletTopup = {
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
    payment_method?: components["schemas"]["PaymentMethod"] | null;
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
};
/** @description One movement on the wallet. Money that leaves it is negative. */
export type WalletTransaction = {
    /** @description The movement. */
    id: components["schemas"]["Uuid"];
    /** @description Tenant whose wallet moved. */
    tenant_id: components["schemas"]["Uuid"];
    /**
     * @description Kind of the movement.
     * @example topup
     */
    type: components["schemas"]["WalletTransactionType"] | (string & {});
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
     */
    status: components["schemas"]["WalletTransactionStatus"] | (string & {});
    /** @description Payment behind the movement. */
    payment_id: components["schemas"]["NullableUuid"];
    /**
     * @description Reference of the payment in another system.
     * @example SEPA-8841
     */
    reference: string | null;
    /** @description When the movement was made. */
    created_at: components["schemas"]["Timestamp"];
    /** @description When the movement last changed. */
    updated_at: components["schemas"]["Timestamp"];
};
/**
 * @description Kind of a movement of the wallet.
 * @example topup
 * @enum {string}
 */
export type WalletTransactionType = "topup" | "debit" | "refund" | "adjustment";
/**
 * @description State of a movement of the wallet.
 * @example succeeded
 * @enum {string}
 */
export type WalletTransactionStatus = "pending" | "succeeded" | "failed";
/**
 * Format: uuid
 * @description UUID in its canonical text form; any version is accepted.
 * @example 3f1b2c3d-9a6e-4c55-8f6a-1d2e3f4a5b6c
 */
export type Uuid = string;
/**
 * Format: uuid
 * @description UUID in its canonical text form, or null when there is none.
 * @example 3f1b2c3d-9a6e-4c55-8f6a-1d2e3f4a5b6c
 * @example null
 */
export type NullableUuid = string | null;
/**
 * Format: date-time
 * @description ISO 8601 instant in UTC. The offset is written `Z`; a reader also accepts `+00:00`.
 * @example 2026-11-20T08:00:00Z
 */
export type Timestamp = string;
/**
 * Format: date-time
 * @description ISO 8601 instant in UTC, or null while it has not happened.
 * @example 2026-11-20T08:00:00Z
 * @example null
 */
export type NullableTimestamp = string | null;
/**
 * @description Currency code, an ISO 4217 alphabetic code.
 * @example EUR
 */
export type Currency = string;
/**
 * Format: int64
 * @description Amount in minor currency units, for example cents. Never negative.
 * @example 2368
 */
export type MinorUnits = number;
/**
 * Format: int64
 * @description Amount in minor currency units that may be negative, such as a debit or a discount line.
 * @example 990
 */
export type SignedMinorUnits = number;
/**
 * @description How often a product is billed. Yearly terms run from `1_year` to `10_year`.
 * @example monthly
 * @enum {string}
 */
export type BillingCycle = "hourly" | "one_time" | "monthly" | "quarterly" | "semi_annual" | "1_year" | "2_year" | "3_year" | "4_year" | "5_year" | "6_year" | "7_year" | "8_year" | "9_year" | "10_year";
/**
 * @description A billing cycle that comes round again, that is every cycle but `one_time`.
 * @example monthly
 * @enum {string}
 */
export type RecurringBillingCycle = "hourly" | "monthly" | "quarterly" | "semi_annual" | "1_year" | "2_year" | "3_year" | "4_year" | "5_year" | "6_year" | "7_year" | "8_year" | "9_year" | "10_year";
/**
 * @description Product identifier. Both UUID-shaped and slug-like values occur, so any string is accepted.
 * @example hosting-pro
 */
export type SkuId = string;
/**
 * Format: int32
 * @description Number of units.
 * @example 1
 */
export type Quantity = number;
/**
 * @description Name of a payment method. `wallet` pays at once from the tenant's credit; every other name, such as `manual` or `bank_transfer`, is settled later by a recorded payment.
 * @example wallet
 */
export type PaymentMethod = components["schemas"]["KnownPaymentMethod"] | (string & {});
/**
 * @description The payment methods that this document names.
 * @example wallet
 * @enum {string}
 */
export type KnownPaymentMethod = "wallet" | "manual" | "bank_transfer";
/**
 * Format: int64
 * @description A size or an amount of data in bytes.
 * @example 10737418240
 */
export type Bytes = number;
/**
 * Format: int64
 * @description A size or an amount of data in bytes, or null when there is no limit.
 * @example 107374182400
 * @example null
 */
export type NullableBytes = number | null;
/**
 * Format: email
 * @description E-mail address.
 * @example owner@acme.example
 */
export type Email = string;
/**
 * Format: hostname
 * @description Domain name; internationalised names are written as A-labels. Replies show it in lower case.
 * @example example.org
 */
export type Hostname = string;
/** @description Options of a product. The object is open; a product may define further keys. */
export type ProductConfig = {
    /** @description Domain name the product is for. */
    domain?: components["schemas"]["Hostname"];
    /**
     * @description Name of the plan within the product.
     * @example pro
     */
    plan?: string;
} & {
    [key: string]: unknown;
};
/** @description Where this page stands in the whole result. */
export type PageMeta = {
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
export type PageLinks = {
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
export type Message = {
    /**
     * @description The sentence.
     * @example Signed out.
     */
    message: string;
};
/** @description Tells that a resource is gone; reading it answers 404 from now on. */
export type Deleted = {
    /** @description The resource that was deleted. */
    id: components["schemas"]["Uuid"];
    /**
     * @description Always `true`.
     * @example true
     */
    deleted: boolean;
};
/** @description One renewal of a product for a further billing cycle, and the invoice that charged for it. */
export type Renewal = {
    /** @description Service instance that was renewed. */
    service_id: components["schemas"]["Uuid"];
    /**
     * @description Kind of resource the renewal was asked for.
     * @example service
     */
    resource_type: components["schemas"]["RenewedResourceType"] | (string & {});
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
     */
    status: components["schemas"]["RenewalStatus"] | (string & {});
    /** @description Start of the added cycle. */
    renewed_from: components["schemas"]["Timestamp"];
    /** @description End of the added cycle. */
    renewed_until: components["schemas"]["Timestamp"];
    /** @description When the renewal was made. */
    created_at: components["schemas"]["Timestamp"];
};
/**
 * @description Kind of resource that is renewed.
 * @example service
 * @enum {string}
 */
export type RenewedResourceType = "service" | "domain" | "certificate";
/**
 * @description State of a renewal.
 * @example completed
 * @enum {string}
 */
export type RenewalStatus = "pending" | "completed" | "failed";
/** @description A customer account of the tenant. Deactivating is soft, the account stays readable. */
export type Customer = {
    /** @description The customer. */
    id: components["schemas"]["Uuid"];
    /** @description Tenant the customer belongs to. */
    tenant_id: components["schemas"]["Uuid"];
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
    company_name: string | null;
    /**
     * @description Telephone number in E.164 form.
     * @example +4930123456
     */
    phone: string | null;
    /** @description Postal address, or null when none is known. */
    address: components["schemas"]["Address"] | null;
    /**
     * @description Tax identifier, such as a VAT number.
     * @example DE123456789
     */
    tax_id: string | null;
    /**
     * @description Preferred language, a BCP 47 tag.
     * @example de-DE
     */
    locale: string;
    /**
     * @description The customer's identifier in another system, unique within the tenant.
     * @example crm-42
     */
    external_id: string | null;
    /** @description Key-value pairs of the caller's own. */
    metadata: components["schemas"]["Metadata"];
    /** @description Whether the account is in use. */
    status: components["schemas"]["CustomerStatus"] | (string & {});
    /**
     * @description When the account was deactivated.
     * @example null
     */
    deactivated_at: components["schemas"]["NullableTimestamp"];
    /** @description When the account was created. */
    created_at: components["schemas"]["Timestamp"];
    /** @description When the account last changed. */
    updated_at: components["schemas"]["Timestamp"];
};
/** @description A customer account to create. */
export type CustomerCreate = {
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
    address?: components["schemas"]["Address"] | null;
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
export type CustomerUpdate = {
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
    address?: components["schemas"]["Address"] | null;
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
export type CustomerStatus = "active" | "inactive";
/** @description A postal address. */
export type Address = {
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
};
/**
 * @description Up to 50 key-value pairs that the platform stores and does not read.
 * @example {}
 */
export type Metadata = {
    [key: string]: string;
};
/** @description A page of customers. */
export type CustomerPage = {
    /** @description The customers on this page. */
    data: components["schemas"]["Customer"][];
    meta: components["schemas"]["PageMeta"];
    links: components["schemas"]["PageLinks"];
};
/** @description A DNS zone. Its SOA record and the NS records at its apex follow from `nameservers`. */
export type DnsZone = {
    /** @description The zone. */
    id: components["schemas"]["Uuid"];
    /** @description Tenant the zone belongs to. */
    tenant_id: components["schemas"]["Uuid"];
    /** @description Customer the zone is for, if any. */
    customer_id: components["schemas"]["NullableUuid"];
    /** @description The tenant's domain of the same name, if there is one. */
    domain_id: components["schemas"]["NullableUuid"];
    /** @description Name of the zone, unique within the tenant. */
    name: components["schemas"]["DomainName"];
    /** @description State of the zone. */
    status: components["schemas"]["DnsZoneStatus"] | (string & {});
    /** @description Nameservers that serve the zone. */
    nameservers: components["schemas"]["Hostname"][];
    /** @description Time to live of records that are written without one. */
    default_ttl: components["schemas"]["Ttl"];
    /**
     * Format: int64
     * @description Serial number of the zone; grows with every change of its records.
     * @example 2026112001
     */
    serial: number;
    /**
     * Format: int32
     * @description Number of records.
     * @example 4
     */
    record_count: number;
    /**
     * @description Whether the zone is signed.
     * @example false
     */
    dnssec_enabled: boolean;
    /** @description When the zone was created. */
    created_at: components["schemas"]["Timestamp"];
    /** @description When the zone last changed. */
    updated_at: components["schemas"]["Timestamp"];
};
/**
 * Format: int32
 * @description Time to live in seconds, from a minute to a week.
 * @example 3600
 */
export type Ttl = number;
/** @description A zone to create. */
export type DnsZoneCreate = {
    /** @description Name of the zone. */
    name: components["schemas"]["DomainName"];
    /** @description Customer the zone is for; nobody in particular when absent or null. */
    customer_id?: components["schemas"]["NullableUuid"];
    /** @description Time to live of records that are written without one; 3600 when left out. */
    default_ttl?: components["schemas"]["Ttl"];
};
/**
 * @description State of a zone. It is `pending` until the nameservers have it; records can be written in any state.
 * @example active
 * @enum {string}
 */
export type DnsZoneStatus = "active" | "pending" | "error";
/** @description A page of DNS zones. */
export type DnsZonePage = {
    /** @description The zones on this page. */
    data: components["schemas"]["DnsZone"][];
    meta: components["schemas"]["PageMeta"];
    links: components["schemas"]["PageLinks"];
};
/** @description A record of a zone. A member its type does not have is null or absent. */
export type DnsRecord = {
    /** @description The record. */
    id: components["schemas"]["Uuid"];
    /** @description Tenant the record belongs to. */
    tenant_id: components["schemas"]["Uuid"];
    /** @description Zone the record is in. */
    zone_id: components["schemas"]["Uuid"];
    /** @description Type of the record. */
    type: components["schemas"]["DnsRecordType"] | (string & {});
    /** @description Name of the record within its zone. */
    name: components["schemas"]["DnsRecordName"];
    /**
     * @description What the record says, in the form its type has.
     * @example mail.example.org
     */
    content: string;
    /** @description Time to live; the zone's default when none was given. */
    ttl: components["schemas"]["Ttl"];
    /**
     * Format: int32
     * @description Preference of an MX or SRV record; the lowest goes first.
     * @example 10
     */
    priority: number | null;
    /**
     * Format: int32
     * @description Share of an SRV record among those of its priority.
     * @example null
     */
    weight: number | null;
    /**
     * Format: int32
     * @description Port of an SRV record.
     * @example null
     */
    port: number | null;
    /**
     * Format: int32
     * @description Flags of a CAA record.
     * @example null
     */
    flags: number | null;
    /**
     * @description Property of a CAA record.
     * @example null
     */
    tag: components["schemas"]["CaaTag"] | (string & {}) | null;
    /** @description When the record was added. */
    created_at: components["schemas"]["Timestamp"];
    /** @description When the record last changed. */
    updated_at: components["schemas"]["Timestamp"];
};
/** @description A page of DNS records. */
export type DnsRecordPage = {
    /** @description The records on this page. */
    data: components["schemas"]["DnsRecord"][];
    meta: components["schemas"]["PageMeta"];
    links: components["schemas"]["PageLinks"];
};
/**
 * @description Type of a record, in the spelling of the DNS.
 * @example MX
 * @enum {string}
 */
export type DnsRecordType = "A" | "AAAA" | "CAA" | "CNAME" | "MX" | "NS" | "PTR" | "SRV" | "TXT";
/**
 * @description Name of a record, relative to its zone and in lower case: `@` for the zone itself, labels with dots between them for a name below it. The first label may be `*`.
 * @example @
 * @example www
 * @example *.apps
 */
export type DnsRecordName = string;
/**
 * @description Name of a record below its zone, in lower case; never `@`. The first label may be `*`.
 * @example www
 * @example *.apps
 */
export type DnsNameBelowZone = string;
/**
 * @description Name of a service record (service, protocol and, for a name below the zone, its labels).
 * @example _sip._tcp
 */
export type DnsServiceName = string;
/**
 * @description Full domain name that a record points at; a dot at the end changes nothing.
 * @example www.example.org
 */
export type DnsTarget = string;
/** @description A record to write, in the form of its type. The `type` decides which form that is. */
export type DnsRecordWrite = components["schemas"]["DnsARecord"] | components["schemas"]["DnsAaaaRecord"] | components["schemas"]["DnsCnameRecord"] | components["schemas"]["DnsMxRecord"] | components["schemas"]["DnsTxtRecord"] | components["schemas"]["DnsSrvRecord"] | components["schemas"]["DnsCaaRecord"] | components["schemas"]["DnsNsRecord"] | components["schemas"]["DnsPtrRecord"];
/** @description A record that gives an IPv4 address. */
export type DnsARecord = {
    /**
     * @description Always `A`.
     * @enum {string}
     */
    type: "A";
    /** @description Name of the record within its zone. */
    name: components["schemas"]["DnsRecordName"];
    /**
     * Format: ipv4
     * @description The address.
     * @example 192.0.2.10
     */
    content: string;
    /** @description Time to live. Left out, it is the zone's default, or what it was before. */
    ttl?: components["schemas"]["Ttl"];
};
/** @description A record that gives an IPv6 address. */
export type DnsAaaaRecord = {
    /**
     * @description Always `AAAA`.
     * @enum {string}
     */
    type: "AAAA";
    /** @description Name of the record within its zone. */
    name: components["schemas"]["DnsRecordName"];
    /**
     * Format: ipv6
     * @description The address.
     * @example 2001:db8::10
     */
    content: string;
    /** @description Time to live. Left out, it is the zone's default, or what it was before. */
    ttl?: components["schemas"]["Ttl"];
};
/** @description A record that gives the name this one stands for. */
export type DnsCnameRecord = {
    /**
     * @description Always `CNAME`.
     * @enum {string}
     */
    type: "CNAME";
    /** @description Name of the record, which stands below its zone. */
    name: components["schemas"]["DnsNameBelowZone"];
    /**
     * @description The name it stands for.
     * @example www.example.org
     */
    content: components["schemas"]["DnsTarget"];
    /** @description Time to live. Left out, it is the zone's default, or what it was before. */
    ttl?: components["schemas"]["Ttl"];
};
/** @description A record that gives a mail server. */
export type DnsMxRecord = {
    /**
     * @description Always `MX`.
     * @enum {string}
     */
    type: "MX";
    /** @description Name of the record within its zone. */
    name: components["schemas"]["DnsRecordName"];
    /**
     * @description The mail server.
     * @example mail.example.org
     */
    content: components["schemas"]["DnsTarget"];
    /**
     * Format: int32
     * @description Preference; the lowest goes first.
     * @example 10
     */
    priority: number;
    /** @description Time to live. Left out, it is the zone's default, or what it was before. */
    ttl?: components["schemas"]["Ttl"];
};
/** @description A record that gives text. */
export type DnsTxtRecord = {
    /**
     * @description Always `TXT`.
     * @enum {string}
     */
    type: "TXT";
    /** @description Name of the record within its zone. */
    name: components["schemas"]["DnsRecordName"];
    /**
     * @description The text, without quotation marks; long text is split where the DNS needs it.
     * @example v=spf1 mx -all
     */
    content: string;
    /** @description Time to live. Left out, it is the zone's default, or what it was before. */
    ttl?: components["schemas"]["Ttl"];
};
/** @description A record that gives a server of a service. */
export type DnsSrvRecord = {
    /**
     * @description Always `SRV`.
     * @enum {string}
     */
    type: "SRV";
    /** @description Service and protocol. */
    name: components["schemas"]["DnsServiceName"];
    /**
     * @description The server.
     * @example sip.example.org
     */
    content: components["schemas"]["DnsTarget"];
    /**
     * Format: int32
     * @description Preference; the lowest goes first.
     * @example 10
     */
    priority: number;
    /**
     * Format: int32
     * @description Share among the servers of this priority.
     * @example 5
     */
    weight: number;
    /**
     * Format: int32
     * @description Port of the service.
     * @example 5060
     */
    port: number;
    /** @description Time to live. Left out, it is the zone's default, or what it was before. */
    ttl?: components["schemas"]["Ttl"];
};
/** @description A record that gives who may issue certificates. */
export type DnsCaaRecord = {
    /**
     * @description Always `CAA`.
     * @enum {string}
     */
    type: "CAA";
    /** @description Name of the record within its zone. */
    name: components["schemas"]["DnsRecordName"];
    /**
     * @description Value of the property, such as the name of an issuer.
     * @example letsencrypt.org
     */
    content: string;
    /**
     * Format: int32
     * @description Flags; 128 for an issuer that must understand the property.
     * @example 0
     */
    flags: number;
    /**
     * @description The property.
     * @example issue
     */
    tag: components["schemas"]["CaaTag"];
    /** @description Time to live. Left out, it is the zone's default, or what it was before. */
    ttl?: components["schemas"]["Ttl"];
};
/**
 * @description Property of a CAA record (RFC 8659).
 * @example issue
 * @enum {string}
 */
export type CaaTag = "issue" | "issuewild" | "iodef";
/** @description A record that gives a nameserver of a name below the zone. */
export type DnsNsRecord = {
    /**
     * @description Always `NS`.
     * @enum {string}
     */
    type: "NS";
    /** @description Name of the record, which stands below its zone. */
    name: components["schemas"]["DnsNameBelowZone"];
    /**
     * @description The nameserver.
     * @example ns1.acme.example
     */
    content: components["schemas"]["DnsTarget"];
    /** @description Time to live. Left out, it is the zone's default, or what it was before. */
    ttl?: components["schemas"]["Ttl"];
};
/** @description A record that gives the name of an address. */
export type DnsPtrRecord = {
    /**
     * @description Always `PTR`.
     * @enum {string}
     */
    type: "PTR";
    /** @description Name of the record within its zone. */
    name: components["schemas"]["DnsRecordName"];
    /**
     * @description The name of the address.
     * @example www.example.org
     */
    content: components["schemas"]["DnsTarget"];
    /** @description Time to live. Left out, it is the zone's default, or what it was before. */
    ttl?: components["schemas"]["Ttl"];
};
/** @description A domain that a customer owns. */
export type Domain = {
    /** @description The domain. */
    id: components["schemas"]["Uuid"];
    /** @description Tenant the domain belongs to. */
    tenant_id: components["schemas"]["Uuid"];
    /** @description Service instance that bills the domain. */
    service_id: components["schemas"]["Uuid"];
    /** @description Customer who owns the domain. */
    customer_id: components["schemas"]["Uuid"];
    /** @description Order that bought the domain. */
    order_id: components["schemas"]["NullableUuid"];
    /** @description Invoice of that order. */
    invoice_id: components["schemas"]["NullableUuid"];
    /**
     * @description Product the domain was registered or transferred with.
     * @example domain-com
     */
    sku_id: components["schemas"]["SkuId"];
    /** @description The name, in A-labels. */
    name: components["schemas"]["DomainName"];
    /**
     * @description The name as people write it, in U-labels.
     * @example example.org
     */
    unicode_name: string;
    /**
     * @description Top-level domain, the last label of the name.
     * @example org
     */
    tld: string;
    /** @description State of the domain. */
    status: components["schemas"]["DomainStatus"] | (string & {});
    /** @description Status values at the registry, as RFC 5731 and RFC 3915 spell them. */
    epp_statuses: (components["schemas"]["EppStatus"] | (string & {}))[];
    /** @description Nameservers the domain is delegated to. */
    nameservers: components["schemas"]["Hostname"][];
    /**
     * @description Whether the domain is renewed before it expires.
     * @example true
     */
    auto_renew: boolean;
    /**
     * @description Whether the registrant is kept out of public directories.
     * @example true
     */
    privacy_enabled: boolean;
    /**
     * @description Whether a transfer to another registrar is barred.
     * @example true
     */
    transfer_locked: boolean;
    /** @description Who the domain is registered for; null when it is the customer. */
    registrant: components["schemas"]["Registrant"] | null;
    /**
     * @description Term the domain is renewed for. A domain bought by a plain order has the cycle of that order.
     * @example 1_year
     */
    billing_cycle: components["schemas"]["BillingCycle"];
    /** @description When the domain was registered, here or elsewhere. */
    registered_at: components["schemas"]["NullableTimestamp"];
    /**
     * @description When the registration ends unless it is renewed.
     * @example 2027-11-20T08:00:05Z
     */
    expires_at: components["schemas"]["NullableTimestamp"];
    /** @description The transfer to this platform; null when the domain was registered here. */
    transfer?: components["schemas"]["DomainTransferProgress"] | null;
    /** @description When the registration or the transfer was asked for. */
    created_at: components["schemas"]["Timestamp"];
    /** @description When the domain last changed. */
    updated_at: components["schemas"]["Timestamp"];
};
/**
 * Format: hostname
 * @description Domain name of two labels or more; internationalised names are written as A-labels. Replies show it in lower case.
 * @example example.org
 */
export type DomainName = string;
/**
 * @description A billing cycle of whole years, the terms domains are sold for.
 * @example 1_year
 * @enum {string}
 */
export type YearlyBillingCycle = "1_year" | "2_year" | "3_year" | "4_year" | "5_year" | "6_year" | "7_year" | "8_year" | "9_year" | "10_year";
/**
 * @description State of a domain. After its end a domain is `expired`, then in the registry's grace period, then in redemption, and at last free for everyone; it can be renewed until redemption begins.
 * @example active
 * @enum {string}
 */
export type DomainStatus = "pending_registration" | "pending_transfer" | "active" | "expired" | "grace_period" | "redemption_period" | "transferred_away" | "cancelled" | "failed";
/**
 * @description Status value of a domain at its registry (RFC 5731, RFC 3915), in the registry's own spelling. `clientHold` while the service is suspended.
 * @example clientTransferProhibited
 * @enum {string}
 */
export type EppStatus = "ok" | "inactive" | "clientHold" | "serverHold" | "clientDeleteProhibited" | "clientRenewProhibited" | "clientTransferProhibited" | "clientUpdateProhibited" | "serverDeleteProhibited" | "serverRenewProhibited" | "serverTransferProhibited" | "serverUpdateProhibited" | "pendingCreate" | "pendingDelete" | "pendingRenew" | "pendingTransfer" | "pendingUpdate" | "addPeriod" | "autoRenewPeriod" | "renewPeriod" | "transferPeriod" | "redemptionPeriod" | "pendingRestore";
/** @description Who a domain is registered for. */
export type Registrant = {
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
     * @description Company the registrant acts for.
     * @example Doe GmbH
     */
    company_name?: string | null;
    /**
     * @description E-mail address the registry writes to.
     * @example jane@example.org
     */
    email: components["schemas"]["Email"];
    /**
     * @description Telephone number in E.164 form.
     * @example +4930123456
     */
    phone?: string | null;
    /** @description Postal address, or null when none is known. */
    address?: components["schemas"]["Address"] | null;
};
/** @description How far a transfer has come. */
export type DomainTransferProgress = {
    /**
     * @description State of the transfer at the registry, as RFC 5731 has it.
     * @example pending
     */
    status: components["schemas"]["DomainTransferStatus"] | (string & {});
    /** @description When the transfer was asked for. */
    requested_at: components["schemas"]["Timestamp"];
    /** @description When the transfer was decided, either way. */
    completed_at: components["schemas"]["NullableTimestamp"];
};
/**
 * @description State of a transfer at the registry (RFC 5731).
 * @example pending
 * @enum {string}
 */
export type DomainTransferStatus = "pending" | "client_approved" | "server_approved" | "client_rejected" | "client_cancelled" | "server_cancelled";
/** @description A page of domains. */
export type DomainPage = {
    /** @description The domains on this page. */
    data: components["schemas"]["Domain"][];
    meta: components["schemas"]["PageMeta"];
    links: components["schemas"]["PageLinks"];
};
/** @description A domain name to check. */
export type DomainCheckRequest = {
    /** @description The name to check. */
    domain: components["schemas"]["DomainName"];
};
/** @description Whether a domain name can be registered, and what it would cost, before tax. */
export type DomainAvailability = {
    /** @description The name that was checked. */
    domain: components["schemas"]["DomainName"];
    /**
     * @description Whether the name can be registered.
     * @example true
     */
    available: boolean;
    /**
     * @description Whether the registry asks a price of its own for this name.
     * @example false
     */
    premium: boolean;
    /**
     * @description Why the name is not available; null when it is. `registered` names may be transferred.
     * @example null
     */
    reason: components["schemas"]["DomainUnavailableReason"] | (string & {}) | null;
    /**
     * Format: int64
     * @description Price of the first year; null when the name cannot be registered.
     * @example 1000
     */
    register_amount: number | null;
    /**
     * Format: int64
     * @description Price of each further year; null when it is not known.
     * @example 1000
     */
    renew_amount: number | null;
    /**
     * Format: int64
     * @description Price of a transfer with a year added; null when the name cannot be transferred.
     * @example 1000
     */
    transfer_amount: number | null;
    /** @description Currency of the amounts. */
    currency: components["schemas"]["Currency"];
};
/**
 * @description Why a domain name is not available.
 * @example registered
 * @enum {string}
 */
export type DomainUnavailableReason = "registered" | "reserved" | "invalid" | "unsupported_tld";
/** @description A domain to register. */
export type DomainRegister = {
    /** @description Customer the domain is for. */
    customer_id: components["schemas"]["Uuid"];
    /**
     * @description The name to register.
     * @example example.com
     */
    domain: components["schemas"]["DomainName"];
    /** @description Term to register the domain for. */
    billing_cycle: components["schemas"]["YearlyBillingCycle"];
    /**
     * @description Product to register the domain with; the one for its top-level domain when left out.
     * @example domain-com
     */
    sku_id?: components["schemas"]["SkuId"];
    /** @description Nameservers to delegate the domain to; the tenant's default ones when left out. */
    nameservers?: components["schemas"]["Hostname"][];
    /**
     * @description Whether the domain is renewed before it expires. It is, when this is left out.
     * @example true
     */
    auto_renew?: boolean;
    /**
     * @description Whether to keep the registrant out of public directories. They are kept out when this is left out.
     * @example true
     */
    privacy_enabled?: boolean;
    /** @description Who the domain is registered for; the customer when absent or null. */
    registrant?: components["schemas"]["Registrant"] | null;
    /** @description How it is paid; from the wallet when absent or null. */
    payment_method?: components["schemas"]["PaymentMethod"] | null;
};
/** @description A domain to transfer to this platform. */
export type DomainTransfer = {
    /** @description Customer the domain is for. */
    customer_id: components["schemas"]["Uuid"];
    /**
     * @description The name to transfer.
     * @example example.net
     */
    domain: components["schemas"]["DomainName"];
    /**
     * @description The code the present registrar gave out for the transfer. Never shown again.
     * @example aB3$xY9!
     */
    auth_code: string;
    /** @description Term the transfer adds to the registration; `1_year` when left out. */
    billing_cycle?: components["schemas"]["YearlyBillingCycle"];
    /** @description Nameservers to delegate the domain to; those it has stay when this is left out. */
    nameservers?: components["schemas"]["Hostname"][];
    /**
     * @description Whether the domain is renewed before it expires. It is, when this is left out.
     * @example true
     */
    auto_renew?: boolean;
    /** @description How it is paid; from the wallet when absent or null. */
    payment_method?: components["schemas"]["PaymentMethod"] | null;
};
/** @description Nameservers to delegate a domain to. */
export type DomainNameservers = {
    /** @description All of them; they take the place of the present ones. */
    nameservers: components["schemas"]["Hostname"][];
};
/** @description How a domain is renewed. The whole body may be left out; then it is renewed for its own term. */
export type DomainRenew = {
    /**
     * @description Term to renew for; the domain's own, or else one year, when absent or null.
     * @example 1_year
     */
    billing_cycle?: components["schemas"]["YearlyBillingCycle"] | null;
    /** @description How the renewal is paid; from the wallet when absent or null. */
    payment_method?: components["schemas"]["PaymentMethod"] | null;
};
/** @description An email hosting service for one domain name. Its detail carries the mailboxes. */
export type EmailService = {
    /** @description The email service. */
    id: components["schemas"]["Uuid"];
    /** @description Tenant the email service belongs to. */
    tenant_id: components["schemas"]["Uuid"];
    /** @description Service instance the email service stands behind; suspend, terminate or renew it there. */
    service_id: components["schemas"]["Uuid"];
    /** @description Customer who owns the email service. */
    customer_id: components["schemas"]["Uuid"];
    /** @description Order that created the email service. */
    order_id: components["schemas"]["NullableUuid"];
    /** @description Invoice that charged for creating it. */
    invoice_id: components["schemas"]["NullableUuid"];
    /** @description Domain name of the addresses. */
    domain: components["schemas"]["DomainName"];
    /**
     * @description Product that was bought.
     * @example mail-10
     */
    sku_id: components["schemas"]["SkuId"];
    /**
     * @description Name of the plan within the product.
     * @example business
     */
    plan: string | null;
    /** @description How often the email service is billed. */
    billing_cycle: components["schemas"]["BillingCycle"];
    /** @description State of the email service; it follows its service instance. */
    status: components["schemas"]["EmailServiceStatus"] | (string & {});
    /**
     * Format: int32
     * @description Largest number of mailboxes, or null when there is no limit.
     * @example 10
     */
    mailbox_limit: number | null;
    /**
     * Format: int32
     * @description Number of mailboxes.
     * @example 1
     */
    mailbox_count: number;
    /** @description What all mailboxes may hold together. */
    storage_limit_bytes: components["schemas"]["NullableBytes"];
    /** @description Records to publish in the zone of the domain so that mail arrives and is trusted. */
    dns_records: components["schemas"]["EmailDnsRecord"][];
    /** @description When the next cycle is charged. */
    next_due_at: components["schemas"]["NullableTimestamp"];
    /** @description When the email service ends unless it is renewed. */
    expires_at: components["schemas"]["NullableTimestamp"];
    /** @description When the email service was created. */
    created_at: components["schemas"]["Timestamp"];
    /** @description When the email service last changed. */
    updated_at: components["schemas"]["Timestamp"];
};
/** @description An email hosting service with its mailboxes; no other operation lists them. */
export type EmailServiceDetail = {
    /** @description The email service. */
    id: components["schemas"]["Uuid"];
    /** @description Tenant the email service belongs to. */
    tenant_id: components["schemas"]["Uuid"];
    /** @description Service instance the email service stands behind; suspend, terminate or renew it there. */
    service_id: components["schemas"]["Uuid"];
    /** @description Customer who owns the email service. */
    customer_id: components["schemas"]["Uuid"];
    /** @description Order that created the email service. */
    order_id: components["schemas"]["NullableUuid"];
    /** @description Invoice that charged for creating it. */
    invoice_id: components["schemas"]["NullableUuid"];
    /** @description Domain name of the addresses. */
    domain: components["schemas"]["DomainName"];
    /**
     * @description Product that was bought.
     * @example mail-10
     */
    sku_id: components["schemas"]["SkuId"];
    /**
     * @description Name of the plan within the product.
     * @example business
     */
    plan: string | null;
    /** @description How often the email service is billed. */
    billing_cycle: components["schemas"]["BillingCycle"];
    /** @description State of the email service; it follows its service instance. */
    status: components["schemas"]["EmailServiceStatus"] | (string & {});
    /**
     * Format: int32
     * @description Largest number of mailboxes, or null when there is no limit.
     * @example 10
     */
    mailbox_limit: number | null;
    /**
     * Format: int32
     * @description Number of mailboxes.
     * @example 1
     */
    mailbox_count: number;
    /** @description What all mailboxes may hold together. */
    storage_limit_bytes: components["schemas"]["NullableBytes"];
    /** @description Records to publish in the zone of the domain so that mail arrives and is trusted. */
    dns_records: components["schemas"]["EmailDnsRecord"][];
    /** @description When the next cycle is charged. */
    next_due_at: components["schemas"]["NullableTimestamp"];
    /** @description When the email service ends unless it is renewed. */
    expires_at: components["schemas"]["NullableTimestamp"];
    /** @description When the email service was created. */
    created_at: components["schemas"]["Timestamp"];
    /** @description When the email service last changed. */
    updated_at: components["schemas"]["Timestamp"];
    /** @description The mailboxes, in order of their addresses. */
    mailboxes: components["schemas"]["Mailbox"][];
};
/** @description An email hosting service to create for a customer. */
export type EmailServiceCreate = {
    /** @description Customer the email service is for. */
    customer_id: components["schemas"]["Uuid"];
    /**
     * @description Product that was bought.
     * @example mail-10
     */
    sku_id: components["schemas"]["SkuId"];
    /** @description Domain name of the addresses; one email service per domain name. */
    domain: components["schemas"]["DomainName"];
    /** @description How often the email service is billed. */
    billing_cycle: components["schemas"]["BillingCycle"];
    /** @description How the first cycle is paid; from the wallet when absent or null. */
    payment_method?: components["schemas"]["PaymentMethod"] | null;
};
/**
 * @description State of an email service. It has no switches of its own: it follows its service instance.
 * @example active
 * @enum {string}
 */
export type EmailServiceStatus = "pending" | "active" | "suspended" | "terminated" | "failed";
/** @description A DNS record that mail for the domain needs. */
export type EmailDnsRecord = {
    /**
     * @description Record type.
     * @example MX
     * @example TXT
     */
    type: string;
    /**
     * @description Record name within the zone; `@` is the domain itself.
     * @example @
     */
    name: string;
    /**
     * @description Record content.
     * @example mx1.acme.example
     */
    content: string;
    /**
     * Format: int32
     * @description Preference of an MX record; null on other types.
     * @example 10
     * @example null
     */
    priority: number | null;
};
/** @description A mailbox of an email service. Its password is never shown. */
export type Mailbox = {
    /** @description The mailbox. */
    id: components["schemas"]["Uuid"];
    /** @description Email service the mailbox belongs to. */
    email_id: components["schemas"]["Uuid"];
    /**
     * @description Part of the address before the `@`, unique within the email service. It never changes.
     * @example info
     */
    local_part: string;
    /**
     * @description The whole address.
     * @example info@example.org
     */
    address: components["schemas"]["Email"];
    /**
     * @description Name shown beside the address.
     * @example Info desk
     */
    display_name: string | null;
    /** @description What the mailbox may hold. */
    quota_bytes: components["schemas"]["Bytes"];
    /**
     * @description What the mailbox holds.
     * @example 0
     */
    used_bytes: components["schemas"]["Bytes"];
    /** @description Whether mail can be sent and read. */
    status: components["schemas"]["MailboxStatus"] | (string & {});
    /** @description When its owner last signed in. */
    last_login_at: components["schemas"]["NullableTimestamp"];
    /** @description When the mailbox was created. */
    created_at: components["schemas"]["Timestamp"];
    /** @description When the mailbox last changed. */
    updated_at: components["schemas"]["Timestamp"];
};
/** @description A mailbox to create. */
export type MailboxCreate = {
    /**
     * @description Part of the address before the `@`, unique within the email service. It never changes.
     * @example info
     */
    local_part: string;
    /**
     * Format: password
     * @description Password of the mailbox.
     * @example S3cure-Passw0rd
     */
    password: string;
    /**
     * @description Name shown beside the address.
     * @example Info desk
     */
    display_name?: string | null;
    /** @description What the mailbox may hold, at most the storage limit of the service; chosen by the platform when absent. */
    quota_bytes?: components["schemas"]["Bytes"];
};
/**
 * @description State of a mailbox.
 * @example active
 * @enum {string}
 */
export type MailboxStatus = "active" | "suspended";
/** @description A page of email services. */
export type EmailServicePage = {
    /** @description The email services on this page. */
    data: components["schemas"]["EmailService"][];
    meta: components["schemas"]["PageMeta"];
    links: components["schemas"]["PageLinks"];
};
/** @description An error in the envelope form, or in the flat form. */
export type ErrorResponse = components["schemas"]["ErrorEnvelope"] | components["schemas"]["ErrorFlat"];
/** @description Envelope form of an error. */
export type ErrorEnvelope = {
    /** @description The error. */
    error: components["schemas"]["ErrorDetail"];
};
/** @description The error inside the envelope. */
export type ErrorDetail = {
    /**
     * @description What went wrong, as a word for programs. Further words may appear at any time, so a program decides by status first.
     * @example NOT_FOUND
     * @example VALIDATION_FAILED
     * @example BAD_REQUEST
     * @example ROUTE_NOT_FOUND
     * @example PAYLOAD_TOO_LARGE
     * @example IDEMPOTENCY_KEY_INVALID
     */
    code: components["schemas"]["KnownErrorCode"] | (string & {});
    /**
     * @description What went wrong, as a sentence for a person.
     * @example The resource was not found.
     */
    message: string;
    /** @description Messages by field name, where fields are to blame. */
    errors?: components["schemas"]["FieldErrorMap"];
    /** @description Only with the code `INSUFFICIENT_SCOPE`: the scope that the credential lacks. */
    scope?: components["schemas"]["Scope"];
    /** @description Only with the code `FORBIDDEN`: the role of the caller, which may not do this. */
    role?: components["schemas"]["Role"] | (string & {});
    /**
     * Format: int32
     * @description Only with the code `RATE_LIMITED`: the seconds of the header `Retry-After`.
     * @example 30
     */
    retry_after?: number;
};
/**
 * @description The codes of errors that are known today.
 * @example VALIDATION_FAILED
 * @enum {string}
 */
export type KnownErrorCode = "ROUTE_NOT_FOUND" | "BAD_REQUEST" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "SERVER_ERROR" | "UNAUTHENTICATED" | "TOKEN_EXPIRED" | "FORBIDDEN" | "INSUFFICIENT_SCOPE" | "TENANT_SUSPENDED" | "NOT_FOUND" | "UNSUPPORTED_MEDIA_TYPE" | "MALFORMED_JSON" | "VALIDATION_FAILED" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REUSED" | "INVALID_STATE" | "INVALID_CREDENTIALS" | "TWO_FACTOR_REQUIRED" | "TWO_FACTOR_INVALID" | "ALREADY_EXISTS" | "INSUFFICIENT_FUNDS" | "AMOUNT_EXCEEDS_DUE" | "LIMIT_REACHED" | "DOMAIN_UNAVAILABLE";
/** @description Flat form of an error. */
export type ErrorFlat = {
    /**
     * @description What went wrong, as a sentence for a person.
     * @example The resource was not found.
     */
    message: string;
    /** @description Messages by field name, where fields are to blame. */
    errors?: components["schemas"]["FieldErrorMap"];
};
/** @description A refused sign-in, in the envelope form or in the flat form. Only the envelope carries a challenge. */
export type LoginErrorResponse = components["schemas"]["LoginErrorEnvelope"] | components["schemas"]["ErrorFlat"];
/** @description Envelope form of a refused sign-in. */
export type LoginErrorEnvelope = {
    /** @description The error. */
    error: components["schemas"]["LoginErrorDetail"];
};
/** @description The error inside the envelope of a refused sign-in. */
export type LoginErrorDetail = {
    /**
     * @description What went wrong, as a word for programs. Further words may appear at any time, so a program decides by status first.
     * @example NOT_FOUND
     * @example VALIDATION_FAILED
     * @example BAD_REQUEST
     * @example ROUTE_NOT_FOUND
     * @example PAYLOAD_TOO_LARGE
     * @example IDEMPOTENCY_KEY_INVALID
     */
    code: components["schemas"]["KnownErrorCode"] | (string & {});
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
/** @description A refused request in either of the two forms, with its messages by field. */
export type ValidationErrorResponse = components["schemas"]["ValidationErrorEnvelope"] | components["schemas"]["ValidationErrorFlat"];
/** @description Envelope form of a refused request. */
export type ValidationErrorEnvelope = {
    /** @description The error. */
    error: components["schemas"]["ValidationErrorDetail"];
};
/** @description The error inside the envelope of a refused request. */
export type ValidationErrorDetail = {
    /**
     * @description What went wrong, as a word for programs. Further words may appear at any time, so a program decides by status first.
     * @example NOT_FOUND
     * @example VALIDATION_FAILED
     * @example BAD_REQUEST
     * @example ROUTE_NOT_FOUND
     * @example PAYLOAD_TOO_LARGE
     * @example IDEMPOTENCY_KEY_INVALID
     */
    code: components["schemas"]["KnownErrorCode"] | (string & {});
    /**
     * @description What went wrong, as a sentence for a person.
     * @example The resource was not found.
     */
    message: string;
    /** @description One entry per field that is to blame. */
    errors: components["schemas"]["FieldErrors"];
};
/** @description Flat form of a refused request. */
export type ValidationErrorFlat = {
    /**
     * @description What went wrong, as a sentence for a person.
     * @example The resource was not found.
     */
    message: string;
    /** @description One entry per field that is to blame. */
    errors: components["schemas"]["FieldErrors"];
};
/** @description Messages by field name, at least one. A field inside a list or an object is named by its dotted path, such as `items.0.billing_cycle`. */
export type FieldErrors = {
    [key: string]: components["schemas"]["FieldMessages"];
};
/** @description Messages by field name, as in `FieldErrors`; may be empty on an error that no field caused. */
export type FieldErrorMap = {
    [key: string]: components["schemas"]["FieldMessages"];
};
/** @description Everything that is wrong with one field. For a billing cycle the message lists the allowed values. */
export type FieldMessages = string[];
/**
 * @description Identifier of an event, the same in every attempt to deliver it; drop what you have seen before.
 * @example evt_2KWPBgLlAfxdpx2AI54pPJ85f4W
 */
export type EventId = string;
/**
 * @description Type of an event: what it is about, and what happened. The list is open: ignore types you do not know.
 * @example order.created
 */
export type EventType = components["schemas"]["TestableEvent"] | (string & {});
/** @description An event of any family; `type` tells which. */
export type PlatformEvent = components["schemas"]["CustomerEvent"] | components["schemas"]["ServiceEvent"] | components["schemas"]["OrderEvent"] | components["schemas"]["InvoiceEvent"] | components["schemas"]["SubscriptionEvent"] | components["schemas"]["PaymentEvent"] | components["schemas"]["WalletEvent"] | components["schemas"]["DomainEvent"] | components["schemas"]["CertificateEvent"] | components["schemas"]["DnsZoneEvent"] | components["schemas"]["VpsEvent"] | components["schemas"]["TicketEvent"] | components["schemas"]["WebhookTestEvent"];
/** @description A customer event. */
export type CustomerEvent = {
    id: components["schemas"]["EventId"];
    /**
     * @description What happened. Further types may appear; ignore those you do not know.
     * @example customer.created
     * @example customer.updated
     * @example customer.deactivated
     */
    type: components["schemas"]["CustomerEventType"] | `customer.${string}`;
    /** @description When it happened. */
    timestamp: components["schemas"]["Timestamp"];
    /** @description Tenant it happened in. */
    tenant_id: components["schemas"]["Uuid"];
    /** @description The customer after it happened. */
    data: components["schemas"]["Customer"];
};
/** @description A service event. */
export type ServiceEvent = {
    id: components["schemas"]["EventId"];
    /**
     * @description What happened. Further types may appear; ignore those you do not know.
     * @example service.activated
     * @example service.suspended
     * @example service.unsuspended
     * @example service.terminated
     * @example service.renewed
     */
    type: components["schemas"]["ServiceEventType"] | `service.${string}`;
    /** @description When it happened. */
    timestamp: components["schemas"]["Timestamp"];
    /** @description Tenant it happened in. */
    tenant_id: components["schemas"]["Uuid"];
    /** @description The service after it happened. */
    data: components["schemas"]["Service"];
};
/** @description An order event. */
export type OrderEvent = {
    id: components["schemas"]["EventId"];
    /**
     * @description What happened. Further types may appear; ignore those you do not know.
     * @example order.created
     * @example order.completed
     * @example order.cancelled
     * @example order.failed
     */
    type: components["schemas"]["OrderEventType"] | `order.${string}`;
    /** @description When it happened. */
    timestamp: components["schemas"]["Timestamp"];
    /** @description Tenant it happened in. */
    tenant_id: components["schemas"]["Uuid"];
    /** @description The order after it happened. */
    data: components["schemas"]["Order"];
};
/** @description An invoice event. */
export type InvoiceEvent = {
    id: components["schemas"]["EventId"];
    /**
     * @description What happened. Further types may appear; ignore those you do not know.
     * @example invoice.created
     * @example invoice.paid
     * @example invoice.overdue
     * @example invoice.cancelled
     */
    type: components["schemas"]["InvoiceEventType"] | `invoice.${string}`;
    /** @description When it happened. */
    timestamp: components["schemas"]["Timestamp"];
    /** @description Tenant it happened in. */
    tenant_id: components["schemas"]["Uuid"];
    /** @description The invoice after it happened. */
    data: components["schemas"]["Invoice"];
};
/** @description A subscription event. */
export type SubscriptionEvent = {
    id: components["schemas"]["EventId"];
    /**
     * @description What happened. Further types may appear; ignore those you do not know.
     * @example subscription.created
     * @example subscription.renewed
     * @example subscription.cancelled
     */
    type: components["schemas"]["SubscriptionEventType"] | `subscription.${string}`;
    /** @description When it happened. */
    timestamp: components["schemas"]["Timestamp"];
    /** @description Tenant it happened in. */
    tenant_id: components["schemas"]["Uuid"];
    /** @description The subscription after it happened. */
    data: components["schemas"]["Subscription"];
};
/** @description A payment event. */
export type PaymentEvent = {
    id: components["schemas"]["EventId"];
    /**
     * @description What happened. Further types may appear; ignore those you do not know.
     * @example payment.succeeded
     * @example payment.failed
     * @example payment.refunded
     */
    type: components["schemas"]["PaymentEventType"] | `payment.${string}`;
    /** @description When it happened. */
    timestamp: components["schemas"]["Timestamp"];
    /** @description Tenant it happened in. */
    tenant_id: components["schemas"]["Uuid"];
    /** @description The payment after it happened. */
    data: components["schemas"]["Payment"];
};
/** @description A wallet event. */
export type WalletEvent = {
    id: components["schemas"]["EventId"];
    /**
     * @description What happened. Further types may appear; ignore those you do not know.
     * @example wallet.topped_up
     * @example wallet.debited
     * @example wallet.low_balance
     */
    type: components["schemas"]["WalletEventType"] | `wallet.${string}`;
    /** @description When it happened. */
    timestamp: components["schemas"]["Timestamp"];
    /** @description Tenant it happened in. */
    tenant_id: components["schemas"]["Uuid"];
    /** @description The wallet after it happened. */
    data: components["schemas"]["Wallet"];
};
/** @description A domain event. */
export type DomainEvent = {
    id: components["schemas"]["EventId"];
    /**
     * @description What happened. Further types may appear; ignore those you do not know.
     * @example domain.registered
     * @example domain.transfer_started
     * @example domain.transferred
     * @example domain.renewed
     * @example domain.nameservers_updated
     * @example domain.expired
     */
    type: components["schemas"]["DomainEventType"] | `domain.${string}`;
    /** @description When it happened. */
    timestamp: components["schemas"]["Timestamp"];
    /** @description Tenant it happened in. */
    tenant_id: components["schemas"]["Uuid"];
    /** @description The domain after it happened. */
    data: components["schemas"]["Domain"];
};
/** @description A certificate event. */
export type CertificateEvent = {
    id: components["schemas"]["EventId"];
    /**
     * @description What happened. Further types may appear; ignore those you do not know.
     * @example certificate.issued
     * @example certificate.reissued
     * @example certificate.renewed
     * @example certificate.expired
     * @example certificate.failed
     */
    type: components["schemas"]["CertificateEventType"] | `certificate.${string}`;
    /** @description When it happened. */
    timestamp: components["schemas"]["Timestamp"];
    /** @description Tenant it happened in. */
    tenant_id: components["schemas"]["Uuid"];
    /** @description The certificate after it happened. */
    data: components["schemas"]["Certificate"];
};
/** @description A DNS zone event. */
export type DnsZoneEvent = {
    id: components["schemas"]["EventId"];
    /**
     * @description What happened. Further types may appear; ignore those you do not know.
     * @example dns_zone.created
     * @example dns_zone.deleted
     * @example dns_zone.records_changed
     */
    type: components["schemas"]["DnsZoneEventType"] | `dns_zone.${string}`;
    /** @description When it happened. */
    timestamp: components["schemas"]["Timestamp"];
    /** @description Tenant it happened in. */
    tenant_id: components["schemas"]["Uuid"];
    /** @description The zone after it happened, or as it was when it was deleted. */
    data: components["schemas"]["DnsZone"];
};
/** @description A VPS event. */
export type VpsEvent = {
    id: components["schemas"]["EventId"];
    /**
     * @description What happened. Further types may appear; ignore those you do not know.
     * @example vps.provisioned
     * @example vps.started
     * @example vps.stopped
     * @example vps.rebooted
     * @example vps.resized
     * @example vps.terminated
     */
    type: components["schemas"]["VpsEventType"] | `vps.${string}`;
    /** @description When it happened. */
    timestamp: components["schemas"]["Timestamp"];
    /** @description Tenant it happened in. */
    tenant_id: components["schemas"]["Uuid"];
    /** @description The VPS after it happened. */
    data: components["schemas"]["Vps"];
};
/** @description A ticket event. */
export type TicketEvent = {
    id: components["schemas"]["EventId"];
    /**
     * @description What happened. Further types may appear; ignore those you do not know.
     * @example ticket.opened
     * @example ticket.replied
     * @example ticket.closed
     */
    type: components["schemas"]["TicketEventType"] | `ticket.${string}`;
    /** @description When it happened. */
    timestamp: components["schemas"]["Timestamp"];
    /** @description Tenant it happened in. */
    tenant_id: components["schemas"]["Uuid"];
    /** @description The ticket after it happened. */
    data: components["schemas"]["Ticket"];
};
/** @description A test event, which tells nothing but that deliveries arrive. */
export type WebhookTestEvent = {
    id: components["schemas"]["EventId"];
    /**
     * @description What happened. Further types may appear; ignore those you do not know.
     * @example webhook.test
     */
    type: components["schemas"]["WebhookTestEventType"] | `webhook.${string}`;
    /** @description When it happened. */
    timestamp: components["schemas"]["Timestamp"];
    /** @description Tenant it happened in. */
    tenant_id: components["schemas"]["Uuid"];
    /** @description The endpoint that is tried. */
    data: components["schemas"]["Webhook"];
};
/**
 * @description The types of a customer event that are known today.
 * @example customer.created
 * @enum {string}
 */
export type CustomerEventType = "customer.created" | "customer.updated" | "customer.deactivated";
/**
 * @description The types of a service event that are known today.
 * @example service.activated
 * @enum {string}
 */
export type ServiceEventType = "service.activated" | "service.suspended" | "service.unsuspended" | "service.terminated" | "service.renewed";
/**
 * @description The types of a order event that are known today.
 * @example order.created
 * @enum {string}
 */
export type OrderEventType = "order.created" | "order.completed" | "order.cancelled" | "order.failed";
/**
 * @description The types of a invoice event that are known today.
 * @example invoice.created
 * @enum {string}
 */
export type InvoiceEventType = "invoice.created" | "invoice.paid" | "invoice.overdue" | "invoice.cancelled";
/**
 * @description The types of a subscription event that are known today.
 * @example subscription.created
 * @enum {string}
 */
export type SubscriptionEventType = "subscription.created" | "subscription.renewed" | "subscription.cancelled";
/**
 * @description The types of a payment event that are known today.
 * @example payment.succeeded
 * @enum {string}
 */
export type PaymentEventType = "payment.succeeded" | "payment.failed" | "payment.refunded";
/**
 * @description The types of a wallet event that are known today.
 * @example wallet.topped_up
 * @enum {string}
 */
export type WalletEventType = "wallet.topped_up" | "wallet.debited" | "wallet.low_balance";
/**
 * @description The types of a dns zone event that are known today.
 * @example dns_zone.created
 * @enum {string}
 */
export type DnsZoneEventType = "dns_zone.created" | "dns_zone.deleted" | "dns_zone.records_changed";
/**
 * @description The types of a vps event that are known today.
 * @example vps.provisioned
 * @enum {string}
 */
export type VpsEventType = "vps.provisioned" | "vps.started" | "vps.stopped" | "vps.rebooted" | "vps.resized" | "vps.terminated";
/**
 * @description The types of a ticket event that are known today.
 * @example ticket.opened
 * @enum {string}
 */
export type TicketEventType = "ticket.opened" | "ticket.replied" | "ticket.closed";
/**
 * @description The types of a webhook event that are known today.
 * @example webhook.test
 * @enum {string}
 */
export type WebhookTestEventType = "webhook.test";
/**
 * @description The types of a domain event that are known today.
 * @example domain.registered
 * @enum {string}
 */
export type DomainEventType = "domain.registered" | "domain.transfer_started" | "domain.transferred" | "domain.renewed" | "domain.nameservers_updated" | "domain.expired";
/**
 * @description The types of a certificate event that are known today.
 * @example certificate.issued
 * @enum {string}
 */
export type CertificateEventType = "certificate.issued" | "certificate.reissued" | "certificate.renewed" | "certificate.expired" | "certificate.failed";
/** @description A hosting account that a customer owns. It is suspended and terminated through its service. */
export type HostingAccount = {
    /** @description The hosting account. */
    id: components["schemas"]["Uuid"];
    /** @description Tenant the account belongs to. */
    tenant_id: components["schemas"]["Uuid"];
    /** @description Service instance that bills the account. */
    service_id: components["schemas"]["Uuid"];
    /** @description Customer who owns the account. */
    customer_id: components["schemas"]["Uuid"];
    /** @description Order that bought the account. */
    order_id: components["schemas"]["NullableUuid"];
    /** @description Invoice of that order. */
    invoice_id: components["schemas"]["NullableUuid"];
    /** @description Product the account is an instance of. */
    sku_id: components["schemas"]["SkuId"];
    /** @description Domain name the account serves. */
    domain: components["schemas"]["Hostname"];
    /** @description How often the account is billed. */
    billing_cycle: components["schemas"]["BillingCycle"];
    /** @description State of the account. */
    status: components["schemas"]["HostingStatus"] | (string & {});
    /**
     * @description Name to sign in to the control panel with, unique on its server.
     * @example exampleo
     */
    username: string;
    /**
     * @description Server the account is on.
     * @example web7.acme.example
     */
    server_hostname: components["schemas"]["Hostname"];
    /**
     * Format: ipv4
     * @description Address to point the domain at; null before the account is set up.
     * @example 192.0.2.10
     */
    ip_address: string | null;
    /**
     * @description Kind of control panel.
     * @example cpanel
     */
    control_panel: components["schemas"]["ControlPanel"] | (string & {});
    /**
     * Format: uri
     * @description Where the control panel is.
     * @example https://web7.acme.example:2083
     */
    control_panel_url: string;
    /**
     * @description Name of the plan within the product.
     * @example pro
     */
    plan: string | null;
    /**
     * @description Disk space the account may take; null for no limit.
     * @example 21474836480
     */
    disk_limit_bytes: components["schemas"]["NullableBytes"];
    /**
     * @description Data the account may transfer in a calendar month; null for no limit.
     * @example null
     */
    bandwidth_limit_bytes: components["schemas"]["NullableBytes"];
    /**
     * @description Why the account is suspended.
     * @example null
     */
    suspension_reason: string | null;
    /**
     * @description When the next cycle is charged.
     * @example 2026-12-20T08:00:00Z
     */
    next_due_at: components["schemas"]["NullableTimestamp"];
    /**
     * @description When the account ends unless it is renewed.
     * @example null
     */
    expires_at: components["schemas"]["NullableTimestamp"];
    /** @description When the account was ordered. */
    created_at: components["schemas"]["Timestamp"];
    /** @description When the account last changed. */
    updated_at: components["schemas"]["Timestamp"];
};
/**
 * @description Kind of control panel.
 * @example cpanel
 * @enum {string}
 */
export type ControlPanel = "cpanel" | "plesk" | "directadmin" | "custom";
/** @description A hosting account to create. */
export type HostingAccountCreate = {
    /** @description Customer the account is for. */
    customer_id: components["schemas"]["Uuid"];
    /** @description Product to create an instance of. */
    sku_id: components["schemas"]["SkuId"];
    /** @description Domain name the account is to serve. */
    domain: components["schemas"]["Hostname"];
    /** @description How often the account is billed. */
    billing_cycle: components["schemas"]["BillingCycle"];
    /** @description How it is paid; from the wallet when absent or null. */
    payment_method?: components["schemas"]["PaymentMethod"] | null;
};
/**
 * @description State of a hosting account; it follows its service.
 * @example active
 * @enum {string}
 */
export type HostingStatus = "pending" | "active" | "suspended" | "terminated" | "failed";
/** @description A page of hosting accounts. */
export type HostingAccountPage = {
    /** @description The accounts on this page. */
    data: components["schemas"]["HostingAccount"][];
    meta: components["schemas"]["PageMeta"];
    links: components["schemas"]["PageLinks"];
};
/** @description What a hosting account uses. */
export type HostingStats = {
    /** @description The hosting account. */
    hosting_id: components["schemas"]["Uuid"];
    /** @description Disk space. */
    disk: components["schemas"]["DiskUsage"];
    /** @description Data transferred. */
    bandwidth: components["schemas"]["BandwidthUsage"];
    /** @description When this was measured. */
    collected_at: components["schemas"]["Timestamp"];
};
/** @description Disk space an account takes. */
export type DiskUsage = {
    /**
     * @description What is taken.
     * @example 1468006400
     */
    used_bytes: components["schemas"]["Bytes"];
    /**
     * @description What may be taken; null for no limit.
     * @example 21474836480
     */
    limit_bytes: components["schemas"]["NullableBytes"];
    /**
     * Format: int64
     * @description Number of files and folders.
     * @example 15021
     */
    inodes_used: number | null;
};
/** @description Data an account transferred in a calendar month. */
export type BandwidthUsage = {
    /**
     * @description What was transferred.
     * @example 3221225472
     */
    used_bytes: components["schemas"]["Bytes"];
    /**
     * @description What may be transferred; null for no limit.
     * @example null
     */
    limit_bytes: components["schemas"]["NullableBytes"];
    /**
     * @description First instant of the month, in UTC.
     * @example 2026-11-01T00:00:00Z
     */
    period_start: components["schemas"]["Timestamp"];
    /**
     * @description First instant of the month after.
     * @example 2026-12-01T00:00:00Z
     */
    period_end: components["schemas"]["Timestamp"];
};
/** @description The password to set. The whole body may be left out; then one is generated. */
export type PasswordResetRequest = {
    /**
     * Format: password
     * @description The new password; one is generated when absent or null.
     * @example Tr0ub4dor-and-3
     */
    password?: string | null;
};
/** @description A password that was reset. */
export type PasswordReset = {
    /**
     * @description Name to sign in to the control panel with.
     * @example exampleo
     */
    username: string;
    /**
     * @description The new password, if it was generated. It is not shown again.
     * @example v7-Kp2wQ-x9Lm
     */
    password?: string;
    /** @description When the password was reset. */
    reset_at: components["schemas"]["Timestamp"];
};
/** @description One product of an order request. */
export type OrderItem = {
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
export type OrderCreate = {
    /** @description Customer the order is for. */
    customer_id: components["schemas"]["Uuid"];
    /** @description Products to order. */
    items: components["schemas"]["OrderItem"][];
    /** @description How the order is paid. */
    payment_method: components["schemas"]["PaymentMethod"];
};
/** @description An order, with the invoice and the service instances it created. */
export type Order = {
    /** @description The order. */
    id: components["schemas"]["Uuid"];
    /** @description Tenant the order belongs to. */
    tenant_id: components["schemas"]["Uuid"];
    /** @description Customer the order is for. */
    customer_id: components["schemas"]["Uuid"];
    /** @description State of the order. An order paid from the wallet starts as `processing`. */
    status: components["schemas"]["OrderStatus"] | (string & {});
    /** @description What the order costs, tax included; the total of its invoice. */
    total_amount: components["schemas"]["MinorUnits"];
    /** @description Currency of every amount in the order. */
    currency: components["schemas"]["Currency"];
    /** @description Invoice the order created. */
    invoice_id: components["schemas"]["Uuid"];
    /** @description Service instances the order created. */
    services: components["schemas"]["Uuid"][];
    /** @description How the order is paid. */
    payment_method: components["schemas"]["PaymentMethod"];
    /** @description What was ordered, at which price. */
    items: components["schemas"]["OrderLine"][];
    /**
     * @description Why the order failed.
     * @example null
     */
    failure_reason: string | null;
    /** @description When every service of the order was active. */
    completed_at: components["schemas"]["NullableTimestamp"];
    /** @description When the order was cancelled. */
    cancelled_at: components["schemas"]["NullableTimestamp"];
    /** @description When the order was placed. */
    created_at: components["schemas"]["Timestamp"];
    /** @description When the order last changed. */
    updated_at: components["schemas"]["Timestamp"];
};
/** @description One product of an order, with its price and the services it became. */
export type OrderLine = {
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
 * @description State of an order. It is `processing` on creation, or `pending` until it is paid; only a `pending` order can be cancelled.
 * @example processing
 * @enum {string}
 */
export type OrderStatus = "pending" | "processing" | "completed" | "cancelled" | "failed";
/** @description A page of orders. */
export type OrderPage = {
    /** @description The orders on this page. */
    data: components["schemas"]["Order"][];
    meta: components["schemas"]["PageMeta"];
    links: components["schemas"]["PageLinks"];
};
/** @description A service instance that a customer owns. The typed resource behind it has a path of its own. */
export type Service = {
    /** @description The service instance. */
    id: components["schemas"]["Uuid"];
    /** @description Tenant the service belongs to. */
    tenant_id: components["schemas"]["Uuid"];
    /** @description Customer who owns the service. */
    customer_id: components["schemas"]["Uuid"];
    /** @description Order that created the service. */
    order_id: components["schemas"]["NullableUuid"];
    /** @description Subscription that bills the service, once it is active and recurring. */
    subscription_id: components["schemas"]["NullableUuid"];
    /** @description Kind of the service. */
    type: components["schemas"]["ServiceType"] | (string & {});
    /** @description Identifier under the path of the service's kind, such as `/hosting`; may equal `id`. */
    resource_id: components["schemas"]["NullableUuid"];
    /** @description Product the service is an instance of. */
    sku_id: components["schemas"]["SkuId"];
    /** @description Number of units. */
    quantity: components["schemas"]["Quantity"];
    /** @description How often the service is billed. */
    billing_cycle: components["schemas"]["BillingCycle"];
    /** @description Options the service was ordered with. */
    config: components["schemas"]["ProductConfig"];
    /**
     * @description Name of the product, as it is shown to people.
     * @example Web Hosting Pro
     */
    name: string;
    /** @description State of the service. */
    status: components["schemas"]["ServiceStatus"] | (string & {});
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
    suspension_reason: string | null;
    /** @description When the next cycle is charged. */
    next_due_at: components["schemas"]["NullableTimestamp"];
    /** @description When the service ends unless it is renewed. */
    expires_at: components["schemas"]["NullableTimestamp"];
    /** @description When the service was provisioned. */
    activated_at: components["schemas"]["NullableTimestamp"];
    /** @description When the service was suspended. */
    suspended_at: components["schemas"]["NullableTimestamp"];
    /** @description When the service was terminated. */
    terminated_at: components["schemas"]["NullableTimestamp"];
    /** @description When the service was created. */
    created_at: components["schemas"]["Timestamp"];
    /** @description When the service last changed. */
    updated_at: components["schemas"]["Timestamp"];
};
/**
 * @description Kind of a service.
 * @example hosting
 * @enum {string}
 */
export type ServiceType = "domain" | "hosting" | "ssl" | "email" | "vps" | "other";
/**
 * @description State of a service.
 * @example active
 * @enum {string}
 */
export type ServiceStatus = "pending" | "active" | "suspended" | "terminated" | "cancelled" | "failed";
/** @description Why a service is suspended. The whole body may be left out. */
export type ServiceSuspend = {
    /**
     * @description A sentence for a person.
     * @example Abuse report 1187.
     */
    reason?: string | null;
};
/** @description Why a service is terminated. The whole body may be left out. */
export type ServiceTerminate = {
    /**
     * @description A sentence for a person.
     * @example Abuse report 1187.
     */
    reason?: string | null;
};
/** @description How a service is renewed. The whole body may be left out; then the service keeps its billing cycle. */
export type ServiceRenew = {
    /**
     * @description Cycle to renew for; the service's own when absent or null.
     * @example monthly
     */
    billing_cycle?: components["schemas"]["RecurringBillingCycle"] | null;
    /** @description How the renewal is paid; from the wallet when absent or null. */
    payment_method?: components["schemas"]["PaymentMethod"] | null;
};
/** @description A page of service instances. */
export type ServicePage = {
    /** @description The services on this page. */
    data: components["schemas"]["Service"][];
    meta: components["schemas"]["PageMeta"];
    links: components["schemas"]["PageLinks"];
};
/**
 * @description By creation. A minus sign turns the order round.
 * @example -created_at
 * @enum {string}
 */
export type CreationSortOrder = "created_at" | "-created_at";
/**
 * @description By creation or by due date. A minus sign turns the order round.
 * @example -created_at
 * @enum {string}
 */
export type DueDateSortOrder = "created_at" | "-created_at" | "due_at" | "-due_at";
/**
 * @description By creation or by end. A minus sign turns the order round.
 * @example -created_at
 * @enum {string}
 */
export type ExpirySortOrder = "created_at" | "-created_at" | "expires_at" | "-expires_at";
/**
 * @description By creation or by name. A minus sign turns the order round.
 * @example -created_at
 * @enum {string}
 */
export type NameSortOrder = "created_at" | "-created_at" | "name" | "-name";
/**
 * @description By creation, by name or by end. A minus sign turns the order round.
 * @example -created_at
 * @enum {string}
 */
export type NameOrExpirySortOrder = "created_at" | "-created_at" | "name" | "-name" | "expires_at" | "-expires_at";
/** @description An SSL certificate that a customer owns. */
export type Certificate = {
    /** @description The certificate. */
    id: components["schemas"]["Uuid"];
    /** @description Tenant the certificate belongs to. */
    tenant_id: components["schemas"]["Uuid"];
    /** @description Service instance that bills the certificate. */
    service_id: components["schemas"]["Uuid"];
    /** @description Customer who owns the certificate. */
    customer_id: components["schemas"]["Uuid"];
    /** @description Order that bought the certificate. */
    order_id: components["schemas"]["NullableUuid"];
    /** @description Invoice of that order. */
    invoice_id: components["schemas"]["NullableUuid"];
    /**
     * @description Product the certificate is an instance of; it decides the validation level.
     * @example ssl-dv
     */
    sku_id: components["schemas"]["SkuId"];
    /** @description Main name the certificate is for. */
    common_name: components["schemas"]["CertificateName"];
    /** @description Further names the certificate is for. */
    alternative_names: components["schemas"]["CertificateName"][];
    /**
     * @description How much is validated (domain, organisation, or extended).
     * @example dv
     */
    validation_level: components["schemas"]["ValidationLevel"] | (string & {});
    /** @description How control of the names is shown. */
    validation_method: components["schemas"]["ValidationMethod"] | (string & {});
    /** @description State of the certificate. */
    status: components["schemas"]["CertificateStatus"] | (string & {});
    /** @description What to do to have each name validated, and how far that is. */
    validations: components["schemas"]["CertificateValidation"][];
    /** @description The signing request; null when the platform made the key pair. */
    csr: components["schemas"]["NullableSigningRequest"];
    /**
     * @description Serial number in hexadecimal; null before the certificate is issued.
     * @example 04a1b2c3d4e5f60718293a4b5c6d7e8f9012
     */
    serial_number: string | null;
    /**
     * @description Who issued the certificate; null before that.
     * @example Example Trust DV CA 1
     */
    issuer: string | null;
    /**
     * @description SHA-256 fingerprint in lower-case hexadecimal; null before the certificate is issued.
     * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
     */
    fingerprint_sha256: string | null;
    /**
     * @description Whether the certificate is renewed before it expires.
     * @example true
     */
    auto_renew: boolean;
    /**
     * @description Term the certificate is bought for.
     * @example 1_year
     */
    billing_cycle: components["schemas"]["BillingCycle"];
    /**
     * Format: int32
     * @description How often the certificate was reissued.
     * @example 0
     */
    reissue_count: number;
    /**
     * @description From when the certificate is valid; null before it is issued.
     * @example 2026-11-20T08:00:00Z
     */
    valid_from: components["schemas"]["NullableTimestamp"];
    /**
     * @description When the certificate ends unless it is renewed; null before it is issued.
     * @example 2027-11-20T08:00:00Z
     */
    expires_at: components["schemas"]["NullableTimestamp"];
    /** @description When the certificate was ordered. */
    created_at: components["schemas"]["Timestamp"];
    /** @description When the certificate last changed. */
    updated_at: components["schemas"]["Timestamp"];
};
/**
 * @description How much a certificate authority validates (domain, organisation, or extended).
 * @example dv
 * @enum {string}
 */
export type ValidationLevel = "dv" | "ov" | "ev";
/**
 * @description Domain name in A-labels, or all names one level below it, written with `*.` in front. It leaves room for `_acme-challenge.`, the record that validates it.
 * @example example.org
 */
export type CertificateName = string;
/**
 * @description How control of a name is shown (by a DNS record, a file on its web server, or a reply to an e-mail).
 * @example dns
 * @enum {string}
 */
export type ValidationMethod = "dns" | "http" | "email";
/**
 * @description State of a certificate. It follows its service to the end.
 * @example issued
 * @enum {string}
 */
export type CertificateStatus = "pending_validation" | "issued" | "expired" | "revoked" | "cancelled" | "failed";
/** @description How one name of a certificate is validated. Which members are there depends on the method. */
export type CertificateValidation = {
    /** @description The name. */
    domain: components["schemas"]["CertificateName"];
    /** @description How control of the name is shown. */
    method: components["schemas"]["ValidationMethod"] | (string & {});
    /**
     * @description How far the validation is.
     * @example pending
     */
    status: components["schemas"]["CertificateValidationStatus"] | (string & {});
    /**
     * @description By `dns`: name of the record to create.
     * @example _acme-challenge.example.org
     */
    record_name?: string;
    /**
     * @description By `dns`: type of the record to create.
     * @example TXT
     */
    record_type?: string;
    /**
     * @description By `dns`: content of the record. By `http`: content of the file.
     * @example gfj9Xq-Rg85nM
     */
    record_value?: string;
    /**
     * Format: uri
     * @description By `http`: where the file has to be found.
     * @example http://example.org/.well-known/pki-validation/gfj9Xq.txt
     */
    url?: string;
    /**
     * @description By `email`: who is asked.
     * @example admin@example.org
     */
    approver_email?: components["schemas"]["Email"];
};
/**
 * @description How far the validation of a name is.
 * @example pending
 * @enum {string}
 */
export type CertificateValidationStatus = "pending" | "valid" | "invalid";
/**
 * @description Certificate signing request (PKCS 10) in PEM form, or null when there is none.
 * @example -----BEGIN CERTIFICATE REQUEST-----
 *     MIHQMHgCAQAwFjEUMBIGA1UEAwwLZXhhbXBsZS5vcmcwWTATBgcqhkjOPQIBBggq
 *     hkjOPQMBBwNCAARp5CwHGFkQQWmyViziLvctFA61/C05IuusaA7ObXjV5cJaNB4o
 *     KMaSJlJIxwcuOFnI6woQ3LR+IkjRTsuW7+b0oAAwCgYIKoZIzj0EAwIDSAAwRQIh
 *     AMP/X7/vN1IMWmMW+GTfXrFeK53TeUHuvmEqe16UDXQ0AiAKJP+yARGqanydVboz
 *     376aU+1TuGSuspPUthEDY1JAqg==
 *     -----END CERTIFICATE REQUEST-----
 */
export type NullableSigningRequest = string | null;
/** @description A page of certificates. */
export type CertificatePage = {
    /** @description The certificates on this page. */
    data: components["schemas"]["Certificate"][];
    meta: components["schemas"]["PageMeta"];
    links: components["schemas"]["PageLinks"];
};
/** @description A certificate to order. */
export type CertificateCreate = {
    /** @description Customer the certificate is for. */
    customer_id: components["schemas"]["Uuid"];
    /**
     * @description Product to order; it decides the validation level.
     * @example ssl-dv
     */
    sku_id: components["schemas"]["SkuId"];
    /** @description Main name the certificate is for. */
    common_name: components["schemas"]["CertificateName"];
    /** @description Further names the certificate is for; none when left out. */
    alternative_names?: components["schemas"]["CertificateName"][];
    /** @description How control of the names is shown. */
    validation_method: components["schemas"]["ValidationMethod"];
    /**
     * @description Term to buy the certificate for.
     * @example 1_year
     */
    billing_cycle: components["schemas"]["BillingCycle"];
    /** @description Signing request. When it is absent or null, the platform makes the key pair and keeps the private key. */
    csr?: components["schemas"]["NullableSigningRequest"];
    /**
     * @description Who is asked to approve; required when the validation method is `email`.
     * @example admin@example.org
     */
    approver_email?: components["schemas"]["Email"];
    /**
     * @description Whether the certificate is renewed before it expires. It is, when this is left out.
     * @example true
     */
    auto_renew?: boolean;
    /** @description How it is paid; from the wallet when absent or null. */
    payment_method?: components["schemas"]["PaymentMethod"] | null;
};
/** @description How a certificate is renewed. The whole body may be left out; then it is renewed for its own term. */
export type CertificateRenew = {
    /**
     * @description Term to renew for; the certificate's own when absent or null.
     * @example 1_year
     */
    billing_cycle?: components["schemas"]["RecurringBillingCycle"] | null;
    /** @description Signing request for another key; the key stays when absent or null. */
    csr?: components["schemas"]["NullableSigningRequest"];
    /** @description How the renewal is paid; from the wallet when absent or null. */
    payment_method?: components["schemas"]["PaymentMethod"] | null;
};
/** @description What changes when a certificate is reissued. The whole body may be left out; then nothing but its serial number changes. */
export type CertificateReissue = {
    /** @description Signing request for another key; the key stays when absent or null. */
    csr?: components["schemas"]["NullableSigningRequest"];
    /** @description All further names from now on; those it has stay when absent or null. */
    alternative_names?: components["schemas"]["CertificateName"][] | null;
    /**
     * @description How control of the names is shown; as before when absent or null.
     * @example dns
     */
    validation_method?: components["schemas"]["ValidationMethod"] | null;
    /**
     * @description Who is asked to approve; required when the validation method is `email`.
     * @example admin@example.org
     */
    approver_email?: components["schemas"]["Email"];
};
/**
 * Format: binary
 * @description A zip archive.
 * @example PK
 */
export type ZipArchive = string;
/** @description A support ticket. Its detail carries the replies. */
export type Ticket = {
    /** @description The ticket. */
    id: components["schemas"]["Uuid"];
    /** @description Tenant the ticket belongs to. */
    tenant_id: components["schemas"]["Uuid"];
    /**
     * @description Number for people, unique within the tenant.
     * @example T-104233
     */
    number: string;
    /**
     * @description What the ticket is about, in a line.
     * @example Mail bounces
     */
    subject: string;
    /** @description Customer the ticket is about, or null when it is the tenant's own. */
    customer_id: components["schemas"]["NullableUuid"];
    /** @description Service instance the ticket is about. */
    service_id: components["schemas"]["NullableUuid"];
    /**
     * @description Department that looks after the ticket.
     * @example technical
     */
    department: string;
    /** @description How urgent the ticket is. */
    priority: components["schemas"]["TicketPriority"] | (string & {});
    /** @description State of the ticket. */
    status: components["schemas"]["TicketStatus"] | (string & {});
    /**
     * Format: int32
     * @description Number of replies, the opening message included.
     * @example 2
     */
    reply_count: number;
    /** @description When the latest reply was posted. */
    last_reply_at: components["schemas"]["NullableTimestamp"];
    /**
     * @description When the ticket was closed.
     * @example null
     */
    closed_at: components["schemas"]["NullableTimestamp"];
    /** @description When the ticket was opened. */
    created_at: components["schemas"]["Timestamp"];
    /** @description When the ticket last changed. */
    updated_at: components["schemas"]["Timestamp"];
};
/** @description A support ticket with its replies. */
export type TicketDetail = {
    /** @description The ticket. */
    id: components["schemas"]["Uuid"];
    /** @description Tenant the ticket belongs to. */
    tenant_id: components["schemas"]["Uuid"];
    /**
     * @description Number for people, unique within the tenant.
     * @example T-104233
     */
    number: string;
    /**
     * @description What the ticket is about, in a line.
     * @example Mail bounces
     */
    subject: string;
    /** @description Customer the ticket is about, or null when it is the tenant's own. */
    customer_id: components["schemas"]["NullableUuid"];
    /** @description Service instance the ticket is about. */
    service_id: components["schemas"]["NullableUuid"];
    /**
     * @description Department that looks after the ticket.
     * @example technical
     */
    department: string;
    /** @description How urgent the ticket is. */
    priority: components["schemas"]["TicketPriority"] | (string & {});
    /** @description State of the ticket. */
    status: components["schemas"]["TicketStatus"] | (string & {});
    /**
     * Format: int32
     * @description Number of replies, the opening message included.
     * @example 2
     */
    reply_count: number;
    /** @description When the latest reply was posted. */
    last_reply_at: components["schemas"]["NullableTimestamp"];
    /**
     * @description When the ticket was closed.
     * @example null
     */
    closed_at: components["schemas"]["NullableTimestamp"];
    /** @description When the ticket was opened. */
    created_at: components["schemas"]["Timestamp"];
    /** @description When the ticket last changed. */
    updated_at: components["schemas"]["Timestamp"];
    /** @description The replies, oldest first; the first one is the opening message. */
    replies: components["schemas"]["TicketReply"][];
};
/** @description A ticket to open. */
export type TicketCreate = {
    /**
     * @description What the ticket is about, in a line.
     * @example Mail bounces
     */
    subject: string;
    /**
     * @description What is said, as plain text.
     * @example Outgoing mail bounces since noon.
     */
    message: string;
    /** @description Customer the ticket is about, who then counts as author of the opening message. */
    customer_id?: components["schemas"]["NullableUuid"];
    /** @description Service instance the ticket is about, one of the customer's where a customer is named. */
    service_id?: components["schemas"]["NullableUuid"];
    /**
     * @description Department to look after the ticket; `general` when absent.
     * @example technical
     */
    department?: string;
    /** @description How urgent the ticket is; `normal` when absent. */
    priority?: components["schemas"]["TicketPriority"];
};
/** @description A reply to post. */
export type TicketReplyCreate = {
    /**
     * @description What is said, as plain text.
     * @example Outgoing mail bounces since noon.
     */
    message: string;
    /**
     * @description Who speaks: the tenant's `staff`, as when this is absent, or the ticket's `customer`, for whom the caller posts.
     * @example customer
     */
    author_type?: components["schemas"]["TicketReplyAuthorType"];
};
/**
 * @description For whom a reply is posted, which is the tenant's `staff` or the ticket's `customer`.
 * @example customer
 * @enum {string}
 */
export type TicketReplyAuthorType = "staff" | "customer";
/** @description A message within a ticket. */
export type TicketReply = {
    /** @description The reply. */
    id: components["schemas"]["Uuid"];
    /** @description Ticket the reply belongs to. */
    ticket_id: components["schemas"]["Uuid"];
    /**
     * @description What is said, as plain text.
     * @example Outgoing mail bounces since noon.
     */
    message: string;
    /** @description Who wrote the reply. */
    author: components["schemas"]["TicketAuthor"];
    /** @description When the reply was posted. */
    created_at: components["schemas"]["Timestamp"];
};
/** @description Who wrote a reply. */
export type TicketAuthor = {
    /**
     * @description `customer`, the tenant's `staff`, or the `system` itself.
     * @example staff
     */
    type: components["schemas"]["TicketAuthorType"] | (string & {});
    /** @description The customer or the user; null for the system. */
    id: components["schemas"]["NullableUuid"];
    /**
     * @description Name of the author.
     * @example Ada Byron
     */
    name: string;
};
/**
 * @description Who speaks in a ticket, which is its `customer`, the tenant's `staff`, or the `system` itself.
 * @example staff
 * @enum {string}
 */
export type TicketAuthorType = "customer" | "staff" | "system";
/**
 * @description How urgent a ticket is.
 * @example normal
 * @enum {string}
 */
export type TicketPriority = "low" | "normal" | "high" | "urgent";
/**
 * @description State of a ticket: `answered` by staff last, `customer_reply` by the customer last, `on_hold` until staff takes it up again.
 * @example open
 * @enum {string}
 */
export type TicketStatus = "open" | "answered" | "customer_reply" | "on_hold" | "closed";
/** @description A page of tickets. */
export type TicketPage = {
    /** @description The tickets on this page. */
    data: components["schemas"]["Ticket"][];
    meta: components["schemas"]["PageMeta"];
    links: components["schemas"]["PageLinks"];
};
/** @description A tenant of the platform. Terminating is soft, the tenant stays readable by platform admins. */
export type Tenant = {
    /** @description The tenant. */
    id: components["schemas"]["Uuid"];
    /**
     * @description Name of the tenant, as it is shown to people.
     * @example Acme Hosting
     */
    name: string;
    /**
     * @description Short name of the tenant, unique on the platform. It never changes.
     * @example acme
     */
    slug: string;
    /** @description Whether the tenant can be used. Every call by a suspended tenant is answered 403. */
    status: components["schemas"]["TenantStatus"] | (string & {});
    /** @description Tier the tenant is in. */
    tier: components["schemas"]["TenantTier"] | (string & {});
    /** @description Currency of all the tenant's amounts. It never changes. */
    currency: components["schemas"]["Currency"];
    /**
     * @description Time zone of the tenant, a name of the IANA time zone database.
     * @example Europe/Berlin
     */
    timezone: string;
    /**
     * @description E-mail address of the tenant's operators.
     * @example ops@acme.example
     */
    contact_email: components["schemas"]["Email"];
    /** @description Settings of the tenant. */
    settings: components["schemas"]["TenantSettings"];
    /**
     * @description When the tenant was terminated.
     * @example null
     */
    terminated_at: components["schemas"]["NullableTimestamp"];
    /** @description When the tenant was provisioned. */
    created_at: components["schemas"]["Timestamp"];
    /** @description When the tenant last changed. */
    updated_at: components["schemas"]["Timestamp"];
};
/** @description A tenant to provision. */
export type TenantCreate = {
    /**
     * @description Name of the tenant, as it is shown to people.
     * @example Acme Hosting
     */
    name: string;
    /**
     * @description Short name of the tenant, new to the platform. Made from the name when it is left out.
     * @example acme
     */
    slug?: string;
    /** @description Tier the tenant is in; `free` when it is left out. */
    tier?: components["schemas"]["TenantTier"];
    /** @description Currency of all the tenant's amounts, fixed for good. */
    currency: components["schemas"]["Currency"];
    /**
     * @description Time zone of the tenant, a name of the IANA time zone database.
     * @example Europe/Berlin
     */
    timezone?: string;
    /**
     * @description E-mail address of the tenant's operators.
     * @example ops@acme.example
     */
    contact_email: components["schemas"]["Email"];
    /** @description Settings of the tenant. */
    settings?: components["schemas"]["TenantSettings"];
};
/** @description Settings of a tenant to store. Send the whole writable representation; a member that is left out keeps its value. */
export type TenantUpdate = {
    /**
     * @description Name of the tenant, as it is shown to people.
     * @example Acme Hosting
     */
    name?: string;
    /** @description Tier the tenant is in. Only a platform admin changes it. */
    tier?: components["schemas"]["TenantTier"];
    /**
     * @description Time zone of the tenant, a name of the IANA time zone database.
     * @example Europe/Berlin
     */
    timezone?: string;
    /**
     * @description E-mail address of the tenant's operators.
     * @example ops@acme.example
     */
    contact_email?: components["schemas"]["Email"];
    /** @description Settings of the tenant. */
    settings?: components["schemas"]["TenantSettings"];
};
/**
 * @description State of a tenant.
 * @example active
 * @enum {string}
 */
export type TenantStatus = "active" | "suspended" | "terminated";
/**
 * @description Tier of a tenant; decides its rate limit.
 * @example pro
 * @enum {string}
 */
export type TenantTier = "free" | "pro" | "business" | "enterprise" | "reseller";
/** @description Settings of a tenant. The object is open; a platform may define further keys. */
export type TenantSettings = {
    /** @description Nameservers of domains and zones for which none are given; the platform's own when left out. */
    default_nameservers?: components["schemas"]["Hostname"][];
    /**
     * @description What invoice numbers begin with.
     * @example ACME
     */
    invoice_prefix?: string;
    /**
     * @description E-mail address customers can write to.
     * @example help@acme.example
     */
    support_email?: components["schemas"]["Email"];
};
/** @description A page of tenants. */
export type TenantPage = {
    /** @description The tenants on this page. */
    data: components["schemas"]["Tenant"][];
    meta: components["schemas"]["PageMeta"];
    links: components["schemas"]["PageLinks"];
};
/** @description What a tenant has, and what it used in one calendar month. */
export type TenantUsage = {
    /** @description The tenant. */
    tenant_id: components["schemas"]["Uuid"];
    /**
     * @description First instant of the month.
     * @example 2026-11-01T00:00:00Z
     */
    period_start: components["schemas"]["Timestamp"];
    /**
     * @description First instant of the month after.
     * @example 2026-12-01T00:00:00Z
     */
    period_end: components["schemas"]["Timestamp"];
    /** @description How many customers there are. */
    customers: components["schemas"]["CustomerCount"];
    /** @description How many service instances there are. */
    services: components["schemas"]["ServiceCount"];
    /**
     * @description Requests made in the month.
     * @example 15230
     */
    api_requests: components["schemas"]["Count"];
    /**
     * @description Disk space that is taken.
     * @example 53687091200
     */
    storage_bytes: components["schemas"]["Bytes"];
    /**
     * @description Data transferred in the month.
     * @example 214748364800
     */
    bandwidth_bytes: components["schemas"]["Bytes"];
    /**
     * @description Total of the invoices issued in the month, tax included, cancelled ones aside.
     * @example 182970
     */
    billed_amount: components["schemas"]["MinorUnits"];
    /** @description Currency of the amount. */
    currency: components["schemas"]["Currency"];
    /** @description When this was counted. */
    generated_at: components["schemas"]["Timestamp"];
};
/**
 * Format: int64
 * @description A number of things.
 * @example 42
 */
export type Count = number;
/** @description How many customers a tenant has. */
export type CustomerCount = {
    /** @description All customers. */
    total: components["schemas"]["Count"];
    /**
     * @description Customers whose account is active.
     * @example 40
     */
    active: components["schemas"]["Count"];
};
/** @description How many service instances a tenant has. Each table adds up to the total; what is zero may be left out. */
export type ServiceCount = {
    /**
     * @description All service instances.
     * @example 61
     */
    total: components["schemas"]["Count"];
    /** @description Service instances by state. */
    by_status: components["schemas"]["CountByWord"];
    /** @description Service instances by kind. */
    by_type: components["schemas"]["CountByWord"];
};
/** @description Numbers by the word they belong to. */
export type CountByWord = {
    [key: string]: components["schemas"]["Count"];
};
/** @description A virtual private server. Terminating is soft, the instance stays readable. */
export type Vps = {
    /** @description The instance. */
    id: components["schemas"]["Uuid"];
    /** @description Tenant the instance belongs to. */
    tenant_id: components["schemas"]["Uuid"];
    /** @description Service instance the server stands behind; suspend or renew it there. */
    service_id: components["schemas"]["Uuid"];
    /** @description Customer who owns the instance. */
    customer_id: components["schemas"]["Uuid"];
    /** @description Order that created the instance. */
    order_id: components["schemas"]["NullableUuid"];
    /** @description Invoice that charged for creating it, or for its latest upgrade. */
    invoice_id: components["schemas"]["NullableUuid"];
    /**
     * @description Product, which decides the size.
     * @example vps-4g
     */
    sku_id: components["schemas"]["SkuId"];
    /**
     * @description Host name of the instance.
     * @example srv1.example.org
     */
    hostname: components["schemas"]["Hostname"];
    /**
     * @description Name for people.
     * @example web
     */
    label: string | null;
    /**
     * @description Where the instance runs.
     * @example de-fra
     */
    region: string;
    /**
     * @description Operating system image it was set up from.
     * @example debian-13
     */
    image: string;
    /** @description State of the instance. */
    status: components["schemas"]["VpsStatus"] | (string & {});
    /**
     * Format: int32
     * @description Number of virtual processors.
     * @example 2
     */
    vcpus: number;
    /**
     * Format: int64
     * @description Memory in bytes.
     * @example 4294967296
     */
    memory_bytes: number;
    /**
     * Format: int64
     * @description Disk in bytes.
     * @example 85899345920
     */
    disk_bytes: number;
    /**
     * Format: int64
     * @description Traffic per month in bytes, or null when there is no limit.
     * @example null
     */
    bandwidth_limit_bytes: number | null;
    /** @description IPv4 addresses; none until the instance is provisioned. */
    ipv4: string[];
    /** @description IPv6 addresses; none until the instance is provisioned. */
    ipv6: string[];
    /**
     * @description How often the instance is billed.
     * @example hourly
     */
    billing_cycle: components["schemas"]["BillingCycle"];
    /** @description When the next cycle is charged. */
    next_due_at: components["schemas"]["NullableTimestamp"];
    /**
     * @description When the instance was terminated.
     * @example null
     */
    terminated_at: components["schemas"]["NullableTimestamp"];
    /** @description When the instance was created. */
    created_at: components["schemas"]["Timestamp"];
    /** @description When the instance last changed. */
    updated_at: components["schemas"]["Timestamp"];
};
/** @description A virtual private server to provision for a customer. */
export type VpsCreate = {
    /** @description Customer the instance is for. */
    customer_id: components["schemas"]["Uuid"];
    /**
     * @description Product, which decides the size.
     * @example vps-4g
     */
    sku_id: components["schemas"]["SkuId"];
    /**
     * @description Host name of the instance.
     * @example srv1.example.org
     */
    hostname: components["schemas"]["Hostname"];
    /**
     * @description Name for people.
     * @example web
     */
    label?: string | null;
    /**
     * @description Where the instance runs.
     * @example de-fra
     */
    region: string;
    /**
     * @description Operating system image it was set up from.
     * @example debian-13
     */
    image: string;
    /**
     * @description How often the instance is billed.
     * @example hourly
     */
    billing_cycle: components["schemas"]["BillingCycle"];
    /** @description Public keys that may sign in as root. They are not shown again. */
    ssh_keys?: string[];
    /**
     * @description Script or configuration for the first boot. It is not shown again.
     * @example #cloud-config
     */
    user_data?: string;
    /**
     * Format: password
     * @description Password of root. It is not shown again.
     * @example v7-Kp2wQ-x9Lm
     */
    root_password?: string;
    /** @description How the first cycle is paid; from the wallet when absent or null. */
    payment_method?: components["schemas"]["PaymentMethod"] | null;
};
/** @description Another size for an instance. */
export type VpsResize = {
    /**
     * @description Product to change to, another than the present one.
     * @example vps-8g
     */
    sku_id: components["schemas"]["SkuId"];
    /**
     * @description Whether the disk grows along, as it does when this is absent. A disk never shrinks, so the way back to a smaller disk is closed then.
     * @example true
     */
    allow_disk_growth?: boolean;
    /** @description How an upgrade is paid; from the wallet when absent or null. */
    payment_method?: components["schemas"]["PaymentMethod"] | null;
};
/**
 * @description State of an instance. States that end in -ing pass by themselves and may be too short to be seen.
 * @example running
 * @enum {string}
 */
export type VpsStatus = "provisioning" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "suspended" | "terminated" | "error";
/** @description A page of instances. */
export type VpsPage = {
    /** @description The instances on this page. */
    data: components["schemas"]["Vps"][];
    meta: components["schemas"]["PageMeta"];
    links: components["schemas"]["PageLinks"];
};
/** @description An endpoint that events are delivered to. */
export type Webhook = {
    /** @description The endpoint. */
    id: components["schemas"]["Uuid"];
    /** @description Tenant the endpoint belongs to. */
    tenant_id: components["schemas"]["Uuid"];
    /**
     * Format: uri
     * @description Where deliveries are sent. The platform delivers to `https` alone and refuses `http` unless the host is a loopback address, for development on one machine.
     * @example https://hooks.acme.example/platform
     */
    url: string;
    /** @description Event types it receives; `*` stands for all, also those to come. */
    events: components["schemas"]["SubscribedEvent"][];
    /**
     * @description What the endpoint is for.
     * @example ERP
     */
    description: string | null;
    /** @description Whether events are delivered. */
    status: components["schemas"]["WebhookStatus"] | (string & {});
    /** @description When the latest attempt was made. */
    last_delivery_at: components["schemas"]["NullableTimestamp"];
    /**
     * Format: int32
     * @description Attempts that failed since the last one that succeeded.
     * @example 0
     */
    consecutive_failures: number;
    /** @description When the endpoint was registered. */
    created_at: components["schemas"]["Timestamp"];
    /** @description When the endpoint last changed. */
    updated_at: components["schemas"]["Timestamp"];
};
/** @description A new endpoint, with the secret that signs its deliveries. The secret is not shown again. */
export type WebhookWithSecret = {
    /** @description The endpoint. */
    id: components["schemas"]["Uuid"];
    /** @description Tenant the endpoint belongs to. */
    tenant_id: components["schemas"]["Uuid"];
    /**
     * Format: uri
     * @description Where deliveries are sent. The platform delivers to `https` alone and refuses `http` unless the host is a loopback address, for development on one machine.
     * @example https://hooks.acme.example/platform
     */
    url: string;
    /** @description Event types it receives; `*` stands for all, also those to come. */
    events: components["schemas"]["SubscribedEvent"][];
    /**
     * @description What the endpoint is for.
     * @example ERP
     */
    description: string | null;
    /** @description Whether events are delivered. */
    status: components["schemas"]["WebhookStatus"] | (string & {});
    /** @description When the latest attempt was made. */
    last_delivery_at: components["schemas"]["NullableTimestamp"];
    /**
     * Format: int32
     * @description Attempts that failed since the last one that succeeded.
     * @example 0
     */
    consecutive_failures: number;
    /** @description When the endpoint was registered. */
    created_at: components["schemas"]["Timestamp"];
    /** @description When the endpoint last changed. */
    updated_at: components["schemas"]["Timestamp"];
    /**
     * @description Secret of the endpoint: the part after `whsec_`, decoded from base64, is the key that signs its deliveries.
     * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
     */
    secret: string;
};
/** @description An endpoint to register. */
export type WebhookCreate = {
    /**
     * Format: uri
     * @description Where deliveries are sent. The platform delivers to `https` alone and refuses `http` unless the host is a loopback address, for development on one machine.
     * @example https://hooks.acme.example/platform
     */
    url: string;
    /** @description Event types to receive; `*` stands for all, also those to come. */
    events: components["schemas"]["SubscribableEvent"][];
    /**
     * @description What the endpoint is for.
     * @example ERP
     */
    description?: string | null;
    /** @description Whether events are delivered; `enabled` when a new endpoint does not say. */
    status?: components["schemas"]["WebhookStatus"];
};
/** @description Settings to store. Send the whole writable representation; a member that is left out keeps its value. */
export type WebhookUpdate = {
    /**
     * Format: uri
     * @description Where deliveries are sent. The platform delivers to `https` alone and refuses `http` unless the host is a loopback address, for development on one machine.
     * @example https://hooks.acme.example/platform
     */
    url?: string;
    /** @description Event types to receive; `*` stands for all, also those to come. */
    events?: components["schemas"]["SubscribableEvent"][];
    /**
     * @description What the endpoint is for.
     * @example ERP
     */
    description?: string | null;
    /** @description Whether events are delivered; `enabled` when a new endpoint does not say. */
    status?: components["schemas"]["WebhookStatus"];
};
/**
 * @description State of an endpoint. It is disabled by hand, when it answers 410, and when the tenth attempt to deliver an event fails.
 * @example enabled
 * @enum {string}
 */
export type WebhookStatus = "enabled" | "disabled";
/**
 * @description An event type, or `*` for all. The list is open: further types may appear at any time.
 * @example order.created
 * @example invoice.paid
 * @example *
 */
export type SubscribedEvent = components["schemas"]["SubscribableEvent"] | (string & {});
/**
 * @description An event type that can be subscribed to, or `*` for all.
 * @example order.created
 * @enum {string}
 */
export type SubscribableEvent = "*" | "customer.created" | "customer.updated" | "customer.deactivated" | "service.activated" | "service.suspended" | "service.unsuspended" | "service.terminated" | "service.renewed" | "order.created" | "order.completed" | "order.cancelled" | "order.failed" | "invoice.created" | "invoice.paid" | "invoice.overdue" | "invoice.cancelled" | "subscription.created" | "subscription.renewed" | "subscription.cancelled" | "payment.succeeded" | "payment.failed" | "payment.refunded" | "wallet.topped_up" | "wallet.debited" | "wallet.low_balance" | "domain.registered" | "domain.transfer_started" | "domain.transferred" | "domain.renewed" | "domain.nameservers_updated" | "domain.expired" | "certificate.issued" | "certificate.reissued" | "certificate.renewed" | "certificate.expired" | "certificate.failed" | "dns_zone.created" | "dns_zone.deleted" | "dns_zone.records_changed" | "vps.provisioned" | "vps.started" | "vps.stopped" | "vps.rebooted" | "vps.resized" | "vps.terminated" | "ticket.opened" | "ticket.replied" | "ticket.closed" | "webhook.test";
/** @description Which event to try. The whole body may be left out. */
export type WebhookTest = {
    /**
     * @description Type to send an example of; `webhook.test` when absent or null.
     * @example order.created
     */
    event_type?: components["schemas"]["TestableEvent"] | null;
};
/**
 * @description An event type of which a test payload can be sent.
 * @example order.created
 * @enum {string}
 */
export type TestableEvent = "customer.created" | "customer.updated" | "customer.deactivated" | "service.activated" | "service.suspended" | "service.unsuspended" | "service.terminated" | "service.renewed" | "order.created" | "order.completed" | "order.cancelled" | "order.failed" | "invoice.created" | "invoice.paid" | "invoice.overdue" | "invoice.cancelled" | "subscription.created" | "subscription.renewed" | "subscription.cancelled" | "payment.succeeded" | "payment.failed" | "payment.refunded" | "wallet.topped_up" | "wallet.debited" | "wallet.low_balance" | "domain.registered" | "domain.transfer_started" | "domain.transferred" | "domain.renewed" | "domain.nameservers_updated" | "domain.expired" | "certificate.issued" | "certificate.reissued" | "certificate.renewed" | "certificate.expired" | "certificate.failed" | "dns_zone.created" | "dns_zone.deleted" | "dns_zone.records_changed" | "vps.provisioned" | "vps.started" | "vps.stopped" | "vps.rebooted" | "vps.resized" | "vps.terminated" | "ticket.opened" | "ticket.replied" | "ticket.closed" | "webhook.test";
/** @description One attempt to deliver an event to an endpoint. */
export type WebhookDelivery = {
    /** @description The attempt. */
    id: components["schemas"]["Uuid"];
    /** @description Endpoint the attempt is for. */
    webhook_id: components["schemas"]["Uuid"];
    /** @description Event to deliver; all attempts to deliver it share this. */
    event_id: components["schemas"]["EventId"];
    /** @description Type of the event. */
    event_type: components["schemas"]["EventType"];
    /**
     * Format: int32
     * @description Number of this attempt, counted from 1.
     * @example 1
     */
    attempt: number;
    /** @description What became of the attempt. */
    status: components["schemas"]["WebhookDeliveryStatus"] | (string & {});
    /**
     * Format: int32
     * @description Status the endpoint answered with, or null when it did not answer.
     * @example 200
     */
    response_status: number | null;
    /**
     * Format: int32
     * @description How long the endpoint took to answer, in milliseconds.
     * @example 84
     */
    duration_ms: number | null;
    /**
     * @description Why the attempt failed.
     * @example The endpoint answered 503.
     */
    error: string | null;
    /** @description The event as it was sent. */
    request_body: components["schemas"]["PlatformEvent"] | null;
    /**
     * @description When the next attempt is due, after one that failed; null when none is to follow.
     * @example null
     */
    next_attempt_at: components["schemas"]["NullableTimestamp"];
    /** @description When the attempt was made; null while it waits. */
    attempted_at: components["schemas"]["NullableTimestamp"];
    /** @description When the attempt was scheduled. */
    created_at: components["schemas"]["Timestamp"];
};
/**
 * @description State of an attempt: `pending` until it is made.
 * @example succeeded
 * @enum {string}
 */
export type WebhookDeliveryStatus = "pending" | "succeeded" | "failed";
/** @description A page of endpoints. */
export type WebhookPage = {
    /** @description The endpoints on this page. */
    data: components["schemas"]["Webhook"][];
    meta: components["schemas"]["PageMeta"];
    links: components["schemas"]["PageLinks"];
};
/** @description A page of attempts. */
export type WebhookDeliveryPage = {
    /** @description The attempts on this page. */
    data: components["schemas"]["WebhookDelivery"][];
    meta: components["schemas"]["PageMeta"];
    links: components["schemas"]["PageLinks"];
};
