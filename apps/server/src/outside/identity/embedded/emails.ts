import { brand } from '@penmark/contract'
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
  en: {
    subject: `Choose a new ${name} password`,
    paragraphs: [
      `Somebody asked for a new password for the ${name} account of this address.`,
      `The link works once, for ${resetMinutes} minutes. Until you choose a new password, the old one stays.`,
    ],
    action: 'Choose a new password',
    closing: 'Was it not you? Then do nothing. Nobody gets in without this link.',
  },
  fr: {
    subject: `Choisir un nouveau mot de passe ${name}`,
    paragraphs: [
      `Quelqu’un a demandé un nouveau mot de passe pour le compte ${name} de cette adresse.`,
      `Le lien fonctionne une seule fois, pendant ${resetMinutes} minutes. Tant que vous n’en choisissez pas un nouveau, l’ancien mot de passe reste valable.`,
    ],
    action: 'Choisir un nouveau mot de passe',
    closing: 'Ce n’était pas vous ? Alors ne faites rien. Personne n’entre sans ce lien.',
  },
}

const verify: Template = {
  en: {
    subject: `Confirm your e-mail for ${name}`,
    paragraphs: [
      `A ${name} account was made with this address. Confirm that it is yours, so that you can always get back into your account.`,
      `The link works once, for ${verifyDays} days.`,
    ],
    action: 'Confirm the address',
    closing: 'Was it not you? Then do nothing, or reset the password of the account to make it yours.',
  },
  fr: {
    subject: `Confirmez votre adresse e-mail pour ${name}`,
    paragraphs: [
      `Un compte ${name} a été créé avec cette adresse. Confirmez qu’elle est la vôtre, afin de toujours pouvoir retrouver votre compte.`,
      `Le lien fonctionne une seule fois, pendant ${verifyDays} jours.`,
    ],
    action: 'Confirmer l’adresse',
    closing: 'Ce n’était pas vous ? Alors ne faites rien, ou réinitialisez le mot de passe du compte pour vous l’approprier.',
  },
}

const register: Template = {
  en: {
    subject: `Finish your ${name} account`,
    paragraphs: [
      `Somebody asked for a ${name} account with this address. Finish it with the link, in the browser in which you began.`,
      'The link works once, for a day. Until you follow it, there is no account.',
    ],
    action: 'Finish the account',
    closing: 'Was it not you? Then do nothing: without this link there will be no account.',
  },
  fr: {
    subject: `Terminez la création de votre compte ${name}`,
    paragraphs: [
      `Quelqu’un a demandé un compte ${name} avec cette adresse. Terminez sa création par le lien, dans le navigateur où vous avez commencé.`,
      'Le lien fonctionne une seule fois, pendant un jour. Tant que vous ne le suivez pas, il n’y a pas de compte.',
    ],
    action: 'Terminer la création',
    closing: 'Ce n’était pas vous ? Alors ne faites rien : sans ce lien, aucun compte n’est créé.',
  },
}

const alreadyRegistered: Template = {
  en: {
    subject: `You already have a ${name} account`,
    paragraphs: [
      `Somebody gave this address for a ${name} account, but you have one already. Nothing was changed: sign in with the password you know.`,
      'Forgotten it? Choose a new one with the link below.',
    ],
    action: 'Choose a new password',
    closing: 'Was it not you? Then do nothing. Nobody was told that you have an account.',
  },
  fr: {
    subject: `Vous avez déjà un compte ${name}`,
    paragraphs: [
      `Quelqu’un a indiqué cette adresse pour un compte ${name}, mais vous en avez déjà un. Rien n’a été modifié : connectez-vous avec le mot de passe que vous connaissez.`,
      'Vous l’avez oublié ? Choisissez-en un nouveau avec le lien ci-dessous.',
    ],
    action: 'Choisir un nouveau mot de passe',
    closing: 'Ce n’était pas vous ? Alors ne faites rien. Personne n’a appris que vous avez un compte.',
  },
}

