import { brand } from '@penmark/contract'
import type { Locale } from '../../../../locale/locale.ts'

const english = {
  title: 'Two-factor authentication',
  off: {
    lead: 'With two-factor authentication, signing in takes your password and a code from an app on your phone. Your password alone is no longer enough.',
    needs:
      'You need an authenticator app, for example the one your school recommends, or a password manager that creates codes. The code is created on your phone; no message is sent.',
    action: 'Set up two-factor authentication',
    proveFirst: (email: string) =>
      `First confirm that ${email} is yours. Otherwise you could not replace a lost password, and someone else could lock you out.`,
    proveAction: 'Confirm your email',
    freshFirst:
      'You sign in through another provider. Sign in there once more, so that nobody can set this up on a computer you left unlocked.',
    freshAction: 'Sign in again',
  },
  begun: {
    title: 'Set up two-factor authentication',
    scan: 'Scan this QR code with your authenticator app.',
    picture: 'QR code for an authenticator app. It contains the key below.',
    type: 'Or enter this key in the app. It shows a new six-digit code every thirty seconds.',
    keyLabel: 'Key',
    confirm: 'Then enter the code the app shows.',
    codeLabel: 'Code from the app',
    action: 'Turn on',
    cancel: 'Cancel',
    wrong: 'The code is incorrect. Enter the one the app shows now, and check that your phone sets its clock automatically.',
  },
  codes: {
    title: 'Your recovery codes',
    on: 'Two-factor authentication is on. All other devices are signed out.',
    renewed: 'These are your new recovery codes. The old ones no longer work.',
    lead: 'Keep these codes somewhere you can find them without your phone. Each works once instead of a code from the app. They are shown only now.',
    label: 'Recovery codes',
    download: 'Download as a text file',
    print: 'You can also print this page: only the codes are printed.',
    done: 'I have saved them',
    file: (email: string) => `${brand.name} recovery codes for ${email}\nEach works once.`,
  },
  on: {
    lead: (since: string) => `Two-factor authentication has been on since ${since}. Signing in takes a code from your app.`,
    left: (count: number) =>
      count === 0
        ? 'You have no recovery codes left. Create new ones: without them, losing your phone would lock you out.'
        : `You have ${count === 1 ? 'one recovery code' : `${count} recovery codes`} left.`,
    change: 'Change two-factor authentication',
    ask: 'Enter your password and a code, so that nobody can change this on a computer you left unlocked.',
    askCode: 'Enter a code, so that nobody can change this on a computer you left unlocked.',
    codeLabel: 'Code from the app, or a recovery code',
    renew: 'Create new recovery codes',
    off: 'Turn off',
    wrongPassword: 'The password is incorrect. Nothing was changed.',
    wrongCode: 'The code is incorrect or has already been used. Nothing was changed.',
  },
  isOff: 'Two-factor authentication is off. You sign in with your password alone.',
  signIn: {
    title: 'Enter your code',
    lead: 'Your authenticator app shows it. It changes every thirty seconds.',
    label: 'Code from the app',
    action: 'Sign in',
    wrong: 'The code is incorrect or has already been used. Enter the one the app shows now.',
    other: 'Don’t have your phone?',
    otherAction: 'Use a recovery code',
  },
  recovery: {
    title: 'Use a recovery code',
    lead: 'You saved these codes when you set up two-factor authentication. Each works once.',
    label: 'Recovery code',
    action: 'Sign in',
    wrong: 'This recovery code is incorrect or has already been used.',
    other: 'Found your phone?',
    otherAction: 'Use a code from the app',
    lost: 'No codes left? An administrator can turn off two-factor authentication for you.',
  },
}

export type TwoFactorWords = typeof english

