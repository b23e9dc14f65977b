import { nearestLocale } from '../../../locale/locale.ts'
import { type TextKey, translatorOf } from '../../../locale/texts.ts'
import type { Email } from '../../mail/mail.ts'
import type { Account } from './accounts/accounts.ts'
import { addresses } from './accounts/addresses.ts'
import { invitationLifeMs, tokenLifeMs } from './tokens.ts'

const lifetimes = {
  minutes: tokenLifeMs.reset / 60_000,
  hours: tokenLifeMs.change / (60 * 60_000),
  days: tokenLifeMs.verify / (24 * 60 * 60_000),
}

/** Names whose texts have a subject, two paragraphs, an action and a closing line. */
type TemplateName = {
  [K in TextKey<'emails'>]: K extends `${infer Name}.action` ? (Name extends 'retention' | 'webhookDisabled' ? never : Name) : never
}[TextKey<'emails'>]

type Recipient = Pick<Account, 'email' | 'language'>

interface Contents {
  to: Recipient
  link: URL
  values?: Record<string, string | number>
}

function write(kind: string, name: TemplateName, { to, link, values = {} }: Contents): Email {
  // Older releases stored a bare `en` or `fr`.
  const language = nearestLocale(to.language)
  const t = translatorOf('emails', language, { ...lifetimes, ...values })
  link.searchParams.set('lang', language)
  return {
    kind,
    to: to.email,
    language,
    subject: t(`${name}.subject`),
    paragraphs: [t(`${name}.text`), t(`${name}.note`)],
    closing: t(`${name}.closing`),
    action: { text: t(`${name}.action`), url: link.href },
  }
}

/** The identity emails. A link holds the secret in its query and leads to a page that loads nothing from elsewhere. */
export function createEmails(issuer: string) {
  const at = (path: string, token?: string) => {
    const url = new URL(path, issuer)
    if (token !== undefined) url.searchParams.set('token', token)
    return url
  }
  return {
    reset: (to: Recipient, token: string) => write('identity.reset', 'reset', { to, link: at(addresses.reset, token) }),
    invite: (to: Recipient, token: string) =>
      write('identity.invite', 'invite', { to, link: at(addresses.reset, token), values: { days: invitationLifeMs / (24 * 60 * 60_000) } }),
    register: (to: Recipient, token: string) => write('identity.register', 'register', { to, link: at(addresses.register, token) }),
    alreadyRegistered: (to: Recipient) => write('identity.already-registered', 'alreadyRegistered', { to, link: at(addresses.forgot) }),
    verify: (to: Recipient, token: string) => write('identity.verify', 'verify', { to, link: at(addresses.verify, token) }),
    changeEmail: (to: Recipient, token: string) =>
      write('identity.change-email', 'changeEmail', { to, link: at(addresses.changeEmail, token) }),
    changeAsked: (to: Recipient) => write('identity.change-asked', 'changeAsked', { to, link: at(addresses.forgot) }),
    emailChanged: (to: Recipient) => write('identity.email-changed', 'emailChanged', { to, link: at(addresses.support) }),
    passwordChanged: (to: Recipient) => write('identity.password-changed', 'passwordChanged', { to, link: at(addresses.forgot) }),
    twoFactorOn: (to: Recipient) => write('identity.second-step-on', 'twoFactorOn', { to, link: at(addresses.twoFactor) }),
    twoFactorOff: (to: Recipient) => write('identity.second-step-off', 'twoFactorOff', { to, link: at(addresses.twoFactor) }),
    twoFactorRemoved: (to: Recipient) => write('identity.second-step-removed', 'twoFactorRemoved', { to, link: at(addresses.twoFactor) }),
    recoveryCodeUsed: (to: Recipient, left: number) =>
      write('identity.recovery-code-used', 'recoveryCodeUsed', { to, link: at(addresses.twoFactor), values: { count: left } }),
    codesGuessed: (to: Recipient) => write('identity.codes-guessed', 'codesGuessed', { to, link: at(addresses.forgot) }),
    linked: (to: Recipient, provider: string) =>
      write('identity.linked', 'linked', { to, link: at(addresses.forgot), values: { provider } }),
  }
}

export type IdentityEmails = ReturnType<typeof createEmails>
