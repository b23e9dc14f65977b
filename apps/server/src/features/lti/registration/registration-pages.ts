import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from '../../../outside/identity/embedded/pages/markup.ts'
import { type LtiDependencies, ltiPaths } from '../dependencies.ts'
import { hidden, sendPage, textsFor } from '../page.ts'
import { RegistrationError, readStart, registerPlatform } from './register-platform.ts'

/** The message that the standard requires when the page is done; the platform then closes it. */
const closing = "(window.opener || window.parent).postMessage({ subject: 'org.imsglobal.lti.close' }, '*')"

/** The framing platform, which names itself in its parameters. */
function framedBy(sent: unknown): string[] {
  const { openid_configuration: address } = Object(sent) as { openid_configuration?: unknown }
  return typeof address === 'string' && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
    ? [new URL(address).origin]
    : []
}

/** LTI Dynamic Registration: a platform sends its administrator here, who confirms with one button. */
export function addRegistrationPages(scope: FastifyInstance, dependencies: LtiDependencies): void {
  const explain = async (request: FastifyRequest, reply: FastifyReply, sent: unknown, show: () => Promise<FastifyReply>) => {
    try {
      return await show()
    } catch (error) {
      if (!(error instanceof RegistrationError)) throw error
      dependencies.logger.warn(
        { reason: error.fault, cause: error.cause instanceof Error ? error.cause.name : undefined },
        'A registration failed',
      )
      const t = textsFor(request)
      const content = html`<p>${t(`fault.${error.fault}`)}</p><p class="soft">${t('fault.safe')}</p>`
      return sendPage(request, reply, { title: t('fault.title'), status: 400, content, framedBy: framedBy(sent) })
    }
  }

  scope.get(ltiPaths.register, (request, reply) =>
    explain(request, reply, request.query, async () => {
      const { invitation, openid_configuration, registration_token } = await readStart(dependencies, request.query)
      const t = textsFor(request)
      const { host } = new URL(openid_configuration)
      const content = html`<p>${t('connect.text', { host })}</p><p class="soft">${t('connect.note')}</p>
<form method="post" action="${ltiPaths.register}">${hidden({ invitation, openid_configuration, ...(registration_token === undefined ? {} : { registration_token }) })}
<button class="action" type="submit">${t('connect.action')}</button></form>`
      return sendPage(request, reply, { title: t('connect.title'), content, framedBy: framedBy(request.query) })
    }),
  )
  scope.post(ltiPaths.register, (request, reply) =>
    explain(request, reply, request.body, async () => {
      await registerPlatform(dependencies, request.body)
      const t = textsFor(request)
      const content = html`<p>${t('connected.text')}</p>`
      return sendPage(request, reply, { title: t('connected.title'), content, script: closing, framedBy: framedBy(request.body) })
    }),
  )
}
