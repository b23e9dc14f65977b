import { brand } from '@penmark/contract'
import { tokenLifeMs } from '../tokens.ts'
import type { Language } from './language.ts'

const minutes = tokenLifeMs.reset / 60_000
const hours = tokenLifeMs.change / (60 * 60_000)

/** What the pages about an account say, in British English. The French words have the same shape. */
const english = {
  forgot: {
    title: 'Reset your password',
    lead: 'Enter the e-mail of your account. A link to choose a new password is sent there.',
    action: 'Send the link',
    other: 'Remembered it?',
    otherAction: 'Sign in',
  },
  asked: {
    title: 'Look in your mailbox',
    smtp: (email: string) =>
      `If there is an account for ${email}, a mail with a link is on its way. The link works once, for ${minutes} minutes. Nothing there? Look in the junk folder, and check that the address is right.`,
    outboxTitle: 'Ask your administrator for the link',
    outbox: (email: string) =>
      `If there is an account for ${email}, a link was made. This installation sends no mail: its administrator finds the link in the outbox and can hand it to you. It works once, for ${minutes} minutes.`,
    action: 'Back to sign-in',
  },
  registration: {
    asked: {
      title: 'Look in your mailbox',
      text: (email: string) =>
        `A mail is on its way to ${email}. Open its link in this browser to finish your account; it works for a day. Nothing there? Look in the junk folder, and check that the address is right.`,
      action: 'Back to sign-in',
    },
    confirm: {
      title: 'Finish your account',
      lead: (email: string) => `Your account has the e-mail ${email} and the password that you chose.`,
      action: 'Create the account',
    },
    done: {
      title: 'Your account is ready',
      text: 'Your e-mail is confirmed. Sign in with it and the password that you chose.',
      action: 'Sign in',
    },
    over: {
      title: 'This link does not work any more',
      text: 'It was used already, or it is too old. Sign in if your account is ready, or register again for a new link.',
      action: 'Go to sign-in',
    },
  },
  reset: {
    title: 'Choose a new password',
    lead: (email: string) => `For ${email}. All devices are signed out; you then sign in with the new password.`,
    label: 'New password',
    action: 'Save the password',
  },
  resetDone: {
    title: 'Your password is changed',
    text: 'Your documents are as they were. All devices are signed out. Sign in with the new password.',
    action: 'Sign in',
  },
  over: {
    title: 'This link does not work any more',
    text: 'It was used already, or it is too old. Your account is safe, and nothing was changed. Ask for a new link.',
    resetAction: 'Ask for a new link',
    verifyAction: 'Go to your e-mail settings',
  },
  verify: {
    title: 'Confirm your e-mail',
    lead: (email: string) => `Confirm that ${email} is yours. Then you can always get back into your account by mail.`,
    action: 'Confirm the address',
  },
  verified: {
    title: 'Your e-mail is confirmed',
    text: 'There is nothing else to do.',
    action: `Go to ${brand.name}`,
  },
  nav: {
    label: 'Account',
    password: 'Password',
    twoFactor: 'Second step',
    devices: 'Devices',
    email: 'E-mail',
    back: 'Back to your profile',
  },
  password: {
    title: 'Change your password',
    lead: (email: string) => `For ${email}. All other devices are signed out.`,
    label: 'New password',
    action: 'Change the password',
    wrong: 'The current password is not right. Nothing was changed.',
    changed: 'Your password is changed. All other devices are signed out.',
    none: 'You sign in through another provider, so there is no password to change. To have one as well, ask for a link by mail.',
    noneAction: 'Ask for a link',
  },
  devices: {
    title: 'Where you are signed in',
    lead: 'End what you do not recognise, then change your password. A device notices within ten minutes at most.',
    unknown: 'Unknown device',
    here: 'This device',
    used: (when: string) => `Last used ${when}`,
    since: (when: string) => `Signed in ${when}`,
    end: 'Sign out',
    endOf: (device: string, when: string) => `Sign out ${device}, last used ${when}`,
    endOthers: 'Sign out all other devices',
    alone: 'You are signed in on this device only.',
    ended: 'The device is signed out.',
    endedOthers: 'All other devices are signed out.',
    now: 'just now',
  },
  email: {
    title: 'Your e-mail',
    confirmed: (email: string) => `${email} is confirmed. Links to reset your password go there.`,
    unconfirmed: (email: string) =>
      `${email} is not confirmed yet. You can use everything; confirm it so that a lost password never locks you out.`,
    action: 'Send the mail again',
    smtp: 'The mail is on its way. The link in it works for three days.',
    outbox: 'The mail lies in the outbox of this installation. Its administrator can hand you the link.',
    change: {
      title: 'Use another e-mail',
      lead: 'A link goes to the new address. Your e-mail changes once you have followed it; the old address is told.',
      label: 'New e-mail',
      action: 'Send a link to the new address',
      smtp: (email: string) => `A link is on its way to ${email}. It works once, for ${hours} hours. Until you follow it, nothing changes.`,
      outbox: (email: string) =>
        `A link for ${email} lies in the outbox of this installation. Its administrator can hand it to you. Until you follow it, nothing changes.`,
      same: 'This is the e-mail of your account already.',
      none: 'You sign in through another provider. To use another e-mail here, ask for a link to choose a password first.',
    },
  },
  changeEmail: {
    title: 'Use this e-mail',
    lead: (email: string) => `${email} becomes the e-mail of your account. You sign in with it from then on.`,
    action: 'Use this address',
  },
  emailChanged: {
    title: 'Your e-mail is changed',
    text: (email: string) => `Sign in with ${email} from now on. Your password and your documents are as they were.`,
    action: `Go to ${brand.name}`,
  },
  emailTaken: {
    title: 'Another account has this e-mail',
    text: 'It was made since you asked. Nothing was changed: your account keeps its e-mail.',
    action: 'Go to your e-mail settings',
  },
  otherSite: {
    title: 'This form was not sent',
    text: 'It came from somewhere else, or the page was open for too long. Nothing was changed. Go back and try again.',
    action: 'Try again',
  },
  brokered: {
    failed: {
      title: 'The sign-in with the other provider did not work',
      text: 'It was stopped, or the answer was not valid. Nobody was signed in, and nothing was changed. Go back and try again, or use your password.',
      action: 'Back to sign-in',
    },
    unproved: {
      title: 'There is an account with this e-mail already',
      text: 'The other provider does not vouch for the address, so it may not open that account. Sign in with your password instead; if you have forgotten it, reset it by mail.',
      action: 'Back to sign-in',
    },
    nameless: {
      title: 'The other provider did not tell your e-mail',
      text: `${brand.name} needs it as the name of your account. Nobody was signed in. Allow it there, or register with a password.`,
      action: 'Back to sign-in',
    },
  },
}

