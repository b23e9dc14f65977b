import type { PlainFact, Severity } from '@penmark/contract'

const names = [
  'author',
  'last-author',
  'title',
  'producer',
  'created',
  'modified',
  'vanish',
  'white',
  'tiny',
  'no-ink',
  'off-page',
  'notes',
  'headers-and-footers',
  'table-of-contents',
  'slanted-text',
  'placeholders',
  'line-numbers',
  'pages',
  'template',
  'tracked-changes',
  'comments',
  'changes',
  'earlier-programs',
  'page-sizes',
  'under-pictures',
  'chat-program',
  'library',
  'compared',
  'not-compared',
  'no-entry',
  'other-year',
  'entry',
  'future',
  'before-printing',
  'doi',
  'isbn',
  'issn',
  'arxiv',
  'unreadable-pages',
  'unknown-letters',
] as const

type FactName = `factName.${(typeof names)[number]}`

/** Translation key for a fact's name; null for an unknown name, which is shown as it is. */
export function factName(name: string): FactName | null {
  const known = names.find((each) => each === name)
  return known ? `factName.${known}` : null
}

/** Kinds whose usual words speak of scoring. */
const scoredKinds = ['hidden-text', 'recognised-text', 'scan', 'covered-text', 'left-out'] as const

type FactTitle = `fact.${PlainFact['kind']}` | 'fact.left-out.unscoredTitle'
type FactText = `fact.${PlainFact['kind']}.text` | `fact.${(typeof scoredKinds)[number]}.unscored`

/**
 * Translation keys for the name of a kind of fact and for what it means, which differ where nothing in the
 * file was scored.
 */
export function factWords(kind: PlainFact['kind'], isScored: boolean): { title: FactTitle; text: FactText } {
  const other = isScored ? undefined : scoredKinds.find((each) => each === kind)
  if (other === undefined) return { title: `fact.${kind}`, text: `fact.${kind}.text` }
  return {
    title: other === 'left-out' ? 'fact.left-out.unscoredTitle' : `fact.${other}`,
    text: `fact.${other}.unscored`,
  }
}

type FactCount =
  `factCount.${'characters' | 'letters' | 'signs' | 'words' | 'pages' | 'places' | 'times' | 'entries'}`

/** What a fact's count counts. */
export function factCount(kind: PlainFact['kind']): FactCount {
  if (kind === 'invisible-characters') return 'factCount.characters'
  if (kind === 'look-alike-letters') return 'factCount.letters'
  if (kind === 'prompt-echo') return 'factCount.signs'
  if (kind === 'recognised-text' || kind === 'scan') return 'factCount.pages'
  if (kind === 'reference-list') return 'factCount.entries'
  if (kind === 'pdf-history' || kind === 'unlisted-citation' || kind === 'repeated-reference')
    return 'factCount.times'
  return kind === 'hidden-text' || kind === 'covered-text' ? 'factCount.words' : 'factCount.places'
}

/** A fact with nothing found is not shown. */
export function isFound({ count, value }: PlainFact): boolean {
  return value !== null || count !== 0
}

/** The kinds of the facts, notable ones first and otherwise in the order given. */
export function factKindsOf(facts: readonly PlainFact[]): { kind: PlainFact['kind']; severity: Severity }[] {
  const notable = new Set(facts.filter(({ severity }) => severity === 'notable').map(({ kind }) => kind))
  const kinds = [...new Set(facts.map(({ kind }) => kind))]
  return [
    ...kinds.filter((kind) => notable.has(kind)).map((kind) => ({ kind, severity: 'notable' as const })),
    ...kinds.filter((kind) => !notable.has(kind)).map((kind) => ({ kind, severity: 'information' as const })),
  ]
}

/** What is worth a look: each kind with notable facts, and how much of it there is. */
function alertsOf(facts: readonly PlainFact[]): { kind: PlainFact['kind']; count: number }[] {
  const notable = facts.filter(({ severity }) => severity === 'notable')
  return [...new Set(notable.map(({ kind }) => kind))].map((kind) => ({
    kind,
    count: notable.filter((fact) => fact.kind === kind).reduce((sum, { count }) => sum + (count ?? 0), 0),
  }))
}

export type NotableKey = `fact.${PlainFact['kind']}` | FactCount | 'alert.counted'

interface NotableTexts {
  text(key: NotableKey, values: Record<string, string | number>): string
  count(value: number): string
}

/** What is notable in a file, each with how much there is of it. */
export function notableFacts(facts: readonly PlainFact[], { text, count }: NotableTexts): string[] {
  return alertsOf(facts).map(({ kind, count: found }) => {
    const name = text(`fact.${kind}`, {})
    return found === 0
      ? name
      : text('alert.counted', { name, count: text(factCount(kind), { count: found, shown: count(found) }) })
  })
}
