import { brand, type LtiRegistrationFault } from '@penmark/contract'

interface PageWords {
  connect: { title: string; text: (host: string) => string; note: string; action: string }
  connected: { title: string; text: string }
  fault: { title: string; safe: string } & Record<LtiRegistrationFault, string>
  waiting: { title: string; text: string; action: string; after: string }
  sending: { title: string; action: string }
  over: { title: string; text: string }
}

const en: PageWords = {
  connect: {
    title: `Connect ${brand.name}`,
    text: (host) => `${host} wants to send teachers to ${brand.name}.`,
    note: `${brand.name} asks for the names of courses and their members, and for submissions where a teacher chooses this. It neither reads nor writes grades.`,
    action: 'Connect',
  },
  connected: {
    title: 'Connected',
    text: `The platform is connected. If it asks you to, turn on ${brand.name} there. You can close this page.`,
  },
  fault: {
    title: 'Not connected',
    safe: 'Nothing was stored.',
    invitation: `This address has already been used or has expired. Ask the administrator of ${brand.name} for a new one.`,
    plan: `Connecting ${brand.name} to a learning platform is part of the Schools plan, which the administrator who made this address is not on.`,
    address: `The addresses of this platform are not public, or do not use https, so ${brand.name} does not call them.`,
    configuration: 'The platform’s description does not follow the standard. Enter the platform manually instead.',
    registration: 'The platform did not accept the registration. Start again there.',
    known: 'This platform is already connected. Remove it first, or keep it as it is.',
  },
  waiting: {
    title: `${brand.name} opens in its own window`,
    text: 'Your platform shows this page inside a frame, where signing in is not safe.',
    action: `Open ${brand.name}`,
    after: 'Leave this page open until you are done there.',
  },
  sending: { title: 'Back to your course', action: 'Go back' },
  over: { title: 'You can close this page', text: 'There is nothing more to do here. Go back to your course.' },
}

const fr: PageWords = {
  connect: {
    title: `Relier ${brand.name}`,
    text: (host) => `${host} veut envoyer des enseignants vers ${brand.name}.`,
    note: `${brand.name} demande les noms des cours et de leurs membres, et les travaux remis là où un enseignant le choisit. Aucune note n’est lue ni écrite.`,
    action: 'Relier',
  },
  connected: {
    title: 'Relié',
    text: `La plateforme est reliée. Si elle le demande, activez-y ${brand.name}. Vous pouvez fermer cette page.`,
  },
  fault: {
    title: 'Non relié',
    safe: 'Rien n’a été conservé.',
    invitation: `Cette adresse a déjà servi, ou a expiré. Demandez-en une nouvelle à l’administrateur de ${brand.name}.`,
    plan: `La connexion de ${brand.name} à une plateforme d’apprentissage fait partie de la formule Schools, que l’administrateur à l’origine de cette adresse n’a pas.`,
    address: `Les adresses de cette plateforme ne sont pas publiques, ou n’utilisent pas https : ${brand.name} ne les appelle pas.`,
    configuration: 'La description de la plateforme ne suit pas la norme. Saisissez la plateforme manuellement.',
    registration: 'La plateforme n’a pas accepté l’inscription. Recommencez sur la plateforme.',
    known: 'Cette plateforme est déjà reliée. Supprimez-la d’abord, ou gardez-la telle quelle.',
  },
  waiting: {
    title: `${brand.name} s’ouvre dans sa propre fenêtre`,
    text: 'Votre plateforme montre cette page dans un cadre, où la connexion n’est pas sûre.',
    action: `Ouvrir ${brand.name}`,
    after: 'Laissez cette page ouverte jusqu’à la fin.',
  },
  sending: { title: 'Retour à votre cours', action: 'Revenir' },
  over: { title: 'Vous pouvez fermer cette page', text: 'Il n’y a plus rien à faire ici. Retournez à votre cours.' },
}

export const pageWords = { 'en-GB': en, 'fr-FR': fr }
