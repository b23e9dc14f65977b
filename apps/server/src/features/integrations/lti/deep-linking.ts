import { randomUUID } from 'node:crypto'
import { brand, type LtiChoice, type LtiChosen } from '@penmark/contract'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Caller } from '../../../http/caller.ts'
import { html } from '../../../lib/html.ts'
import { hashSecret } from '../../../lib/secrets.ts'
import { problem } from '../../../locale/problems/problem.ts'
import { EgressError } from '../../../services/egress/egress.ts'
import { requireLmsAccess } from '../../accounts/index.ts'
import { readTask } from '../../authorship/index.ts'
import { readClassGroup } from '../../classes/index.ts'
import { connectCourse, findOrCreateClass, requireLaunch } from './launch/open-launch.ts'
import { requestToken, sign } from './platforms/tokens.ts'
import {
  claimName,
  customNames,
  deepLinkingClaims,
  type LaunchRequest,
  reportType,
  scopes,
  submissionNotice,
} from './protocol/claims.ts'
import { hidden, originsOf, sendPage, textsFor } from './protocol/page.ts'
import { insertProcessor } from './records/asset-store.ts'
import { type LtiDependencies, ltiPaths } from './records/dependencies.ts'
import {
  deleteLaunch,
  type LaunchRow,
  type PlatformRow,
  selectOptionalLaunch,
  selectOptionalPlatform,
  updateAnswer,
} from './records/store.ts'

type Choice = z.output<typeof LtiChoice>
type ChoiceRequest = Extract<LaunchRequest, { kind: 'choice' }>

/**
 * Subscribes to the platform's submission notices (LTI Platform Notification Service 1.0). This must happen
 * before the assignment links to us.
 */
