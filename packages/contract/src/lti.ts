import { z } from 'zod'
import { Id, Time } from './scalars.ts'

/** Where a learning platform finds this tool; the same for all of them. */
export const LtiTool = z.object({ login_url: z.string(), launch_url: z.string(), keys_url: z.string() })

const address = z.string().trim().max(2_000).pipe(z.url('Enter an address that begins with https://.'))
const word = (most: number) => z.string().trim().min(1, 'Fill this in.').max(most, `Shorten this to ${most} characters.`)

/** A learning platform (Moodle, Canvas …) that may send teachers here, as its administrator describes it. */
export const LtiPlatformInput = z.object({
  name: word(120),
  issuer: word(500),
  client_id: word(500),
  auth_url: address,
  token_url: address,
  keys_url: address,
  /** Deployments that may launch; others are refused. */
  deployment_ids: z.array(word(500)).min(1, 'Enter the id of at least one deployment.').max(50),
})
export type LtiPlatformInput = z.infer<typeof LtiPlatformInput>

export const LtiPlatform = LtiPlatformInput.extend({
  id: Id,
  created_at: Time,
  auth_url: z.string(),
  token_url: z.string(),
  keys_url: z.string(),
})
export type LtiPlatform = z.infer<typeof LtiPlatform>

export const LtiPlatforms = z.object({ tool: LtiTool, platforms: z.array(LtiPlatform) })
export type LtiPlatforms = z.infer<typeof LtiPlatforms>

/** What became of a launch: it asks once whether two accounts are one person's, or leads into a class. */
export const LtiOpened = z.discriminatedUnion('state', [
  z.object({ state: z.literal('confirm'), platform: z.string(), course: z.string().nullable(), name: z.string().nullable() }),
  /** `can_add_students` when the course is new here and its platform names its people. */
  z.object({ state: z.literal('open'), class_group_id: Id.nullable(), can_add_students: z.boolean() }),
])
export type LtiOpened = z.infer<typeof LtiOpened>

/** How many students of a course were added, and how many were left out: known already, or without a name. */
export const LtiStudentsAdded = z.object({ added: z.int(), left_out: z.int() })
export type LtiStudentsAdded = z.infer<typeof LtiStudentsAdded>

/** Why a launch was refused, in one word for the page that says it. */
export const ltiRefusals = [
  'platform',
  'state',
  'algorithm',
  'key',
  'keys',
  'signature',
  'issuer',
  'audience',
  'expired',
  'issued',
  'nonce',
  'deployment',
  'message',
  'person',
  'role',
] as const
export type LtiRefusal = (typeof ltiRefusals)[number]
