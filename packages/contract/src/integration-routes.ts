import { z } from 'zod'
import { ApiKey, ApiKeyInput, Interest, MadeApiKey } from './integration.ts'
import { defineRoute } from './route.ts'
import { Deleted } from './scalars.ts'
import { Webhook, WebhookChange, WebhookDelivery, WebhookInput, WebhookWithSecret } from './webhook.ts'

const none = z.object({})
const byId = z.object({ id: z.string() })

/** Calls by which a teacher joins Penmark to other programs. */
export const integrationRoutes = {
  registerInterest: defineRoute({
    method: 'POST',
    path: '/integrations/interests',
    access: 'teacher',
    summary: 'Say which integration one would like; again changes nothing',
    input: Interest,
    reply: Interest,
  }),

  listApiKeys: defineRoute({
    method: 'GET',
    path: '/integrations/api-keys',
    access: 'teacher',
    summary: 'Own API keys without their secrets, newest first',
    input: none,
    reply: z.array(ApiKey),
  }),
  createApiKey: defineRoute({
    method: 'POST',
    path: '/integrations/api-keys',
    access: 'teacher',
    success: 201,
    summary: 'Make an API key; this answer is the only one that shows it whole',
    input: ApiKeyInput,
    reply: MadeApiKey,
  }),
  revokeApiKey: defineRoute({
    method: 'DELETE',
    path: '/integrations/api-keys/:id',
    access: 'teacher',
    summary: 'Revoke an API key at once and for good',
    input: byId,
    reply: Deleted,
  }),

  listWebhooks: defineRoute({
    method: 'GET',
    path: '/integrations/webhooks',
    access: 'teacher',
    summary: 'Own webhook addresses, oldest first',
    input: none,
    reply: z.array(Webhook),
  }),
  createWebhook: defineRoute({
    method: 'POST',
    path: '/integrations/webhooks',
    access: 'teacher',
    success: 201,
    summary: 'Add an address that is told of finished documents; this answer shows its signing secret',
    input: WebhookInput,
    reply: WebhookWithSecret,
  }),
  changeWebhook: defineRoute({
    method: 'PUT',
    path: '/integrations/webhooks/:id',
    access: 'teacher',
    summary: 'Turn an address on or off',
    input: WebhookChange.extend(byId.shape),
    reply: Webhook,
  }),
  deleteWebhook: defineRoute({
    method: 'DELETE',
    path: '/integrations/webhooks/:id',
    access: 'teacher',
    summary: 'Remove an address with its log',
    input: byId,
    reply: Deleted,
  }),
  rotateWebhookSecret: defineRoute({
    method: 'POST',
    path: '/integrations/webhooks/:id/secret',
    access: 'teacher',
    summary: 'Give an address a new signing secret; the old one signs beside it for a day',
    input: byId,
    reply: WebhookWithSecret,
  }),
  testWebhook: defineRoute({
    method: 'POST',
    path: '/integrations/webhooks/:id/test',
    access: 'teacher',
    success: 202,
    summary: 'Send a test event',
    input: byId,
    reply: WebhookDelivery,
  }),
  listDeliveries: defineRoute({
    method: 'GET',
    path: '/integrations/webhooks/:id/deliveries',
    access: 'teacher',
    summary: 'What was sent to an address, newest first',
    input: byId,
    reply: z.array(WebhookDelivery),
  }),
} as const
