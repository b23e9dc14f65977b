import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors, type Provider } from 'oidc-provider'
import { chooseLocale, type Locale } from '../../../../locale/locale.ts'
import { type Account, hasAccounts, registerAccount, selectAccountByPassword } from '../accounts/accounts.ts'
import { addresses } from '../accounts/addresses.ts'
import { sendVerification } from '../accounts/email-verification.ts'
import { requestRegistration, takeEntry } from '../accounts/registrations.ts'
import { enterBrokered } from '../brokers/brokered-accounts.ts'
import { type Broker, brokerLabel, interactionOfState } from '../brokers/brokers.ts'
import { findSignInFaults, type Posted, readNewAccount, readPosted, retyped } from '../input.ts'
import { type Fault, notice, registerForm, signInForm } from '../pages/forms.ts'
import { toDocument } from '../pages/layout.ts'
import { type IdentityTexts, identityTexts, noticeOf, titleOf } from '../pages/texts.ts'
import type { IdentityParts } from '../parts.ts'
import { interactionPath } from '../provider/provider.ts'
import { isOwnForm, readFormsOnly, sendPage } from '../rendering.ts'
import { codePages, createCodePages } from '../two-factor/code-pages.ts'
import type { Verdict } from './attempts.ts'

type PageName = 'login' | 'register'
type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

interface Visit {
  request: FastifyRequest
  reply: FastifyReply
  interaction: Interaction
  page: PageName
  language: Locale
  t: IdentityTexts
}

interface Address {
  Params: { uid: string; page?: string; broker?: string }
  Querystring: { lang?: string; state?: string; entry?: string }
}

const empty: Posted = { email: '', password: '', current_password: '', given_name: '', family_name: '', code: '' }

