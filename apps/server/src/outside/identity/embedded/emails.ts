import { brand } from '@penmark/contract'
import { localized, nearestLocale } from '../../../locale/locale.ts'
import type { Email } from '../../mail/mail.ts'
import type { Account } from './accounts.ts'
import { addresses } from './addresses.ts'
import type { Template } from './email-template.ts'
import { tokenLifeMs } from './tokens.ts'
import { guessed, recoveryCodeUsed, twoFactorOff, twoFactorOn, twoFactorRemoved } from './two-factor/emails.ts'

const { name } = brand
const resetMinutes = tokenLifeMs.reset / 60_000
const verifyDays = tokenLifeMs.verify / (24 * 60 * 60_000)

const reset: Template = {
  'en-GB': {
    subject: `Choose a new ${name} password`,
    paragraphs: [
      `Someone requested a new password for the ${name} account with this address.`,
      `The link works once, for ${resetMinutes} minutes. Your old password keeps working until you choose a new one.`,
    ],
    action: 'Choose a new password',
    closing: 'If this was not you, ignore this email. Nobody can get in without this link.',
  },
  'fr-FR': {
    subject: `Choisir un nouveau mot de passe ${name}`,
    paragraphs: [
      `Quelqu’un a demandé un nouveau mot de passe pour le compte ${name} de cette adresse.`,
      `Le lien fonctionne une seule fois, pendant ${resetMinutes} minutes. Tant que vous n’en choisissez pas un nouveau, l’ancien mot de passe reste valable.`,
    ],
    action: 'Choisir un nouveau mot de passe',
    closing: 'Ce n’était pas vous ? Ignorez ce message : personne ne peut se connecter sans ce lien.',
  },
}

const verify: Template = {
  'en-GB': {
    subject: `Confirm your email for ${name}`,
    paragraphs: [
      `A ${name} account was created with this address. Confirm that it is yours, so that you can always recover your account.`,
      `The link works once, for ${verifyDays} days.`,
    ],
    action: 'Confirm address',
    closing: 'If this was not you, ignore this email, or reset the password to take over the account.',
  },
  'fr-FR': {
    subject: `Confirmez votre adresse e-mail pour ${name}`,
    paragraphs: [
      `Un compte ${name} a été créé avec cette adresse. Confirmez qu’elle est la vôtre, afin de toujours pouvoir retrouver votre compte.`,
      `Le lien fonctionne une seule fois, pendant ${verifyDays} jours.`,
    ],
    action: 'Confirmer l’adresse',
    closing: 'Ce n’était pas vous ? Ignorez ce message, ou réinitialisez le mot de passe du compte pour vous l’approprier.',
  },
}

const register: Template = {
  'en-GB': {
    subject: `Finish creating your ${name} account`,
    paragraphs: [
      `Someone started creating a ${name} account with this address. Finish with the link, in the same browser you started in.`,
      'The link works once, for a day. No account exists until you follow it.',
    ],
    action: 'Finish creating account',
    closing: 'If this was not you, ignore this email: no account is created without this link.',
  },
  'fr-FR': {
    subject: `Terminez la création de votre compte ${name}`,
    paragraphs: [
      `Quelqu’un a demandé un compte ${name} avec cette adresse. Terminez sa création par le lien, dans le navigateur où vous avez commencé.`,
      'Le lien fonctionne une seule fois, pendant un jour. Tant que vous ne le suivez pas, il n’y a pas de compte.',
    ],
    action: 'Terminer la création',
    closing: 'Ce n’était pas vous ? Ignorez ce message : sans ce lien, aucun compte n’est créé.',
  },
}