export type AccountWords = typeof english

const french: AccountWords = {
  forgot: {
    title: 'Réinitialiser votre mot de passe',
    lead: 'Saisissez l’adresse e-mail de votre compte. Un lien pour choisir un nouveau mot de passe y est envoyé.',
    action: 'Envoyer le lien',
    other: 'Vous l’avez retrouvé ?',
    otherAction: 'Se connecter',
  },
  asked: {
    title: 'Consultez votre messagerie',
    smtp: (email) =>
      `S’il existe un compte pour ${email}, un message contenant un lien est en route. Le lien fonctionne une seule fois, pendant ${minutes} minutes. Rien reçu ? Regardez dans les indésirables et vérifiez l’adresse.`,
    outboxTitle: 'Demandez le lien à votre administrateur',
    outbox: (email) =>
      `S’il existe un compte pour ${email}, un lien a été créé. Cette installation n’envoie pas de courrier : son administrateur trouve le lien dans la boîte d’envoi et peut vous le remettre. Il fonctionne une seule fois, pendant ${minutes} minutes.`,
    action: 'Retour à la connexion',
  },
  registration: {
    asked: {
      title: 'Consultez votre messagerie',
      text: (email) =>
        `Un message est en route vers ${email}. Ouvrez son lien dans ce navigateur pour terminer la création de votre compte ; il fonctionne pendant un jour. Rien reçu ? Regardez dans les indésirables et vérifiez l’adresse.`,
      action: 'Retour à la connexion',
    },
    confirm: {
      title: 'Terminez la création de votre compte',
      lead: (email) => `Votre compte porte l’adresse ${email} et le mot de passe que vous avez choisi.`,
      action: 'Créer le compte',
    },
    done: {
      title: 'Votre compte est prêt',
      text: 'Votre adresse e-mail est confirmée. Connectez-vous avec elle et le mot de passe que vous avez choisi.',
      action: 'Se connecter',
    },
    over: {
      title: 'Ce lien ne fonctionne plus',
      text: 'Il a déjà servi, ou il est trop ancien. Connectez-vous si votre compte est prêt, ou inscrivez-vous de nouveau pour recevoir un lien.',
      action: 'Aller à la connexion',
    },
  },
  reset: {
    title: 'Choisissez un nouveau mot de passe',
    lead: (email) => `Pour ${email}. Tous les appareils sont déconnectés ; vous vous connectez ensuite avec le nouveau mot de passe.`,
    label: 'Nouveau mot de passe',
    action: 'Enregistrer le mot de passe',
  },
  resetDone: {
    title: 'Votre mot de passe est modifié',
    text: 'Vos documents n’ont pas changé. Tous les appareils sont déconnectés. Connectez-vous avec le nouveau mot de passe.',
    action: 'Se connecter',
  },
  over: {
    title: 'Ce lien ne fonctionne plus',
    text: 'Il a déjà servi, ou il est trop ancien. Votre compte est en sécurité et rien n’a été modifié. Demandez un nouveau lien.',
    resetAction: 'Demander un nouveau lien',
    verifyAction: 'Aller aux réglages de l’adresse',
  },
  verify: {
    title: 'Confirmez votre adresse e-mail',
    lead: (email) => `Confirmez que ${email} est votre adresse. Vous pourrez ainsi toujours retrouver votre compte par e-mail.`,
    action: 'Confirmer l’adresse',
  },
  verified: {
    title: 'Votre adresse e-mail est confirmée',
    text: 'Il n’y a rien d’autre à faire.',
    action: `Aller à ${brand.name}`,
  },
  nav: {
    label: 'Compte',
    password: 'Mot de passe',
    twoFactor: 'Seconde étape',
    devices: 'Appareils',
    email: 'E-mail',
    back: 'Retour à votre profil',
  },
  password: {
    title: 'Changer votre mot de passe',
    lead: (email) => `Pour ${email}. Tous les autres appareils sont déconnectés.`,
    label: 'Nouveau mot de passe',
    action: 'Changer le mot de passe',
    wrong: 'Le mot de passe actuel est incorrect. Rien n’a été modifié.',
    changed: 'Votre mot de passe est modifié. Tous les autres appareils sont déconnectés.',
    none: 'Vous vous connectez par un autre fournisseur : il n’y a pas de mot de passe à changer. Pour en avoir un aussi, demandez un lien par e-mail.',
    noneAction: 'Demander un lien',
  },
  devices: {
    title: 'Où vous êtes connecté',
    lead: 'Déconnectez ce que vous ne reconnaissez pas, puis changez votre mot de passe. Un appareil le remarque en dix minutes au plus.',
    unknown: 'Appareil inconnu',
    here: 'Cet appareil',
    used: (when) => `Dernière utilisation ${when}`,
    since: (when) => `Connecté ${when}`,
    end: 'Déconnecter',
    endOf: (device, when) => `Déconnecter ${device}, dernière utilisation ${when}`,
    endOthers: 'Déconnecter tous les autres appareils',
    alone: 'Vous n’êtes connecté que sur cet appareil.',
    ended: 'L’appareil est déconnecté.',
    endedOthers: 'Tous les autres appareils sont déconnectés.',
    now: 'à l’instant',
  },
  email: {
    title: 'Votre adresse e-mail',
    confirmed: (email) => `${email} est confirmée. Les liens pour réinitialiser votre mot de passe y sont envoyés.`,
    unconfirmed: (email) =>
      `${email} n’est pas encore confirmée. Vous pouvez tout utiliser ; confirmez-la pour qu’un mot de passe perdu ne vous bloque jamais.`,
    action: 'Renvoyer le message',
    smtp: 'Le message est en route. Le lien qu’il contient fonctionne pendant trois jours.',
    outbox: 'Le message se trouve dans la boîte d’envoi de cette installation. Son administrateur peut vous remettre le lien.',
    change: {
      title: 'Utiliser une autre adresse',
      lead: 'Un lien est envoyé à la nouvelle adresse. Votre adresse change quand vous l’avez suivi ; l’ancienne adresse est prévenue.',
      label: 'Nouvelle adresse e-mail',
      action: 'Envoyer un lien à la nouvelle adresse',
      smtp: (email) =>
        `Un lien est en route vers ${email}. Il fonctionne une seule fois, pendant ${hours} heures. Tant que vous ne le suivez pas, rien ne change.`,
      outbox: (email) =>
        `Un lien pour ${email} se trouve dans la boîte d’envoi de cette installation. Son administrateur peut vous le remettre. Tant que vous ne le suivez pas, rien ne change.`,
      same: 'C’est déjà l’adresse de votre compte.',
      none: 'Vous vous connectez par un autre fournisseur. Pour utiliser une autre adresse ici, demandez d’abord un lien pour choisir un mot de passe.',
    },
  },
  changeEmail: {
    title: 'Utiliser cette adresse',
    lead: (email) => `${email} devient l’adresse de votre compte. Vous vous connectez ensuite avec elle.`,
    action: 'Utiliser cette adresse',
  },
  emailChanged: {
    title: 'Votre adresse e-mail est changée',
    text: (email) => `Connectez-vous désormais avec ${email}. Votre mot de passe et vos documents n’ont pas changé.`,
    action: `Aller à ${brand.name}`,
  },
  emailTaken: {
    title: 'Un autre compte porte cette adresse',
    text: 'Il a été créé depuis votre demande. Rien n’a été modifié : votre compte garde son adresse.',
    action: 'Aller aux réglages de l’adresse',
  },
  otherSite: {
    title: 'Ce formulaire n’a pas été envoyé',
    text: 'Il venait d’ailleurs, ou la page est restée ouverte trop longtemps. Rien n’a été modifié. Revenez en arrière et réessayez.',
    action: 'Réessayer',
  },
  brokered: {
    failed: {
      title: 'La connexion par l’autre fournisseur n’a pas abouti',
      text: 'Elle a été interrompue, ou la réponse n’était pas valable. Personne n’a été connecté et rien n’a été modifié. Revenez en arrière et réessayez, ou utilisez votre mot de passe.',
      action: 'Retour à la connexion',
    },
    unproved: {
      title: 'Un compte existe déjà avec cette adresse e-mail',
      text: 'L’autre fournisseur ne garantit pas l’adresse ; il ne peut donc pas ouvrir ce compte. Connectez-vous plutôt avec votre mot de passe ; si vous l’avez oublié, réinitialisez-le par e-mail.',
      action: 'Retour à la connexion',
    },
    nameless: {
      title: 'L’autre fournisseur n’a pas indiqué votre adresse e-mail',
      text: `${brand.name} en a besoin comme nom de votre compte. Personne n’a été connecté. Autorisez-le là-bas, ou inscrivez-vous avec un mot de passe.`,
      action: 'Retour à la connexion',
    },
  },
}

export const accountWordsIn: Record<Language, AccountWords> = { en: english, fr: french }