async function subscribeToSubmissions(
  dependencies: LtiDependencies,
  platform: PlatformRow,
  url: string,
): Promise<void> {
  try {
    const { status } = await dependencies.egress.send({
      method: 'PUT',
      url,
      headers: {
        authorization: `Bearer ${await requestToken(dependencies, platform, scopes.noticeHandlers)}`,
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body: JSON.stringify({
        notice_type: submissionNotice,
        handler: `${dependencies.publicUrl}${ltiPaths.notices}`,
      }),
      timeoutMs: 10_000,
      maximumBytes: 64 * 1_024,
    })
    if (status < 200 || status > 299) throw new EgressError('unreachable')
  } catch (cause) {
    dependencies.logger.warn(
      { reason: cause instanceof Error ? cause.name : 'unknown' },
      'A platform refused our address for notices',
    )
    throw problem('busy', 'platform_notices_refused', {}, { cause })
  }
}

/**
 * A link to a writing task. Its class is linked to the course, which gives the students of the course access.
 */
async function taskItem(
  { database, publicUrl }: LtiDependencies,
  launch: LaunchRow,
  choice: Choice & { task_id: string },
  caller: Caller,
) {
  const task = await readTask(database, choice.task_id, caller)
  if (task.class_group_id === null) throw problem('conflict', 'linked_class_deleted')
  if (launch.context_id === null) throw problem('conflict', 'linked_course_missing')
  await connectCourse(database, launch, task.class_group_id, caller)
  const custom = { [customNames.task]: task.id }
  return {
    type: 'ltiResourceLink',
    title: choice.title || task.title,
    url: `${publicUrl}${ltiPaths.launch}`,
    custom,
  }
}

/** The chosen class, or one with the name of the course. */
async function chosenClass(
  dependencies: LtiDependencies,
  launch: LaunchRow,
  { class_group_id }: Choice,
  caller: Caller,
) {
  const { context_id, context_title } = launch
  const id =
    class_group_id ??
    (await findOrCreateClass(dependencies.database, context_title ?? context_id ?? brand.name, caller))
  return readClassGroup(dependencies.database, id, caller)
}

async function itemsOf(
  dependencies: LtiDependencies,
  platform: PlatformRow,
  launch: LaunchRow,
  asked: ChoiceRequest,
  choice: Choice,
  caller: Caller,
) {
  if (choice.type === null) return []
  const { task_id } = choice
  if (choice.type === 'ltiResourceLink' && task_id !== null)
    return [await taskItem(dependencies, launch, { ...choice, task_id }, caller)]
  const { names_url, notices_url } = launch
  if (choice.type === 'ltiAssetProcessor') {
    if (notices_url === null)
      throw new Error('Submissions were offered on a platform without notices of them.')
    await subscribeToSubmissions(dependencies, platform, notices_url)
  }
  const { id: class_group_id, class_name } = await chosenClass(dependencies, launch, choice, caller)
  const title = choice.title || class_name
  const url = `${dependencies.publicUrl}${ltiPaths.launch}`
  await connectCourse(dependencies.database, launch, class_group_id, caller)
  if (choice.type === 'ltiResourceLink') {
    return [{ type: choice.type, title, url, custom: { [customNames.classGroup]: class_group_id } }]
  }
  const id = randomUUID()
  await insertProcessor(dependencies.database, {
    id,
    platform_id: platform.id,
    teacher_id: caller.teacher_id,
    class_group_id,
    activity_id: asked.activityId ?? null,
    names_url,
    language: choice.language,
    created_at: new Date(),
  })
  return [
    {
      type: choice.type,
      title,
      url,
      report: { url, supportedTypes: [reportType] },
      custom: { [customNames.processor]: id },
    },
  ]
}

/**
 * Stores the teacher's choice and signs it for the platform (LTI Deep Linking 2.0). Answering again replaces
 * the choice.
 */
export async function answerLaunch(
  dependencies: LtiDependencies,
  ticket: string,
  choice: Choice,
  caller: Caller,
): Promise<LtiChosen> {
  const { database } = dependencies
  const { launch, platform, owner } = await requireLaunch(database, ticket, caller)
  const { asked } = launch
  if (owner !== caller.teacher_id || asked.kind !== 'choice')
    throw problem('conflict', 'launch_without_choice')
  if (choice.type !== null && !asked.types.includes(choice.type))
    throw problem('conflict', 'link_kind_refused')
  if (choice.type !== null) await requireLmsAccess(dependencies.database, caller.teacher_id, 'new')
  const items = await itemsOf(dependencies, platform, launch, asked, choice, caller)
  const answer = await sign(database, platform, {
    audience: platform.issuer,
    expires: '5m',
    claims: {
      nonce: randomUUID(),
      [claimName('message_type')]: 'LtiDeepLinkingResponse',
      [claimName('version')]: '1.3.0',
      [claimName('deployment_id')]: launch.deployment_id,
      [deepLinkingClaims.items]: items,
      ...(asked.data === undefined ? {} : { [deepLinkingClaims.data]: asked.data }),
    },
  })
  await updateAnswer(database, launch.ticket_hash, answer)
  return { continue_at: launch.framed ? null : `${ltiPaths.answer}?ticket=${encodeURIComponent(ticket)}` }
}

const waitSeconds = 3

/**
 * A launch page that a platform can show in a frame: it opens our own window, where people can sign in, and
 * returns the choice made there to the platform from the frame.
 */
export function addAnswerPage(scope: FastifyInstance, { database }: LtiDependencies): void {
  scope.get(ltiPaths.answer, async (request, reply) => {
    const t = textsFor(request)
    const { ticket } = request.query as { ticket?: unknown }
    const launch =
      typeof ticket === 'string' ? await selectOptionalLaunch(database, hashSecret(ticket), new Date()) : null
    const platform = launch && (await selectOptionalPlatform(database, launch.platform_id))
    // The framing platform is no longer known, and the page has no buttons.
    if (!platform)
      return sendPage(request, reply, {
        title: t('over.title'),
        content: html`<p>${t('over.text')}</p>`,
        framedBy: ['https:', 'http:'],
      })
    const { asked, answer, ticket_hash } = launch
    const returnUrl = asked.kind === 'choice' ? asked.returnUrl : null
    const framedBy = originsOf(platform.issuer, platform.auth_url, ...(returnUrl === null ? [] : [returnUrl]))
    if (answer === null || returnUrl === null) {
      const content = html`<p>${t('waiting.text')}</p>
<p><a class="action" href="${ltiPaths.launch}?ticket=${String(ticket)}" target="_blank" rel="noopener">${t('waiting.action')}</a></p><p class="soft">${t('waiting.after')}</p>`
      return sendPage(request, reply, {
        title: t('waiting.title'),
        content,
        framedBy,
        reloadSeconds: waitSeconds,
      })
    }
    await deleteLaunch(database, ticket_hash)
    const content = html`<form method="post" action="${returnUrl}">${hidden({ JWT: answer })}<button class="action" type="submit">${t('sending.action')}</button></form>`
    return sendPage(request, reply, {
      title: t('sending.title'),
      content,
      script: 'document.forms[0].submit()',
      framedBy,
      formTargets: originsOf(returnUrl),
    })
  })
}
