import * as z from 'zod/mini'
import { Id, Time } from './scalars.ts'

/** Where a learning platform finds this tool; the same for all of them. */
export const LtiTool = z.object({ login_url: z.string(), launch_url: z.string(), keys_url: z.string() })

const address = z.pipe(z.string().check(z.trim(), z.maxLength(2_000)), z.url('Enter an address that begins with https://.'))
const word = (most: number) =>
  z.string().check(z.trim(), z.minLength(1, 'Fill this in.'), z.maxLength(most, `Shorten this to ${most} characters.`))

/** Deployments that may launch; others are refused. */
const deploymentIds = z.array(word(500)).check(z.minLength(1, 'Enter the id of at least one deployment.'), z.maxLength(50))

/** A learning platform (Moodle, Canvas …) that may send teachers here, as its administrator describes it. */
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
  /** A deployment that asked to launch and was refused, for an administrator to let in; null for none. */
  asked_deployment_id: z.nullable(z.string()),
})
export type LtiPlatform = z.infer<typeof LtiPlatform>

export const LtiPlatformChange = z.object({ deployment_ids: deploymentIds })

/** An address that lets one platform register itself, until its time is over. */
export const LtiInvitation = z.object({ registration_url: z.string(), expires_at: Time })
export type LtiInvitation = z.infer<typeof LtiInvitation>

export const LtiPlatforms = z.object({ tool: LtiTool, platforms: z.array(LtiPlatform) })
export type LtiPlatforms = z.infer<typeof LtiPlatforms>

/** What a course may link to: a class, or an assignment whose submissions come here. */
export const ltiLinkTypes = ['ltiResourceLink', 'ltiAssetProcessor'] as const
export const LtiLinkType = z.enum(ltiLinkTypes)
export type LtiLinkType = z.infer<typeof LtiLinkType>

/** What became of a launch: it asks once whether two accounts are one person's, leads into a class or a report, or asks what to link to. */
export const LtiOpened = z.discriminatedUnion('state', [
  z.object({ state: z.literal('confirm'), platform: z.string(), course: z.nullable(z.string()), name: z.nullable(z.string()) }),
  /** `can_add_students` when the course is new here and its platform names its people. */
  z.object({ state: z.literal('open'), class_group_id: z.nullable(Id), can_add_students: z.boolean() }),
  z.object({ state: z.literal('report'), document_id: Id }),
  /** `class_group_id` is the class that the course is already; null where it is none. */
  z.object({
    state: z.literal('choose'),
    platform: z.string(),
    course: z.nullable(z.string()),
    class_group_id: z.nullable(Id),
    types: z.array(LtiLinkType),
  }),
])
export type LtiOpened = z.infer<typeof LtiOpened>

/** What a teacher chose to link a course to; `type` is null for nothing, and `class_group_id` for a new class that has the name of the course. */
export const LtiChoice = z.object({
  type: z.nullable(LtiLinkType),
  class_group_id: z._default(z.nullable(Id), null),
  title: z._default(z.string().check(z.trim(), z.maxLength(200, 'Shorten this to 200 characters.')), ''),
  language: z._default(z.string().check(z.maxLength(20)), 'en-GB'),
})
export type LtiChoice = z.input<typeof LtiChoice>

/** Where the browser takes the choice back to the platform; null where the frame of the platform does so by itself. */
export const LtiChosen = z.object({ continue_at: z.nullable(z.string()) })
export type LtiChosen = z.infer<typeof LtiChosen>

/** The course that a class came from; null for a class made by hand, or where the platform does not name its people. */
export const LtiCourse = z.object({ platform: z.nullable(z.string()) })
export type LtiCourse = z.infer<typeof LtiCourse>

/** How a class was brought in line with its course. */
export const LtiStudentsAdded = z.object({
  /** Put into the class: new students, and some whom the teacher had already. */
  added: z.int(),
  /** In the course and not in the class: without a name, with an id that another student of the teacher has, or taken out by hand. */
  left_out: z.int(),
  /** Who had come from the course, has left it, and is no longer in the class. They stay students, with their documents. */
  removed: z.int(),
})
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
  'types',
  'processor',
] as const
export type LtiRefusal = (typeof ltiRefusals)[number]

/** Why a platform could not register itself, in one word for the page that says it. */
export const ltiRegistrationFaults = ['invitation', 'address', 'configuration', 'registration', 'known'] as const
export type LtiRegistrationFault = (typeof ltiRegistrationFaults)[number]
