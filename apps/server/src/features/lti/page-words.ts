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
    note: `${brand.name} asks for names of courses and their people, and for submissions where a teacher chooses so. It reads and writes no grade.`,
    action: 'Connect',
  },
  connected: {
    title: 'Connected',
    text: `The platform is in. If it asks you to, turn ${brand.name} on there. You can close this page.`,
  },
  fault: {
    title: 'Not connected',
    safe: 'Nothing was kept.',
    invitation: `This address was used, or its day is over. Ask the administrator of ${brand.name} for a new one.`,
    plan: `Connecting ${brand.name} to a learning platform is part of the Schools plan, which the administrator who made this address is not on.`,
    address: `The addresses of this platform do not lie on the open internet, or not behind https. ${brand.name} does not call them.`,
    configuration: 'The platform did not describe itself as the standard has it. Enter it by hand instead.',
    registration: 'The platform did not take the registration. Begin again there.',
    known: 'This platform is known already. Remove it first, or keep it as it is.',
  },
  waiting: {
    title: `${brand.name} opens in a window of its own`,
    text: 'Your platform shows this page in a frame, where nobody can sign in safely.',
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
    text: `La plateforme est admise. Si elle le demande, activez-y ${brand.name}. Vous pouvez fermer cette page.`,
  },
  fault: {
    title: 'Non relié',
    safe: 'Rien n’a été conservé.',
    invitation: `Cette adresse a déjà servi, ou sa journée est passée. Demandez-en une nouvelle à l’administrateur de ${brand.name}.`,
    plan: `La connexion de ${brand.name} à une plateforme d’apprentissage fait partie de la formule Schools, que l’administrateur à l’origine de cette adresse n’a pas.`,
    address: `Les adresses de cette plateforme ne se trouvent pas sur l’internet public, ou pas derrière https. ${brand.name} ne les appelle pas.`,
    configuration: 'La plateforme ne s’est pas décrite comme la norme le veut. Saisissez-la à la main.',
    registration: 'La plateforme n’a pas accepté l’inscription. Recommencez là-bas.',
    known: 'Cette plateforme est déjà connue. Supprimez-la d’abord, ou gardez-la telle quelle.',
  },
  waiting: {
    title: `${brand.name} s’ouvre dans sa propre fenêtre`,
    text: 'Votre plateforme montre cette page dans un cadre, où personne ne peut se connecter en sécurité.',
    action: `Ouvrir ${brand.name}`,
    after: 'Laissez cette page ouverte jusqu’à la fin.',
  },
  sending: { title: 'Retour à votre cours', action: 'Revenir' },
  over: { title: 'Vous pouvez fermer cette page', text: 'Il n’y a plus rien à faire ici. Retournez à votre cours.' },
}

export const pageWords = { en, fr } as const
