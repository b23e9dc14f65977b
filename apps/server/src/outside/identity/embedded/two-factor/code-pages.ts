import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Locale } from '../../../../locale/locale.ts'
import { type Account, selectOptionalAccount } from '../accounts.ts'
import { readPosted } from '../input.ts'
import { sendPage } from '../page.ts'
import type { Fault } from '../pages/forms.ts'
import { toDocument } from '../pages/layout.ts'
import { codeForm } from '../pages/two-factor.ts'
import { twoFactorWordsIn } from '../pages/two-factor-words.ts'
import { wordsIn } from '../pages/words.ts'
import type { IdentityParts } from '../parts.ts'

/** How a code page is reached: below the address of its interaction. */
export const codePages = ['code', 'recovery'] as const
export type CodePage = (typeof codePages)[number]

export interface CodeVisit {
  request: FastifyRequest
  reply: FastifyReply
  /** The interaction, which is this browser's. */
  uid: string
  /** Address of the interaction's pages. */
  address: string
  language: Locale
}

type Parts = Pick<IdentityParts, 'database' | 'mailer' | 'emails' | 'attempts' | 'knownDevices' | 'twoFactorStore' | 'awaitedCodes'>

/** The pages on which a person who knew the password gives a code. */
export function createCodePages({ database, mailer, emails, attempts, knownDevices, twoFactorStore, awaitedCodes }: Parts) {
  const send = ({ reply, address, language }: CodeVisit, page: CodePage, status: number, faults: Fault[]) => {
    const to = (name: string, locale: Locale) => `${address}/${name}?lang=${locale}`
    const { title } = twoFactorWordsIn[language][page === 'code' ? 'signIn' : 'recovery']
    const place = { action: to(page, language), other: to(page === 'code' ? 'recovery' : 'code', language) }
    const document = toDocument({
      language,
      title: faults.length > 0 ? `${wordsIn[language].errors.prefix}: ${title}` : title,
      content: codeForm(language, page, place, faults),
      addressIn: (locale) => to(page, locale),
      beside: true,
    })
    return sendPage(reply, status, document)
  }

  const backToPassword = ({ reply, address, language }: CodeVisit) => reply.redirect(`${address}/login?lang=${language}`, 303)

  const awaited = async ({ uid }: CodeVisit): Promise<Account | null> => {
    const accountId = await awaitedCodes.find(uid)
    const account = accountId === null ? null : await selectOptionalAccount(database, accountId)
    return account && (await twoFactorStore.isOn(account.id)) ? account : null
  }

  /** Whoever gets so far and then guesses knows the password: its owner should hear of it. */
  const warnOwner = async (account: Account) => {
    const { allowed } = await attempts.mailGuesses(account.id)
    if (allowed) await database.transaction((connection) => mailer.send(connection, emails.codesGuessed(account)))
  }

  return {
    async show(at: CodeVisit, page: CodePage) {
      return (await awaited(at)) ? send(at, page, 200, []) : backToPassword(at)
    },
    /** Answers the account whose code was right; else what was sent to the browser. */
    async take(at: CodeVisit, page: CodePage): Promise<{ account: Account } | { sent: FastifyReply }> {
      const account = await awaited(at)
      if (!account) return { sent: backToPassword(at) }
      const { errors } = wordsIn[at.language]
      const { code } = readPosted(at.request.body)
      if (code === '') return { sent: send(at, page, 422, [{ field: 'code', text: errors.missing.code }]) }
      const guess = { accountId: account.id, device: knownDevices.nameFor(at.request, account.id) }
      const verdict = await attempts.twoFactor(guess)
      if (!verdict.allowed) {
        await warnOwner(account)
        at.reply.header('retry-after', verdict.retryAfterSeconds)
        const text = errors.waiting(Math.ceil(verdict.retryAfterSeconds / 60))
        return { sent: send(at, page, 503, [{ field: null, text }]) }
      }
      const isRight =
        page === 'code' ? await twoFactorStore.takeCode(account.id, code) : await twoFactorStore.takeRecoveryCode(account, code)
      const { wrong } = twoFactorWordsIn[at.language][page === 'code' ? 'signIn' : 'recovery']
      if (!isRight) return { sent: send(at, page, 422, [{ field: 'code', text: wrong }]) }
      await attempts.passedTwoFactor(guess)
      await awaitedCodes.forget(at.uid)
      return { account }
    },
  }
}
