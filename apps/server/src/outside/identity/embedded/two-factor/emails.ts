import { brand } from '@penmark/contract'
import type { Template } from '../email-template.ts'

const { name } = brand

const ownAddress = {
  'en-GB': 'You received this email because the account uses this address.',
  'fr-FR': 'Vous recevez ce message parce que le compte porte cette adresse.',
}
const toSettings = { 'en-GB': 'Open two-factor settings', 'fr-FR': 'Ouvrir la double authentification' }

export const twoFactorOn: Template = {
  'en-GB': {
    subject: `Two-factor authentication is on for your ${name} account`,
    paragraphs: [
      `Two-factor authentication was turned on for your ${name} account. Signing in now also takes a code from the app. All other devices were signed out.`,
      'If this was not you, choose a new password now, and contact your administrator, who can turn off two-factor authentication.',
    ],
    action: toSettings['en-GB'],
    closing: ownAddress['en-GB'],
  },
  'fr-FR': {
    subject: `La double authentification est activée pour votre compte ${name}`,
    paragraphs: [
      `La double authentification a été activée pour votre compte ${name}. Désormais, toute connexion demande aussi un code de l’application. Tous les autres appareils ont été déconnectés.`,
      'Ce n’était pas vous ? Choisissez tout de suite un nouveau mot de passe et écrivez à votre administrateur, qui peut désactiver la double authentification.',
    ],
    action: toSettings['fr-FR'],
    closing: ownAddress['fr-FR'],
  },
}

export const twoFactorOff: Template = {
  'en-GB': {
    subject: `Two-factor authentication is off for your ${name} account`,
    paragraphs: [
      `Two-factor authentication was turned off for your ${name} account by someone who knew the password and a code. You now sign in with your password alone.`,
      'If this was not you, choose a new password now, then turn two-factor authentication on again.',
    ],
    action: toSettings['en-GB'],
    closing: ownAddress['en-GB'],
  },
  'fr-FR': {
    subject: `La double authentification est désactivée pour votre compte ${name}`,
    paragraphs: [
      `La double authentification a été désactivée pour votre compte ${name}, par une personne qui connaissait le mot de passe et un code. Vous vous connectez désormais avec votre seul mot de passe.`,
      'Ce n’était pas vous ? Choisissez tout de suite un nouveau mot de passe, puis réactivez la double authentification.',
    ],
    action: toSettings['fr-FR'],
    closing: ownAddress['fr-FR'],
  },
}

export const twoFactorRemoved: Template = {
  'en-GB': {
    subject: `An administrator turned off two-factor authentication for your ${name} account`,
    paragraphs: [
      `An administrator turned off two-factor authentication for your ${name} account. You now sign in with your password alone. Turn it on again with your new phone.`,
      'If you did not ask for this, contact your administrator.',
    ],
    action: toSettings['en-GB'],
    closing: ownAddress['en-GB'],
  },
  'fr-FR': {
    subject: `Un administrateur a désactivé la double authentification de votre compte ${name}`,
    paragraphs: [
      `Un administrateur a désactivé la double authentification de votre compte ${name}. Vous vous connectez désormais avec votre seul mot de passe. Réactivez-la avec votre nouveau téléphone.`,
      'Vous ne l’aviez pas demandé ? Écrivez à votre administrateur.',
    ],
    action: toSettings['fr-FR'],
    closing: ownAddress['fr-FR'],
  },
}

export const recoveryCodeUsed = (left: number): Template => ({
  'en-GB': {
    subject: `A recovery code of your ${name} account was used`,
    paragraphs: [
      `Someone used a recovery code for your ${name} account. It no longer works; ${left === 1 ? 'one code is' : `${left} codes are`} left.`,
      'If this was not you, choose a new password now, then create new recovery codes.',
    ],
    action: toSettings['en-GB'],
    closing: ownAddress['en-GB'],
  },
  'fr-FR': {
    subject: `Un code de secours de votre compte ${name} a servi`,
    paragraphs: [
      `Quelqu’un a utilisé un code de secours pour votre compte ${name}. Il ne fonctionne plus ; ${left < 2 ? `il reste ${left} code` : `il reste ${left} codes`}.`,
      'Ce n’était pas vous ? Choisissez tout de suite un nouveau mot de passe, puis créez de nouveaux codes de secours.',
    ],
    action: toSettings['fr-FR'],
    closing: ownAddress['fr-FR'],
  },
})

export const guessed: Template = {
  'en-GB': {
    subject: `Someone knows the password of your ${name} account`,
    paragraphs: [
      `Someone entered the correct password of your ${name} account and then too many wrong codes. Nobody was signed in, and they have to wait before trying again.`,
      'If this was not you, choose a new password. The old one will no longer work.',
    ],
    action: 'Choose a new password',
    closing: ownAddress['en-GB'],
  },
  'fr-FR': {
    subject: `Quelqu’un connaît le mot de passe de votre compte ${name}`,
    paragraphs: [
      `Quelqu’un a saisi le bon mot de passe de votre compte ${name}, puis trop de codes erronés. Personne n’a été connecté, et il faut attendre avant de pouvoir continuer.`,
      'Ce n’était pas vous ? Choisissez un nouveau mot de passe : l’ancien ne vaudra plus rien.',
    ],
    action: 'Choisir un nouveau mot de passe',
    closing: ownAddress['fr-FR'],
  },
}
