import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Locale } from '../../../locale/locale.ts'
import { type Account, selectOptionalAccount } from './accounts.ts'
import type { Fault } from './forms.ts'
import { readPosted } from './input.ts'
import { toDocument } from './layout.ts'
import type { IdentityParts } from './parts.ts'
import { sendPage } from './rendering.ts'
import { identityTexts, titleOf } from './texts.ts'
import { codeForm } from './two-factor-view.ts'

/** The code pages' paths below the address of their interaction. */
export const codePages = ['code', 'recovery'] as const
export type CodePage = (typeof codePages)[number]

export interface CodeVisit {
  request: FastifyRequest
  reply: FastifyReply
  /** This browser's interaction. */
  uid: string
  /** URL of the interaction's pages. */
  address: string
  language: Locale
}

type Parts = Pick<
  IdentityParts,
  'database' | 'mailer' | 'emails' | 'attempts' | 'knownDevices' | 'twoFactor' | 'awaitedCodes'
>

/** The pages that ask for a code after the right password. */
export function createCodePages({
  database,
  mailer,
  emails,
  attempts,
  knownDevices,
  twoFactor,
  awaitedCodes,
}: Parts) {
  const send = ({ reply, address, language }: CodeVisit, page: CodePage, status: number, faults: Fault[]) => {
    const pageUrl = (name: string, locale: Locale) => `${address}/${name}?lang=${locale}`
    const t = identityTexts(language)
    const title = t(page === 'code' ? 'twoFactor.signIn.title' : 'twoFactor.recovery.title')
    const links = {
      action: pageUrl(page, language),
      other: pageUrl(page === 'code' ? 'recovery' : 'code', language),
    }
    const document = toDocument({
      language,
      title: titleOf(t, title, faults.length > 0),
      content: codeForm(language, page, links, faults),
      addressIn: (locale) => pageUrl(page, locale),
      hasAside: true,
    })
    return sendPage(reply, status, document)
  }

  const backToPassword = ({ reply, address, language }: CodeVisit) =>
    reply.redirect(`${address}/login?lang=${language}`, 303)

  const awaited = async ({ uid }: CodeVisit): Promise<Account | null> => {
    const accountId = await awaitedCodes.find(uid)
    const account = accountId === null ? null : await selectOptionalAccount(database, accountId)
    return account && (await twoFactor.isOn(account.id)) ? account : null
  }

  /** Someone who guesses codes already knows the password, so warn the owner. */
  const warnOwner = async (account: Account) => {
    const { allowed } = await attempts.mailGuesses(account.id)
    if (allowed)
      await database.transaction((connection) => mailer.send(connection, emails.codesGuessed(account)))
  }

  return {
    async show(visit: CodeVisit, page: CodePage) {
      return (await awaited(visit)) ? send(visit, page, 200, []) : backToPassword(visit)
    },
    /** Returns the account when the code was right, else the reply already sent. */
    async take(visit: CodeVisit, page: CodePage): Promise<{ account: Account } | { sent: FastifyReply }> {
      const account = await awaited(visit)
      if (!account) return { sent: backToPassword(visit) }
      const t = identityTexts(visit.language)
      const { code } = readPosted(visit.request.body)
      if (code === '')
        return { sent: send(visit, page, 422, [{ field: 'code', text: t('errors.missing.code') }]) }
      const guess = { accountId: account.id, device: knownDevices.nameFor(visit.request, account.id) }
      const verdict = await attempts.twoFactor(guess)
      if (!verdict.allowed) {
        await warnOwner(account)
        visit.reply.header('retry-after', verdict.retryAfterSeconds)
        const text = t('errors.waiting', { count: Math.ceil(verdict.retryAfterSeconds / 60) })
        return { sent: send(visit, page, 503, [{ field: null, text }]) }
      }
      const isRight =
        page === 'code'
          ? await twoFactor.takeCode(account.id, code)
          : await twoFactor.takeRecoveryCode(account, code)
      const wrong = t(page === 'code' ? 'twoFactor.signIn.wrong' : 'twoFactor.recovery.wrong')
      if (!isRight) return { sent: send(visit, page, 422, [{ field: 'code', text: wrong }]) }
      await attempts.passedTwoFactor(guess)
      await awaitedCodes.forget(visit.uid)
      return { account }
    },
  }
}
