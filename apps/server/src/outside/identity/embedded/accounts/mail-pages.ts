import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html, type Markup } from '../../../../html.ts'
import { chooseLocale, type Locale } from '../../../../locale/locale.ts'
import { findEmailFaults, findNewPasswordFaults, readPosted } from '../input.ts'
import { alternativeLink, type Fault, fieldOf, formOf, newPasswordField, notice } from '../pages/forms.ts'
import { toDocument } from '../pages/layout.ts'
import { type IdentityTexts, identityTexts, type Notice, noticeOf, titleOf } from '../pages/texts.ts'
import type { IdentityParts } from '../parts.ts'
import { interactionPath } from '../provider/provider.ts'
import { isOwnForm, readFormsOnly, sendPage } from '../rendering.ts'
import { selectAccountByToken, selectNewEmail } from '../tokens.ts'
import type { Account } from './accounts.ts'
import { addresses } from './addresses.ts'
import { changeEmail, confirmEmail } from './email-verification.ts'
import { confirmRegistration, selectRegisteredEmail } from './registrations.ts'
import { requestReset, resetPassword } from './resets.ts'

interface Address {
  Querystring: { lang?: string; token?: string }
}
type Request = FastifyRequest<Address>

interface Visit {
  request: Request
  reply: FastifyReply
  path: string
  language: Locale
  t: IdentityTexts
  token: string
}

const oneOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, 200) : '')

