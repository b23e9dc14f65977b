import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html, type Markup } from '../../../lib/html.ts'
import { chooseLocale, type Locale } from '../../../locale/locale.ts'
import type { Account } from './accounts.ts'
import { changeEmail, confirmEmail } from './email-verification.ts'
import { alternativeLink, type Fault, fieldOf, formOf, newPasswordField, notice } from './forms.ts'
import { findEmailFaults, findNewPasswordFaults, readPosted } from './input.ts'
import { toDocument } from './layout.ts'
import type { IdentityParts } from './parts.ts'
import { identityPaths, interactionPath } from './paths.ts'
import { confirmRegistration, selectRegisteredEmail } from './registrations.ts'
import { isOwnForm, isRefusedRequest, pageOfFailure, readFormsOnly, sendPage } from './rendering.ts'
import { requestReset, resetPassword } from './resets.ts'
import { type IdentityTexts, identityTexts, type Notice, noticeOf, titleOf } from './texts.ts'
import { selectAccountByToken, selectNewEmail } from './tokens.ts'

interface PageRoute {
  Querystring: { lang?: string; token?: string }
}
type Request = FastifyRequest<PageRoute>

interface Visit {
  request: Request
  reply: FastifyReply
  path: string
  language: Locale
  t: IdentityTexts
  token: string
}

const tokenOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, 200) : '')

