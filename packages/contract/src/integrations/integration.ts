import * as z from 'zod/mini'
import { Id, line, Time } from '../values/scalars.ts'

/** Integrations in which a teacher can register interest, in display order. */
export const integrationNames = [
  'teams',
  'classroom',
  'moodle',
  'canvas',
  'forms',
  'survey',
  'other',
] as const
export const IntegrationName = z.enum(integrationNames)
export type IntegrationName = z.infer<typeof IntegrationName>

/**
 * Scopes of an API key: upload documents, see their status, read their reports, read what they share with
 * earlier ones, read cases, read writing tasks and how texts came to be.
 */
export const apiScopes = [
  'documents:write',
  'documents:read',
  'reports:read',
  'overlap:read',
  'cases:read',
  'writing:read',
] as const
export const ApiScope = z.enum(apiScopes)
export type ApiScope = z.infer<typeof ApiScope>

export const apiKeyLimits = { keys: 20, callsPerMinute: 120, nameCharacters: 80 } as const
/** Lifetimes to choose from, in days; null never expires. */
export const apiKeyDays = [30, 90, 365, null] as const

/** An API key without its secret, which cannot be read again. */
export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  /** The first characters, by which its owner recognises it. */
  prefix: z.string(),
  scopes: z.array(ApiScope),
  created_at: Time,
  /** To the minute; null if never used. */
  last_used_at: z.nullable(Time),
  expires_at: z.nullable(Time),
})
export type ApiKey = z.infer<typeof ApiKey>

/** A new key with its secret, shown only once. */
export const MadeApiKey = z.extend(ApiKey, { key: z.string() })
export type MadeApiKey = z.infer<typeof MadeApiKey>

export const ApiKeyInput = z.object({
  name: line().check(z.minLength(1, 'key_name_missing'), z.maxLength(apiKeyLimits.nameCharacters)),
  scopes: z.array(ApiScope).check(z.minLength(1, 'scopes_missing')),
  days: z._default(z.nullable(z.union([z.literal(30), z.literal(90), z.literal(365)])), null),
})
export type ApiKeyInput = z.input<typeof ApiKeyInput>