/** The pages that emails link to, and the form that requests a reset. They need no sign-in. */
export async function addMailPages(app: FastifyInstance, parts: IdentityParts): Promise<void> {
  const { issuer, database, mailer, attempts, knownDevices, onError } = parts

  const visit = (request: Request, reply: FastifyReply, path: string): Visit => {
    const language = chooseLocale(request.headers['accept-language'], request.query.lang)
    return { request, reply, path, language, t: identityTexts(language), token: oneOf(request.query.token) }
  }
  const here = ({ path, token }: Visit, language: Locale) =>
    `${path}?${new URLSearchParams({ ...(token === '' ? {} : { token }), lang: language }).toString()}`

  const send = (at: Visit, status: number, title: string, content: Markup, hasFaults = false) =>
    sendPage(
      at.reply,
      status,
      toDocument({
        language: at.language,
        title: titleOf(at.t, title, hasFaults),
        content,
        addressIn: (locale) => here(at, locale),
        beside: true,
      }),
    )
  const sendNotice = (at: Visit, status: number, page: Notice, address: string) => send(at, status, page.title, notice(page, address))
  const inLanguage = (path: string, language: Locale) => `${path}?lang=${language}`

  const sendForgot = (at: Visit, status: number, email: string, faults: Fault[]) => {
    const { t } = at
    const title = t('forgot.title')
    const form = { t, action: here(at, at.language), typed: { email }, faults }
    const fields = fieldOf(form, { name: 'email', type: 'email', autocomplete: 'username', first: true })
    const below = alternativeLink(t('forgot.other'), t('forgot.otherAction'), addresses.signIn)
    return send(
      at,
      status,
      title,
      formOf(form, { title, lead: t('forgot.lead'), fields, action: t('forgot.action'), below }),
      faults.length > 0,
    )
  }

  const sendOver = (at: Visit, purpose: 'reset' | 'verify' | 'register') => {
    const { t } = at
    if (purpose === 'register') return sendNotice(at, 410, noticeOf(t, 'registration.over'), addresses.signIn)
    const [action, path] = purpose === 'reset' ? [t('over.resetAction'), addresses.forgot] : [t('over.verifyAction'), addresses.email]
    return sendNotice(at, 410, { title: t('over.title'), text: t('over.text'), action }, inLanguage(path, at.language))
  }

  const sendReset = async (at: Visit, status: number, { email, password_hash }: Account, faults: Fault[]) => {
    const { t } = at
    const isFirst = password_hash === null
    const title = t(isFirst ? 'firstPassword.title' : 'reset.title')
    const form = { t, action: here(at, at.language), typed: {}, faults }
    const fields = newPasswordField(form, { email, label: t(isFirst ? 'firstPassword.label' : 'reset.label'), first: true })
    return send(
      at,
      status,
      title,
      formOf(form, { title, lead: t(isFirst ? 'firstPassword.lead' : 'reset.lead', { email }), fields, action: t('reset.action') }),
      faults.length > 0,
    )
  }

  const sendConfirmation = (at: Visit, name: 'registration.confirm' | 'changeEmail' | 'verify', email: string) => {
    const { t } = at
    const title = t(`${name}.title`)
    const form = { t, action: here(at, at.language), typed: {}, faults: [] }
    return send(at, 200, title, formOf(form, { title, lead: t(`${name}.lead`, { email }), fields: html``, action: t(`${name}.action`) }))
  }

  const ask = async (at: Visit) => {
    const { email } = readPosted(at.request.body)
    const faults = findEmailFaults(at.t, email)
    if (faults.length > 0) return sendForgot(at, 422, email, faults)
    const verdict = await attempts.requestReset(at.request.ip, email)
    if (!verdict.allowed) {
      at.reply.header('retry-after', verdict.retryAfterSeconds)
      return sendForgot(at, 503, email, [
        { field: null, text: at.t('errors.waiting', { count: Math.ceil(verdict.retryAfterSeconds / 60) }) },
      ])
    }
    await requestReset(database, email, at.language)
    const title = at.t(mailer.kind === 'smtp' ? 'asked.title' : 'asked.outboxTitle')
    const page = { title, text: at.t(`asked.${mailer.kind}`, { email }), action: at.t('asked.action') }
    return sendNotice(at, 200, page, addresses.signIn)
  }

  const register = async (at: Visit) => {
    const entry = await confirmRegistration(database, at.token, new Date())
    if (entry === null) return sendOver(at, 'register')
    const query = new URLSearchParams({ entry: entry.secret, lang: at.language })
    return at.reply.redirect(`${interactionPath}/${entry.interactionUid}/confirmed?${query.toString()}`, 303)
  }

  const reset = async (at: Visit) => {
    const account = await selectAccountByToken(database, 'reset', at.token, new Date())
    if (!account) return sendOver(at, 'reset')
    const { password } = readPosted(at.request.body)
    const faults = findNewPasswordFaults(at.t, { password, email: account.email })
    if (faults.length > 0) return sendReset(at, 422, account, faults)
    const email = await resetPassword(parts, at.token, password, new Date())
    if (email === null) return sendOver(at, 'reset')
    knownDevices.remember(at.request, at.reply, email)
    return sendNotice(at, 200, noticeOf(at.t, account.password_hash === null ? 'firstPassword.done' : 'resetDone'), addresses.signIn)
  }

  const change = async (at: Visit) => {
    const done = await changeEmail(parts, at.token, new Date())
    if (done === 'over') return sendOver(at, 'verify')
    if (done === 'taken') return sendNotice(at, 409, noticeOf(at.t, 'emailTaken'), inLanguage(addresses.email, at.language))
    knownDevices.remember(at.request, at.reply, done.email)
    return sendNotice(at, 200, noticeOf(at.t, 'emailChanged', { email: done.email }), addresses.signIn)
  }

  await app.register(async (scope) => {
    scope.setErrorHandler<FastifyError, Address>((error, request, reply) => {
      const at = visit(request, reply, addresses.forgot)
      if (error.statusCode !== undefined && error.statusCode < 500)
        return sendNotice(at, 400, noticeOf(at.t, 'otherSite'), inLanguage(at.path, at.language))
      onError(error)
      return sendNotice(at, 500, noticeOf(at.t, 'failed', { support: parts.supportEmail }), '/')
    })
    readFormsOnly(scope)

    const page = (path: string, show: (at: Visit) => unknown, take: (at: Visit) => unknown) => {
      scope.get<Address>(path, (request, reply) => show(visit(request, reply, path)))
      scope.post<Address>(path, (request, reply) => {
        const at = visit(request, reply, path)
        return isOwnForm(request, issuer) ? take(at) : sendNotice(at, 400, noticeOf(at.t, 'otherSite'), here(at, at.language))
      })
    }
    page(
      addresses.register,
      async (at) => {
        const email = await selectRegisteredEmail(database, at.token, new Date())
        if (email === null) return sendOver(at, 'register')
        return sendConfirmation(at, 'registration.confirm', email)
      },
      register,
    )
    page(addresses.forgot, (at) => sendForgot(at, 200, '', []), ask)
    page(
      addresses.reset,
      async (at) => {
        const account = await selectAccountByToken(database, 'reset', at.token, new Date())
        return account ? sendReset(at, 200, account, []) : sendOver(at, 'reset')
      },
      reset,
    )
    page(
      addresses.changeEmail,
      async (at) => {
        const email = await selectNewEmail(database, at.token, new Date())
        if (email === null) return sendOver(at, 'verify')
        return sendConfirmation(at, 'changeEmail', email)
      },
      change,
    )
    // Opening the link alone confirms nothing, because mail scanners open links too.
    page(
      addresses.verify,
      async (at) => {
        const account = await selectAccountByToken(database, 'verify', at.token, new Date())
        if (!account) return sendOver(at, 'verify')
        return sendConfirmation(at, 'verify', account.email)
      },
      async (at) =>
        (await confirmEmail(database, at.token, new Date()))
          ? sendNotice(at, 200, noticeOf(at.t, 'verified'), addresses.signIn)
          : sendOver(at, 'verify'),
    )
  })
}
