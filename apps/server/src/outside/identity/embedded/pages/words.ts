import { brand, planWordLimit } from '@penmark/contract'
import type { Locale } from '../../../../locale/locale.ts'
import { passwordLength } from '../passwords.ts'

export type FieldName = 'email' | 'password' | 'current_password' | 'given_name' | 'family_name' | 'code'

const { name } = brand
const freeWords = (locale: string) => (planWordLimit.FREE ?? 0).toLocaleString(locale)

/** Everything the pages say, in British English. */
const english = {
  home: `${name} home page`,
  promise: {
    title: 'An honest second reader for student work.',
    points: [
      'Each report says what was found, how certain it is, and what it does not mean.',
      'A score is a reason to talk, not proof.',
      'Student work is never used to train AI, and deleting it removes it at once.',
    ],
  },
  labels: {
    email: 'Email',
    password: 'Password',
    current_password: 'Current password',
    given_name: 'First name',
    family_name: 'Last name',
    code: 'Code',
  } satisfies Record<FieldName, string>,
  signIn: {
    title: 'Sign in',
    lead: 'Use the email and password of your teacher account.',
    action: 'Sign in',
    other: 'New here?',
    otherAction: 'Create an account',
    forgot: 'Forgot your password?',
    or: 'or',
    with: (provider: string) => `Continue with ${provider}`,
  },
  register: {
    title: 'Create your account',
    lead: `For teachers. ${freeWords('en-GB')} words a month are free.`,
    action: 'Create account',
    other: 'Already registered?',
    otherAction: 'Sign in',
    emailHint: 'Your work address. You sign in with it.',
    passwordHint: `At least ${passwordLength.least} characters. Not your email, and not a common password. A short phrase works well.`,
  },
  errors: {
    summary: 'Check what you typed',
    prefix: 'Error',
    missing: {
      email: 'Enter your email.',
      password: 'Enter a password.',
      current_password: 'Enter your current password.',
      given_name: 'Enter your first name.',
      family_name: 'Enter your last name.',
      code: 'Enter the code.',
    } satisfies Record<FieldName, string>,
    email: 'Enter a complete email address, such as name@school.org.',
    name: 'Use 100 characters at most.',
    password: {
      too_short: `Choose a password of at least ${passwordLength.least} characters.`,
      too_long: `Choose a password of at most ${passwordLength.most} characters.`,
      is_email: 'Choose a password that is not your email.',
      too_common: 'This password is too common and easy to guess. Choose another.',
    },
    wrong: 'The email or the password is incorrect. Check both and try again.',
    taken: 'There is already an account with this email. Sign in instead, or use another email.',
    retyped: 'Enter the password again: for your safety the page does not keep it.',
    waiting: (minutes: number) =>
      `Too many attempts. Your account is safe. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then try again.`,
  },
  lapsed: {
    title: 'This sign-in page has expired',
    text: 'It was open for too long, or you finished in another tab. Nothing is lost. Go back and sign in again.',
    action: 'Start again',
  },
  refused: {
    title: 'This sign-in request is not valid',
    text: `The link that led here is incomplete or was changed. Nobody was signed in. Start again; if it happens again, write to {support}.`,
    action: 'Start again',
  },
  failed: {
    title: 'Sign-in does not work at the moment',
    text: `Something went wrong on our side. Your account and your documents are safe. Try again in a minute; if it keeps happening, write to {support}.`,
    action: 'Try again',
  },
  signedOut: { title: 'You are signed out', text: 'On a shared computer, close the browser as well.', action: 'Sign in again' },
  signingOut: { title: 'Signing out', action: 'Sign out' },
}

export type Words = typeof english

