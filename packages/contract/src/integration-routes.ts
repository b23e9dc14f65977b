import * as z from 'zod/mini'
import { ApiKey, ApiKeyInput, Interest, MadeApiKey } from './integration.ts'
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
} from './lti.ts'
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
    input: z.extend(WebhookChange, byId.shape),
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

  listLtiPlatforms: defineRoute({
    method: 'GET',
    path: '/admin/lti/platforms',
    access: 'administrator',
    summary: 'Learning platforms that may send teachers here, and what they must know of us',
    input: none,
    reply: LtiPlatforms,
  }),
  addLtiPlatform: defineRoute({
    method: 'POST',
    path: '/admin/lti/platforms',
    access: 'administrator',
    success: 201,
    summary: 'Let a learning platform send teachers here (LTI 1.3)',
    input: LtiPlatformInput,
    reply: LtiPlatform,
  }),
  changeLtiPlatform: defineRoute({
    method: 'PUT',
    path: '/admin/lti/platforms/:id',
    access: 'administrator',
    summary: 'Say which deployments of a learning platform may launch',
    input: z.extend(LtiPlatformChange, byId.shape),
    reply: LtiPlatform,
  }),
  inviteLtiPlatform: defineRoute({
    method: 'POST',
    path: '/admin/lti/invitations',
    access: 'administrator',
    success: 201,
    summary: 'Make an address with which one learning platform registers itself (LTI Dynamic Registration)',
    input: none,
    reply: LtiInvitation,
  }),
  removeLtiPlatform: defineRoute({
    method: 'DELETE',
    path: '/admin/lti/platforms/:id',
    access: 'administrator',
    summary: 'Let a learning platform send nobody any more; classes stay',
    input: byId,
    reply: Deleted,
  }),
  openLtiLaunch: defineRoute({
    method: 'POST',
    path: '/integrations/lti/launches/:ticket',
    access: 'teacher',
    summary: 'Follow a launch from a learning platform; `confirm` joins the account there to the own one, once',
    input: z.object({ ticket: z.string(), confirm: z._default(z.boolean(), false) }),
    reply: LtiOpened,
  }),
  answerLtiLaunch: defineRoute({
    method: 'POST',
    path: '/integrations/lti/launches/:ticket/answer',
    access: 'teacher',
    summary: 'Say what a course shall link to, after a launch that asked for it',
    input: z.extend(LtiChoice, { ticket: z.string() }),
    reply: LtiChosen,
  }),
  readLtiCourse: defineRoute({
    method: 'GET',
    path: '/integrations/lti/classes/:id',
    access: 'teacher',
    summary: 'Which platform the course of a class lies at, where that platform names its people',
    input: byId,
    reply: LtiCourse,
  }),
  addLtiStudents: defineRoute({
    method: 'POST',
    path: '/integrations/lti/classes/:id/students',
    access: 'teacher',
    summary:
      'Bring the students of a class in line with the course it came from: add who is new, take out who had come from it and left; 409 where its platform names nobody',
    input: byId,
    reply: LtiStudentsAdded,
  }),
} as const
