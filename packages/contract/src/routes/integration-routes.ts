import * as z from 'zod/mini'
import { defineRoute } from '../calls/route.ts'
import { ApiKey, ApiKeyInput, MadeApiKey } from '../integrations/integration.ts'
import {
  LtiChoice,
  LtiChosen,
  LtiCourse,
  LtiInvitation,
  LtiOpened,
  LtiPlatform,
  LtiPlatformChange,
  LtiPlatformInput,
  LtiPlatforms,
  LtiStudentsAdded,
} from '../integrations/lti.ts'
import {
  Webhook,
  WebhookChange,
  WebhookDelivery,
  WebhookInput,
  WebhookWithSecret,
} from '../integrations/webhook.ts'
import { Deleted } from '../values/scalars.ts'

const none = z.object({})
const byId = z.object({ id: z.string() })

/** Calls to integrate Penmark with other programs. */
export const integrationRoutes = {
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
    summary: 'Create an API key; only this response contains the whole key',
    input: ApiKeyInput,
    reply: MadeApiKey,
  }),
  revokeApiKey: defineRoute({
    method: 'DELETE',
    path: '/integrations/api-keys/:id',
    access: 'teacher',
    summary: 'Revoke an API key immediately and permanently',
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
    summary: 'Add a webhook address; only this response contains its signing secret',
    input: WebhookInput,
    reply: WebhookWithSecret,
  }),
  changeWebhook: defineRoute({
    method: 'PUT',
    path: '/integrations/webhooks/:id',
    access: 'teacher',
    summary: 'Enable or disable a webhook address',
    input: z.extend(WebhookChange, byId.shape),
    reply: Webhook,
  }),
  deleteWebhook: defineRoute({
    method: 'DELETE',
    path: '/integrations/webhooks/:id',
    access: 'teacher',
    summary: 'Delete a webhook address with its log',
    input: byId,
    reply: Deleted,
  }),
  rotateWebhookSecret: defineRoute({
    method: 'POST',
    path: '/integrations/webhooks/:id/secret',
    access: 'teacher',
    summary: 'Rotate the signing secret; the old one keeps signing for a day',
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
    summary: 'Deliveries to a webhook address, newest first',
    input: byId,
    reply: z.array(WebhookDelivery),
  }),

  listLtiPlatforms: defineRoute({
    method: 'GET',
    path: '/admin/lti/platforms',
    access: 'administrator',
    summary: 'Connected learning platforms, and the addresses to enter there',
    input: none,
    reply: LtiPlatforms,
  }),
  addLtiPlatform: defineRoute({
    method: 'POST',
    path: '/admin/lti/platforms',
    access: 'administrator',
    success: 201,
    summary: 'Connect a learning platform (LTI 1.3)',
    input: LtiPlatformInput,
    reply: LtiPlatform,
  }),
  changeLtiPlatform: defineRoute({
    method: 'PUT',
    path: '/admin/lti/platforms/:id',
    access: 'administrator',
    summary: 'Set which deployments of a learning platform may launch',
    input: z.extend(LtiPlatformChange, byId.shape),
    reply: LtiPlatform,
  }),
  inviteLtiPlatform: defineRoute({
    method: 'POST',
    path: '/admin/lti/invitations',
    access: 'administrator',
    success: 201,
    summary: 'Create a registration address for one learning platform (LTI Dynamic Registration)',
    input: none,
    reply: LtiInvitation,
  }),
  removeLtiPlatform: defineRoute({
    method: 'DELETE',
    path: '/admin/lti/platforms/:id',
    access: 'administrator',
    summary: 'Disconnect a learning platform; its classes stay',
    input: byId,
    reply: Deleted,
  }),
  openLtiLaunch: defineRoute({
    method: 'POST',
    path: '/integrations/lti/launches/:ticket',
    access: 'teacher',
    summary:
      'Continue a launch from a learning platform; `confirm` links the account there to one’s own, once',
    input: z.object({ ticket: z.string(), confirm: z._default(z.boolean(), false) }),
    reply: LtiOpened,
  }),
  answerLtiLaunch: defineRoute({
    method: 'POST',
    path: '/integrations/lti/launches/:ticket/answer',
    access: 'teacher',
    summary: 'Choose where a link of the course leads, after a deep-linking launch',
    input: z.extend(LtiChoice, { ticket: z.string() }),
    reply: LtiChosen,
  }),
  readLtiCourse: defineRoute({
    method: 'GET',
    path: '/integrations/lti/classes/:id',
    access: 'teacher',
    summary: 'The platform of a class’s course, if that platform names its members',
    input: byId,
    reply: LtiCourse,
  }),
  addLtiStudents: defineRoute({
    method: 'POST',
    path: '/integrations/lti/classes/:id/students',
    access: 'teacher',
    summary:
      'Update a class from its course: add new students, remove those who came from it and left; 409 if the platform names no members',
    input: byId,
    reply: LtiStudentsAdded,
  }),
} as const
