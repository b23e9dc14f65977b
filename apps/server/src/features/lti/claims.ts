import { type ltiLinkTypes, oneLine } from '@penmark/contract'
import type { JWTPayload } from 'jose'
import { z } from 'zod'

const claimStart = 'https://purl.imsglobal.org/spec/lti/claim/'
/** The full name of a claim of LTI. */
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

/** Parameters of ours that a platform sends back with every launch and notice of what was chosen. */
export const customNames = { classGroup: 'penmark_class', processor: 'penmark_processor' } as const

/** What our reports are about, as platforms tell them apart. */
export const reportType = 'authorship'

type LinkType = (typeof ltiLinkTypes)[number]

/** What a launch asks for. */
export type Asked =
  | { kind: 'class'; classGroupId?: string | undefined }
  | { kind: 'choice'; returnUrl: string; types: LinkType[]; data?: string | undefined; activityId?: string | undefined }
  | { kind: 'report'; assetId: string }

/** A word or a text of a platform, in a form that the database can hold. */
export const plain = (most: number) =>
  z
    .string()
    .max(most)
    .refine((given) => given.isWellFormed() && !given.includes('\u0000'))

/** A name or a title, which people are shown. */
export const shown = (most: number) => plain(most).transform(oneLine)

const name = shown(500).nullish()

/** Who handed something in; most platforms give no more than the id. */
export const Submitter = z.object({ user_id: plain(500).min(1), given_name: name, family_name: name, name, email: name })
export type Submitter = z.infer<typeof Submitter>

/** The claims of LTI itself, by their short names. */
export function shortNamed(payload: JWTPayload): Record<string, unknown> {
  const own = Object.entries(payload).filter(([key]) => key.startsWith(claimStart))
  return Object.fromEntries(own.map(([key, value]) => [key.slice(claimStart.length), value]))
}
