import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from '../../../lib/html.ts'
import { chooseLocale, type Locale, nearestLocale } from '../../../locale/locale.ts'
import { createTwoFactorPage } from './account-page.ts'
import {
  type AccountPage,
  accountDocument,
  devicesContent,
  emailContent,
  passwordContent,
  status as statusOf,
} from './account-view.ts'
import { type Account, selectAccountByPassword, selectOptionalAccount } from './accounts.ts'
import { requestEmailChange, sendVerification } from './email-verification.ts'
import { type Fault, notice } from './forms.ts'
import { findEmailFaults, findNewPasswordFaults, readPosted } from './input.ts'
import { toDocument } from './layout.ts'
import type { IdentityParts } from './parts.ts'
import { accountPath, identityPaths } from './paths.ts'
import { accountClientId } from './provider.ts'
import { isOwnForm, isRefusedRequest, pageOfFailure, readFormsOnly, sendPage } from './rendering.ts'
import { changePassword } from './resets.ts'
import { endSessions, selectSignedIn } from './sessions.ts'
import { identityTexts, type Notice, noticeOf } from './texts.ts'
import { selectAwaitedEmail } from './tokens.ts'
import { recoveryCodesContent, twoFactorContent } from './two-factor-view.ts'

interface PageRoute {
  Querystring: { lang?: string; done?: string; state?: string }
}
type Request = FastifyRequest<PageRoute>

interface Visit {
  request: Request
  reply: FastifyReply
  page: AccountPage
  language: Locale
  account: Account
  sessionUid: string
  signedInAt: Date
}

const pages = ['password', 'twoFactor', 'devices', 'email'] as const satisfies readonly AccountPage[]
const isPage = (name: unknown): name is AccountPage => pages.some((page) => page === name)

/**
 * The account pages: change the password, set up two-factor authentication, see devices, and confirm or
 * change the email.
 */
