import { brand } from '@penmark/contract'
import type { Locale } from '../../../../locale/locale.ts'
import { tokenLifeMs } from '../tokens.ts'

const minutes = tokenLifeMs.reset / 60_000
const hours = tokenLifeMs.change / (60 * 60_000)

/** What the pages about an account say, in British English. */
const english = {
  forgot: {
    title: 'Reset your password',
    lead: 'Enter the email of your account. We will send you a link to choose a new password.',
    action: 'Send the link',
    other: 'Remembered your password?',
    otherAction: 'Sign in',
  },
  asked: {
    title: 'Check your inbox',
    smtp: (email: string) =>
      `If there is an account for ${email}, an email with a link is on its way. The link works once, for ${minutes} minutes. Nothing there? Look in your spam folder, and check that the address is correct.`,
    outboxTitle: 'Ask your administrator for the link',
    outbox: (email: string) =>
      `If there is an account for ${email}, a link was created. This installation does not send email: its administrator can find the link in the outbox and pass it on to you. It works once, for ${minutes} minutes.`,
    action: 'Back to sign-in',
  },
  registration: {
    asked: {
      title: 'Check your inbox',
      text: (email: string) =>
        `An email is on its way to ${email}. Open its link in this browser to finish creating your account; it works for a day. Nothing there? Look in your spam folder, and check that the address is correct.`,
      action: 'Back to sign-in',
    },
    confirm: {
      title: 'Finish creating your account',
      lead: (email: string) => `Your account uses the email ${email} and the password you chose.`,
      action: 'Create account',
    },
    done: {
      title: 'Your account is ready',
      text: 'Your email is confirmed. Sign in with it and the password you chose.',
      action: 'Sign in',
    },
    over: {
      title: 'This link no longer works',
      text: 'It has already been used, or it has expired. Sign in if your account is ready, or register again for a new link.',
      action: 'Go to sign-in',
    },
  },
  reset: {
    title: 'Choose a new password',
    lead: (email: string) => `For ${email}. All devices will be signed out; then sign in with the new password.`,
    label: 'New password',
    action: 'Save password',
  },
  resetDone: {
    title: 'Your password has been changed',
    text: 'Your documents are unchanged. All devices are signed out. Sign in with the new password.',
    action: 'Sign in',
  },
  over: {
    title: 'This link no longer works',
    text: 'It has already been used, or it has expired. Your account is safe, and nothing was changed. Request a new link.',
    resetAction: 'Request a new link',
    verifyAction: 'Go to your email settings',
  },
  verify: {
    title: 'Confirm your email',
    lead: (email: string) => `Confirm that ${email} is your address. You can then always recover your account by email.`,
    action: 'Confirm address',
  },
  verified: {
    title: 'Your email is confirmed',
    text: 'There is nothing else to do.',
    action: `Go to ${brand.name}`,
  },
  nav: {
    label: 'Account',
    password: 'Password',
    twoFactor: 'Two-factor authentication',
    devices: 'Devices',
    email: 'Email',
    back: 'Back to your profile',
  },
  password: {
    title: 'Change your password',
    lead: (email: string) => `For ${email}. All other devices will be signed out.`,
    label: 'New password',
    action: 'Change password',
    wrong: 'The current password is incorrect. Nothing was changed.',
    changed: 'Your password has been changed. All other devices are signed out.',
    none: 'You sign in through another provider, so there is no password to change. To set one as well, request a link by email.',
    noneAction: 'Request a link',
  },
  devices: {
    title: 'Where you are signed in',
    lead: 'Sign out any device you do not recognise, then change your password. It takes effect within ten minutes.',
    unknown: 'Unknown device',
    here: 'This device',
    used: (when: string) => `Last used ${when}`,
    since: (when: string) => `Signed in ${when}`,
    end: 'Sign out',
    endOf: (device: string, when: string) => `Sign out ${device}, last used ${when}`,
    endOthers: 'Sign out all other devices',
    alone: 'You are signed in on this device only.',
    ended: 'The device has been signed out.',
    endedOthers: 'All other devices have been signed out.',
    now: 'just now',
  },
  email: {
    title: 'Your email',
    confirmed: (email: string) => `${email} is confirmed. Links to reset your password are sent there.`,
    unconfirmed: (email: string) =>
      `${email} is not confirmed yet. You can use everything; confirm it so that you are never locked out if you forget your password.`,
    action: 'Send the email again',
    smtp: 'The email is on its way. Its link works for three days.',
    outbox: 'The email is in the outbox of this installation. Its administrator can pass the link on to you.',
    change: {
      title: 'Use another email',
      lead: 'We will send a link to the new address. Your email changes once you follow it, and the old address is notified.',
      label: 'New email',
      action: 'Send a link to the new address',
      smtp: (email: string) => `A link is on its way to ${email}. It works once, for ${hours} hours. Until you follow it, nothing changes.`,
      outbox: (email: string) =>
        `A link for ${email} is in the outbox of this installation. Its administrator can pass it on to you. Until you follow it, nothing changes.`,
      same: 'This is already the email of your account.',
      none: 'You sign in through another provider. To use another email here, first request a link to choose a password.',
    },
  },
  changeEmail: {
    title: 'Use this email',
    lead: (email: string) => `${email} will become the email of your account. You will then sign in with it.`,
    action: 'Use this address',
  },
  emailChanged: {
    title: 'Your email has been changed',
    text: (email: string) => `Sign in with ${email} from now on. Your password and your documents are unchanged.`,
    action: `Go to ${brand.name}`,
  },
  emailTaken: {
    title: 'Another account uses this email',
    text: 'It was created after your request. Nothing was changed: your account keeps its email.',
    action: 'Go to your email settings',
  },
  otherSite: {
    title: 'This form was not sent',
    text: 'It came from somewhere else, or the page was open for too long. Nothing was changed. Go back and try again.',
    action: 'Try again',
  },
  brokered: {
    failed: {
      title: 'Sign-in with the other provider did not work',
      text: 'It was interrupted, or the answer was not valid. Nobody was signed in, and nothing was changed. Go back and try again, or use your password.',
      action: 'Back to sign-in',
    },
    unproved: {
      title: 'There is already an account with this email',
      text: 'The other provider has not verified this address, so it cannot open that account. Sign in with your password instead; if you have forgotten it, reset it by email.',
      action: 'Back to sign-in',
    },
    nameless: {
      title: 'The other provider did not share your email',
      text: `${brand.name} needs it to identify your account. Nobody was signed in. Allow it there, or register with a password.`,
      action: 'Back to sign-in',
    },
  },
}

