import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from '../../../outside/identity/embedded/pages/markup.ts'
import { ltiPaths } from '../dependencies.ts'
import { hidden, originsOf, sendPage, textsFor } from '../page.ts'
import type { PlatformRow } from '../store.ts'

/**
 * What a platform's frame shows a student: a button that opens the writing room in a window of its own. The ticket lets a student in by
 * itself, so it is posted and never part of an address.
 */
export function sendStudentPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { ticket, platform }: { ticket: string; platform: PlatformRow },
): FastifyReply {
  const t = textsFor(request)
  const content = html`<p>${t('write.text')}</p>
<form method="post" action="${ltiPaths.write}" target="_blank" rel="noopener">${hidden({ ticket })}<p><button class="action" type="submit">${t('write.action')}</button></p></form>
<p class="soft">${t('write.after')}</p>`
  return sendPage(request, reply, { title: t('write.title'), content, framedBy: originsOf(platform.issuer, platform.auth_url) })
}
