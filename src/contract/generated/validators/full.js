// Generated from openapi/ by `npm run generate`: all validators of the full set. Not edited by hand.
import { validators as group0 } from './full/api-keys.js';
import { validators as group1 } from './full/auth.js';
import { validators as group2 } from './full/shared.js';
import { validators as group3 } from './full/billing.js';
import { validators as group4 } from './full/other.js';
import { validators as group5 } from './full/customers.js';
import { validators as group6 } from './full/dns.js';
import { validators as group7 } from './full/domains.js';
import { validators as group8 } from './full/email.js';
import { validators as group9 } from './full/webhooks.js';
import { validators as group10 } from './full/hosting.js';
import { validators as group11 } from './full/orders.js';
import { validators as group12 } from './full/services.js';
import { validators as group13 } from './full/ssl.js';
import { validators as group14 } from './full/support.js';
import { validators as group15 } from './full/tenants.js';
import { validators as group16 } from './full/vps.js';
export const groups = { 'api-keys': group0, 'auth': group1, 'shared': group2, 'billing': group3, 'other': group4, 'customers': group5, 'dns': group6, 'domains': group7, 'email': group8, 'webhooks': group9, 'hosting': group10, 'orders': group11, 'services': group12, 'ssl': group13, 'support': group14, 'tenants': group15, 'vps': group16 };