const alreadyRegistered: Template = {
  'en-GB': {
    subject: `You already have a ${name} account`,
    paragraphs: [
      `Someone tried to create a ${name} account with this address, but you already have one. Nothing was changed: sign in with your usual password.`,
      'Forgotten it? Choose a new one with the link below.',
    ],
    action: 'Choose a new password',
    closing: 'If this was not you, ignore this email. Nobody was told that you have an account.',
  },
  'fr-FR': {
    subject: `Vous avez déjà un compte ${name}`,
    paragraphs: [
      `Quelqu’un a indiqué cette adresse pour un compte ${name}, mais vous en avez déjà un. Rien n’a été modifié : connectez-vous avec le mot de passe que vous connaissez.`,
      'Vous l’avez oublié ? Choisissez-en un nouveau avec le lien ci-dessous.',
    ],
    action: 'Choisir un nouveau mot de passe',
    closing: 'Ce n’était pas vous ? Ignorez ce message. Personne n’a appris que vous avez un compte.',
  },
}

const changed: Template = {
  'en-GB': {
    subject: `Your ${name} password was changed`,
    paragraphs: [
      `The password of your ${name} account has just been changed. All other devices were signed out.`,
      'If this was not you, choose a new password now.',
    ],
    action: 'Choose a new password',
    closing: 'You received this email because the account uses this address.',
  },
  'fr-FR': {
    subject: `Votre mot de passe ${name} a été modifié`,
    paragraphs: [
      `Le mot de passe de votre compte ${name} vient d’être modifié. Tous les autres appareils ont été déconnectés.`,
      'Ce n’était pas vous ? Choisissez tout de suite un nouveau mot de passe.',
    ],
    action: 'Choisir un nouveau mot de passe',
    closing: 'Vous recevez ce message parce que le compte porte cette adresse.',
  },
}

const changeHours = tokenLifeMs.change / (60 * 60_000)

const changeEmail: Template = {
  'en-GB': {
    subject: `Use this email for ${name}`,
    paragraphs: [
      `Someone wants to use this address for their ${name} account. Confirm that it is yours, and it will replace the old one.`,
      `The link works once, for ${changeHours} hours. Until then nothing changes.`,
    ],
    action: 'Use this address',
    closing: 'If this was not you, ignore this email: nobody can use your address without this link.',
  },
  'fr-FR': {
    subject: `Utiliser cette adresse e-mail pour ${name}`,
    paragraphs: [
      `Quelqu’un veut utiliser cette adresse pour son compte ${name}. Confirmez qu’elle est la vôtre, et elle remplace l’ancienne.`,
      `Le lien fonctionne une seule fois, pendant ${changeHours} heures. D’ici là, rien ne change.`,
    ],
    action: 'Utiliser cette adresse',
    closing: 'Ce n’était pas vous ? Ignorez ce message : sans ce lien, personne ne peut utiliser votre adresse.',
  },
}

const changeAsked: Template = {
  'en-GB': {
    subject: `Someone wants to change the email of your ${name} account`,
    paragraphs: [
      `Someone who is signed in to your ${name} account and knows its password asked to change its email. It changes once the new address is confirmed.`,
      'If this was not you, choose a new password now: that stops the change and signs out every device.',
    ],
    action: 'Choose a new password',
    closing: 'If this was you, there is nothing to do.',
  },
  'fr-FR': {
    subject: `Quelqu’un veut changer l’adresse e-mail de votre compte ${name}`,
    paragraphs: [
      `Une personne connectée à votre compte ${name}, et qui en connaît le mot de passe, a demandé à changer son adresse e-mail. Elle change dès que la nouvelle adresse est confirmée.`,
      'Ce n’était pas vous ? Choisissez tout de suite un nouveau mot de passe : cela arrête le changement et déconnecte tous les appareils.',
    ],
    action: 'Choisir un nouveau mot de passe',
    closing: 'C’était vous ? Il n’y a rien à faire.',
  },
}

const emailChanged: Template = {
  'en-GB': {
    subject: `The email of your ${name} account was changed`,
    paragraphs: [
      `Your ${name} account now uses another email. You can no longer sign in with this address, and no more emails will be sent here.`,
      'If this was not you, write to us, so that we can restore your account.',
    ],
    action: 'Write to us',
    closing: 'You received this email because the account used this address until now.',
  },
  'fr-FR': {
    subject: `L’adresse e-mail de votre compte ${name} a été changée`,
    paragraphs: [
      `Votre compte ${name} porte désormais une autre adresse e-mail. Celle-ci ne l’ouvre plus, et plus aucun message n’y arrive.`,
      'Ce n’était pas vous ? Écrivez-nous, afin que nous puissions vous rendre le compte.',
    ],
    action: 'Nous écrire',
    closing: 'Vous recevez ce message parce que le compte portait cette adresse jusqu’à présent.',
  },
}

