import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors, type Provider } from 'oidc-provider'
import { chooseLocale, type Locale } from '../../../locale/locale.ts'
import { type Account, hasAccounts, registerAccount, selectAccountByPassword } from './accounts.ts'
import type { Verdict } from './attempts.ts'
import { type BrokeredFault, signInBrokered } from './brokered-accounts.ts'
import { type Broker, brokerLabel, interactionOfState } from './brokers.ts'
import { codePages, createCodePages } from './code-pages.ts'
import { sendVerification } from './email-verification.ts'
import { type Fault, notice, registerForm, signInForm } from './forms.ts'
import { findSignInFaults, type Posted, readNewAccount, readPosted, retyped } from './input.ts'
import { toDocument } from './layout.ts'
import type { IdentityParts } from './parts.ts'
import { identityPaths, interactionPath } from './paths.ts'
import { requestRegistration, takeEntry } from './registrations.ts'
import { isOwnForm, isRefusedRequest, pageOfFailure, readFormsOnly, sendPage } from './rendering.ts'
import { type IdentityTexts, identityTexts, noticeOf, titleOf } from './texts.ts'

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

interface PageRoute {
  Params: { uid: string; page?: string; broker?: string }
  Querystring: { lang?: string; state?: string; entry?: string }
}

const empty: Posted = {
  email: '',
  password: '',
  current_password: '',
  given_name: '',
  family_name: '',
  code: '',
}

/**
 * Adds the sign-in and registration pages. They belong to one interaction, tied to the browser by its cookie.
 */