const changed: Template = {
  en: {
    subject: `Your ${name} password was changed`,
    paragraphs: [
      `The password of your ${name} account was changed just now. All other devices were signed out.`,
      'Was it not you? Choose a new password at once.',
    ],
    action: 'Choose a new password',
    closing: 'You get this mail because the account has this address.',
  },
  fr: {
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
  en: {
    subject: `Use this e-mail for ${name}`,
    paragraphs: [
      `Somebody wants to use this address for their ${name} account. Confirm that it is yours, and it replaces the old one.`,
      `The link works once, for ${changeHours} hours. Until then nothing changes.`,
    ],
    action: 'Use this address',
    closing: 'Was it not you? Then do nothing: without this link nobody can use your address.',
  },
  fr: {
    subject: `Utiliser cette adresse e-mail pour ${name}`,
    paragraphs: [
      `Quelqu’un veut utiliser cette adresse pour son compte ${name}. Confirmez qu’elle est la vôtre, et elle remplace l’ancienne.`,
      `Le lien fonctionne une seule fois, pendant ${changeHours} heures. D’ici là, rien ne change.`,
    ],
    action: 'Utiliser cette adresse',
    closing: 'Ce n’était pas vous ? Alors ne faites rien : sans ce lien, personne ne peut utiliser votre adresse.',
  },
}

const changeAsked: Template = {
  en: {
    subject: `Somebody wants to change the e-mail of your ${name} account`,
    paragraphs: [
      `Somebody who is signed in to your ${name} account and knows its password asked to change its e-mail. It changes once the new address is confirmed.`,
      'Was it not you? Choose a new password at once: that stops the change and signs out every device.',
    ],
    action: 'Choose a new password',
    closing: 'Was it you? Then there is nothing to do here.',
  },
  fr: {
    subject: `Quelqu’un veut changer l’adresse e-mail de votre compte ${name}`,
    paragraphs: [
      `Une personne connectée à votre compte ${name}, et qui en connaît le mot de passe, a demandé à changer son adresse e-mail. Elle change dès que la nouvelle adresse est confirmée.`,
      'Ce n’était pas vous ? Choisissez tout de suite un nouveau mot de passe : cela arrête le changement et déconnecte tous les appareils.',
    ],
    action: 'Choisir un nouveau mot de passe',
    closing: 'C’était vous ? Alors il n’y a rien à faire ici.',
  },
}

const emailChanged: Template = {
  en: {
    subject: `The e-mail of your ${name} account was changed`,
    paragraphs: [
      `Your ${name} account has another e-mail from now on. This address does not open it any more, and no further mail comes here.`,
      'Was it not you? Write to us, so that we can give the account back.',
    ],
    action: 'Write to us',
    closing: 'You get this mail because the account had this address until now.',
  },
  fr: {
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
  en: {
    subject: `${provider} now opens your ${name} account`,
    paragraphs: [
      `Somebody signed in to your ${name} account with ${provider}. ${provider} says that this address is theirs, so it opens the account from now on.`,
      'Was it not you? Choose a new password at once, and write to the people who run your e-mail.',
    ],
    action: 'Choose a new password',
    closing: 'You get this mail because the account has this address.',
  },
  fr: {
    subject: `${provider} ouvre désormais votre compte ${name}`,
    paragraphs: [
      `Quelqu’un s’est connecté à votre compte ${name} avec ${provider}. ${provider} affirme que cette adresse lui appartient ; il ouvre donc le compte désormais.`,
      'Ce n’était pas vous ? Choisissez tout de suite un nouveau mot de passe, et écrivez aux personnes qui gèrent votre messagerie.',
    ],
    action: 'Choisir un nouveau mot de passe',
    closing: 'Vous recevez ce message parce que le compte porte cette adresse.',
  },
})

type Recipient = Pick<Account, 'email' | 'language'>

function write(kind: string, template: Template, { email, language }: Recipient, link: URL): Email {
  link.searchParams.set('lang', language)
  const { subject, paragraphs, action, closing } = template[language]
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
