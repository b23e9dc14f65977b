import type { Locale } from '../../../../locale/locale.ts'
import { type Account, selectAccountByPassword } from '../accounts.ts'
import { addresses } from '../addresses.ts'
import { type Posted, readPosted } from '../input.ts'
import { accountWordsIn } from '../pages/account-words.ts'
import type { Fault } from '../pages/forms.ts'
import type { TwoFactorView } from '../pages/two-factor.ts'
import { twoFactorWordsIn } from '../pages/two-factor-words.ts'
import { wordsIn } from '../pages/words.ts'
import type { IdentityParts } from '../parts.ts'

/** A sign-in is fresh for so long: nobody else sits at the computer yet. */
const freshForMs = 10 * 60_000

export interface TwoFactorVisit {
  language: Locale
  account: Account
  sessionUid: string
  signedInAt: Date
  body: unknown
}

/** What came of a form: a page to go on to, faults to mend, a wait, or recovery codes to show this once. */
export type TwoFactorOutcome =
  | { kind: 'done'; done: string }
  | { kind: 'faults'; faults: Fault[] }
  | { kind: 'wait'; retryAfterSeconds: number }
  | { kind: 'codes'; codes: string[]; isNew: boolean }

type Parts = Pick<IdentityParts, 'database' | 'mailer' | 'attempts' | 'twoFactorStore' | 'now'>

const refused = (field: Fault['field'], text: string): TwoFactorOutcome => ({ kind: 'faults', faults: [{ field, text }] })

/** What the page about the second step does. */
export function createTwoFactorPage({ database, mailer, attempts, twoFactorStore, now }: Parts, signInAgain: (language: Locale) => string) {
  const before = ({ account, language, signedInAt }: Omit<TwoFactorVisit, 'body'>): TwoFactorView['before'] => {
    // Who never proved the address may have made the account in wait for its owner, whom the second step would lock out.
    if (mailer.kind === 'smtp' && account.email_verified_at === null)
      return { kind: 'prove', address: `${addresses.email}?lang=${language}` }
    if (account.password_hash === null && now().getTime() - signedInAt.getTime() > freshForMs)
      return { kind: 'fresh', address: signInAgain(language) }
    return null
  }

  /** What is wrong with the password that somebody typed who is signed in; null for people without one. */
  const refusePassword = async (visit: TwoFactorVisit, { current_password }: Posted): Promise<TwoFactorOutcome | null> => {
    const { account, language } = visit
    if (account.password_hash === null) return null
    if (current_password === '') return refused('current_password', wordsIn[language].errors.missing.current_password)
    const verdict = await attempts.changePassword(account.id)
    if (!verdict.allowed) return { kind: 'wait', retryAfterSeconds: verdict.retryAfterSeconds }
    if (await selectAccountByPassword(database, account.email, current_password)) return null
    return refused('current_password', accountWordsIn[language].password.wrong)
  }

  const begin = async (visit: TwoFactorVisit, posted: Posted): Promise<TwoFactorOutcome> => {
    if (before(visit) !== null) return { kind: 'done', done: '' }
    const refusal = await refusePassword(visit, posted)
    if (refusal) return refusal
    await twoFactorStore.begin(visit.account.id, visit.sessionUid)
    return { kind: 'done', done: '' }
  }

  const confirm = async ({ account, language, sessionUid }: TwoFactorVisit, { code }: Posted): Promise<TwoFactorOutcome> => {
    if (code === '') return refused('code', wordsIn[language].errors.missing.code)
    const codes = await twoFactorStore.confirm(account, sessionUid, code)
    if (codes) return { kind: 'codes', codes, isNew: true }
    // The page may have been open for too long, or the form was sent twice.
    const { kind } = await twoFactorStore.read(account.id, sessionUid)
    return kind === 'begun' ? refused('code', twoFactorWordsIn[language].begun.wrong) : { kind: 'done', done: '' }
  }

  /** Lets somebody change what is switched on: with the password and a code of either kind. */
  const change = async (visit: TwoFactorVisit, posted: Posted, action: 'renew' | 'off'): Promise<TwoFactorOutcome> => {
    const { account, language, sessionUid } = visit
    if (posted.code === '') return refused('code', wordsIn[language].errors.missing.code)
    const refusal = await refusePassword(visit, posted)
    if (refusal) return refusal
    const guess = { accountId: account.id, device: sessionUid }
    const verdict = await attempts.twoFactor(guess)
    if (!verdict.allowed) return { kind: 'wait', retryAfterSeconds: verdict.retryAfterSeconds }
    const isOfApp = /^[\d\s]+$/.test(posted.code)
    const isRight = await (isOfApp
      ? twoFactorStore.takeCode(account.id, posted.code)
      : twoFactorStore.takeRecoveryCode(account, posted.code))
    if (!isRight) return refused('code', twoFactorWordsIn[language].on.wrongCode)
    await attempts.passedTwoFactor(guess)
    if (action === 'off') {
      await twoFactorStore.switchOff(account)
      return { kind: 'done', done: 'off' }
    }
    const codes = await twoFactorStore.renewRecoveryCodes(account.id)
    return codes ? { kind: 'codes', codes, isNew: false } : { kind: 'done', done: '' }
  }

  return {
    before,
    async take(visit: TwoFactorVisit): Promise<TwoFactorOutcome> {
      const posted = readPosted(visit.body)
      const action = new URLSearchParams(typeof visit.body === 'string' ? visit.body : '').get('action')
      if (action === 'begin') return begin(visit, posted)
      if (action === 'confirm') return confirm(visit, posted)
      if (action === 'renew' || action === 'off') return change(visit, posted, action)
      if (action === 'cancel') await twoFactorStore.cancel(visit.account.id, visit.sessionUid)
      return { kind: 'done', done: '' }
    },
  }
}
