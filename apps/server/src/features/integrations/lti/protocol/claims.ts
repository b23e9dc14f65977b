import { type ltiLinkTypes, oneLine } from '@penmark/contract'
import type { JWTPayload } from 'jose'
import { z } from 'zod'

const claimPrefix = 'https://purl.imsglobal.org/spec/lti/claim/'
/** The full name of an LTI claim. */
export const claimName = (short: string) => `${claimPrefix}${short}`

export const deepLinkingClaims = {
  settings: 'https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings',
  items: 'https://purl.imsglobal.org/spec/lti-dl/claim/content_items',
  data: 'https://purl.imsglobal.org/spec/lti-dl/claim/data',
} as const
export const namesClaim = 'https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice'

export const scopes = {
  names: 'https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly',
  noticeHandlers: 'https://purl.imsglobal.org/spec/lti/scope/noticehandlers',
  assets: 'https://purl.imsglobal.org/spec/lti/scope/asset.readonly',
  reports: 'https://purl.imsglobal.org/spec/lti/scope/report',
} as const

export const submissionNotice = 'LtiAssetProcessorSubmissionNotice'

/** Our custom parameters, which a platform sends back with every launch and notice of the chosen item. */
export const customNames = {
  classGroup: 'penmark_class',
  processor: 'penmark_processor',
  task: 'penmark_task',
} as const

/** The report type by which platforms distinguish our reports. */
export const reportType = 'authorship'

type LinkType = (typeof ltiLinkTypes)[number]

/** The requested action of a launch. */
export type LaunchRequest =
  | { kind: 'class'; classGroupId?: string | undefined }
  | {
      kind: 'choice'
      returnUrl: string
      types: LinkType[]
      data?: string | undefined
      activityId?: string | undefined
    }
  | { kind: 'report'; assetId: string }
  /** `student` is the one who came to write; null for an instructor. */
  | { kind: 'task'; taskId: string; student: PlatformUser | null }

/** Text from a platform, in a form that the database can store. */
export const storableText = (maximum: number) =>
  z
    .string()
    .max(maximum)
    .refine((value) => value.isWellFormed() && !value.includes('\u0000'))

/** A name or title that people see. */
export const displayText = (maximum: number) => storableText(maximum).transform(oneLine)

const name = displayText(500).nullish()

/** A user of a platform, such as a student who submitted something. Most platforms send only the id. */
export const PlatformUser = z.object({
  user_id: storableText(500).min(1),
  given_name: name,
  family_name: name,
  name,
  email: name,
})
export type PlatformUser = z.infer<typeof PlatformUser>

/** LTI's own claims by their short names. */
export function ltiClaims(payload: JWTPayload): Record<string, unknown> {
  const ours = Object.entries(payload).filter(([key]) => key.startsWith(claimPrefix))
  return Object.fromEntries(ours.map(([key, value]) => [key.slice(claimPrefix.length), value]))
}
