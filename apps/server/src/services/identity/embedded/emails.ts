import { dayMs, hourMs, minuteMs } from '../../../lib/durations.ts'
import { nearestLocale } from '../../../locale/locale.ts'
import { type TextKey, translatorOf } from '../../../locale/texts.ts'
import type { Email } from '../../mail/mail.ts'
import type { Account } from './accounts.ts'
import { identityPaths } from './paths.ts'
import { invitationLifeMs, tokenLifeMs } from './tokens.ts'

const lifetimes = {
  minutes: tokenLifeMs.reset / minuteMs,
  hours: tokenLifeMs.change / hourMs,
  days: tokenLifeMs.verify / dayMs,
}

/** Names whose texts have a subject, two paragraphs, an action and a closing line. */
type TemplateName = {
  [K in TextKey<'emails'>]: K extends `${infer Name}.action`
    ? Name extends 'retention' | 'webhookDisabled'
      ? never
      : Name
    : never
}[TextKey<'emails'>]

type Recipient = Pick<Account, 'email' | 'language'>

interface Contents {
  to: Recipient
  link: URL
  values?: Record<string, string | number>
}

function composeEmail(kind: string, name: TemplateName, { to, link, values = {} }: Contents): Email {
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

/**
 * The identity emails. A link holds the secret in its query and leads to a page that loads nothing from
 * elsewhere.
 */
export function createEmails(issuer: string) {
  const linkTo = (path: string, token?: string) => {
    const url = new URL(path, issuer)
    if (token !== undefined) url.searchParams.set('token', token)
    return url
  }
  return {
    reset: (to: Recipient, token: string) =>
      composeEmail('identity.reset', 'reset', { to, link: linkTo(identityPaths.reset, token) }),
    invite: (to: Recipient, token: string) =>
      composeEmail('identity.invite', 'invite', {
        to,
        link: linkTo(identityPaths.reset, token),
        values: { days: invitationLifeMs / dayMs },
      }),
    register: (to: Recipient, token: string) =>
      composeEmail('identity.register', 'register', { to, link: linkTo(identityPaths.register, token) }),
    alreadyRegistered: (to: Recipient) =>
      composeEmail('identity.already-registered', 'alreadyRegistered', {
        to,
        link: linkTo(identityPaths.forgot),
      }),
    verify: (to: Recipient, token: string) =>
      composeEmail('identity.verify', 'verify', { to, link: linkTo(identityPaths.verify, token) }),
    changeEmail: (to: Recipient, token: string) =>
      composeEmail('identity.change-email', 'changeEmail', {
        to,
        link: linkTo(identityPaths.changeEmail, token),
      }),
    changeAsked: (to: Recipient) =>
      composeEmail('identity.change-asked', 'changeAsked', { to, link: linkTo(identityPaths.forgot) }),
    emailChanged: (to: Recipient) =>
      composeEmail('identity.email-changed', 'emailChanged', { to, link: linkTo(identityPaths.support) }),
    passwordChanged: (to: Recipient) =>
      composeEmail('identity.password-changed', 'passwordChanged', {
        to,
        link: linkTo(identityPaths.forgot),
      }),
    /** The same when everything else that gave access ended as well. */
    passwordReset: (to: Recipient) =>
      composeEmail('identity.password-changed', 'passwordReset', { to, link: linkTo(identityPaths.forgot) }),
    takenBack: (to: Recipient) =>
      composeEmail('identity.taken-back', 'takenBack', { to, link: linkTo(identityPaths.documents) }),
    twoFactorOn: (to: Recipient) =>
      composeEmail('identity.second-step-on', 'twoFactorOn', { to, link: linkTo(identityPaths.twoFactor) }),
    twoFactorOff: (to: Recipient) =>
      composeEmail('identity.second-step-off', 'twoFactorOff', { to, link: linkTo(identityPaths.twoFactor) }),
    twoFactorRemoved: (to: Recipient) =>
      composeEmail('identity.second-step-removed', 'twoFactorRemoved', {
        to,
        link: linkTo(identityPaths.twoFactor),
      }),
    recoveryCodeUsed: (to: Recipient, left: number) =>
      composeEmail('identity.recovery-code-used', 'recoveryCodeUsed', {
        to,
        link: linkTo(identityPaths.twoFactor),
        values: { count: left },
      }),
    codesGuessed: (to: Recipient) =>
      composeEmail('identity.codes-guessed', 'codesGuessed', { to, link: linkTo(identityPaths.forgot) }),
    linked: (to: Recipient, provider: string) =>
      composeEmail('identity.linked', 'linked', {
        to,
        link: linkTo(identityPaths.forgot),
        values: { provider },
      }),
  }
}

export type IdentityEmails = ReturnType<typeof createEmails>