export type AccountWords = typeof english

const american: AccountWords = {
  ...english,
  devices: {
    ...english.devices,
    lead: 'Sign out any device you do not recognize, then change your password. It takes effect within ten minutes.',
  },
}

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
      text: 'Il a déjà servi, ou il a expiré. Connectez-vous si votre compte est prêt, ou inscrivez-vous de nouveau pour recevoir un lien.',
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
    title: 'Votre mot de passe a été modifié',
    text: 'Vos documents n’ont pas changé. Tous les appareils sont déconnectés. Connectez-vous avec le nouveau mot de passe.',
    action: 'Se connecter',
  },
  over: {
    title: 'Ce lien ne fonctionne plus',
    text: 'Il a déjà servi, ou il a expiré. Votre compte est en sécurité et rien n’a été modifié. Demandez un nouveau lien.',
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
    twoFactor: 'Double authentification',
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
    changed: 'Votre mot de passe a été modifié. Tous les autres appareils sont déconnectés.',
    none: 'Vous vous connectez par un autre fournisseur : il n’y a pas de mot de passe à changer. Pour en avoir un aussi, demandez un lien par e-mail.',
    noneAction: 'Demander un lien',
  },
  devices: {
    title: 'Où vous êtes connecté',
    lead: 'Déconnectez ce que vous ne reconnaissez pas, puis changez votre mot de passe. L’effet est immédiat ou presque : dix minutes au plus.',
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
    title: 'Votre adresse e-mail a été modifiée',
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
      text: `${brand.name} en a besoin pour identifier votre compte. Personne n’a été connecté. Autorisez-le là-bas, ou inscrivez-vous avec un mot de passe.`,
      action: 'Retour à la connexion',
    },
  },
}

export const accountWordsIn: Record<Locale, AccountWords> = { 'en-GB': english, 'en-US': american, 'fr-FR': french }
