import { type ltiLinkTypes, oneLine } from '@penmark/contract'
import type { JWTPayload } from 'jose'
import { z } from 'zod'

const claimStart = 'https://purl.imsglobal.org/spec/lti/claim/'
/** The full name of an LTI claim. */
export const claimNamed = (short: string) => `${claimStart}${short}`

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
export const customNames = { classGroup: 'penmark_class', processor: 'penmark_processor', task: 'penmark_task' } as const

/** The report type by which platforms distinguish our reports. */
export const reportType = 'authorship'

type LinkType = (typeof ltiLinkTypes)[number]

/** The requested action of a launch. */
export type LaunchRequest =
  | { kind: 'class'; classGroupId?: string | undefined }
  | { kind: 'choice'; returnUrl: string; types: LinkType[]; data?: string | undefined; activityId?: string | undefined }
  | { kind: 'report'; assetId: string }
  /** `student` is who came to write; null for an instructor. */
  | { kind: 'task'; taskId: string; student: Submitter | null }

/** A word or text from a platform, in a form that the database can store. */
export const plain = (maximum: number) =>
  z
    .string()
    .max(maximum)
    .refine((given) => given.isWellFormed() && !given.includes('\u0000'))

/** A name or title that people see. */
export const shown = (maximum: number) => plain(maximum).transform(oneLine)

const name = shown(500).nullish()

/** Who submitted something; most platforms send only the id. */
export const Submitter = z.object({ user_id: plain(500).min(1), given_name: name, family_name: name, name, email: name })
export type Submitter = z.infer<typeof Submitter>

/** LTI's own claims by their short names. */
export function shortNamed(payload: JWTPayload): Record<string, unknown> {
  const own = Object.entries(payload).filter(([key]) => key.startsWith(claimStart))
  return Object.fromEntries(own.map(([key, value]) => [key.slice(claimStart.length), value]))
}