export async function addAccountPages(app: FastifyInstance, parts: IdentityParts): Promise<void> {
  const { issuer, provider, database, mailer, attempts, twoFactor, onError } = parts
  const languageOf = ({ query, headers }: Request) => chooseLocale(headers['accept-language'], query.lang)

  const readSession = async (request: Request, reply: FastifyReply) => {
    const current = provider()
    const {
      uid,
      accountId,
      loginTs = 0,
    } = await current.Session.get(current.createContext(request.raw, reply.raw) as never)
    const account = accountId === undefined ? null : await selectOptionalAccount(database, accountId)
    return account && { account, sessionUid: uid, signedInAt: new Date(loginTs * 1_000) }
  }

  const signInAddress = (page: AccountPage, language: Locale, prompt: { prompt?: 'login' } = {}) => {
    const query = new URLSearchParams({
      client_id: accountClientId,
      response_type: 'none',
      scope: 'openid',
      redirect_uri: `${issuer}${identityPaths.comeBack}`,
      state: `${page}.${language}`,
      ui_locales: language,
      ...prompt,
    })
    return `/oauth2/auth?${query.toString()}`
  }
  const redirectToSignIn = (reply: FastifyReply, page: AccountPage, language: Locale) =>
    reply.redirect(signInAddress(page, language), 303)
  const twoFactorPage = createTwoFactorPage(parts, (language) =>
    signInAddress('twoFactor', language, { prompt: 'login' }),
  )

  const redirectToPage = ({ reply, page, language }: Visit, done: string) =>
    reply.redirect(
      `${identityPaths[page]}?${new URLSearchParams({ lang: language, ...(done === '' ? {} : { done }) }).toString()}`,
      303,
    )

  const show = async (visit: Visit, status: number, faults: Fault[]) => {
    const { page, language, account, request } = visit
    const view = {
      language,
      account,
      done: request.method === 'GET' ? request.query.done : undefined,
      mailKind: mailer.kind,
    }
    const content = {
      password: async () => passwordContent(view, faults),
      twoFactor: async () => {
        const message = statusOf(view.done === 'off' ? identityTexts(language)('twoFactor.isOff') : undefined)
        const state = await twoFactor.read(account.id, visit.sessionUid)
        return html`${message}${twoFactorContent({ language, account, faults, prerequisite: twoFactorPage.prerequisite(visit) }, state)}`
      },
      devices: async () =>
        devicesContent(
          view,
          await selectSignedIn(database, account.id, new Date()),
          visit.sessionUid,
          new Date(),
        ),
      email: async () => {
        const awaited = await selectAwaitedEmail(database, account.id, new Date())
        return emailContent(
          view,
          { awaited, typed: request.method === 'GET' ? '' : readPosted(request.body).email },
          faults,
        )
      },
    } satisfies Record<AccountPage, () => Promise<unknown>>
    return sendPage(
      visit.reply,
      status,
      accountDocument(page, view, await content[page](), faults.length > 0),
    )
  }

  const sendWait = (visit: Visit, retryAfterSeconds: number) => {
    visit.reply.header('retry-after', retryAfterSeconds)
    return show(visit, 503, [
      {
        field: null,
        text: identityTexts(visit.language)('errors.waiting', { count: Math.ceil(retryAfterSeconds / 60) }),
      },
    ])
  }

  const requestChange = async (visit: Visit) => {
    const { account, language, request } = visit
    const t = identityTexts(language)
    const { email, current_password } = readPosted(request.body)
    const emailFaults = findEmailFaults(t, email)
    if (emailFaults.length === 0 && email === account.email)
      emailFaults.push({ field: 'email', text: t('email.change.same') })
    const missing: Fault[] =
      current_password === ''
        ? [{ field: 'current_password', text: t('errors.missing.current_password') }]
        : []
    if (emailFaults.length + missing.length > 0) return show(visit, 422, [...emailFaults, ...missing])
    const guessed = await attempts.changePassword(account.id)
    if (!guessed.allowed) return sendWait(visit, guessed.retryAfterSeconds)
    if (!(await selectAccountByPassword(database, account.email, current_password))) {
      return show(visit, 422, [{ field: 'current_password', text: t('password.wrong') }])
    }
    const mailed = await attempts.mailChange(account.id)
    if (!mailed.allowed) return sendWait(visit, mailed.retryAfterSeconds)
    await database.transaction((connection) =>
      requestEmailChange(parts, connection, account, email, new Date()),
    )
    return redirectToPage(visit, 'change-sent')
  }

  const handlers = {
    password: async (visit: Visit) => {
      const { account, language, request } = visit
      const t = identityTexts(language)
      const { password, current_password } = readPosted(request.body)
      const faults: Fault[] = [
        ...(current_password === ''
          ? [{ field: 'current_password' as const, text: t('errors.missing.current_password') }]
          : []),
        ...findNewPasswordFaults(t, { password, email: account.email }),
      ]
      if (faults.length > 0) return show(visit, 422, faults)
      const verdict = await attempts.changePassword(account.id)
      if (!verdict.allowed) return sendWait(visit, verdict.retryAfterSeconds)
      const isRight = await selectAccountByPassword(database, account.email, current_password)
      if (!isRight) return show(visit, 422, [{ field: 'current_password', text: t('password.wrong') }])
      const endsGrants = new URLSearchParams(typeof request.body === 'string' ? request.body : '').has(
        'ends_grants',
      )
      await changePassword(parts, {
        accountId: account.id,
        sessionUid: visit.sessionUid,
        password,
        endsGrants,
      })
      return redirectToPage(visit, endsGrants ? 'changed-and-ended' : 'changed')
    },
    twoFactor: async (visit: Visit) => {
      const outcome = await twoFactorPage.take({ ...visit, body: visit.request.body })
      if (outcome.kind === 'faults') return show(visit, 422, outcome.faults)
      if (outcome.kind === 'wait') return sendWait(visit, outcome.retryAfterSeconds)
      if (outcome.kind === 'done') return redirectToPage(visit, outcome.done)
      const { language, account } = visit
      const content = recoveryCodesContent(language, account.email, outcome.codes, outcome.isNew)
      return sendPage(visit.reply, 200, accountDocument('twoFactor', { language }, content, false))
    },
    devices: async (visit: Visit) => {
      const fields = new URLSearchParams(typeof visit.request.body === 'string' ? visit.request.body : '')
      const only = fields.get('session')
      await database.transaction((connection) =>
        endSessions(connection, visit.account.id, only === null ? { except: visit.sessionUid } : { only }),
      )
      return redirectToPage(visit, only === null ? 'ended-others' : 'ended')
    },
    email: async (visit: Visit) => {
      const isChange =
        new URLSearchParams(typeof visit.request.body === 'string' ? visit.request.body : '').get(
          'action',
        ) === 'change'
      if (isChange) return requestChange(visit)
      if (visit.account.email_verified_at) return redirectToPage(visit, 'confirmed')
      const verdict = await attempts.mailVerification(visit.account.id)
      if (!verdict.allowed) return sendWait(visit, verdict.retryAfterSeconds)
      await database.transaction((connection) =>
        sendVerification(parts, connection, visit.account, new Date()),
      )
      return redirectToPage(visit, 'sent')
    },
  } satisfies Record<AccountPage, (visit: Visit) => Promise<unknown>>

  await app.register(async (scope) => {
    const sendNotice = (request: Request, reply: FastifyReply, status: number, page: Notice) =>
      sendPage(
        reply,
        status,
        toDocument({ language: languageOf(request), title: page.title, content: notice(page, accountPath) }),
      )

    scope.setErrorHandler<Error, PageRoute>((error, request, reply) => {
      const language = languageOf(request)
      if (isRefusedRequest(error))
        return sendNotice(request, reply, 400, noticeOf(identityTexts(language), 'otherSite'))
      onError(error)
      const { status, name } = pageOfFailure(error)
      return sendNotice(
        request,
        reply,
        status,
        noticeOf(identityTexts(language), name, { support: parts.supportEmail }),
      )
    })
    readFormsOnly(scope)
    scope.get<PageRoute>(accountPath, (request, reply) =>
      reply.redirect(`${identityPaths.password}?lang=${languageOf(request)}`, 303),
    )
    scope.get<PageRoute>(identityPaths.comeBack, (request, reply) => {
      const [page, lang] = String(request.query.state ?? '').split('.')
      return reply.redirect(
        `${identityPaths[isPage(page) ? page : 'password']}?lang=${nearestLocale(lang ?? '')}`,
        303,
      )
    })
    for (const page of pages) {
      const loadVisit = async (request: Request, reply: FastifyReply): Promise<Visit | null> => {
        const found = await readSession(request, reply)
        return found && { request, reply, page, language: languageOf(request), ...found }
      }
      scope.get<PageRoute>(identityPaths[page], async (request, reply) => {
        const visit = await loadVisit(request, reply)
        return visit ? show(visit, 200, []) : redirectToSignIn(reply, page, languageOf(request))
      })
      scope.post<PageRoute>(identityPaths[page], async (request, reply) => {
        const language = languageOf(request)
        if (!isOwnForm(request, issuer))
          return sendNotice(request, reply, 400, noticeOf(identityTexts(language), 'otherSite'))
        const visit = await loadVisit(request, reply)
        return visit ? handlers[page](visit) : redirectToSignIn(reply, page, language)
      })
    }
  })
}