/** Adds the sign-in and registration pages. They belong to one interaction, tied to the browser by its cookie. */
export async function addInteractions(app: FastifyInstance, parts: IdentityParts): Promise<void> {
  const { issuer, provider, database, attempts, knownDevices, brokerage, twoFactorStore, awaitedCodes, onError } = parts
  const codes = createCodePages(parts)

  const sendForm = async ({ reply, interaction, page, language, t }: Visit, status: number, posted: Posted, faults: Fault[]) => {
    const here = `${interactionPath}/${interaction.uid}`
    const chosen = (name: string, locale: Locale) => `${here}/${name}?lang=${locale}`
    const { email, given_name, family_name } = posted
    const form = {
      t,
      action: chosen(page, language),
      other: chosen(page === 'login' ? 'register' : 'login', language),
      forgot: `${addresses.forgot}?lang=${language}`,
      brokers: brokerage.brokers.map(({ name }) => ({ label: brokerLabel[name], address: chosen(`with/${name}`, language) })),
      typed: { email, given_name, family_name },
      faults,
      isFirst: !(await hasAccounts(database)),
    }
    const title = t(page === 'login' ? 'signIn.title' : 'register.title')
    const document = toDocument({
      language,
      title: titleOf(t, title, faults.length > 0),
      content: page === 'login' ? signInForm(form) : registerForm(form),
      addressIn: (locale) => chosen(page, locale),
      beside: true,
    })
    return sendPage(reply, status, document)
  }

  const sendWait = (at: Visit, posted: Posted, { retryAfterSeconds }: Extract<Verdict, { allowed: false }>) => {
    at.reply.header('retry-after', retryAfterSeconds)
    return sendForm(at, 503, posted, [{ field: null, text: at.t('errors.waiting', { count: Math.ceil(retryAfterSeconds / 60) }) }])
  }

  const languageOf = (request: FastifyRequest<Address>, interaction?: Interaction) =>
    chooseLocale(request.headers['accept-language'], request.query.lang, interaction?.params.ui_locales ?? interaction?.params.lang)

  const sendNotice = (request: FastifyRequest<Address>, reply: FastifyReply, status: number, kind: 'lapsed' | 'failed') => {
    const language = languageOf(request)
    const page = noticeOf(identityTexts(language), kind, { support: parts.supportEmail })
    return sendPage(reply, status, toDocument({ language, title: page.title, content: notice(page) }))
  }
  const sendLapsed = (request: FastifyRequest<Address>, reply: FastifyReply) => sendNotice(request, reply, 400, 'lapsed')

  const visit = async (request: FastifyRequest<Address>, reply: FastifyReply): Promise<Visit | null> => {
    const { page } = request.params
    if (page !== undefined && page !== 'login' && page !== 'register') return null
    try {
      const interaction = await provider().interactionDetails(request.raw, reply.raw)
      if (interaction.uid !== request.params.uid) return null
      const language = languageOf(request, interaction)
      const first = interaction.prompt.name === 'create' ? 'register' : 'login'
      return { request, reply, interaction, page: page ?? first, language, t: identityTexts(language) }
    } catch (caught) {
      if (caught instanceof errors.SessionNotFound) return null
      throw caught
    }
  }

  const finish = async ({ request, reply, interaction }: Visit, { id: accountId, email }: Account, gaveCode = false) => {
    knownDevices.remember(request, reply, email, ...(gaveCode ? [accountId] : []))
    const result = { login: { accountId, remember: true }, ...(interaction.prompt.name === 'create' ? { create: {} } : {}) }
    const next = await provider().interactionResult(request.raw, reply.raw, result, { mergeWithLastSubmission: false })
    return reply.redirect(next, 303)
  }

  /** Continues after the password or the other provider: with a two-factor code where the account needs one. */
  const enter = async (at: Visit, account: Account) => {
    if (!(await twoFactorStore.isOn(account.id))) return finish(at, account)
    await awaitedCodes.expect(at.interaction.uid, account.id)
    return at.reply.redirect(`${interactionPath}/${at.interaction.uid}/code?lang=${at.language}`, 303)
  }

  const signIn = async (at: Visit, posted: Posted) => {
    const faults = findSignInFaults(at.t, posted)
    if (faults.length > 0) return sendForm(at, 422, posted, faults)
    const origin = { address: at.request.ip, email: posted.email, device: knownDevices.nameFor(at.request, posted.email) }
    const verdict = await attempts.signIn(origin)
    if (!verdict.allowed) return sendWait(at, posted, verdict)
    const account = await selectAccountByPassword(database, posted.email, posted.password)
    if (!account) return sendForm(at, 422, posted, [{ field: null, text: at.t('errors.wrong') }])
    await attempts.signedIn(origin)
    return enter(at, account)
  }

  const register = async (at: Visit, posted: Posted) => {
    const read = readNewAccount(at.t, posted)
    if ('faults' in read) return sendForm(at, 422, posted, read.faults)
    const verdict = await attempts.register(at.request.ip, posted.email)
    if (!verdict.allowed) return sendWait(at, posted, verdict)
    if (parts.confirmsRegistrations) {
      await requestRegistration(database, read.account, { language: at.language, interactionUid: at.interaction.uid })
      const page = noticeOf(at.t, 'registration.asked', { email: read.account.email })
      const content = notice(page, `${interactionPath}/${at.interaction.uid}/login?lang=${at.language}`)
      return sendPage(at.reply, 200, toDocument({ language: at.language, title: page.title, content, beside: true }))
    }
    const account = await registerAccount(database, read.account, at.language, (connection, made) =>
      sendVerification(parts, connection, made, new Date()),
    )
    if (!account) return sendForm(at, 409, posted, [{ field: 'email', text: at.t('errors.taken') }, retyped(at.t)])
    return finish(at, account)
  }

  /** The broker named in a URL, within this browser's interaction. */
  const brokered = async (request: FastifyRequest<Address>, reply: FastifyReply): Promise<{ at: Visit; broker: Broker } | null> => {
    const broker = brokerage.brokers.find(({ name }) => name === request.params.broker)
    const at = broker && (await visit(request, reply))
    return at ? { at, broker } : null
  }

  const sendRefused = ({ reply, interaction, language, t }: Visit, kind: 'failed' | 'unproved' | 'nameless') => {
    const page = noticeOf(t, `brokered.${kind}`)
    const back = `${interactionPath}/${interaction.uid}/login?lang=${language}`
    return sendPage(reply, 400, toDocument({ language, title: page.title, content: notice(page, back), beside: true }))
  }

  await app.register(async (scope) => {
    scope.setErrorHandler<FastifyError, Address>((error, request, reply) => {
      if (error.statusCode !== undefined && error.statusCode < 500) return sendLapsed(request, reply)
      onError(error)
      return sendNotice(request, reply, 500, 'failed')
    })
    readFormsOnly(scope)
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
      const at = isOwnForm(request, issuer) ? await visit(request, reply) : null
      if (!at) return sendLapsed(request, reply)
      const posted = readPosted(request.body)
      return at.page === 'login' ? signIn(at, posted) : register(at, posted)
    })

    for (const page of codePages) {
      const place = (at: Visit) => ({ ...at, uid: at.interaction.uid, address: `${interactionPath}/${at.interaction.uid}` })
      scope.get<Address>(`${interactionPath}/:uid/${page}`, async (request, reply) => {
        const at = await visit(request, reply)
        return at ? codes.show(place(at), page) : sendLapsed(request, reply)
      })
      scope.post<Address>(`${interactionPath}/:uid/${page}`, async (request, reply) => {
        const at = isOwnForm(request, issuer) ? await visit(request, reply) : null
        if (!at) return sendLapsed(request, reply)
        const taken = await codes.take(place(at), page)
        return 'sent' in taken ? taken.sent : finish(at, taken.account, true)
      })
    }

    // The link in a registration email ends here. In another browser than the one it began in, the person signs in as usual.
    scope.get<Address>(`${interactionPath}/:uid/confirmed`, async (request, reply) => {
      const at = await visit(request, reply)
      const secret = request.query.entry ?? ''
      const account = at && (await takeEntry(database, { interactionUid: at.interaction.uid, secret }))
      if (account) return finish(at, account)
      const language = languageOf(request)
      const page = noticeOf(identityTexts(language), 'registration.done')
      return sendPage(reply, 200, toDocument({ language, title: page.title, content: notice(page, addresses.signIn), beside: true }))
    })

    scope.get<Address>(`${interactionPath}/:uid/with/:broker`, async (request, reply) => {
      const found = await brokered(request, reply)
      if (!found) return sendLapsed(request, reply)
      const { at, broker } = found
      const hint = at.interaction.params.login_hint
      const hints = { language: at.language, email: typeof hint === 'string' ? hint : '' }
      const there = await brokerage.begin(at.interaction.uid, broker, hints).catch((error: unknown) => {
        onError(error)
        return null
      })
      return there ? reply.redirect(there.href, 303) : sendRefused(at, 'failed')
    })
    // The interaction's cookie is only sent below its own path, so redirect the answer there.
    scope.get<Address>(`${addresses.brokered}/:broker`, async (request, reply) => {
      const uid = interactionOfState(request.query.state)
      const broker = brokerage.brokers.find(({ name }) => name === request.params.broker)
      if (uid === null || !broker) return sendLapsed(request, reply)
      const { search } = new URL(request.url, issuer)
      return reply.redirect(`${interactionPath}/${uid}/from/${broker.name}${search}`, 303)
    })
    scope.get<Address>(`${interactionPath}/:uid/from/:broker`, async (request, reply) => {
      const found = await brokered(request, reply)
      if (!found) return sendLapsed(request, reply)
      const { at, broker } = found
      const { searchParams } = new URL(request.url, issuer)
      const person = await brokerage.finish(at.interaction.uid, broker, searchParams).catch((error: unknown) => {
        // Cancelling at the provider is not an error. A wrong client secret is, and the operator must hear of it.
        if (!searchParams.has('error')) onError(error)
        return null
      })
      if (!person) return sendRefused(at, 'failed')
      const account = await enterBrokered(parts, person, { provider: brokerLabel[broker.name], language: at.language, now: new Date() })
      return typeof account === 'string' ? sendRefused(at, account) : enter(at, account)
    })
  })
}