export async function addInteractions(app: FastifyInstance, parts: IdentityParts): Promise<void> {
  const { issuer, provider, database, attempts, knownDevices, brokerage, twoFactor, awaitedCodes, onError } =
    parts
  const codes = createCodePages(parts)

  const sendForm = async (
    { reply, interaction, page, language, t }: Visit,
    status: number,
    posted: Posted,
    faults: Fault[],
  ) => {
    const here = `${interactionPath}/${interaction.uid}`
    const chosen = (name: string, locale: Locale) => `${here}/${name}?lang=${locale}`
    const { email, given_name, family_name } = posted
    const form = {
      t,
      action: chosen(page, language),
      other: chosen(page === 'login' ? 'register' : 'login', language),
      forgot: `${identityPaths.forgot}?lang=${language}`,
      brokers: brokerage.brokers.map(({ name }) => ({
        label: brokerLabel[name],
        address: chosen(`with/${name}`, language),
      })),
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
      hasAside: true,
    })
    return sendPage(reply, status, document)
  }

  const sendWait = (
    visit: Visit,
    posted: Posted,
    { retryAfterSeconds }: Extract<Verdict, { allowed: false }>,
  ) => {
    visit.reply.header('retry-after', retryAfterSeconds)
    return sendForm(visit, 503, posted, [
      { field: null, text: visit.t('errors.waiting', { count: Math.ceil(retryAfterSeconds / 60) }) },
    ])
  }

  const languageOf = (request: FastifyRequest<PageRoute>, interaction?: Interaction) =>
    chooseLocale(
      request.headers['accept-language'],
      request.query.lang,
      interaction?.params.ui_locales ?? interaction?.params.lang,
    )

  const sendNotice = (
    request: FastifyRequest<PageRoute>,
    reply: FastifyReply,
    status: number,
    kind: 'lapsed' | 'failed' | 'unwritable',
  ) => {
    const language = languageOf(request)
    const page = noticeOf(identityTexts(language), kind, { support: parts.supportEmail })
    return sendPage(reply, status, toDocument({ language, title: page.title, content: notice(page) }))
  }
  const sendLapsed = (request: FastifyRequest<PageRoute>, reply: FastifyReply) =>
    sendNotice(request, reply, 400, 'lapsed')

  const loadVisit = async (
    request: FastifyRequest<PageRoute>,
    reply: FastifyReply,
  ): Promise<Visit | null> => {
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

  const finish = async (
    { request, reply, interaction }: Visit,
    { id: accountId, email }: Account,
    enteredCode = false,
  ) => {
    knownDevices.remember(request, reply, email, ...(enteredCode ? [accountId] : []))
    const result = {
      login: { accountId, remember: true },
      ...(interaction.prompt.name === 'create' ? { create: {} } : {}),
    }
    const next = await provider().interactionResult(request.raw, reply.raw, result, {
      mergeWithLastSubmission: false,
    })
    return reply.redirect(next, 303)
  }

  /**
   * Continues after the password or the other provider: with a two-factor code where the account needs one.
   */
  const continueSignIn = async (visit: Visit, account: Account) => {
    if (!(await twoFactor.isOn(account.id))) return finish(visit, account)
    await awaitedCodes.expect(visit.interaction.uid, account.id)
    return visit.reply.redirect(
      `${interactionPath}/${visit.interaction.uid}/code?lang=${visit.language}`,
      303,
    )
  }

  const signIn = async (visit: Visit, posted: Posted) => {
    const faults = findSignInFaults(visit.t, posted)
    if (faults.length > 0) return sendForm(visit, 422, posted, faults)
    const origin = {
      address: visit.request.ip,
      email: posted.email,
      device: knownDevices.nameFor(visit.request, posted.email),
    }
    const verdict = await attempts.signIn(origin)
    if (!verdict.allowed) return sendWait(visit, posted, verdict)
    const account = await selectAccountByPassword(database, posted.email, posted.password)
    if (!account) return sendForm(visit, 422, posted, [{ field: null, text: visit.t('errors.wrong') }])
    await attempts.signedIn(origin)
    return continueSignIn(visit, account)
  }

  const register = async (visit: Visit, posted: Posted) => {
    const read = readNewAccount(visit.t, posted)
    if ('faults' in read) return sendForm(visit, 422, posted, read.faults)
    const verdict = await attempts.register(visit.request.ip, posted.email)
    if (!verdict.allowed) return sendWait(visit, posted, verdict)
    if (parts.confirmsRegistrations) {
      await requestRegistration(database, read.account, {
        language: visit.language,
        interactionUid: visit.interaction.uid,
      })
      const page = noticeOf(visit.t, 'registration.asked', { email: read.account.email })
      const content = notice(page, `${interactionPath}/${visit.interaction.uid}/login?lang=${visit.language}`)
      return sendPage(
        visit.reply,
        200,
        toDocument({ language: visit.language, title: page.title, content, hasAside: true }),
      )
    }
    const account = await registerAccount(database, read.account, visit.language, (connection, created) =>
      sendVerification(parts, connection, created, new Date()),
    )
    if (!account)
      return sendForm(visit, 409, posted, [
        { field: 'email', text: visit.t('errors.taken') },
        retyped(visit.t),
      ])
    return finish(visit, account)
  }

  /** The broker named in a URL, within this browser's interaction. */
  const brokered = async (
    request: FastifyRequest<PageRoute>,
    reply: FastifyReply,
  ): Promise<{ visit: Visit; broker: Broker } | null> => {
    const broker = brokerage.brokers.find(({ name }) => name === request.params.broker)
    const visit = broker && (await loadVisit(request, reply))
    return visit ? { visit, broker } : null
  }

  const sendRefused = (
    { reply, interaction, language, t }: Visit,
    kind: 'failed' | BrokeredFault,
    status = 400,
  ) => {
    const page = noticeOf(t, `brokered.${kind}`)
    const back = `${interactionPath}/${interaction.uid}/login?lang=${language}`
    return sendPage(
      reply,
      status,
      toDocument({ language, title: page.title, content: notice(page, back), hasAside: true }),
    )
  }

  await app.register(async (scope) => {
    scope.setErrorHandler<Error, PageRoute>((error, request, reply) => {
      if (isRefusedRequest(error)) return sendLapsed(request, reply)
      onError(error)
      const { status, name } = pageOfFailure(error)
      return sendNotice(request, reply, status, name)
    })
    readFormsOnly(scope)
    scope.get<PageRoute>(`${interactionPath}/:uid`, async (request, reply) => {
      const visit = await loadVisit(request, reply)
      if (!visit) return sendLapsed(request, reply)
      return reply.redirect(
        `${interactionPath}/${visit.interaction.uid}/${visit.page}?lang=${visit.language}`,
        303,
      )
    })
    scope.get<PageRoute>(`${interactionPath}/:uid/:page`, async (request, reply) => {
      const visit = await loadVisit(request, reply)
      if (!visit) return sendLapsed(request, reply)
      const hint = visit.interaction.params.login_hint
      return sendForm(visit, 200, { ...empty, email: typeof hint === 'string' ? hint : '' }, [])
    })
    scope.post<PageRoute>(`${interactionPath}/:uid/:page`, async (request, reply) => {
      const visit = isOwnForm(request, issuer) ? await loadVisit(request, reply) : null
      if (!visit) return sendLapsed(request, reply)
      const posted = readPosted(request.body)
      return visit.page === 'login' ? signIn(visit, posted) : register(visit, posted)
    })

    for (const page of codePages) {
      const toCodeVisit = (visit: Visit) => ({
        ...visit,
        uid: visit.interaction.uid,
        address: `${interactionPath}/${visit.interaction.uid}`,
      })
      scope.get<PageRoute>(`${interactionPath}/:uid/${page}`, async (request, reply) => {
        const visit = await loadVisit(request, reply)
        return visit ? codes.show(toCodeVisit(visit), page) : sendLapsed(request, reply)
      })
      scope.post<PageRoute>(`${interactionPath}/:uid/${page}`, async (request, reply) => {
        const visit = isOwnForm(request, issuer) ? await loadVisit(request, reply) : null
        if (!visit) return sendLapsed(request, reply)
        const taken = await codes.take(toCodeVisit(visit), page)
        return 'sent' in taken ? taken.sent : finish(visit, taken.account, true)
      })
    }

    // The link in a registration email ends here. In another browser than the one it began in, the person
    // signs in as usual.
    scope.get<PageRoute>(`${interactionPath}/:uid/confirmed`, async (request, reply) => {
      const visit = await loadVisit(request, reply)
      const secret = request.query.entry ?? ''
      const account = visit && (await takeEntry(database, { interactionUid: visit.interaction.uid, secret }))
      if (account) return finish(visit, account)
      const language = languageOf(request)
      const page = noticeOf(identityTexts(language), 'registration.done')
      return sendPage(
        reply,
        200,
        toDocument({
          language,
          title: page.title,
          content: notice(page, identityPaths.signIn),
          hasAside: true,
        }),
      )
    })

    scope.get<PageRoute>(`${interactionPath}/:uid/with/:broker`, async (request, reply) => {
      const found = await brokered(request, reply)
      if (!found) return sendLapsed(request, reply)
      const { visit, broker } = found
      const hint = visit.interaction.params.login_hint
      const hints = { language: visit.language, email: typeof hint === 'string' ? hint : '' }
      const brokerUrl = await brokerage
        .begin(visit.interaction.uid, broker, hints)
        .catch((error: unknown) => {
          onError(error)
          return null
        })
      return brokerUrl ? reply.redirect(brokerUrl.href, 303) : sendRefused(visit, 'failed', 502)
    })
    // The interaction's cookie is only sent below its own path, so redirect the answer there.
    scope.get<PageRoute>(`${identityPaths.brokered}/:broker`, async (request, reply) => {
      const uid = interactionOfState(request.query.state)
      const broker = brokerage.brokers.find(({ name }) => name === request.params.broker)
      if (uid === null || !broker) return sendLapsed(request, reply)
      const { search } = new URL(request.url, issuer)
      return reply.redirect(`${interactionPath}/${uid}/from/${broker.name}${search}`, 303)
    })
    scope.get<PageRoute>(`${interactionPath}/:uid/from/:broker`, async (request, reply) => {
      const found = await brokered(request, reply)
      if (!found) return sendLapsed(request, reply)
      const { visit, broker } = found
      const { searchParams } = new URL(request.url, issuer)
      const person = await brokerage
        .finish(visit.interaction.uid, broker, searchParams)
        .catch((error: unknown) => {
          // Cancelling at the provider is not an error. A wrong client secret is, and the operator must learn
          // of it.
          if (!searchParams.has('error')) onError(error)
          return null
        })
      if (!person) return sendRefused(visit, 'failed')
      const account = await signInBrokered(parts, person, {
        provider: brokerLabel[broker.name],
        language: visit.language,
        now: new Date(),
      })
      return typeof account === 'string' ? sendRefused(visit, account) : continueSignIn(visit, account)
    })
  })
}
