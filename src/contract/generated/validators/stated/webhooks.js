// Generated from openapi/ by `npm run generate`: validators of schemas. Not edited by hand.
import { validate52 } from './shared.js';

export const validators = {
  'EventId': validate52,
  'EventType': validate52,
  'Webhook': validate52,
  'WebhookWithSecret': validate52,
  'WebhookCreate': validate52,
  'WebhookUpdate': validate52,
  'WebhookStatus': validate52,
  'SubscribedEvent': validate52,
  'SubscribableEvent': validate52,
  'WebhookTest': validate52,
  'WebhookDelivery': validate52,
  'WebhookDeliveryStatus': validate52,
  'WebhookPage': validate52,
  'WebhookDeliveryPage': validate52,
  'listWebhooks.query': validate52,
  'listWebhookDeliveries.query': validate52,
};
