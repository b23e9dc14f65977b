import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from '../../../../html.ts'
import { chooseLocale, type Locale, nearestLocale } from '../../../../locale/locale.ts'
import { findEmailFaults, findNewPasswordFaults, readPosted } from '../input.ts'
import { type AccountPage, accountDocument, devicesContent, emailContent, passwordContent, status as statusOf } from '../pages/account.ts'
import { type Fault, notice } from '../pages/forms.ts'
import { toDocument } from '../pages/layout.ts'
import { identityTexts, type Notice, noticeOf } from '../pages/texts.ts'
import { recoveryCodesContent, twoFactorContent } from '../pages/two-factor.ts'
import type { IdentityParts } from '../parts.ts'
import { accountClientId } from '../provider/provider.ts'
import { isOwnForm, readFormsOnly, sendPage } from '../rendering.ts'
import { endSessions, selectSignedIn } from '../sign-in/sessions.ts'
import { selectAwaitedEmail } from '../tokens.ts'
import { createTwoFactorPage } from '../two-factor/account-page.ts'
import { type Account, selectAccountByPassword, selectOptionalAccount } from './accounts.ts'
import { accountPath, addresses } from './addresses.ts'
import { requestEmailChange, sendVerification } from './email-verification.ts'
import { changePassword } from './resets.ts'

interface Address {
  Querystring: { lang?: string; done?: string; state?: string }
}
type Request = FastifyRequest<Address>

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

