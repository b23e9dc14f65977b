import { ltiLinkTypes } from '@penmark/contract'
import type { JWTPayload } from 'jose'
import { z } from 'zod'
import { LtiRefusalError, type PlatformKeys, verifyToken } from '../platforms/verify-token.ts'
import {
  customNames,
  deepLinkingClaims,
  displayText,
  type LaunchRequest,
  ltiClaims,
  namesClaim,
  PlatformUser,
  storableText,
  submissionNotice,
} from '../protocol/claims.ts'
import type { PlatformRow } from '../records/store.ts'

const vocabulary = 'http://purl.imsglobal.org/vocab/lis/v2'
const learner = `${vocabulary}/membership#Learner`
/** Those who teach or build the course. */
const courseStaff = ['Instructor', 'ContentDeveloper', 'Administrator'].map(
  (name) => `${vocabulary}/membership#${name}`,
)
/**
 * Administrators of the platform, who usually belong to no course. One who learns in this course is a
 * learner.
 */
const administrators = ['institution', 'system'].map((scope) => `${vocabulary}/${scope}/person#Administrator`)

const isStaff = (roles: string[]): boolean =>
  courseStaff.some((role) => roles.includes(role)) ||
  (!roles.includes(learner) && administrators.some((role) => roles.includes(role)))

const text = storableText(2_000)
const Named = z.object({ id: text.min(1) })
const Claims = z.object({
  sub: text.min(1),
  nonce: text,
  name: displayText(2_000).nullish(),
  /** LTI's additions, by their short names. */
  lti: z.object({
    version: z.literal('1.3.0'),
    message_type: z.enum([
      'LtiResourceLinkRequest',
      'LtiDeepLinkingRequest',
      'LtiReportReviewRequest',
      'LtiAssetProcessorSettingsRequest',
    ]),
    deployment_id: text,
    roles: z.array(z.string()),
    context: z
      .object({ id: text, title: displayText(2_000).nullish(), label: displayText(2_000).nullish() })
      .nullish(),
    custom: z.record(z.string(), z.unknown()).nullish(),
    activity: Named.nullish().catch(null),
    asset: Named.nullish(),
    platformnotificationservice: z
      .object({
        platform_notification_service_url: z.url().max(2_000),
        notice_types_supported: z.array(z.string()),
      })
      .nullish()
      .catch(null),
  }),
})
type Claims = z.infer<typeof Claims>

const Names = z.object({ context_memberships_url: z.url().max(2_000) })
const Settings = z.object({
  deep_link_return_url: z.url({ protocol: /^https?$/ }).max(2_000),
  accept_types: z.array(z.string()),
  data: storableText(10_000).nullish(),
})

/** The contents of a verified launch. */
export interface Launch {
  subject: string
  nonce: string
  name: string | null
  deploymentId: string
  context: { id: string; title: string | null } | null
  /** The address of the course's members; null if the platform offers none. */
  namesUrl: string | null
  /** The address for subscribing to submission notices; null if the platform offers none. */
  noticesUrl: string | null
  request: LaunchRequest
}

/** What the platform lets the teacher choose. Submissions need a platform that sends notices of them. */
function choiceRequest(
  payload: JWTPayload,
  { activity }: Claims['lti'],
  noticesUrl: string | null,
): LaunchRequest {
  const { data: settings } = Settings.safeParse(payload[deepLinkingClaims.settings])
  if (!settings) throw new LtiRefusalError('message')
  const accepted = ltiLinkTypes.filter((type) => settings.accept_types.includes(type))
  const types = accepted.filter((type) => type !== 'ltiAssetProcessor' || noticesUrl !== null)
  if (types.length === 0) throw new LtiRefusalError('types')
  const asked = { kind: 'choice', returnUrl: settings.deep_link_return_url, types } as const
  return {
    ...asked,
    ...(settings.data ? { data: settings.data } : {}),
    ...(activity ? { activityId: activity.id } : {}),
  }
}

/** The writing task that a link names; null unless the link itself was opened. */
function linkedTask({ message_type, custom }: Claims['lti']): string | null {
  if (message_type !== 'LtiResourceLinkRequest') return null
  return z.uuid().safeParse(custom?.[customNames.task]).data ?? null
}

/** Learners come in only to write: the link must name a writing task. */
function studentRequest(payload: JWTPayload, lti: Claims['lti']): LaunchRequest {
  const taskId = linkedTask(lti)
  if (taskId === null || !lti.roles.includes(learner)) throw new LtiRefusalError('role')
  const { data: student } = PlatformUser.safeParse({ ...payload, user_id: payload.sub })
  if (!student) throw new LtiRefusalError('message')
  return { kind: 'task', taskId, student }
}

function instructorRequest(
  payload: JWTPayload,
  lti: Claims['lti'],
  noticesUrl: string | null,
): LaunchRequest {
  if (lti.message_type === 'LtiDeepLinkingRequest') return choiceRequest(payload, lti, noticesUrl)
  const taskId = linkedTask(lti)
  if (taskId !== null) return { kind: 'task', taskId, student: null }
  // In the settings of an assignment, only its class can be chosen.
  if (
    lti.message_type === 'LtiResourceLinkRequest' ||
    lti.message_type === 'LtiAssetProcessorSettingsRequest'
  ) {
    const { data } = z.uuid().safeParse(lti.custom?.[customNames.classGroup])
    return { kind: 'class', ...(data ? { classGroupId: data } : {}) }
  }
  if (!lti.asset) throw new LtiRefusalError('message')
  return { kind: 'report', assetId: lti.asset.id }
}

/** A launch happens while somebody waits for it. */
const maxTokenAge = '5m'

/**
 * Checks the token of a launch: everything in `verifyToken`, then version, message, deployment and role. The
 * caller compares the nonce. Throws `LtiRefusalError`.
 */
export async function verifyLaunch(
  token: string,
  platform: PlatformRow,
  keysOf: PlatformKeys,
): Promise<Launch> {
  const payload = await verifyToken(token, platform, keysOf, { requiredClaims: ['sub'], maxTokenAge })
  const { sub, nonce, name } = payload
  const { data } = Claims.safeParse({ sub, nonce, name, lti: ltiClaims(payload) })
  if (!data) throw new LtiRefusalError('message')
  const { deployment_id, roles, context, platformnotificationservice: notices } = data.lti
  if (!platform.deployment_ids.includes(deployment_id))
    throw new LtiRefusalError('deployment', { deploymentId: deployment_id })
  const noticesUrl = notices?.notice_types_supported.includes(submissionNotice)
    ? notices.platform_notification_service_url
    : null
  return {
    subject: data.sub,
    nonce: data.nonce,
    name: data.name?.trim() || null,
    deploymentId: deployment_id,
    context: context ? { id: context.id, title: (context.title ?? context.label)?.trim() || null } : null,
    namesUrl: Names.safeParse(payload[namesClaim]).data?.context_memberships_url ?? null,
    noticesUrl,
    request: isStaff(roles)
      ? instructorRequest(payload, data.lti, noticesUrl)
      : studentRequest(payload, data.lti),
  }
}
