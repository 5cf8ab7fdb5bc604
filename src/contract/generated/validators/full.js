// Generated from openapi/ by `npm run generate`: all validators of the full view. Not edited by hand.
import { validators as group0 } from './full/shared.js';
import { validators as group1 } from './full/billing.js';
import { validators as group2 } from './full/auth.js';
import { validators as group3 } from './full/customers.js';
import { validators as group4 } from './full/services.js';
import { validators as group5 } from './full/orders.js';
import { validators as group6 } from './full/other.js';
import { validators as group7 } from './full/tenants.js';
import { validators as group8 } from './full/domains.js';
import { validators as group9 } from './full/hosting.js';
import { validators as group10 } from './full/ssl.js';
import { validators as group11 } from './full/dns.js';
import { validators as group12 } from './full/email.js';
import { validators as group13 } from './full/vps.js';
import { validators as group14 } from './full/support.js';
import { validators as group15 } from './full/webhooks.js';
import { validators as group16 } from './full/api-keys.js';
export const groups = { 'shared': group0, 'billing': group1, 'auth': group2, 'customers': group3, 'services': group4, 'orders': group5, 'other': group6, 'tenants': group7, 'domains': group8, 'hosting': group9, 'ssl': group10, 'dns': group11, 'email': group12, 'vps': group13, 'support': group14, 'webhooks': group15, 'api-keys': group16 };
