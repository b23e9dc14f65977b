import type { PlainFact } from '../../report.ts'

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
  'pages',
  'template',
  'tracked-changes',
  'comments',
] as const

type FactName = `factName.${(typeof names)[number]}`

/** Translation key for a fact's name; null for an unknown name, which is shown as it is. */
export function factName(name: string): FactName | null {
  const known = names.find((each) => each === name)
  return known ? `factName.${known}` : null
}

type FactCount = `factCount.${'characters' | 'letters' | 'words' | 'pages' | 'places'}`

/** What a fact's count counts. */
export function factCount(kind: PlainFact['kind']): FactCount {
  if (kind === 'invisible-characters') return 'factCount.characters'
  if (kind === 'look-alike-letters') return 'factCount.letters'
  if (kind === 'recognised-text') return 'factCount.pages'
  return kind === 'hidden-text' ? 'factCount.words' : 'factCount.places'
}

/** A fact with nothing found is not shown. */
export function isNotable({ count, value }: PlainFact): boolean {
  return value !== null || count !== 0
}
