import { type Person, pick, type WorkRecord } from './records.ts'

export const styleNames = [
  'apa',
  'harvard',
  'mla',
  'vancouver',
  'french',
  'chicago',
  'ieee',
  'iso690',
] as const
export type StyleName = (typeof styleNames)[number]

/** Styles that the finder was never adjusted to: their figures were first read when it was finished. */
export const heldOutStyles: readonly StyleName[] = ['chicago', 'ieee', 'iso690']

export interface Style {
  language: 'en' | 'fr'
  /** Cites by the number of the entry. */
  isNumbered: boolean
  /** Cites pages instead of years. */
  citesPages: boolean
  headings: string[]
  entry(record: WorkRecord, number: number): string
  /** In brackets, one or several works. */
  cited(records: WorkRecord[], numbers: number[], random: () => number): string
  /** As part of a sentence; null if the style has no such form. */
  inSentence(record: WorkRecord): string | null
}

const initial = (name: string) =>
  name
    .split('-')
    .map((part) => `${part.charAt(0)}.`)
    .join('-')
const initialsOf = ({ given }: Person, between = ' ') => given.map(initial).join(between)
const range = ([from, to]: [number, number]) => `${from}–${to}`
const yearOf = ({ year, letter }: WorkRecord, undated = 'n.d.') =>
  year === null ? undated + (letter && `-${letter}`) : `${year}${letter}`

function listed(names: string[], and: string, comma = true): string {
  if (names.length < 2) return names[0] ?? ''
  return `${names.slice(0, -1).join(', ')}${comma && names.length > 2 ? ',' : ''} ${and} ${names.at(-1)}`
}

/** `Smith`, `Smith and Jones` or `Smith et al.` */
function short({ authors, organisation }: WorkRecord, and: string, isFirst = true): string {
  if (organisation) return organisation.short !== null && !isFirst ? organisation.short : organisation.name
  const [first, second] = authors
  if (authors.length === 1) return first?.family ?? ''
  return authors.length === 2 ? `${first?.family} ${and} ${second?.family}` : `${first?.family} et al.`
}

const page = (random: () => number) => (random() < 0.2 ? `, p. ${1 + Math.floor(random() * 300)}` : '')

function source(record: WorkRecord, { quoted }: { quoted: boolean }): string {
  const { kind, title, container, volume, issue, pages, publisher } = record
  const named = quoted ? `“${title},”` : `${title}.`
  if (kind === 'article') return `${named} ${container}, ${volume}(${issue}), ${range(pages)}.`
  if (kind === 'chapter')
    return `${named} In R. Halloway (Ed.), Essays on ${container} (pp. ${range(pages)}). ${publisher}.`
  if (kind === 'preprint') return `${named} arXiv.`
  return kind === 'page' ? `${named}` : `${named} ${publisher}.`
}

const links = ({ doi, url, isbn, arxiv }: WorkRecord) =>
  [
    isbn === null ? '' : ` ISBN ${isbn}.`,
    doi === null ? '' : ` https://doi.org/${doi}`,
    arxiv === null ? '' : ` arXiv:${arxiv}`,
    url === null ? '' : ` ${url}`,
  ].join('')

const authorsOr = (record: WorkRecord, people: string) => record.organisation?.name ?? people

const apa: Style = {
  language: 'en',
  isNumbered: false,
  citesPages: false,
  headings: ['References', 'REFERENCES', 'Reference List', 'References:', '7. References'],
  entry(record) {
    const people = listed(
      record.authors.map((each) => `${each.family}, ${initialsOf(each)}`),
      '&',
    ).replace(' & ', record.authors.length === 2 ? ', & ' : ' & ')
    const name = authorsOr(record, people)
    return `${name}${name.endsWith('.') ? '' : '.'} (${yearOf(record)}). ${source(record, { quoted: false })}${links(record)}`
  },
  cited: (records, _, random) =>
    `(${records.map((each) => `${short(each, '&', random() < 0.5)}, ${yearOf(each)}${page(random)}`).join('; ')})`,
  inSentence: (record) => `${short(record, 'and')} (${yearOf(record)})`,
}

const harvard: Style = {
  ...apa,
  headings: ['References', 'Reference list', 'Bibliography', 'List of references'],
  entry(record) {
    const people = listed(
      record.authors.map((each) => `${each.family}, ${initialsOf(each, '')}`),
      'and',
      false,
    )
    const title =
      record.kind === 'article'
        ? `‘${record.title}’, ${record.container}, ${record.volume}(${record.issue}), pp. ${range(record.pages)}.`
        : `${record.title}. ${record.place}: ${record.publisher}.`
    const link =
      record.url === null ? links(record) : ` Available at: ${record.url} (Accessed: 3 March 2024).`
    return `${authorsOr(record, people)} (${yearOf(record, 'no date')}) ${title}${link}`
  },
  cited: (records, _, random) =>
    `(${records.map((each) => `${short(each, 'and', random() < 0.5)}, ${yearOf(each, 'no date')}${page(random)}`).join('; ')})`,
  inSentence: (record) => `${short(record, 'and')} (${yearOf(record, 'no date')})`,
}