/** The pages that emails link to, and the form that requests a reset. They need no sign-in. */
export async function addMailPages(app: FastifyInstance, parts: IdentityParts): Promise<void> {
  const { issuer, database, mailer, attempts, knownDevices, onError } = parts

  const toVisit = (request: Request, reply: FastifyReply, path: string): Visit => {
    const language = chooseLocale(request.headers['accept-language'], request.query.lang)
    return { request, reply, path, language, t: identityTexts(language), token: tokenOf(request.query.token) }
  }
  const pageUrl = ({ path, token }: Visit, language: Locale) =>
    `${path}?${new URLSearchParams({ ...(token === '' ? {} : { token }), lang: language }).toString()}`

  const send = (visit: Visit, status: number, title: string, content: Markup, hasFaults = false) =>
    sendPage(
      visit.reply,
      status,
      toDocument({
        language: visit.language,
        title: titleOf(visit.t, title, hasFaults),
        content,
        addressIn: (locale) => pageUrl(visit, locale),
        hasAside: true,
      }),
    )
  const sendNotice = (visit: Visit, status: number, page: Notice, address: string) =>
    send(visit, status, page.title, notice(page, address))
  const inLanguage = (path: string, language: Locale) => `${path}?lang=${language}`

  const sendForgot = (visit: Visit, status: number, email: string, faults: Fault[]) => {
    const { t } = visit
    const title = t('forgot.title')
    const form = { t, action: pageUrl(visit, visit.language), typed: { email }, faults }
    const fields = fieldOf(form, { name: 'email', type: 'email', autocomplete: 'username', first: true })
    const below = alternativeLink(t('forgot.other'), t('forgot.otherAction'), identityPaths.signIn)
    return send(
      visit,
      status,
      title,
      formOf(form, { title, lead: t('forgot.lead'), fields, action: t('forgot.action'), below }),
      faults.length > 0,
    )
  }

  const sendExpired = (visit: Visit, purpose: 'reset' | 'verify' | 'register') => {
    const { t } = visit
    if (purpose === 'register')
      return sendNotice(visit, 410, noticeOf(t, 'registration.over'), identityPaths.signIn)
    const [action, path] =
      purpose === 'reset'
        ? [t('over.resetAction'), identityPaths.forgot]
        : [t('over.verifyAction'), identityPaths.email]
    return sendNotice(
      visit,
      410,
      { title: t('over.title'), text: t('over.text'), action },
      inLanguage(path, visit.language),
    )
  }

  const sendReset = async (
    visit: Visit,
    status: number,
    { email, password_hash }: Account,
    faults: Fault[],
  ) => {
    const { t } = visit
    const isFirst = password_hash === null
    const title = t(isFirst ? 'firstPassword.title' : 'reset.title')
    const form = { t, action: pageUrl(visit, visit.language), typed: {}, faults }
    const fields = newPasswordField(form, {
      email,
      label: t(isFirst ? 'firstPassword.label' : 'reset.label'),
      first: true,
    })
    return send(
      visit,
      status,
      title,
      formOf(form, {
        title,
        lead: t(isFirst ? 'firstPassword.lead' : 'reset.lead', { email }),
        fields,
        action: t('reset.action'),
      }),
      faults.length > 0,
    )
  }

  const sendConfirmation = (
    visit: Visit,
    name: 'registration.confirm' | 'changeEmail' | 'verify',
    email: string,
  ) => {
    const { t } = visit
    const title = t(`${name}.title`)
    const form = { t, action: pageUrl(visit, visit.language), typed: {}, faults: [] }
    return send(
      visit,
      200,
      title,
      formOf(form, {
        title,
        lead: t(`${name}.lead`, { email }),
        fields: html``,
        action: t(`${name}.action`),
      }),
    )
  }

  const requestResetEmail = async (visit: Visit) => {
    const { email } = readPosted(visit.request.body)
    const faults = findEmailFaults(visit.t, email)
    if (faults.length > 0) return sendForgot(visit, 422, email, faults)
    const verdict = await attempts.requestReset(visit.request.ip, email)
    if (!verdict.allowed) {
      visit.reply.header('retry-after', verdict.retryAfterSeconds)
      return sendForgot(visit, 503, email, [
        {
          field: null,
          text: visit.t('errors.waiting', { count: Math.ceil(verdict.retryAfterSeconds / 60) }),
        },
      ])
    }
    await requestReset(database, email, visit.language)
    const title = visit.t(mailer.kind === 'smtp' ? 'asked.title' : 'asked.outboxTitle')
    const page = { title, text: visit.t(`asked.${mailer.kind}`, { email }), action: visit.t('asked.action') }
    return sendNotice(visit, 200, page, identityPaths.signIn)
  }

  const register = async (visit: Visit) => {
    const entry = await confirmRegistration(database, visit.token, new Date())
    if (entry === null) return sendExpired(visit, 'register')
    const query = new URLSearchParams({ entry: entry.secret, lang: visit.language })
    return visit.reply.redirect(
      `${interactionPath}/${entry.interactionUid}/confirmed?${query.toString()}`,
      303,
    )
  }

  const reset = async (visit: Visit) => {
    const account = await selectAccountByToken(database, 'reset', visit.token, new Date())
    if (!account) return sendExpired(visit, 'reset')
    const { password } = readPosted(visit.request.body)
    const faults = findNewPasswordFaults(visit.t, { password, email: account.email })
    if (faults.length > 0) return sendReset(visit, 422, account, faults)
    const email = await resetPassword(parts, visit.token, password, new Date())
    if (email === null) return sendExpired(visit, 'reset')
    knownDevices.remember(visit.request, visit.reply, email)
    return sendNotice(
      visit,
      200,
      noticeOf(visit.t, account.password_hash === null ? 'firstPassword.done' : 'resetDone'),
      identityPaths.signIn,
    )
  }

  const change = async (visit: Visit) => {
    const done = await changeEmail(parts, visit.token, new Date())
    if (done === 'over') return sendExpired(visit, 'verify')
    if (done === 'taken')
      return sendNotice(
        visit,
        409,
        noticeOf(visit.t, 'emailTaken'),
        inLanguage(identityPaths.email, visit.language),
      )
    knownDevices.remember(visit.request, visit.reply, done.email)
    return sendNotice(
      visit,
      200,
      noticeOf(visit.t, 'emailChanged', { email: done.email }),
      identityPaths.signIn,
    )
  }

  await app.register(async (scope) => {
    scope.setErrorHandler<Error, PageRoute>((error, request, reply) => {
      const visit = toVisit(request, reply, identityPaths.forgot)
      if (isRefusedRequest(error))
        return sendNotice(visit, 400, noticeOf(visit.t, 'otherSite'), inLanguage(visit.path, visit.language))
      onError(error)
      const { status, name } = pageOfFailure(error)
      return sendNotice(visit, status, noticeOf(visit.t, name, { support: parts.supportEmail }), '/')
    })
    readFormsOnly(scope)

    const page = (path: string, show: (visit: Visit) => unknown, handle: (visit: Visit) => unknown) => {
      scope.get<PageRoute>(path, (request, reply) => show(toVisit(request, reply, path)))
      scope.post<PageRoute>(path, (request, reply) => {
        const visit = toVisit(request, reply, path)
        return isOwnForm(request, issuer)
          ? handle(visit)
          : sendNotice(visit, 400, noticeOf(visit.t, 'otherSite'), pageUrl(visit, visit.language))
      })
    }
    page(
      identityPaths.register,
      async (visit) => {
        const email = await selectRegisteredEmail(database, visit.token, new Date())
        if (email === null) return sendExpired(visit, 'register')
        return sendConfirmation(visit, 'registration.confirm', email)
      },
      register,
    )
    page(identityPaths.forgot, (visit) => sendForgot(visit, 200, '', []), requestResetEmail)
    page(
      identityPaths.reset,
      async (visit) => {
        const account = await selectAccountByToken(database, 'reset', visit.token, new Date())
        return account ? sendReset(visit, 200, account, []) : sendExpired(visit, 'reset')
      },
      reset,
    )
    page(
      identityPaths.changeEmail,
      async (visit) => {
        const email = await selectNewEmail(database, visit.token, new Date())
        if (email === null) return sendExpired(visit, 'verify')
        return sendConfirmation(visit, 'changeEmail', email)
      },
      change,
    )
    // Opening the link alone confirms nothing, because mail scanners open links too.
    page(
      identityPaths.verify,
      async (visit) => {
        const account = await selectAccountByToken(database, 'verify', visit.token, new Date())
        if (!account) return sendExpired(visit, 'verify')
        return sendConfirmation(visit, 'verify', account.email)
      },
      async (visit) =>
        (await confirmEmail(database, visit.token, new Date()))
          ? sendNotice(visit, 200, noticeOf(visit.t, 'verified'), identityPaths.signIn)
          : sendExpired(visit, 'verify'),
    )
  })
}