const french: Words = {
  home: `${name}, page d’accueil`,
  promise: {
    title: 'Un second regard honnête sur les travaux d’élèves.',
    points: [
      'Chaque rapport indique ce qui a été trouvé, avec quelle certitude, et ce que cela ne veut pas dire.',
      'Un score est une raison d’en parler, pas une preuve.',
      'Les travaux d’élèves ne servent jamais à entraîner une IA ; les supprimer les efface aussitôt.',
    ],
  },
  labels: {
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    current_password: 'Mot de passe actuel',
    given_name: 'Prénom',
    family_name: 'Nom',
    code: 'Code',
  },
  signIn: {
    title: 'Se connecter',
    lead: 'Utilisez l’adresse e-mail et le mot de passe de votre compte enseignant.',
    action: 'Se connecter',
    other: 'Première visite ?',
    otherAction: 'Créer un compte',
    forgot: 'Mot de passe oublié ?',
    or: 'ou',
    with: (provider) => `Continuer avec ${provider}`,
  },
  register: {
    title: 'Créer votre compte',
    lead: `Pour les enseignants. ${freeWords('fr-FR')} mots par mois sont gratuits.`,
    action: 'Créer le compte',
    other: 'Déjà inscrit ?',
    otherAction: 'Se connecter',
    emailHint: 'Votre adresse professionnelle. Vous vous connecterez avec elle.',
    passwordHint: `Au moins ${passwordLength.least} caractères. Ni votre adresse e-mail, ni un mot de passe courant. Une courte phrase convient bien.`,
  },
  errors: {
    summary: 'Vérifiez votre saisie',
    prefix: 'Erreur',
    missing: {
      email: 'Saisissez votre adresse e-mail.',
      password: 'Saisissez un mot de passe.',
      current_password: 'Saisissez votre mot de passe actuel.',
      given_name: 'Saisissez votre prénom.',
      family_name: 'Saisissez votre nom.',
      code: 'Saisissez le code.',
    },
    email: 'Saisissez une adresse e-mail complète, par exemple nom@ecole.fr.',
    name: 'Utilisez 100 caractères au plus.',
    password: {
      too_short: `Choisissez un mot de passe d’au moins ${passwordLength.least} caractères.`,
      too_long: `Choisissez un mot de passe d’au plus ${passwordLength.most} caractères.`,
      is_email: 'Choisissez un mot de passe différent de votre adresse e-mail.',
      too_common: 'Ce mot de passe est trop courant et facile à deviner. Choisissez-en un autre.',
    },
    wrong: 'L’adresse e-mail ou le mot de passe est incorrect. Vérifiez les deux et réessayez.',
    taken: 'Un compte existe déjà avec cette adresse e-mail. Connectez-vous, ou utilisez une autre adresse.',
    retyped: 'Saisissez de nouveau le mot de passe : par sécurité, la page ne le conserve pas.',
    waiting: (minutes) =>
      `Trop d’essais de suite. Votre compte est en sécurité. Attendez ${minutes === 1 ? 'une minute' : `${minutes} minutes`}, puis réessayez.`,
  },
  lapsed: {
    title: 'Cette page de connexion a expiré',
    text: 'Elle est restée ouverte trop longtemps, ou la connexion s’est terminée dans un autre onglet. Rien n’est perdu. Revenez au début et reconnectez-vous.',
    action: 'Recommencer',
  },
  refused: {
    title: 'Cette demande de connexion n’est pas valide',
    text: `L’adresse qui mène ici est incomplète ou a été modifiée. Personne n’a été connecté. Recommencez ; si cela se reproduit, écrivez à {support}.`,
    action: 'Recommencer',
  },
  failed: {
    title: 'La connexion ne fonctionne pas pour le moment',
    text: `Un problème est survenu de notre côté. Votre compte et vos documents sont en sécurité. Réessayez dans une minute ; si cela persiste, écrivez à {support}.`,
    action: 'Réessayer',
  },
  signedOut: { title: 'Vous êtes déconnecté', text: 'Sur un ordinateur partagé, fermez aussi le navigateur.', action: 'Se reconnecter' },
  signingOut: { title: 'Déconnexion', action: 'Se déconnecter' },
}

export const wordsIn: Record<Locale, Words> = { 'en-GB': english, 'en-US': english, 'fr-FR': french }

/** The words of a failure, with the address that the operator gave for support. */
export function failureWords(language: Locale, kind: 'refused' | 'failed', supportEmail: string): Words['failed'] {
  const words = wordsIn[language][kind]
  return { ...words, text: words.text.replace('{support}', supportEmail) }
}