const mla: Style = {
  ...apa,
  citesPages: true,
  headings: ['Works Cited', 'WORKS CITED', 'Work Cited', 'Works cited'],
  entry(record) {
    const [first, second] = record.authors
    const name = first ? `${first.family}, ${first.given.join(' ')}` : ''
    const people =
      record.authors.length === 2
        ? `${name}, and ${second?.given.join(' ')} ${second?.family}`
        : record.authors.length > 2
          ? `${name}, et al`
          : name
    const year = record.year === null ? '' : `, ${record.year}`
    const title =
      record.kind === 'article'
        ? `“${record.title}.” ${record.container}, vol. ${record.volume}, no. ${record.issue}${year}, pp. ${range(record.pages)}.`
        : `${record.title}. ${record.publisher}${year}.`
    return `${authorsOr(record, people)}. ${title}${links(record)}${record.year === null ? ' Accessed 3 Mar. 2024.' : ''}`
  },
  cited: (records, _, random) =>
    `(${records.map((each) => `${short(each, 'and')} ${1 + Math.floor(random() * 300)}`).join('; ')})`,
  inSentence: () => null,
}

const numbers = (found: number[]) => {
  const sorted = [...found].sort((one, other) => one - other)
  const isRun = sorted.length > 2 && (sorted.at(-1) ?? 0) - (sorted[0] ?? 0) === sorted.length - 1
  return isRun ? `${sorted[0]}–${sorted.at(-1)}` : sorted.join(', ')
}

const vancouver: Style = {
  ...apa,
  isNumbered: true,
  headings: ['References', 'REFERENCES', 'Bibliography'],
  entry(record, number) {
    const people = record.authors
      .slice(0, 6)
      .map((each) => `${each.family} ${each.given.map((name) => name.charAt(0)).join('')}`)
      .join(', ')
    const year = record.year ?? '[date unknown]'
    const title =
      record.kind === 'article'
        ? `${record.title}. ${record.container}. ${year};${record.volume}(${record.issue}):${range(record.pages)}.`
        : `${record.title}. ${record.place}: ${record.publisher}; ${year}.`
    return `${number}. ${authorsOr(record, record.authors.length > 6 ? `${people}, et al` : people)}. ${title}${links(record)}`
  },
  cited: (_, found) => `(${numbers(found)})`,
  inSentence: () => null,
}

const french: Style = {
  ...apa,
  language: 'fr',
  headings: [
    'Bibliographie',
    'Références',
    'Références bibliographiques',
    'BIBLIOGRAPHIE',
    'Liste des références',
  ],
  entry(record) {
    const people = listed(
      record.authors.map((each) => `${each.family}, ${initialsOf(each)}`),
      'et',
      false,
    )
    return `${authorsOr(record, people)} (${yearOf(record, 's. d.')}). ${source(record, { quoted: false }).replace(' In R. Halloway (Ed.)', ' Dans R. Halloway (dir.)')}${links(record)}`
  },
  cited: (records, _, random) =>
    `(${records.map((each) => `${short(each, 'et', random() < 0.5)}, ${yearOf(each, 's. d.')}${page(random)}`).join(' ; ')})`,
  inSentence: (record) => `${short(record, 'et')} (${yearOf(record, 's. d.')})`,
}

const chicago: Style = {
  ...apa,
  headings: ['References', 'Bibliography', 'Works Cited'],
  entry(record) {
    const [first, ...others] = record.authors
    const names = [
      first ? `${first.family}, ${first.given.join(' ')}` : '',
      ...others.map((each) => `${each.given.join(' ')} ${each.family}`),
    ]
    const title =
      record.kind === 'article'
        ? `“${record.title}.” ${record.container} ${record.volume} (${record.issue}): ${range(record.pages)}.`
        : `${record.title}. ${record.place}: ${record.publisher}.`
    return `${authorsOr(record, listed(names, 'and').replace(/^([^,]+, [^,]+) and /, '$1, and '))}. ${yearOf(record)}. ${title}${links(record)}`
  },
  cited: (records, _, random) =>
    `(${records.map((each) => `${short(each, 'and', random() < 0.5)} ${yearOf(each)}${random() < 0.2 ? `, ${1 + Math.floor(random() * 300)}` : ''}`).join('; ')})`,
  inSentence: (record) => `${short(record, 'and')} (${yearOf(record)})`,
}

const ieee: Style = {
  ...vancouver,
  headings: ['References', 'REFERENCES'],
  entry(record, number) {
    const people = listed(
      record.authors.map((each) => `${initialsOf(each)} ${each.family}`),
      'and',
    )
    const title =
      record.kind === 'article'
        ? `“${record.title},” ${record.container}, vol. ${record.volume}, no. ${record.issue}, pp. ${range(record.pages)}, ${record.year}.`
        : `${record.title}. ${record.place}: ${record.publisher}, ${record.year ?? 'n.d.'}.`
    return `[${number}] ${authorsOr(record, people)}, ${title}${links(record)}`
  },
  cited: (_, found) => found.map((each) => `[${each}]`).join(', '),
}

const iso690: Style = {
  ...french,
  headings: ['Bibliographie', 'Ouvrages cités', 'Bibliographie :'],
  entry(record) {
    const people = record.authors
      .map((each) => `${each.family.toUpperCase()}, ${each.given.join(' ')}`)
      .join(', ')
    const title =
      record.kind === 'article'
        ? `« ${record.title} », ${record.container}, vol. ${record.volume}, n° ${record.issue}, p. ${range(record.pages)}.`
        : `${record.title}. ${record.place} : ${record.publisher}.`
    return `${authorsOr(record, people)} (${yearOf(record, 's. d.')}). ${title}${links(record)}`
  },
}

export const styles: Record<StyleName, Style> = {
  apa,
  harvard,
  mla,
  vancouver,
  french,
  chicago,
  ieee,
  iso690,
}

export const headingOf = (style: Style, random: () => number) => pick(random, style.headings)
