import { brand, planWordLimit } from '@penmark/contract'
import type { Locale } from '../../../../locale/locale.ts'

const { name } = brand
const proWords = (locale: string) => (planWordLimit.PRO ?? 0).toLocaleString(locale)

/** Everything the pages of the stand-in say, in British English. The French words have the same shape. */
const english = {
  test: {
    title: 'Test payment – no money moves',
    text: 'This installation has no card provider yet. No card is asked for, and none is charged.',
  },
  checkout: {
    title: `Subscribe to ${name} Pro`,
    plan: `${name} Pro`,
    includes: `${proWords('en-GB')} words a month, first in the queue`,
    perMonth: 'a month',
    today: 'Due today',
    account: 'Account',
    renews: 'Renewed every month until you cancel.',
    card: 'Test card',
    works: 'A card that works',
    declined: 'A card that is declined',
    pay: (amount: string) => `Pay ${amount} (test)`,
    cancel: 'Cancel and go back',
    fault: { title: 'The card was declined', text: 'Nothing was charged. Choose another card and try again.' },
  },
  portal: {
    title: 'Billing portal',
    none: 'There is no subscription on this account.',
    status: { active: 'Active', past_due: 'Payment missing', canceled: 'Ended' },
    renewsOn: (date: string) => `Renews on ${date} for`,
    endsOn: (date: string) => `Ends on ${date}. You keep Pro until then.`,
    unpaid: 'The last payment failed. Pay it to keep Pro.',
    ended: 'This subscription has ended.',
    cancel: 'Cancel plan',
    resume: 'Keep plan',
    payNow: 'Pay now with a card that works',
    clock: 'Test clock',
    clockText: 'This part exists only in the test: it moves time forward for the subscription above.',
    endPeriod: 'Go to the end of the period',
    cardIs: (works: boolean): string => (works ? 'The card on file works.' : 'The card on file will be declined.'),
    cardFails: 'Use a card that is declined',
    cardWorks: 'Use a card that works',
    back: `Back to ${name}`,
  },
  gone: {
    title: 'This page has expired',
    text: 'The payment was finished or replaced by a newer one, or the page was open for too long. Nothing was charged.',
    action: 'See your plan',
  },
}

export type Words = typeof english

const french: Words = {
  test: {
    title: 'Paiement d’essai – aucun argent ne circule',
    text: 'Cette installation n’a pas encore de prestataire de paiement. Aucune carte n’est demandée ni débitée.',
  },
  checkout: {
    title: `S’abonner à ${name} Pro`,
    plan: `${name} Pro`,
    includes: `${proWords('fr-FR')} mots par mois, en tête de la file d’attente`,
    perMonth: 'par mois',
    today: 'À payer aujourd’hui',
    account: 'Compte',
    renews: 'Renouvelé chaque mois jusqu’à votre résiliation.',
    card: 'Carte d’essai',
    works: 'Une carte qui fonctionne',
    declined: 'Une carte qui est refusée',
    pay: (amount) => `Payer ${amount} (essai)`,
    cancel: 'Annuler et revenir',
    fault: { title: 'La carte a été refusée', text: 'Rien n’a été débité. Choisissez une autre carte et réessayez.' },
  },
  portal: {
    title: 'Espace de facturation',
    none: 'Il n’y a aucun abonnement sur ce compte.',
    status: { active: 'Actif', past_due: 'Paiement manquant', canceled: 'Terminé' },
    renewsOn: (date) => `Renouvellement le ${date} pour`,
    endsOn: (date) => `Prend fin le ${date}. Vous gardez Pro jusque-là.`,
    unpaid: 'Le dernier paiement a échoué. Réglez-le pour garder Pro.',
    ended: 'Cet abonnement est terminé.',
    cancel: 'Résilier',
    resume: 'Garder l’abonnement',
    payNow: 'Payer avec une carte qui fonctionne',
    clock: 'Horloge d’essai',
    clockText: 'Cette partie n’existe que pour l’essai : elle fait passer le temps pour l’abonnement ci-dessus.',
    endPeriod: 'Aller à la fin de la période',
    cardIs: (works) => (works ? 'La carte enregistrée fonctionne.' : 'La carte enregistrée sera refusée.'),
    cardFails: 'Utiliser une carte qui est refusée',
    cardWorks: 'Utiliser une carte qui fonctionne',
    back: `Retour à ${name}`,
  },
  gone: {
    title: 'Cette page a expiré',
    text: 'Elle a été terminée, remplacée par une plus récente, ou est restée ouverte trop longtemps. Rien n’a été débité.',
    action: 'Voir votre formule',
  },
}

export const wordsIn: Record<Locale, Words> = { 'en-GB': english, 'en-US': english, 'fr-FR': french }
