// Other words for the members, states and codes of the contract, and the ways to write a name.
import { pickOf } from '../random.ts';
import type { Features } from './features.ts';

/** Member of the contract that the suite looks for → other names for it, in snake case. */
export const MEMBER_WORDS: Readonly<Record<string, readonly string[]>> = {
  email: ['email_address', 'mail', 'primary_email'],
  first_name: ['given_name', 'forename'],
  last_name: ['family_name', 'surname'],
  company_name: ['company', 'organisation', 'organization_name'],
  phone: ['phone_number', 'telephone', 'tel'],
  address: ['postal_address', 'location'],
  city: ['town', 'locality'],
  state: ['region', 'province'],
  country: ['country_code'],
  locale: ['language', 'lang'],
  metadata: ['attributes_map', 'labels', 'custom'],
  created_at: ['created', 'creation_date', 'created_on', 'inserted_at'],
  updated_at: ['updated', 'modified_at', 'last_change'],
  expires_at: ['expiry', 'valid_until', 'expiration_date'],
  sku_id: ['product', 'sku', 'plan_code', 'product_code'],
  billing_cycle: ['term', 'billing_period', 'interval'],
  quantity: ['qty', 'count', 'units'],
  amount: ['value', 'sum', 'amount_cents', 'total'],
  total_amount: ['grand_total', 'total', 'total_cents'],
  subtotal_amount: ['net_total', 'net'],
  discount_amount: ['discount', 'rebate'],
  tax_amount: ['vat', 'tax'],
  paid_amount: ['paid', 'settled'],
  due_amount: ['open_amount', 'outstanding', 'balance_due'],
  balance_amount: ['balance', 'credit', 'funds'],
  available_amount: ['available', 'spendable'],
  currency: ['currency_code', 'iso_currency'],
  method: ['means', 'payment_type', 'paid_with'],
  payment_method: ['pay_with', 'payment_means'],
  reference: ['remittance', 'transaction_ref'],
  note: ['memo', 'comment', 'remark'],
  number: ['invoice_no', 'serial_no', 'doc_number'],
  lines: ['positions', 'line_items', 'rows'],
  name: ['title', 'label_text', 'display'],
  slug: ['handle', 'short_name'],
  tier: ['plan_level', 'package'],
  contact_email: ['admin_email', 'contact_mail'],
  settings: ['preferences', 'options'],
  domain: ['fqdn', 'domain_name', 'host_name'],
  hostname: ['host', 'server_name', 'node_name'],
  label: ['nickname', 'alias', 'tag'],
  region: ['datacenter', 'zone_code', 'site'],
  image: ['os', 'template', 'operating_system'],
  ipv4: ['ip_addresses', 'ipv4_addresses'],
  subject: ['topic', 'summary', 'headline'],
  message: ['body', 'text', 'content'],
  replies: ['messages', 'answers', 'posts'],
  priority: ['urgency', 'severity'],
  author: ['sender', 'posted_by'],
  url: ['endpoint', 'target_url', 'callback_url', 'uri'],
  events: ['event_types', 'topics', 'subscriptions'],
  description: ['about', 'notes', 'purpose'],
  secret: ['signing_secret', 'hmac_key'],
  attempt: ['try_number', 'attempt_no'],
  response_status: ['http_status', 'response_code'],
  scopes: ['permissions', 'abilities', 'grants'],
  key: ['secret_key', 'token', 'api_token', 'plain_text'],
  prefix: ['starts_with', 'hint'],
  nameservers: ['ns', 'name_servers', 'dns_servers'],
  auth_code: ['epp_code', 'transfer_code'],
  available: ['is_available', 'free'],
  common_name: ['cn', 'primary_domain', 'host'],
  validation_method: ['dcv_method', 'validation'],
  content: ['value', 'rdata', 'data_text', 'target'],
  ttl: ['time_to_live', 'ttl_seconds'],
  type: ['kind', 'category'],
  local_part: ['mailbox', 'user_part', 'username'],
  password: ['initial_secret', 'pass', 'passphrase'],
  display_name: ['real_name', 'shown_as'],
  mailboxes: ['accounts', 'inboxes'],
  username: ['login', 'panel_user'],
  disk: ['storage', 'disk_usage'],
  bandwidth: ['traffic', 'transfer_volume'],
  role: ['function', 'access_level'],
  token: ['access_token', 'jwt', 'bearer'],
  user: ['principal', 'account_holder'],
  reason: ['why', 'cause'],
  services: ['service_instances', 'instances'],
  deleted: ['removed', 'gone'],
};

/** State or kind of the contract that the suite looks for → another word for it. */
const STATE_WORDS: Readonly<Record<string, string>> = {
  active: 'live',
  inactive: 'closed_account',
  pending: 'awaiting',
  suspended: 'paused',
  terminated: 'ended',
  cancelled: 'withdrawn',
  failed: 'broken',
  completed: 'fulfilled',
  running: 'on',
  stopped: 'off',
  starting: 'booting',
  stopping: 'shutting_down',
  rebooting: 'restarting',
  resizing: 'changing_size',
  provisioning: 'building',
  error: 'faulty',
  open: 'new',
  answered: 'staff_replied',
  closed: 'done',
  enabled: 'listening',
  disabled: 'muted',
  revoked: 'void',
  expired: 'lapsed',
  paid: 'settled',
  unpaid: 'due',
  draft: 'prepared',
  succeeded: 'captured',
  issued: 'valid',
  low: 'minor',
  normal: 'usual',
  hosting: 'web_space',
  domain: 'domain_name',
  vps: 'server',
  ssl: 'certificate',
  email: 'mail',
  other: 'misc',
};

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Writes a name given in snake case in another letter case. */
export function inCase(name: string, casing: Features['casing']): string {
  const parts = name.split('_');
  if (casing === 'camel') return parts.map((part, at) => (at === 0 ? part : capital(part))).join('');
  if (casing === 'pascal') return parts.map(capital).join('');
  return casing === 'kebab' ? parts.join('-') : name;
}

const SYLLABLES = [...'bdfgklmnprstvz'].flatMap((consonant) =>
  [...'aeiou'].map((vowel) => consonant + vowel),
);

/** Returns a pronounceable name of two words in snake case that a seed and a key determine, and that means nothing. */
export const randomName = (seed: number, key: string): string =>
  [0, 1, 2, 3, 4]
    .map((at) => (at === 3 ? '_' : '') + pickOf(seed, `syllable ${at} ${key}`, SYLLABLES))
    .join('');

/**
 * Returns the word for a state or a kind.
 * @param kind the enumeration that the word belongs to
 */
export function stateWord(word: string, style: Features['states'], seed: number, kind: string): string {
  if (style === 'random') return randomName(seed, `state ${kind} ${word}`);
  if (style === 'other') return STATE_WORDS[word] ?? word;
  if (style === 'upper') return word.toUpperCase();
  if (style === 'pascal') return inCase(word, 'pascal');
  return style === 'prefixed' ? `ST_${word.toUpperCase()}` : word;
}

/** Returns the name of a scope (`orders:read`) or of an event type (`order.created`). */
export function vocabularyWord(word: string, style: Features['vocabulary'], seed: number): string {
  if (style === 'own' || word === '*' || !/[.:]/.test(word)) return word;
  if (style === 'random') return randomName(seed, `vocabulary ${word}`);
  const [area = '', act = ''] = word.split(/[.:]/);
  if (style === 'upper') return `${area}_${act}`.toUpperCase();
  return style === 'dots' ? `${act}.${area}` : `${area}::${act}`;
}
