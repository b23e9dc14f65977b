import { brand } from '@penmark/contract'
import type { Language } from './language.ts'

const english = {
  title: 'Second step',
  off: {
    lead: 'With the second step on, whoever signs in gives your password and a code that an app on your phone shows. Somebody who has learned your password alone does not get in.',
    needs:
      'You need an authenticator app, for example the one that your school recommends, or a password manager that makes codes. The code is made on your phone; no message is sent.',
    action: 'Set up the second step',
    proveFirst: (email: string) =>
      `Confirm first that ${email} is yours: a lost password could not be replaced otherwise, and somebody else could lock you out.`,
    proveAction: 'Confirm your e-mail',
    freshFirst: 'You sign in through another provider. Sign in there once more, so that nobody sets this up at a computer that you left.',
    freshAction: 'Sign in again',
  },
  begun: {
    title: 'Set up the second step',
    scan: 'Scan this picture with your authenticator app.',
    picture: 'Picture for an authenticator app. The key below says the same.',
    type: 'Or type this key into the app. It makes codes of six digits, every thirty seconds.',
    keyLabel: 'Key',
    confirm: 'Then enter the code that the app shows.',
    codeLabel: 'Code of the app',
    action: 'Switch it on',
    cancel: 'Cancel',
    wrong: 'The code is not right. Enter the one that the app shows now, and check that the clock of your phone is set by itself.',
  },
  codes: {
    title: 'Your recovery codes',
    on: 'The second step is on. All other devices are signed out.',
    renewed: 'These are your new recovery codes. The old ones do not work any more.',
    lead: 'Keep these codes where you find them without your phone. Each opens your account once, in place of a code of the app. They are shown only now.',
    label: 'Recovery codes',
    download: 'Download as a text file',
    print: 'You can also print this page: the codes alone are printed.',
    done: 'I have kept them',
    file: (email: string) => `Recovery codes of ${brand.name} for ${email}\nEach works once.`,
  },
  on: {
    lead: (since: string) => `The second step has been on since ${since}. Whoever signs in gives a code of your app.`,
    left: (count: number) =>
      count === 0
        ? 'You have no recovery code left. Make new ones: without them a lost phone locks you out.'
        : `You have ${count === 1 ? 'one recovery code' : `${count} recovery codes`} left.`,
    change: 'Change the second step',
    ask: 'Give your password and a code, so that nobody changes this at a computer that you left.',
    askCode: 'Give a code, so that nobody changes this at a computer that you left.',
    codeLabel: 'Code of the app, or a recovery code',
    renew: 'Make new recovery codes',
    off: 'Switch it off',
    wrongPassword: 'The password is not right. Nothing was changed.',
    wrongCode: 'The code is not right, or it was used already. Nothing was changed.',
  },
  isOff: 'The second step is off. Your password alone opens your account.',
  signIn: {
    title: 'Enter your code',
    lead: 'Your authenticator app shows it. It changes every thirty seconds.',
    label: 'Code of the app',
    action: 'Sign in',
    wrong: 'The code is not right, or it was used already. Enter the one that the app shows now.',
    other: 'No phone at hand?',
    otherAction: 'Use a recovery code',
  },
  recovery: {
    title: 'Use a recovery code',
    lead: 'You kept these codes when you set up the second step. Each works once.',
    label: 'Recovery code',
    action: 'Sign in',
    wrong: 'This recovery code is not right, or it was used already.',
    other: 'Found your phone?',
    otherAction: 'Use a code of the app',
    lost: 'No codes left? An administrator can remove the second step.',
  },
}

export type TwoFactorWords = typeof english

const french: TwoFactorWords = {
  title: 'Seconde étape',
  off: {
    lead: 'Avec la seconde étape, se connecter demande votre mot de passe et un code affiché par une application de votre téléphone. Connaître votre seul mot de passe ne suffit plus.',
    needs:
      'Il vous faut une application d’authentification, par exemple celle que votre établissement recommande, ou un gestionnaire de mots de passe qui crée des codes. Le code est créé sur votre téléphone ; aucun message n’est envoyé.',
    action: 'Configurer la seconde étape',
    proveFirst: (email) =>
      `Confirmez d’abord que ${email} est votre adresse : sinon un mot de passe perdu ne pourrait pas être remplacé, et quelqu’un d’autre pourrait vous bloquer.`,
    proveAction: 'Confirmer votre adresse e-mail',
    freshFirst:
      'Vous vous connectez par un autre fournisseur. Connectez-vous-y encore une fois, pour que personne ne configure ceci sur un ordinateur que vous avez quitté.',
    freshAction: 'Se reconnecter',
  },
  begun: {
    title: 'Configurer la seconde étape',
    scan: 'Scannez cette image avec votre application d’authentification.',
    picture: 'Image pour une application d’authentification. La clé ci-dessous dit la même chose.',
    type: 'Ou saisissez cette clé dans l’application. Elle crée des codes de six chiffres, toutes les trente secondes.',
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
    on: 'La seconde étape est activée. Tous les autres appareils sont déconnectés.',
    renewed: 'Voici vos nouveaux codes de secours. Les anciens ne fonctionnent plus.',
    lead: 'Gardez ces codes là où vous les trouverez sans votre téléphone. Chacun ouvre votre compte une fois, à la place d’un code de l’application. Ils ne sont affichés que maintenant.',
    label: 'Codes de secours',
    download: 'Télécharger en fichier texte',
    print: 'Vous pouvez aussi imprimer cette page : seuls les codes sont imprimés.',
    done: 'Je les ai gardés',
    file: (email) => `Codes de secours ${brand.name} pour ${email}\nChacun fonctionne une fois.`,
  },
  on: {
    lead: (since) => `La seconde étape est activée depuis le ${since}. Toute connexion demande un code de votre application.`,
    left: (count) =>
      count === 0
        ? 'Il ne vous reste aucun code de secours. Créez-en de nouveaux : sans eux, perdre votre téléphone vous bloque.'
        : `Il vous reste ${count === 1 ? 'un code' : `${count} codes`} de secours.`,
    change: 'Modifier la seconde étape',
    ask: 'Donnez votre mot de passe et un code, pour que personne ne modifie ceci sur un ordinateur que vous avez quitté.',
    askCode: 'Donnez un code, pour que personne ne modifie ceci sur un ordinateur que vous avez quitté.',
    codeLabel: 'Code de l’application, ou code de secours',
    renew: 'Créer de nouveaux codes de secours',
    off: 'Désactiver',
    wrongPassword: 'Le mot de passe est incorrect. Rien n’a été modifié.',
    wrongCode: 'Le code est incorrect, ou il a déjà servi. Rien n’a été modifié.',
  },
  isOff: 'La seconde étape est désactivée. Votre mot de passe seul ouvre votre compte.',
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
    lead: 'Vous avez gardé ces codes en configurant la seconde étape. Chacun fonctionne une fois.',
    label: 'Code de secours',
    action: 'Se connecter',
    wrong: 'Ce code de secours est incorrect, ou il a déjà servi.',
    other: 'Téléphone retrouvé ?',
    otherAction: 'Utiliser un code de l’application',
    lost: 'Plus de codes ? Un administrateur peut retirer la seconde étape.',
  },
}

export const twoFactorWordsIn: Record<Language, TwoFactorWords> = { en: english, fr: french }
