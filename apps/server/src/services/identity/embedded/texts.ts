import { planWordLimit } from '@penmark/contract'
import { hourMs, minuteMs } from '../../../lib/durations.ts'
import type { Locale } from '../../../locale/locale.ts'
import { type Translate, translatorOf } from '../../../locale/texts.ts'
import { passwordLength } from './passwords.ts'
import { tokenLifeMs } from './tokens.ts'

export type FieldName = 'email' | 'password' | 'current_password' | 'given_name' | 'family_name' | 'code'

export type IdentityTexts = Translate<'identity'>

const defaults = {
  freeWords: planWordLimit.FREE ?? 0,
  ...passwordLength,
  minutes: tokenLifeMs.reset / minuteMs,
  hours: tokenLifeMs.change / hourMs,
}

export const identityTexts = (locale: Locale): IdentityTexts => translatorOf('identity', locale, defaults)

/** Pages with only a message and one link. */
type NoticeName =
  | 'lapsed'
  | 'refused'
  | 'failed'
  | 'unwritable'
  | 'signedOut'
  | 'registration.asked'
  | 'registration.done'
  | 'registration.over'
  | 'firstPassword.done'
  | 'resetDone'
  | 'verified'
  | 'emailChanged'
  | 'emailTaken'
  | 'otherSite'
  | `brokered.${'failed' | 'email-unverified' | 'no-email' | 'other-owner'}`

export interface Notice {
  title: string
  text: string
  action: string
}

export function noticeOf(t: IdentityTexts, name: NoticeName, values: Record<string, string> = {}): Notice {
  return { title: t(`${name}.title`), text: t(`${name}.text`, values), action: t(`${name}.action`) }
}

/** The title of a page, marked for screen readers where the form on it has faults. */
export const titleOf = (t: IdentityTexts, title: string, hasFaults: boolean) =>
  hasFaults ? `${t('errors.prefix')}: ${title}` : title