const french: TwoFactorWords = {
  title: 'Double authentification',
  off: {
    lead: 'Avec la double authentification, la connexion demande votre mot de passe et un code affiché par une application de votre téléphone. Connaître votre seul mot de passe ne suffit plus.',
    needs:
      'Il vous faut une application d’authentification, par exemple celle que votre établissement recommande, ou un gestionnaire de mots de passe qui crée des codes. Le code est créé sur votre téléphone ; aucun message n’est envoyé.',
    action: 'Configurer la double authentification',
    proveFirst: (email) =>
      `Confirmez d’abord que ${email} est votre adresse : sinon un mot de passe perdu ne pourrait pas être remplacé, et quelqu’un d’autre pourrait vous bloquer.`,
    proveAction: 'Confirmer votre adresse e-mail',
    freshFirst:
      'Vous vous connectez par un autre fournisseur. Connectez-vous-y encore une fois, pour que personne ne configure ceci sur un ordinateur laissé sans surveillance.',
    freshAction: 'Se reconnecter',
  },
  begun: {
    title: 'Configurer la double authentification',
    scan: 'Scannez ce code QR avec votre application d’authentification.',
    picture: 'Code QR pour une application d’authentification. Il contient la clé ci-dessous.',
    type: 'Ou saisissez cette clé dans l’application. Elle affiche un nouveau code à six chiffres toutes les trente secondes.',
    keyLabel: 'Clé',
    confirm: 'Saisissez ensuite le code affiché par l’application.',
    codeLabel: 'Code de l’application',
    action: 'Activer',
    cancel: 'Annuler',
    wrong:
      'Le code est incorrect. Saisissez celui que l’application affiche maintenant, et vérifiez que l’heure de votre téléphone est réglée automatiquement.',
  },
  codes: {
    title: 'Vos codes de secours',
    on: 'La double authentification est activée. Tous les autres appareils sont déconnectés.',
    renewed: 'Voici vos nouveaux codes de secours. Les anciens ne fonctionnent plus.',
    lead: 'Gardez ces codes là où vous les trouverez sans votre téléphone. Chacun ouvre votre compte une fois, à la place d’un code de l’application. Ils ne sont affichés que maintenant.',
    label: 'Codes de secours',
    download: 'Télécharger en fichier texte',
    print: 'Vous pouvez aussi imprimer cette page : seuls les codes sont imprimés.',
    done: 'Je les ai enregistrés',
    file: (email) => `Codes de secours ${brand.name} pour ${email}\nChacun fonctionne une fois.`,
  },
  on: {
    lead: (since) => `La double authentification est activée depuis le ${since}. Toute connexion demande un code de votre application.`,
    left: (count) =>
      count === 0
        ? 'Il ne vous reste aucun code de secours. Créez-en de nouveaux : sans eux, perdre votre téléphone vous bloque.'
        : `Il vous reste ${count === 1 ? 'un code' : `${count} codes`} de secours.`,
    change: 'Modifier la double authentification',
    ask: 'Saisissez votre mot de passe et un code, pour que personne ne modifie ceci sur un ordinateur laissé sans surveillance.',
    askCode: 'Saisissez un code, pour que personne ne modifie ceci sur un ordinateur laissé sans surveillance.',
    codeLabel: 'Code de l’application, ou code de secours',
    renew: 'Créer de nouveaux codes de secours',
    off: 'Désactiver',
    wrongPassword: 'Le mot de passe est incorrect. Rien n’a été modifié.',
    wrongCode: 'Le code est incorrect, ou il a déjà servi. Rien n’a été modifié.',
  },
  isOff: 'La double authentification est désactivée. Vous vous connectez avec votre seul mot de passe.',
  signIn: {
    title: 'Saisissez votre code',
    lead: 'Votre application d’authentification l’affiche. Il change toutes les trente secondes.',
    label: 'Code de l’application',
    action: 'Se connecter',
    wrong: 'Le code est incorrect, ou il a déjà servi. Saisissez celui que l’application affiche maintenant.',
    other: 'Pas de téléphone sous la main ?',
    otherAction: 'Utiliser un code de secours',
  },
  recovery: {
    title: 'Utiliser un code de secours',
    lead: 'Vous avez enregistré ces codes en configurant la double authentification. Chacun fonctionne une fois.',
    label: 'Code de secours',
    action: 'Se connecter',
    wrong: 'Ce code de secours est incorrect, ou il a déjà servi.',
    other: 'Téléphone retrouvé ?',
    otherAction: 'Utiliser un code de l’application',
    lost: 'Plus de codes ? Un administrateur peut désactiver la double authentification pour vous.',
  },
}

export const twoFactorWordsIn: Record<Locale, TwoFactorWords> = { 'en-GB': english, 'en-US': english, 'fr-FR': french }
