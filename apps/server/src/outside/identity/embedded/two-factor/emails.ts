import { brand } from '@penmark/contract'
import type { Template } from '../email-template.ts'

const { name } = brand

const ownAddress = {
  en: 'You get this mail because the account has this address.',
  fr: 'Vous recevez ce message parce que le compte porte cette adresse.',
}
const toSettings = { en: 'Open your second step', fr: 'Ouvrir votre seconde étape' }

export const twoFactorOn: Template = {
  en: {
    subject: `Your ${name} account now asks for a code`,
    paragraphs: [
      `The second step was switched on for your ${name} account. From now on, whoever signs in gives a code of the app as well. All other devices were signed out.`,
      'Was it not you? Choose a new password at once, and write to your administrator, who can remove the second step.',
    ],
    action: toSettings.en,
    closing: ownAddress.en,
  },
  fr: {
    subject: `Votre compte ${name} demande désormais un code`,
    paragraphs: [
      `La seconde étape a été activée pour votre compte ${name}. Désormais, toute connexion demande aussi un code de l’application. Tous les autres appareils ont été déconnectés.`,
      'Ce n’était pas vous ? Choisissez tout de suite un nouveau mot de passe et écrivez à votre administrateur, qui peut retirer la seconde étape.',
    ],
    action: toSettings.fr,
    closing: ownAddress.fr,
  },
}

export const twoFactorOff: Template = {
  en: {
    subject: `Your ${name} account no longer asks for a code`,
    paragraphs: [
      `The second step was switched off for your ${name} account, by somebody who knew the password and a code. The password alone opens it now.`,
      'Was it not you? Choose a new password at once, then switch the second step on again.',
    ],
    action: toSettings.en,
    closing: ownAddress.en,
  },
  fr: {
    subject: `Votre compte ${name} ne demande plus de code`,
    paragraphs: [
      `La seconde étape a été désactivée pour votre compte ${name}, par une personne qui connaissait le mot de passe et un code. Le mot de passe seul l’ouvre désormais.`,
      'Ce n’était pas vous ? Choisissez tout de suite un nouveau mot de passe, puis réactivez la seconde étape.',
    ],
    action: toSettings.fr,
    closing: ownAddress.fr,
  },
}

export const twoFactorRemoved: Template = {
  en: {
    subject: `An administrator removed the second step of your ${name} account`,
    paragraphs: [
      `An administrator removed the second step of your ${name} account. Your password alone opens it now. Switch the second step on again with your new phone.`,
      'Did you not ask for this? Write to your administrator.',
    ],
    action: toSettings.en,
    closing: ownAddress.en,
  },
  fr: {
    subject: `Un administrateur a retiré la seconde étape de votre compte ${name}`,
    paragraphs: [
      `Un administrateur a retiré la seconde étape de votre compte ${name}. Votre mot de passe seul l’ouvre désormais. Réactivez la seconde étape avec votre nouveau téléphone.`,
      'Vous ne l’aviez pas demandé ? Écrivez à votre administrateur.',
    ],
    action: toSettings.fr,
    closing: ownAddress.fr,
  },
}

export const recoveryCodeUsed = (left: number): Template => ({
  en: {
    subject: `A recovery code of your ${name} account was used`,
    paragraphs: [
      `Somebody gave a recovery code for your ${name} account. It does not work any more; ${left === 1 ? 'one code is' : `${left} codes are`} left.`,
      'Was it not you? Choose a new password at once, then make new recovery codes.',
    ],
    action: toSettings.en,
    closing: ownAddress.en,
  },
  fr: {
    subject: `Un code de secours de votre compte ${name} a servi`,
    paragraphs: [
      `Quelqu’un a donné un code de secours pour votre compte ${name}. Il ne fonctionne plus ; ${left < 2 ? `il reste ${left} code` : `il reste ${left} codes`}.`,
      'Ce n’était pas vous ? Choisissez tout de suite un nouveau mot de passe, puis créez de nouveaux codes de secours.',
    ],
    action: toSettings.fr,
    closing: ownAddress.fr,
  },
})

export const guessed: Template = {
  en: {
    subject: `Somebody knows the password of your ${name} account`,
    paragraphs: [
      `Somebody typed the right password of your ${name} account and then too many wrong codes. Nobody was signed in, and they have to wait before they may go on.`,
      'Was it not you? Choose a new password: then the old one is worth nothing.',
    ],
    action: 'Choose a new password',
    closing: ownAddress.en,
  },
  fr: {
    subject: `Quelqu’un connaît le mot de passe de votre compte ${name}`,
    paragraphs: [
      `Quelqu’un a saisi le bon mot de passe de votre compte ${name}, puis trop de codes erronés. Personne n’a été connecté, et il faut attendre avant de pouvoir continuer.`,
      'Ce n’était pas vous ? Choisissez un nouveau mot de passe : l’ancien ne vaudra plus rien.',
    ],
    action: 'Choisir un nouveau mot de passe',
    closing: ownAddress.fr,
  },
}
