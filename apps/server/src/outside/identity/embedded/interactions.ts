import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors, type Provider } from 'oidc-provider'
import type { Database } from '../../../database/database.ts'
import { insertAccount, selectAccountByPassword } from './accounts.ts'
import type { Attempts, Verdict } from './attempts.ts'
import { findSignInFaults, type Posted, readNewAccount, readPosted, retyped } from './input.ts'
import { type Fault, notice, registerForm, signInForm } from './pages/forms.ts'
import { chooseLanguage, type Language } from './pages/language.ts'
import { toDocument } from './pages/layout.ts'
import { type Words, wordsIn } from './pages/words.ts'
import { interactionPath } from './provider.ts'
import { contentSecurityPolicy } from './rendering.ts'

type PageName = 'login' | 'register'
type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

interface Visit {
  request: FastifyRequest
  reply: FastifyReply
  interaction: Interaction
  page: PageName
  language: Language
  words: Words
}

interface Parts {
  provider: Provider
  database: Database
  attempts: Attempts
  onError: (error: unknown) => void
}

interface Address {
  Params: { uid: string; page?: string }
  Querystring: { lang?: string }
}

const empty: Posted = { email: '', password: '', given_name: '', family_name: '' }

function sendPage(reply: FastifyReply, status: number, document: string): FastifyReply {
  return reply
    .code(status)
    .header('content-security-policy', contentSecurityPolicy)
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'same-origin')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(document)
}

function sendForm({ reply, interaction, page, language, words }: Visit, status: number, posted: Posted, faults: Fault[]): FastifyReply {
  const chosen = (name: PageName, tongue: Language) => `${interactionPath}/${interaction.uid}/${name}?lang=${tongue}`
  const { password: _never, ...typed } = posted
  const form = {
    words,
    action: chosen(page, language),
    other: chosen(page === 'login' ? 'register' : 'login', language),
    typed,
    faults,
  }
  const { title } = page === 'login' ? words.signIn : words.register
  const document = toDocument({
    language,
    title: faults.length > 0 ? `${words.errors.prefix}: ${title}` : title,
    content: page === 'login' ? signInForm(form) : registerForm(form),
    otherLanguage: chosen(page, language === 'en' ? 'fr' : 'en'),
    beside: true,
  })
  return sendPage(reply, status, document)
}

function sendWait(visit: Visit, posted: Posted, { retryAfterSeconds }: Extract<Verdict, { allowed: false }>): FastifyReply {
  visit.reply.header('retry-after', retryAfterSeconds)
  const text = visit.words.errors.waiting(Math.ceil(retryAfterSeconds / 60))
  return sendForm(visit, 503, posted, [{ field: null, text }])
}

/** Adds the pages on which a person signs in or registers. They belong to one interaction, tied to the browser by its cookie. */
export async function addInteractions(app: FastifyInstance, { provider, database, attempts, onError }: Parts): Promise<void> {
  const languageOf = (request: FastifyRequest<Address>, interaction?: Interaction) =>
    chooseLanguage(request.query.lang, interaction?.params.ui_locales ?? interaction?.params.lang, request.headers['accept-language'])

  const sendNotice = (request: FastifyRequest<Address>, reply: FastifyReply, status: number, kind: 'lapsed' | 'failed') => {
    const language = languageOf(request)
    const words = wordsIn[language][kind]
    return sendPage(reply, status, toDocument({ language, title: words.title, content: notice(words) }))
  }
  const sendLapsed = (request: FastifyRequest<Address>, reply: FastifyReply) => sendNotice(request, reply, 400, 'lapsed')

  const visit = async (request: FastifyRequest<Address>, reply: FastifyReply): Promise<Visit | null> => {
    const { page } = request.params
    if (page !== undefined && page !== 'login' && page !== 'register') return null
    try {
      const interaction = await provider.interactionDetails(request.raw, reply.raw)
      if (interaction.uid !== request.params.uid) return null
      const language = languageOf(request, interaction)
      const first = interaction.prompt.name === 'create' ? 'register' : 'login'
      return { request, reply, interaction, page: page ?? first, language, words: wordsIn[language] }
    } catch (caught) {
      if (caught instanceof errors.SessionNotFound) return null
      throw caught
    }
  }

  const finish = async ({ request, reply, interaction }: Visit, accountId: string) => {
    const result = { login: { accountId, remember: true }, ...(interaction.prompt.name === 'create' ? { create: {} } : {}) }
    const next = await provider.interactionResult(request.raw, reply.raw, result, { mergeWithLastSubmission: false })
    return reply.redirect(next, 303)
  }

  const signIn = async (at: Visit, posted: Posted) => {
    const faults = findSignInFaults(at.words, posted)
    if (faults.length > 0) return sendForm(at, 422, posted, faults)
    const verdict = await attempts.signIn(at.request.ip, posted.email)
    if (!verdict.allowed) return sendWait(at, posted, verdict)
    const account = await selectAccountByPassword(database, posted.email, posted.password)
    if (!account) return sendForm(at, 422, posted, [{ field: null, text: at.words.errors.wrong }])
    await attempts.signedIn(posted.email)
    return finish(at, account.id)
  }

  const register = async (at: Visit, posted: Posted) => {
    const read = readNewAccount(at.words, posted)
    if ('faults' in read) return sendForm(at, 422, posted, read.faults)
    const verdict = await attempts.register(at.request.ip, posted.email)
    if (!verdict.allowed) return sendWait(at, posted, verdict)
    const account = await insertAccount(database, read.account)
    if (!account) return sendForm(at, 409, posted, [{ field: 'email', text: at.words.errors.taken }, retyped(at.words)])
    return finish(at, account.id)
  }

  await app.register(async (scope) => {
    scope.setErrorHandler<FastifyError, Address>((error, request, reply) => {
      if (error.statusCode !== undefined && error.statusCode < 500) return sendLapsed(request, reply)
      onError(error)
      return sendNotice(request, reply, 500, 'failed')
    })
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 16_384 }, (_request, body, done) =>
      done(null, body),
    )
    scope.get<Address>(`${interactionPath}/:uid`, async (request, reply) => {
      const at = await visit(request, reply)
      if (!at) return sendLapsed(request, reply)
      return reply.redirect(`${interactionPath}/${at.interaction.uid}/${at.page}?lang=${at.language}`, 303)
    })
    scope.get<Address>(`${interactionPath}/:uid/:page`, async (request, reply) => {
      const at = await visit(request, reply)
      if (!at) return sendLapsed(request, reply)
      const hint = at.interaction.params.login_hint
      return sendForm(at, 200, { ...empty, email: typeof hint === 'string' ? hint : '' }, [])
    })
    scope.post<Address>(`${interactionPath}/:uid/:page`, async (request, reply) => {
      // The cookie is not sent along from another site; where the browser says where a form came from, that must be us.
      const { origin } = request.headers
      const at = origin === undefined || origin === provider.issuer ? await visit(request, reply) : null
      if (!at) return sendLapsed(request, reply)
      const posted = readPosted(request.body)
      return at.page === 'login' ? signIn(at, posted) : register(at, posted)
    })
  })
}
