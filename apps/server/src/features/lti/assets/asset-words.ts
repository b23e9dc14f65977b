import { brand, type Finding } from '@penmark/contract'
import { localized, nearestLocale } from '../../../locale/locale.ts'

interface Told {
  /** At most 16 characters. It never says who wrote a text: only the report states a finding, with its certainty. */
  result: string
  /** What the finding means for the reader, after the report's leading sentence; null where that sentence is enough. */
  meaning: string | null
}

interface AssetWords {
  title: string
  noProof: string
  findings: Record<Finding, Told>
  unsupported: string
  tooLarge: string
  notHad: string
  allowance: string
  plan: string
  storage: string
}

const en: AssetWords = {
  title: `${brand.name} report`,
  noProof: 'A score alone is not proof. Read the report, and talk to the student.',
  findings: {
    'ai-likely': { result: 'Read the report', meaning: null },
    mixed: { result: 'Read the report', meaning: null },
    inconclusive: { result: 'No clear result', meaning: 'Draw no conclusion from it.' },
    'no-evidence': { result: 'No sign found', meaning: 'That does not prove who wrote it.' },
    'insufficient-text': { result: 'Text too short', meaning: 'It has no score.' },
    'unsupported-language': { result: 'Not in English', meaning: 'It cost no words.' },
  },
  unsupported: `${brand.name} reads PDF, Word and plain text. This file is none of these.`,
  tooLarge: 'This file is larger than 25 MB.',
  notHad: 'The file could not be downloaded from the learning platform. Submit it again.',
  allowance: 'This month’s words are used up. The file was not checked. Submit it again next month, or upgrade your plan.',
  plan: `The file was not checked. Checking submissions from a learning platform is part of the ${brand.name} Schools plan, and yours has ended.`,
  storage:
    'The storage is full. The file was not checked. Delete documents that you no longer need, or tell your administrator, then submit it again.',
}

const fr: AssetWords = {
  title: `Rapport ${brand.name}`,
  noProof: 'Un score seul n’est pas une preuve. Lisez le rapport et parlez avec l’élève.',
  findings: {
    'ai-likely': { result: 'Lire le rapport', meaning: null },
    mixed: { result: 'Lire le rapport', meaning: null },
    inconclusive: { result: 'Non concluant', meaning: 'N’en tirez aucune conclusion.' },
    'no-evidence': { result: 'Aucun signe', meaning: 'Cela ne prouve pas qui l’a écrit.' },
    'insufficient-text': { result: 'Texte trop court', meaning: 'Il n’a pas de score.' },
    'unsupported-language': { result: 'Pas en anglais', meaning: 'Il n’a coûté aucun mot.' },
  },
  unsupported: `${brand.name} lit les PDF, Word et texte brut. Ce fichier n’en est pas un.`,
  tooLarge: 'Ce fichier dépasse 25 Mo.',
  notHad: 'Le fichier n’a pas pu être obtenu de la plateforme. Envoyez-le de nouveau.',
  allowance:
    'Les mots de ce mois sont épuisés. Le fichier n’a pas été vérifié. Envoyez-le de nouveau le mois prochain, ou avec une autre formule.',
  plan: `Le fichier n’a pas été vérifié. La vérification des travaux remis sur une plateforme fait partie de la formule Schools de ${brand.name}, et la vôtre a pris fin.`,
  storage:
    'L’espace de stockage est plein. Le fichier n’a pas été vérifié. Supprimez des documents devenus inutiles ou prévenez votre administrateur, puis envoyez-le de nouveau.',
}

export const assetWords = (language: string): AssetWords => localized({ 'en-GB': en, 'fr-FR': fr }, nearestLocale(language))
