import { z } from 'zod'
import { ApiKey, ApiKeyInput, Interest, MadeApiKey } from './integration.ts'
import { defineRoute } from './route.ts'
import { Deleted } from './scalars.ts'

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
} as const
