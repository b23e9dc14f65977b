import { createContext, type ReactNode, useContext } from 'react'
import { useTranslation } from 'react-i18next'

/**
 * Texts of one group, how many of them reached a score of 0.5, and the 95 % interval of that share
 * (fractions).
 */
interface GroupRate {
  group: string
  n: number
  flagged: number
  rate: number
  interval: { low: number; high: number }
}

/**
 * A model card of `models/*.card.json`. Only its name is guaranteed: every other figure is looked up, and
 * omitted if it is missing.
 */
export interface ModelCard {
  name: string
  version: string
  [field: string]: unknown
}

/** One line of `bench/results/figures.json`. */
export interface BenchResult {
  name: string
  value: number
  unit: string
  n: number
  machine: { cores: number }
  measured_on: string
}

/** The sources of every figure on the public pages. */
export interface Evidence {
  card: ModelCard
  bench: BenchResult[]
}

/**
 * The value at a dotted path; undefined if the card lacks it. A step into a table is a number, the name of a
 * group, or `total` for all groups together: `measured.ai_by_years.2024.rate`,
 * `measured.human_by_length.total.n`.
 */
export function valueAt(card: ModelCard, path: string): unknown {
  return path.split('.').reduce<unknown>((value, step) => {
    if (typeof value !== 'object' || value === null) return undefined
    const rows = Array.isArray(value) ? value.filter(isGroupRate) : []
    if (step === 'total' && rows.length > 0) return totalOf(rows)
    return rows.find(({ group }) => group === step) ?? Reflect.get(value, step)
  }, card)
}

/** All groups of a table together. */
function totalOf(rows: readonly GroupRate[]): Omit<GroupRate, 'group' | 'interval'> {
  const n = rows.reduce((sum, row) => sum + row.n, 0)
  const flagged = rows.reduce((sum, row) => sum + row.flagged, 0)
  return { n, flagged, rate: flagged / n }
}

function isGroupRate(value: unknown): value is GroupRate {
  return (
    typeof value === 'object' &&
    value !== null &&
    'group' in value &&
    'n' in value &&
    'flagged' in value &&
    'rate' in value &&
    'interval' in value
  )
}

/** The groups at a path, each with its own path; none if the card has no such table. */
export function groupsAt(card: ModelCard, path: string): { rate: GroupRate; path: string }[] {
  const found = valueAt(card, path)
  if (!Array.isArray(found)) return []
  return found.flatMap((rate: unknown, index) =>
    isGroupRate(rate) ? [{ rate, path: `${path}.${index}` }] : [],
  )
}

export function textsAt(card: ModelCard, path: string): string[] {
  const found = valueAt(card, path)
  return Array.isArray(found) ? found.filter((text): text is string => typeof text === 'string') : []
}

/** How to format a figure: a count, a percentage, or a plain number with its decimals. */
export type FigureFormat = 'count' | 'share' | 'number'

/**
 * `17,910`, `0.17%`, `541` in the language's format. Small shares keep two decimals, so that they are not
 * rounded to zero.
 */