const linked = (provider: string): Template => ({
  'en-GB': {
    subject: `You can now sign in to ${name} with ${provider}`,
    paragraphs: [
      `Someone signed in to your ${name} account with ${provider}. ${provider} confirmed that this address is theirs, so they can sign in with it from now on.`,
      'If this was not you, choose a new password now, and contact the people who run your email.',
    ],
    action: 'Choose a new password',
    closing: 'You received this email because the account uses this address.',
  },
  'fr-FR': {
    subject: `Vous pouvez désormais vous connecter à ${name} avec ${provider}`,
    paragraphs: [
      `Quelqu’un s’est connecté à votre compte ${name} avec ${provider}. ${provider} confirme que cette adresse lui appartient : cette personne peut désormais se connecter ainsi.`,
      'Ce n’était pas vous ? Choisissez tout de suite un nouveau mot de passe, et écrivez aux personnes qui gèrent votre messagerie.',
    ],
    action: 'Choisir un nouveau mot de passe',
    closing: 'Vous recevez ce message parce que le compte porte cette adresse.',
  },
})

type Recipient = Pick<Account, 'email' | 'language'>

function write(kind: string, template: Template, { email, ...to }: Recipient, link: URL): Email {
  // Another release may have written a bare `en` or `fr`.
  const language = nearestLocale(to.language)
  link.searchParams.set('lang', language)
  const { subject, paragraphs, action, closing } = localized(template, language)
  return { kind, to: email, language, subject, paragraphs, closing, action: { text: action, url: link.href } }
}

/** The emails that identity sends. A link holds the secret in its query; it leads to a page that loads nothing from elsewhere. */
export function createEmails(issuer: string) {
  const at = (path: string, token?: string) => {
    const url = new URL(path, issuer)
    if (token !== undefined) url.searchParams.set('token', token)
    return url
  }
  return {
    reset: (to: Recipient, token: string) => write('identity.reset', reset, to, at(addresses.reset, token)),
    register: (to: Recipient, token: string) => write('identity.register', register, to, at(addresses.register, token)),
    alreadyRegistered: (to: Recipient) => write('identity.already-registered', alreadyRegistered, to, at(addresses.forgot)),
    verify: (to: Recipient, token: string) => write('identity.verify', verify, to, at(addresses.verify, token)),
    changeEmail: (to: Recipient, token: string) => write('identity.change-email', changeEmail, to, at(addresses.changeEmail, token)),
    changeAsked: (to: Recipient) => write('identity.change-asked', changeAsked, to, at(addresses.forgot)),
    emailChanged: (to: Recipient) => write('identity.email-changed', emailChanged, to, at(addresses.support)),
    passwordChanged: (to: Recipient) => write('identity.password-changed', changed, to, at(addresses.forgot)),
    twoFactorOn: (to: Recipient) => write('identity.second-step-on', twoFactorOn, to, at(addresses.twoFactor)),
    twoFactorOff: (to: Recipient) => write('identity.second-step-off', twoFactorOff, to, at(addresses.twoFactor)),
    twoFactorRemoved: (to: Recipient) => write('identity.second-step-removed', twoFactorRemoved, to, at(addresses.twoFactor)),
    recoveryCodeUsed: (to: Recipient, left: number) =>
      write('identity.recovery-code-used', recoveryCodeUsed(left), to, at(addresses.twoFactor)),
    codesGuessed: (to: Recipient) => write('identity.codes-guessed', guessed, to, at(addresses.forgot)),
    linked: (to: Recipient, provider: string) => write('identity.linked', linked(provider), to, at(addresses.forgot)),
  }
}

export type IdentityEmails = ReturnType<typeof createEmails>
