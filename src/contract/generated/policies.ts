// Generated from openapi/ by `npm run generate`. Not edited by hand.
export const stateMachines = {
 "ApiKeyStatus": [ { "on": "revoke", "from": "active", "to": "revoked" }, { "on": "expire", "from": "active", "to": "expired" }, { "on": "revoke", "from": "expired", "to": "revoked" } ],
 "InvoiceStatus": [ { "on": "issue", "from": "draft", "to": "unpaid" }, { "on": "pay", "from": "unpaid", "to": "paid" }, { "on": "pay", "from": "overdue", "to": "paid" }, { "on": "fall_due", "from": "unpaid", "to": "overdue" }, { "on": "cancel", "from": "unpaid", "to": "cancelled" }, { "on": "cancel", "from": "overdue", "to": "cancelled" }, { "on": "refund", "from": "paid", "to": "refunded" } ],
 "SubscriptionStatus": [ { "on": "fall_due", "from": "active", "to": "past_due" }, { "on": "pay", "from": "past_due", "to": "active" }, { "on": "cancel", "from": "active", "to": "cancelled" }, { "on": "cancel", "from": "past_due", "to": "cancelled" }, { "on": "cancel_at_period_end", "from": "active", "to": "active" }, { "on": "expire", "from": "active", "to": "expired" } ],
 "PaymentStatus": [ { "on": "succeed", "from": "pending", "to": "succeeded" }, { "on": "fail", "from": "pending", "to": "failed" }, { "on": "refund", "from": "succeeded", "to": "refunded" } ],
 "CustomerStatus": [ { "on": "deactivate", "from": "active", "to": "inactive" } ],
 "DnsZoneStatus": [ { "on": "activate", "from": "pending", "to": "active" }, { "on": "fail", "from": "pending", "to": "error" }, { "on": "fail", "from": "active", "to": "error" }, { "on": "recover", "from": "error", "to": "active" } ],
 "DomainStatus": [ { "on": "activate", "from": "pending_registration", "to": "active" }, { "on": "fail", "from": "pending_registration", "to": "failed" }, { "on": "cancel", "from": "pending_registration", "to": "cancelled" }, { "on": "activate", "from": "pending_transfer", "to": "active" }, { "on": "fail", "from": "pending_transfer", "to": "failed" }, { "on": "cancel", "from": "pending_transfer", "to": "cancelled" }, { "on": "replace_nameservers", "from": "active", "to": "active" }, { "on": "renew", "from": "active", "to": "active" }, { "on": "renew", "from": "expired", "to": "active" }, { "on": "renew", "from": "grace_period", "to": "active" }, { "on": "expire", "from": "active", "to": "expired" }, { "on": "enter_grace", "from": "expired", "to": "grace_period" }, { "on": "enter_redemption", "from": "grace_period", "to": "redemption_period" }, { "on": "release", "from": "redemption_period", "to": "cancelled" }, { "on": "transfer_away", "from": "active", "to": "transferred_away" }, { "on": "terminate", "from": "active", "to": "cancelled" }, { "on": "terminate", "from": "expired", "to": "cancelled" }, { "on": "terminate", "from": "grace_period", "to": "cancelled" } ],
 "EmailServiceStatus": [ { "on": "activate", "from": "pending", "to": "active" }, { "on": "fail", "from": "pending", "to": "failed" }, { "on": "cancel", "from": "pending", "to": "terminated" }, { "on": "suspend", "from": "active", "to": "suspended" }, { "on": "unsuspend", "from": "suspended", "to": "active" }, { "on": "terminate", "from": "active", "to": "terminated" }, { "on": "terminate", "from": "suspended", "to": "terminated" } ],
 "MailboxStatus": [ { "on": "suspend", "from": "active", "to": "suspended" }, { "on": "unsuspend", "from": "suspended", "to": "active" } ],
 "HostingStatus": [ { "on": "activate", "from": "pending", "to": "active" }, { "on": "fail", "from": "pending", "to": "failed" }, { "on": "cancel", "from": "pending", "to": "terminated" }, { "on": "reset_password", "from": "active", "to": "active" }, { "on": "suspend", "from": "active", "to": "suspended" }, { "on": "unsuspend", "from": "suspended", "to": "active" }, { "on": "terminate", "from": "active", "to": "terminated" }, { "on": "terminate", "from": "suspended", "to": "terminated" } ],
 "OrderStatus": [ { "on": "cancel", "from": "pending", "to": "cancelled" }, { "on": "pay", "from": "pending", "to": "processing" }, { "on": "complete", "from": "processing", "to": "completed" }, { "on": "fail", "from": "processing", "to": "failed" } ],
 "ServiceStatus": [ { "on": "activate", "from": "pending", "to": "active" }, { "on": "fail", "from": "pending", "to": "failed" }, { "on": "cancel", "from": "pending", "to": "cancelled" }, { "on": "suspend", "from": "active", "to": "suspended" }, { "on": "unsuspend", "from": "suspended", "to": "active" }, { "on": "terminate", "from": "active", "to": "terminated" }, { "on": "terminate", "from": "suspended", "to": "terminated" }, { "on": "renew", "from": "active", "to": "active" }, { "on": "renew", "from": "suspended", "to": "suspended" } ],
 "CertificateStatus": [ { "on": "issue", "from": "pending_validation", "to": "issued" }, { "on": "fail", "from": "pending_validation", "to": "failed" }, { "on": "cancel", "from": "pending_validation", "to": "cancelled" }, { "on": "renew", "from": "issued", "to": "pending_validation" }, { "on": "renew", "from": "expired", "to": "pending_validation" }, { "on": "reissue", "from": "issued", "to": "pending_validation" }, { "on": "expire", "from": "issued", "to": "expired" }, { "on": "terminate", "from": "issued", "to": "revoked" }, { "on": "terminate", "from": "pending_validation", "to": "cancelled" }, { "on": "terminate", "from": "expired", "to": "cancelled" } ],
 "TicketStatus": [ { "on": "answer", "from": "open", "to": "answered" }, { "on": "answer", "from": "answered", "to": "answered" }, { "on": "answer", "from": "customer_reply", "to": "answered" }, { "on": "answer", "from": "on_hold", "to": "answered" }, { "on": "customer_reply", "from": "open", "to": "customer_reply" }, { "on": "customer_reply", "from": "answered", "to": "customer_reply" }, { "on": "customer_reply", "from": "customer_reply", "to": "customer_reply" }, { "on": "customer_reply", "from": "on_hold", "to": "customer_reply" }, { "on": "hold", "from": "open", "to": "on_hold" }, { "on": "hold", "from": "answered", "to": "on_hold" }, { "on": "hold", "from": "customer_reply", "to": "on_hold" }, { "on": "close", "from": "open", "to": "closed" }, { "on": "close", "from": "answered", "to": "closed" }, { "on": "close", "from": "customer_reply", "to": "closed" }, { "on": "close", "from": "on_hold", "to": "closed" } ],
 "TenantStatus": [ { "on": "suspend", "from": "active", "to": "suspended" }, { "on": "unsuspend", "from": "suspended", "to": "active" }, { "on": "terminate", "from": "active", "to": "terminated" }, { "on": "terminate", "from": "suspended", "to": "terminated" } ],
 "VpsStatus": [ { "on": "provision", "from": "provisioning", "to": "running" }, { "on": "fail", "from": "provisioning", "to": "error" }, { "on": "start", "from": "stopped", "to": "starting" }, { "on": "settle", "from": "starting", "to": "running" }, { "on": "stop", "from": "running", "to": "stopping" }, { "on": "settle", "from": "stopping", "to": "stopped" }, { "on": "reboot", "from": "running", "to": "rebooting" }, { "on": "settle", "from": "rebooting", "to": "running" }, { "on": "resize", "from": "running", "to": "resizing" }, { "on": "resize", "from": "stopped", "to": "resizing" }, { "on": "settle_running", "from": "resizing", "to": "running" }, { "on": "settle_stopped", "from": "resizing", "to": "stopped" }, { "on": "suspend", "from": "running", "to": "suspended" }, { "on": "suspend", "from": "starting", "to": "suspended" }, { "on": "suspend", "from": "stopping", "to": "suspended" }, { "on": "suspend", "from": "stopped", "to": "suspended" }, { "on": "suspend", "from": "rebooting", "to": "suspended" }, { "on": "suspend", "from": "resizing", "to": "suspended" }, { "on": "unsuspend", "from": "suspended", "to": "running" }, { "on": "terminate", "from": "provisioning", "to": "terminated" }, { "on": "terminate", "from": "running", "to": "terminated" }, { "on": "terminate", "from": "starting", "to": "terminated" }, { "on": "terminate", "from": "stopping", "to": "terminated" }, { "on": "terminate", "from": "stopped", "to": "terminated" }, { "on": "terminate", "from": "rebooting", "to": "terminated" }, { "on": "terminate", "from": "resizing", "to": "terminated" }, { "on": "terminate", "from": "suspended", "to": "terminated" }, { "on": "terminate", "from": "error", "to": "terminated" } ],
 "WebhookStatus": [ { "on": "disable", "from": "enabled", "to": "disabled" }, { "on": "enable", "from": "disabled", "to": "enabled" }, { "on": "give_up", "from": "enabled", "to": "disabled" } ],
 "WebhookDeliveryStatus": [ { "on": "succeed", "from": "pending", "to": "succeeded" }, { "on": "fail", "from": "pending", "to": "failed" } ]
} as const;
export const rateLimits = {
 "window_seconds": 60,
 "sets": { "A": { "per": "user", "tiers": { "platform": 3000, "free": 600, "pro": 1200, "business": 1800, "enterprise": 3000, "reseller": 2400 }, "auth": 60 }, "B": { "per": "credential", "tiers": { "default": 60, "reseller": 300, "platform": 1000 }, "auth": 10 } }
} as const;
export const policies = {
 "session_lifetime_seconds": 900,
 "session_refresh_seconds": 1209600,
 "sessions_per_user": 1000,
 "two_factor_challenge_seconds": 300,
 "two_factor_wrong_codes": 5,
 "two_factor_challenges_per_user": 20,
 "sign_in_window_seconds": 900,
 "sign_in_wrong_codes": 10,
 "sign_in_wrong_passwords": 150,
 "sign_in_subjects": 10000,
 "idempotency_retention_seconds": 86400,
 "idempotency_stored_replies": 10000,
 "request_body_bytes": 1048576,
 "invoice_terms_days": 14,
 "renewal_terms_days": 7,
 "renewal_grace_days": 7,
 "low_balance_amount": 1000,
 "domain_grace_days": 5,
 "domain_redemption_days": 35,
 "domain_release_days": 65,
 "webhook_endpoints_per_tenant": 100,
 "webhook_retry_delays_seconds": [ 5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400 ],
 "webhook_retry_after_seconds": 86400,
 "webhook_timeout_seconds": 15,
 "webhook_deliveries_kept": 200,
 "webhook_deliveries_kept_days": 30
};