export function formatFigure(language: string, value: number, format: FigureFormat): string {
  if (format === 'share') {
    const digits = value !== 0 && value < 0.1 ? 2 : 1
    return new Intl.NumberFormat(language, {
      style: 'percent',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(value)
  }
  return new Intl.NumberFormat(language, { maximumFractionDigits: format === 'count' ? 0 : 2 }).format(value)
}

const Context = createContext<Evidence | null>(null)

export function EvidenceProvider({ evidence, children }: { evidence: Evidence; children: ReactNode }) {
  return <Context value={evidence}>{children}</Context>
}

export function useEvidence(): Evidence {
  const evidence = useContext(Context)
  if (!evidence) throw new Error('A figure needs an EvidenceProvider above it')
  return evidence
}

interface FigureProps {
  /** Path in the model card. */
  path: string
  format: FigureFormat
}

/**
 * A number of the model card, and the only way for a public page to show one: it carries its path, and a test
 * checks it there.
 */
export function Figure({ path, format }: FigureProps) {
  const { i18n } = useTranslation()
  const { card } = useEvidence()
  const value = valueAt(card, path)
  if (typeof value !== 'number') throw new Error(`The model card has no number at ${path}`)
  return (
    <span data-figure={path} data-form={format}>
      {formatFigure(i18n.language, value, format)}
    </span>
  )
}

/** A text of the model card, translated where possible. */
export function CardText({ path }: { path: string }) {
  const { i18n } = useTranslation()
  const text = String(valueAt(useEvidence().card, path)).trim()
  const translated = translateCardText(text, i18n.language)
  return (
    <span data-card-words={path} lang={translated === null ? 'en' : undefined}>
      {translated ?? text}
    </span>
  )
}

type BenchField = 'value' | 'n' | 'cores'

/** A number of the benchmark file. */
export function BenchFigure({ name, field }: { name: string; field: BenchField }) {
  const { i18n } = useTranslation()
  const found = useEvidence().bench.find((figure) => figure.name === name)
  if (!found) throw new Error(`The benchmark file has no "${name}"`)
  const value = field === 'cores' ? found.machine.cores : found[field]
  return (
    <span data-bench={name} data-field={field}>
      {formatFigure(i18n.language, value, 'number')}
    </span>
  )
}

/**
 * French translations of the texts in released model cards. A text that a newer card words differently is
 * shown in English, marked as such.
 */
const french = new Map(
  Object.entries({
    'English prose only. Verse, code, lists and translations were not tested.':
      'Prose en anglais uniquement. Les vers, le code, les listes et les traductions n’ont pas été testés.',
    'English prose only. Verse, code and lists were not tested.':
      'Prose en anglais uniquement. Les vers, le code et les listes n’ont pas été testés.',
    'No text that chose a threshold was a personal statement, a lab report, a translation or transcribed speech.':
      'Aucun des textes qui ont fixé un seuil n’était une lettre de motivation, un compte rendu d’expérience, une traduction ou des paroles transcrites.',
    'Some summaries by people are flagged more often than the rates say.':
      'Certains résumés écrits par des personnes sont signalés plus souvent que ne le disent les taux.',
    'Short retellings of what others did, such as summaries of a case or a meeting, must stand out more before they reach a score, and more of those by machines are missed.':
      'Les textes courts qui rapportent ce que d’autres ont fait, comme le résumé d’une affaire ou d’une réunion, doivent ressortir davantage avant d’atteindre un score, et davantage de ceux générés par IA échappent à la détection.',
    'Stories, descriptions and personal stories get no score, by people or machines: those who write them well stand out as machines do. Some reviews and plot summaries are taken for them.':
      'Les récits, les descriptions et les récits personnels ne reçoivent pas de score, qu’ils soient d’une personne ou d’une IA : ceux qui les écrivent bien ressortent comme le fait une IA. Certaines critiques et certains résumés d’intrigue sont pris pour des récits.',
    'A score says how far a text resembles machine writing. It is never proof by itself.':
      'Un score indique à quel point un texte ressemble à un texte généré par IA. Il n’est jamais une preuve à lui seul.',
    'The stated rates hold for writing like the calibration texts. Human writing of another kind can be flagged more often.':
      'Les taux indiqués valent pour des textes semblables à ceux de la calibration. D’autres textes humains peuvent être signalés plus souvent.',
    'No student text that chose a threshold was an essay for college admission: that genre is measured on 70 texts alone.':
      'Aucun des textes d’élèves qui ont fixé un seuil n’était une lettre de candidature à l’université : ce genre n’est mesuré que sur 70 textes.',
    'Abstracts of research papers by people resemble machine writing.':
      'Les résumés d’articles de recherche écrits par des personnes ressemblent à du texte généré par IA.',
    'Abstracts of research papers by people resemble machine writing. They must stand out more before they reach a score, and more machine abstracts are missed.':
      'Les résumés d’articles de recherche écrits par des personnes ressemblent à du texte généré par IA. Ils doivent ressortir davantage avant d’atteindre un score, et davantage de résumés générés par IA échappent à la détection.',
    'Edited, paraphrased or humanised machine text is often missed, and so is text by older or base models. Human text that a machine polished is not told apart from either.':
      'Un texte généré par IA puis retouché, paraphrasé ou « humanisé » échappe souvent à la détection, de même que le texte de modèles anciens ou de base. Un texte humain poli par une IA n’est distingué ni de l’un ni de l’autre.',
    'Of texts under 150 words less is found. The share for each length is stated beside the score.':
      'Dans les textes de moins de 150 mots, moins de cas sont trouvés. La part pour chaque longueur est indiquée à côté du score.',
    'before 2023, base and early models': 'avant 2023, modèles de base et premiers modèles',
    academic: 'écrits universitaires',
    'kind not clear': 'type incertain',
    abstract: 'résumés d’articles',
    learner: 'apprenants d’anglais',
    narrative: 'récits',
    other: 'autres',
    'personal writing': 'textes personnels',
    'school essay': 'rédactions scolaires',
    'ethnicity: Asian/Pacific Islander': 'origine : Asie et îles du Pacifique',
    'ethnicity: Black/African American': 'origine : noire ou afro-américaine',
    'ethnicity: Hispanic/Latino': 'origine : hispanique ou latino-américaine',
    'ethnicity: White': 'origine : blanche',
    'gender: Female': 'sexe : féminin',
    'gender: Male': 'sexe : masculin',
    'household: Economically disadvantaged': 'milieu : défavorisé',
    'household: Not economically disadvantaged': 'milieu : non défavorisé',
    'TOEFL essays, human': 'rédactions du TOEFL, humaines',
    'US college-admission essays, human': 'lettres de candidature américaines, humaines',
    'US school essays, grade 8, human': 'rédactions scolaires américaines (4e), humaines',
    'university project abstracts, human': 'résumés de projets universitaires, humains',
    'abstract, ai': 'résumés générés par IA',
    'abstract, ai, prompt-engineering': 'résumés générés par IA avec une consigne travaillée',
    'essay, ai': 'rédactions générées par IA',
    'essay, ai, prompt-engineering': 'rédactions générées par IA avec une consigne travaillée',
  }),
)

/** A text of the model card in the reader's language; null if there is no translation. */
export function translateCardText(text: string, language: string): string | null {
  const trimmed = text.trim()
  if (language.startsWith('en')) return trimmed
  const open = /^(\d+) and more$/.exec(trimmed)
  if (open) return `${open[1]} et plus`
  const grade = /^grade: (\d+)$/.exec(trimmed)
  if (grade) return `niveau américain : grade ${grade[1]}`
  return /^\d+–\d+$/.test(trimmed) ? trimmed : (french.get(trimmed) ?? null)
}
