import * as z from 'zod/mini'
import { Id, Time } from '../values/scalars.ts'

/** Addresses of this tool, the same for every platform. */
export const LtiTool = z.object({ login_url: z.string(), launch_url: z.string(), keys_url: z.string() })

const address = z.pipe(z.string().check(z.trim(), z.maxLength(2_000)), z.url('address_not_https'))
const word = (maxLength: number) =>
  z.string().check(z.trim(), z.minLength(1, 'field_missing'), z.maxLength(maxLength))

/** Deployments that may launch; others are refused. */
const deploymentIds = z.array(word(500)).check(z.minLength(1, 'deployments_missing'), z.maxLength(50))

/** A learning platform (Moodle, Canvas …) as its administrator describes it. */
export const LtiPlatformInput = z.object({
  name: word(120),
  issuer: word(500),
  client_id: word(500),
  auth_url: address,
  token_url: address,
  keys_url: address,
  deployment_ids: deploymentIds,
})
export type LtiPlatformInput = z.infer<typeof LtiPlatformInput>

export const LtiPlatform = z.extend(LtiPlatformInput, {
  id: Id,
  created_at: Time,
  auth_url: z.string(),
  token_url: z.string(),
  keys_url: z.string(),
  /** Empty for a platform that registered itself and has not named one yet. */
  deployment_ids: z.array(z.string()),
  /** A deployment whose launch was refused, for an administrator to allow; null for none. */
  asked_deployment_id: z.nullable(z.string()),
})
export type LtiPlatform = z.infer<typeof LtiPlatform>

export const LtiPlatformChange = z.object({ deployment_ids: deploymentIds })

/** An address at which one platform can register itself until it expires. */
export const LtiInvitation = z.object({ registration_url: z.string(), expires_at: Time })
export type LtiInvitation = z.infer<typeof LtiInvitation>

export const LtiPlatforms = z.object({ tool: LtiTool, platforms: z.array(LtiPlatform) })
export type LtiPlatforms = z.infer<typeof LtiPlatforms>

/**
 * What a course can link to: a class or one of its writing tasks, or an assignment whose submissions are
 * checked here.
 */
export const ltiLinkTypes = ['ltiResourceLink', 'ltiAssetProcessor'] as const
export const LtiLinkType = z.enum(ltiLinkTypes)
export type LtiLinkType = z.infer<typeof LtiLinkType>

/**
 * Outcome of a launch: ask once to link the accounts, open a class, a report or a writing task, or ask what
 * to link to.
 */
export const LtiOpened = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('confirm'),
    platform: z.string(),
    course: z.nullable(z.string()),
    name: z.nullable(z.string()),
  }),
  /** `can_add_students` when the course is new here and its platform names its members. */
  z.object({ state: z.literal('open'), class_group_id: z.nullable(Id), can_add_students: z.boolean() }),
  z.object({ state: z.literal('report'), document_id: Id }),
  z.object({ state: z.literal('task'), task_id: Id }),
  /** `class_group_id` is the class already linked to the course; null for none. */
  z.object({
    state: z.literal('choose'),
    platform: z.string(),
    course: z.nullable(z.string()),
    class_group_id: z.nullable(Id),
    types: z.array(LtiLinkType),
  }),
])
export type LtiOpened = z.infer<typeof LtiOpened>

/**
 * A teacher's choice of link target. A null `type` means nothing; a null `class_group_id` means a new class
 * named after the course. A `task_id` makes a link at which students write; the class is then that of the
 * task.
 */
export const LtiChoice = z.object({
  type: z.nullable(LtiLinkType),
  class_group_id: z._default(z.nullable(Id), null),
  task_id: z._default(z.nullable(Id), null),
  title: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  language: z._default(z.string().check(z.maxLength(20)), 'en-GB'),
})
export type LtiChoice = z.input<typeof LtiChoice>

/** Where the browser sends the choice back to the platform; null if the platform's frame does so itself. */
export const LtiChosen = z.object({ continue_at: z.nullable(z.string()) })
export type LtiChosen = z.infer<typeof LtiChosen>

/** The course of a class; null for a class made by hand, or if the platform does not name its members. */
export const LtiCourse = z.object({ platform: z.nullable(z.string()) })
export type LtiCourse = z.infer<typeof LtiCourse>

/** How many members whose details could not be read are named. */
export const ltiSkippedShown = 20

/** Result of updating a class from its course. */
export const LtiStudentsAdded = z.object({
  /** Students added to the class, new ones and some that the teacher already had. */
  added: z.int(),
  /**
   * Members not added: without a name, with the id of another student, removed from the class by hand, or not
   * readable.
   */
  left_out: z.int(),
  /** Students removed because they left the course. They remain students, with their documents. */
  removed: z.int(),
  /** What the platform calls members whose details could not be read, the first of them. */
  skipped: z.array(z.string()),
})
export type LtiStudentsAdded = z.infer<typeof LtiStudentsAdded>

/** Codes for a refused launch. */
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
  'types',
  'processor',
  'task',
  'student',
  'revoked',
  'plan',
] as const
export type LtiRefusal = (typeof ltiRefusals)[number]

/** Codes for a refused registration. */
export const ltiRegistrationFaults = [
  'invitation',
  'plan',
  'address',
  'configuration',
  'registration',
  'known',
] as const
export type LtiRegistrationFault = (typeof ltiRegistrationFaults)[number]
