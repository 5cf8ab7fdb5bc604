// The ways in which deployments write names and words, and other words that they use for those of the contract.

/** Returns a member's name in lower case with underscores: `customer_id` for `customerId`, `customer-id` and `CustomerID`. */
export const snakeCase = (name: string): string =>
  name
    .replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '_')
    .replace(/[-.\s]+/g, '_')
    .toLowerCase();

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const pascal = (name: string): string => name.split('_').map(capital).join('');

/** Letter case → writes a name given in snake case in it. */
export const CASINGS = {
  snake: (name: string) => name,
  camel: (name: string) => name.split('_')[0] + pascal(name.replace(/^[^_]*_?/, '')),
  kebab: (name: string) => name.replaceAll('_', '-'),
  pascal,
} as const;

/** Style → writes the word of a state or a kind in it. */
export const STATE_STYLES = {
  upper: (word: string) => word.toUpperCase(),
  pascal,
  prefixed: (word: string) => `ST_${word.toUpperCase()}`,
} as const;

/** Style → writes the name of a scope (`orders:read`) or of an event type (`order.created`), given its parts. */
export const VOCABULARY_STYLES = {
  dots: (area: string, act: string) => `${act}.${area}`,
  colons: (area: string, act: string) => `${area}::${act}`,
  upper: (area: string, act: string) => `${area}_${act}`.toUpperCase(),
} as const;

/** Matches the names of members that hold the state of a resource, in snake case. */
export const STATE_NAME = /^(status|state|phase|lifecycle)$/;

/** Member of the contract → other names for it, in snake case. */
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
  payment_method: ['payment_means', 'payment_type', 'paid_with'],
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
