import { minuteMs } from '../../../lib/durations.ts'
import type { Locale } from '../../../locale/locale.ts'
import { type Account, selectAccountByPassword } from './accounts.ts'
import type { Fault } from './forms.ts'
import { type Posted, readPosted } from './input.ts'
import type { IdentityParts } from './parts.ts'
import { identityPaths } from './paths.ts'
import { identityTexts } from './texts.ts'
import type { TwoFactorView } from './two-factor-view.ts'

/** How long a sign-in counts as fresh, before someone else could be sitting at the computer. */
const freshForMs = 10 * minuteMs

export interface TwoFactorVisit {
  language: Locale
  account: Account
  sessionUid: string
  signedInAt: Date
  body: unknown
}

/** The result of a form: a page to go on to, faults to correct, a wait, or recovery codes to show once. */
export type TwoFactorOutcome =
  | { kind: 'done'; done: string }
  | { kind: 'faults'; faults: Fault[] }
  | { kind: 'wait'; retryAfterSeconds: number }
  | { kind: 'codes'; codes: string[]; isNew: boolean }

type Parts = Pick<IdentityParts, 'database' | 'mailer' | 'attempts' | 'twoFactor' | 'now'>

const faultIn = (field: Fault['field'], text: string): TwoFactorOutcome => ({
  kind: 'faults',
  faults: [{ field, text }],
})

/** Handles the forms of the two-factor page. */
export function createTwoFactorPage(
  { database, mailer, attempts, twoFactor, now }: Parts,
  signInAgain: (language: Locale) => string,
) {
  const prerequisite = ({
    account,
    language,
    signedInAt,
  }: Omit<TwoFactorVisit, 'body'>): TwoFactorView['prerequisite'] => {
    // Someone may have registered with another person's address; two-factor would then lock out the address's
    // owner.
    if (mailer.kind === 'smtp' && account.email_verified_at === null)
      return { kind: 'prove', address: `${identityPaths.email}?lang=${language}` }
    if (account.password_hash === null && now().getTime() - signedInAt.getTime() > freshForMs)
      return { kind: 'fresh', address: signInAgain(language) }
    return null
  }

  /** Checks the password of a signed-in person; null when it is right or the account has none. */
  const refusePassword = async (
    visit: TwoFactorVisit,
    { current_password }: Posted,
  ): Promise<TwoFactorOutcome | null> => {
    const { account, language } = visit
    if (account.password_hash === null) return null
    if (current_password === '')
      return faultIn('current_password', identityTexts(language)('errors.missing.current_password'))
    const verdict = await attempts.changePassword(account.id)
    if (!verdict.allowed) return { kind: 'wait', retryAfterSeconds: verdict.retryAfterSeconds }
    if (await selectAccountByPassword(database, account.email, current_password)) return null
    return faultIn('current_password', identityTexts(language)('password.wrong'))
  }

  const begin = async (visit: TwoFactorVisit, posted: Posted): Promise<TwoFactorOutcome> => {
    if (prerequisite(visit) !== null) return { kind: 'done', done: '' }
    const refusal = await refusePassword(visit, posted)
    if (refusal) return refusal
    await twoFactor.begin(visit.account.id, visit.sessionUid)
    return { kind: 'done', done: '' }
  }

  const confirm = async (
    { account, language, sessionUid }: TwoFactorVisit,
    { code }: Posted,
  ): Promise<TwoFactorOutcome> => {
    if (code === '') return faultIn('code', identityTexts(language)('errors.missing.code'))
    const codes = await twoFactor.confirm(account, sessionUid, code)
    if (codes) return { kind: 'codes', codes, isNew: true }
    // The page may have been open for too long, or the form was sent twice.
    const { kind } = await twoFactor.read(account.id, sessionUid)
    return kind === 'begun'
      ? faultIn('code', identityTexts(language)('twoFactor.begun.wrong'))
      : { kind: 'done', done: '' }
  }

  /** Turns two-factor off or renews the recovery codes. Takes the password and a code of either kind. */
  const change = async (
    visit: TwoFactorVisit,
    posted: Posted,
    action: 'renew' | 'off',
  ): Promise<TwoFactorOutcome> => {
    const { account, language, sessionUid } = visit
    if (posted.code === '') return faultIn('code', identityTexts(language)('errors.missing.code'))
    const refusal = await refusePassword(visit, posted)
    if (refusal) return refusal
    const guess = { accountId: account.id, device: sessionUid }
    const verdict = await attempts.twoFactor(guess)
    if (!verdict.allowed) return { kind: 'wait', retryAfterSeconds: verdict.retryAfterSeconds }
    const isOfApp = /^[\d\s]+$/.test(posted.code)
    const isRight = await (isOfApp
      ? twoFactor.takeCode(account.id, posted.code)
      : twoFactor.takeRecoveryCode(account, posted.code))
    if (!isRight) return faultIn('code', identityTexts(language)('twoFactor.on.wrongCode'))
    await attempts.passedTwoFactor(guess)
    if (action === 'off') {
      await twoFactor.switchOff(account)
      return { kind: 'done', done: 'off' }
    }
    const codes = await twoFactor.renewRecoveryCodes(account.id)
    return codes ? { kind: 'codes', codes, isNew: false } : { kind: 'done', done: '' }
  }

  return {
    prerequisite,
    async take(visit: TwoFactorVisit): Promise<TwoFactorOutcome> {
      const posted = readPosted(visit.body)
      const action = new URLSearchParams(typeof visit.body === 'string' ? visit.body : '').get('action')
      if (action === 'begin') return begin(visit, posted)
      if (action === 'confirm') return confirm(visit, posted)
      if (action === 'renew' || action === 'off') return change(visit, posted, action)
      if (action === 'cancel') await twoFactor.cancel(visit.account.id, visit.sessionUid)
      return { kind: 'done', done: '' }
    },
  }
}
