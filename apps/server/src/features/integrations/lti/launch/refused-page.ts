import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { LtiRefusal } from '@penmark/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from '../../../../lib/html.ts'
import { localesFolder } from '../../../../lib/release.ts'
import { chooseLocale, defaultLocale } from '../../../../locale/locale.ts'
import { sendPage } from '../protocol/page.ts'

/** The words of the web's page. American English has only those that differ. */
async function readWords(request: FastifyRequest): Promise<(key: string) => string> {
  const read = async (locale: string) =>
    JSON.parse(await readFile(path.join(localesFolder, locale, 'integrations.json'), 'utf8')) as Record<
      string,
      string
    >
  const words = new Map([
    ...Object.entries(await read(defaultLocale)),
    ...Object.entries(await read(chooseLocale(request.headers['accept-language']))),
  ])
  return (key) => words.get(`lti.refused.${key}`) ?? ''
}

/**
 * Why a launch was refused, inside the frame in which the platform opened it: the web's page refuses to be
 * framed, so that the person would only see that of their browser. Which platform frames it is not known for
 * certain after a refusal; there is nothing on the page to be tricked into.
 */
export async function sendRefusedPage(
  request: FastifyRequest,
  reply: FastifyReply,
  reason: LtiRefusal,
): Promise<FastifyReply> {
  const word = await readWords(request)
  const content = html`<p>${word('lead')}</p><p><strong>${word('reason')}:</strong> ${word(reason)}</p>`
  return sendPage(request, reply, { title: word('title'), content, status: 403, framedBy: ['*'] })
}