/** The account pages: change the password, set up two-factor authentication, see devices, and confirm or change the email. */
export async function addAccountPages(app: FastifyInstance, parts: IdentityParts): Promise<void> {
  const { issuer, provider, database, mailer, attempts, twoFactorStore, onError } = parts
  const languageOf = ({ query, headers }: Request) => chooseLocale(headers['accept-language'], query.lang)

  const session = async (request: Request, reply: FastifyReply) => {
    const current = provider()
    const { uid, accountId, loginTs = 0 } = await current.Session.get(current.createContext(request.raw, reply.raw) as never)
    const account = accountId === undefined ? null : await selectOptionalAccount(database, accountId)
    return account && { account, sessionUid: uid, signedInAt: new Date(loginTs * 1_000) }
  }

  const signInAddress = (page: AccountPage, language: Locale, prompt: { prompt?: 'login' } = {}) => {
    const query = new URLSearchParams({
      client_id: accountClientId,
      response_type: 'none',
      scope: 'openid',
      redirect_uri: `${issuer}${addresses.comeBack}`,
      state: `${page}.${language}`,
      ui_locales: language,
      ...prompt,
    })
    return `/oauth2/auth?${query.toString()}`
  }
  const askToSignIn = (reply: FastifyReply, page: AccountPage, language: Locale) => reply.redirect(signInAddress(page, language), 303)
  const twoFactor = createTwoFactorPage(parts, (language) => signInAddress('twoFactor', language, { prompt: 'login' }))

  const again = ({ reply, page, language }: Visit, done: string) =>
    reply.redirect(`${addresses[page]}?${new URLSearchParams({ lang: language, ...(done === '' ? {} : { done }) }).toString()}`, 303)

  const show = async (at: Visit, status: number, faults: Fault[]) => {
    const { page, language, account, request } = at
    const given = { language, account, done: request.method === 'GET' ? request.query.done : undefined, sentBy: mailer.kind }
    const content = {
      password: async () => passwordContent(given, faults),
      twoFactor: async () => {
        const said = statusOf(given.done === 'off' ? identityTexts(language)('twoFactor.isOff') : undefined)
        const state = await twoFactorStore.read(account.id, at.sessionUid)
        return html`${said}${twoFactorContent({ language, account, faults, before: twoFactor.before(at) }, state)}`
      },
      devices: async () => devicesContent(given, await selectSignedIn(database, account.id, new Date()), at.sessionUid, new Date()),
      email: async () => {
        const awaited = await selectAwaitedEmail(database, account.id, new Date())
        return emailContent(given, { awaited, typed: request.method === 'GET' ? '' : readPosted(request.body).email }, faults)
      },
    } satisfies Record<AccountPage, () => Promise<unknown>>
    return sendPage(at.reply, status, accountDocument(page, given, await content[page](), faults.length > 0))
  }

  const wait = (at: Visit, retryAfterSeconds: number) => {
    at.reply.header('retry-after', retryAfterSeconds)
    return show(at, 503, [
      { field: null, text: identityTexts(at.language)('errors.waiting', { count: Math.ceil(retryAfterSeconds / 60) }) },
    ])
  }

  const askChange = async (at: Visit) => {
    const { account, language, request } = at
    const t = identityTexts(language)
    const { email, current_password } = readPosted(request.body)
    const emailFaults = findEmailFaults(t, email)
    if (emailFaults.length === 0 && email === account.email) emailFaults.push({ field: 'email', text: t('email.change.same') })
    const missing: Fault[] = current_password === '' ? [{ field: 'current_password', text: t('errors.missing.current_password') }] : []
    if (emailFaults.length + missing.length > 0) return show(at, 422, [...emailFaults, ...missing])
    const guessed = await attempts.changePassword(account.id)
    if (!guessed.allowed) return wait(at, guessed.retryAfterSeconds)
    if (!(await selectAccountByPassword(database, account.email, current_password))) {
      return show(at, 422, [{ field: 'current_password', text: t('password.wrong') }])
    }
    const mailed = await attempts.mailChange(account.id)
    if (!mailed.allowed) return wait(at, mailed.retryAfterSeconds)
    await database.transaction((connection) => requestEmailChange(parts, connection, account, email, new Date()))
    return again(at, 'change-sent')
  }

  const take = {
    password: async (at: Visit) => {
      const { account, language, request } = at
      const t = identityTexts(language)
      const { password, current_password } = readPosted(request.body)
      const faults: Fault[] = [
        ...(current_password === '' ? [{ field: 'current_password' as const, text: t('errors.missing.current_password') }] : []),
        ...findNewPasswordFaults(t, { password, email: account.email }),
      ]
      if (faults.length > 0) return show(at, 422, faults)
      const verdict = await attempts.changePassword(account.id)
      if (!verdict.allowed) return wait(at, verdict.retryAfterSeconds)
      const isRight = await selectAccountByPassword(database, account.email, current_password)
      if (!isRight) return show(at, 422, [{ field: 'current_password', text: t('password.wrong') }])
      await changePassword(parts, { accountId: account.id, sessionUid: at.sessionUid, password })
      return again(at, 'changed')
    },
    twoFactor: async (at: Visit) => {
      const outcome = await twoFactor.take({ ...at, body: at.request.body })
      if (outcome.kind === 'faults') return show(at, 422, outcome.faults)
      if (outcome.kind === 'wait') return wait(at, outcome.retryAfterSeconds)
      if (outcome.kind === 'done') return again(at, outcome.done)
      const { language, account } = at
      const content = recoveryCodesContent(language, account.email, outcome.codes, outcome.isNew)
      return sendPage(at.reply, 200, accountDocument('twoFactor', { language }, content, false))
    },
    devices: async (at: Visit) => {
      const fields = new URLSearchParams(typeof at.request.body === 'string' ? at.request.body : '')
      const only = fields.get('session')
      await database.transaction((connection) =>
        endSessions(connection, at.account.id, only === null ? { except: at.sessionUid } : { only }),
      )
      return again(at, only === null ? 'ended-others' : 'ended')
    },
    email: async (at: Visit) => {
      const isChange = new URLSearchParams(typeof at.request.body === 'string' ? at.request.body : '').get('action') === 'change'
      if (isChange) return askChange(at)
      if (at.account.email_verified_at) return again(at, 'confirmed')
      const verdict = await attempts.mailVerification(at.account.id)
      if (!verdict.allowed) return wait(at, verdict.retryAfterSeconds)
      await database.transaction((connection) => sendVerification(parts, connection, at.account, new Date()))
      return again(at, 'sent')
    },
  } satisfies Record<AccountPage, (at: Visit) => Promise<unknown>>

  await app.register(async (scope) => {
    const sendNotice = (request: Request, reply: FastifyReply, status: number, page: Notice) =>
      sendPage(reply, status, toDocument({ language: languageOf(request), title: page.title, content: notice(page, accountPath) }))

    scope.setErrorHandler<FastifyError, Address>((error, request, reply) => {
      const language = languageOf(request)
      if (error.statusCode !== undefined && error.statusCode < 500)
        return sendNotice(request, reply, 400, noticeOf(identityTexts(language), 'otherSite'))
      onError(error)
      return sendNotice(request, reply, 500, noticeOf(identityTexts(language), 'failed', { support: parts.supportEmail }))
    })
    readFormsOnly(scope)
    scope.get<Address>(accountPath, (request, reply) => reply.redirect(`${addresses.password}?lang=${languageOf(request)}`, 303))
    scope.get<Address>(addresses.comeBack, (request, reply) => {
      const [page, lang] = String(request.query.state ?? '').split('.')
      return reply.redirect(`${addresses[isPage(page) ? page : 'password']}?lang=${nearestLocale(lang ?? '')}`, 303)
    })
    for (const page of pages) {
      const visit = async (request: Request, reply: FastifyReply): Promise<Visit | null> => {
        const found = await session(request, reply)
        return found && { request, reply, page, language: languageOf(request), ...found }
      }
      scope.get<Address>(addresses[page], async (request, reply) => {
        const at = await visit(request, reply)
        return at ? show(at, 200, []) : askToSignIn(reply, page, languageOf(request))
      })
      scope.post<Address>(addresses[page], async (request, reply) => {
        const language = languageOf(request)
        if (!isOwnForm(request, issuer)) return sendNotice(request, reply, 400, noticeOf(identityTexts(language), 'otherSite'))
        const at = await visit(request, reply)
        return at ? take[page](at) : askToSignIn(reply, page, language)
      })
    }
  })
}
