import type { FastifyInstance } from 'fastify'
import { html } from '../../../outside/identity/embedded/pages/markup.ts'
import { hashSecret } from '../../../security/secrets.ts'
import { type LtiDependencies, ltiPaths } from '../dependencies.ts'
import { hidden, originsOf, sendPage, textsFor } from '../page.ts'
import { deleteLaunch, selectOptionalLaunch, selectOptionalPlatform } from '../store.ts'

const waitSeconds = 3

/**
 * A launch page that a platform can show in a frame: it opens our own window, where people can sign in, and returns the choice made there
 * to the platform from the frame.
 */
export function addAnswerPage(scope: FastifyInstance, { database }: LtiDependencies): void {
  scope.get(ltiPaths.answer, async (request, reply) => {
    const t = textsFor(request)
    const { ticket } = request.query as { ticket?: unknown }
    const launch = typeof ticket === 'string' ? await selectOptionalLaunch(database, hashSecret(ticket), new Date()) : null
    const platform = launch && (await selectOptionalPlatform(database, launch.platform_id))
    // The framing platform is no longer known, and the page has no buttons.
    if (!platform)
      return sendPage(request, reply, { title: t('over.title'), content: html`<p>${t('over.text')}</p>`, framedBy: ['https:', 'http:'] })
    const { asked, answer, ticket_hash } = launch
    const returnUrl = asked.kind === 'choice' ? asked.returnUrl : null
    const framedBy = originsOf(platform.issuer, platform.auth_url, ...(returnUrl === null ? [] : [returnUrl]))
    if (answer === null || returnUrl === null) {
      const content = html`<p>${t('waiting.text')}</p>
<p><a class="action" href="${ltiPaths.launch}?ticket=${String(ticket)}" target="_blank" rel="noopener">${t('waiting.action')}</a></p><p class="soft">${t('waiting.after')}</p>`
      return sendPage(request, reply, { title: t('waiting.title'), content, framedBy, again: waitSeconds })
    }
    await deleteLaunch(database, ticket_hash)
    const content = html`<form method="post" action="${returnUrl}">${hidden({ JWT: answer })}<button class="action" type="submit">${t('sending.action')}</button></form>`
    const page = { title: t('sending.title'), content, script: 'document.forms[0].submit()', framedBy, sendsTo: originsOf(returnUrl) }
    return sendPage(request, reply, page)
  })
}
