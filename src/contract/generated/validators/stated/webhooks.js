// Generated from openapi/ by `npm run generate`: validators of schemas. Not edited by hand.
import { validate53 } from './shared.js';

export const validators = {
  'Webhook': validate53,
  'WebhookWithSecret': validate53,
  'WebhookCreate': validate53,
  'WebhookUpdate': validate53,
  'WebhookStatus': validate53,
  'SubscribedEvent': validate53,
  'SubscribableEvent': validate53,
  'WebhookTest': validate53,
  'WebhookDelivery': validate53,
  'WebhookDeliveryStatus': validate53,
  'WebhookPage': validate53,
  'WebhookDeliveryPage': validate53,
  'EventId': validate53,
  'EventType': validate53,
  'listWebhooks.query': validate53,
  'listWebhookDeliveries.query': validate53,
};
