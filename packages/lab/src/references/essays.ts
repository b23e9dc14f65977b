import { randomStream, shuffle } from '../sampling.ts'
import { inventRecord, isbnOf, pick, type WorkRecord } from './records.ts'

import { headingOf, type Style, type StyleName, styles } from './styles.ts'

/** What is wrong with the references of an essay, on purpose. */
export type PlantedError =
  | { kind: 'unlisted-citation'; family: string }
  | { kind: 'uncited-reference'; title: string }
  | { kind: 'impossible-year'; year: number }
  | { kind: 'malformed-identifier'; value: string }
  | { kind: 'repeated-reference'; title: string }

/** An invented essay with citations, a list, and what is known about both. */
export interface ReferenceEssay {
  style: StyleName
  /** Paragraphs without the list. */
  body: string[]
  /** Null if the list stands without a heading. */
  heading: string | null
  entries: string[]
  /** What follows the list. */
  after: string[]
  /** Names of the works that the text cites and the list holds; for styles with numbers, these. */
  listed: string[]
  /** Distinct citations, whatever is planted included. */
  citations: number
  planted: PlantedError[]
}

const sentences: Record<'en' | 'fr', string[]> = {
  en: [
    'The question has been discussed for a long time, and no answer has satisfied everybody',
    'Most families in the region noticed the change only years later',
    'In 1989 the council closed two schools, which changed how children travelled',
    'A closer look at the figures shows a more careful picture (see Figure 2)',
    'The sample was small (n = 34), so the result should be read with care',
    'After the Second World War (1939–1945) rents rose faster than wages',
    'This can be seen in Chapter 3 and in Table 4 of the report',
    'Films such as Lantern Street (2010) made the topic popular',
    'Under the Data Protection Act (2018) such records may not be kept',
    'By the summer (June 2019) the river had returned to its usual level',
    'There are three reasons: (1) cost, (2) distance and (3) habit',
    'The price fell by 12.5 per cent within a year, to about £1,450 a month',
    'It is therefore worth asking who benefits from the present rule',
    'Nobody had expected the small market towns to recover first',
    'Teachers reported that pupils slept less during the exam period',
    'On the other hand, the same rule protects people with little money',
  ],
  fr: [
    'La question est discutée depuis longtemps et aucune réponse ne satisfait tout le monde',
    'En 1989, la commune a fermé deux écoles, ce qui a changé les trajets des enfants',
    'Les chiffres donnent une image plus nuancée (voir la figure 2)',
    'Après la Seconde Guerre mondiale (1939-1945), les loyers ont augmenté plus vite que les salaires',
    'Le film La Rue des lanternes (2010) a rendu le sujet populaire',
    'L’échantillon était petit (n = 34) et le résultat doit être lu avec prudence',
    'Il faut donc se demander à qui profite la règle actuelle',
    'Les enseignants ont remarqué que les élèves dormaient moins pendant les examens',
    'Personne n’attendait que les petites villes se relèvent les premières',
    'Le prix a baissé de 12,5 pour cent en un an',
  ],
}
const verbs = {
  en: ['argues that', 'found that', 'suggests that', 'claims that', 'noted that'],
  fr: ['montre que', 'souligne que', 'affirme que', 'estime que'],
}
const claims = {
  en: [
    'small towns recover first',
    'habits change slowly',
    'the costs are often hidden',
    'practice matters more than policy',
  ],
  fr: [
    'les habitudes changent lentement',
    'les petites villes se relèvent les premières',
    'les coûts restent souvent cachés',
  ],
}

interface Citable {
  record: WorkRecord
  number: number
}

/**
 * An essay that depends only on the style and the seed. About half of them have one or two errors planted.
 */
export function inventEssay(styleName: StyleName, seed: number): ReferenceEssay {
  const random = randomStream(seed * 7_919 + styleName.length * 104_729 + styleName.charCodeAt(0))
  const style = styles[styleName]
  const records = inventRecords(style, random)
  const planted: PlantedError[] = []
  const missing = plantInText(style, records, random)
  const uncited = random() < 0.25 ? records.splice(Math.floor(random() * records.length), 1)[0] : undefined
  const spoilt = plantInRecords(records, random)

  const list = style.isNumbered ? shuffle([...records], random) : [...records]
  if (uncited) {
    list.push(uncited)
    planted.push({ kind: 'uncited-reference', title: uncited.title })
  }
  const keyOf = ({ authors, organisation }: WorkRecord) =>
    organisation?.name ?? authors.map(({ family }) => family).join(' ')
  if (!style.isNumbered && random() < 0.9)
    list.sort((one, other) => keyOf(one).localeCompare(keyOf(other), 'en'))
  const citable = list
    .filter((each) => each !== uncited)
    .map((record) => ({ record, number: list.indexOf(record) + 1 }))
  const absent = missing.map((record, nth) => ({ record, number: list.length + 1 + nth }))
  const form = pick(random, ['parentheses', 'brackets', 'raised'] as const)

  const entries = list.map((record, nth) => style.entry(record, nth + 1))
  if (random() < 0.12 && list.length > 3) {
    const twice = list[1] as WorkRecord
    if (!style.isNumbered) {
      entries.splice(2, 0, entries[1] as string)
      planted.push({ kind: 'repeated-reference', title: twice.title })
    }
  }
  const cited = shuffle([...citable, ...absent], random)
  return {
    style: styleName,
    body: writeBody(style, cited, random).map((paragraph) =>
      styleName === 'vancouver' ? inForm(paragraph, form) : paragraph,
    ),
    heading: random() < 0.08 ? null : headingOf(style, random),
    entries,
    after:
      random() < 0.15
        ? ['Appendix A', 'The questionnaire was sent to forty households in the spring of that year.']
        : [],
    listed: citable.map(({ record, number }) =>
      style.isNumbered ? `[${number}]` : (record.organisation?.name ?? record.authors[0]?.family ?? ''),
    ),
    citations: cited.length,
    planted: [
      ...planted,
      ...missing.map((record, nth) => ({
        kind: 'unlisted-citation' as const,
        family: style.isNumbered ? String(list.length + 1 + nth) : (record.authors[0]?.family ?? ''),
      })),
      ...spoilt,
    ],
  }
}

function inventRecords(style: Style, random: () => number): WorkRecord[] {
  const used = new Set<string>()
  const records = Array.from({ length: 4 + Math.floor(random() * 16) }, () =>
    inventRecord(random, style.language, used),
  )
  // A second work by the same author in the same year.
  const [first] = records
  if (first && first.year !== null && random() < 0.3) {
    first.letter = 'a'
    records.push({ ...first, letter: 'b', title: `${first.title}, revisited`, doi: null, pages: [3, 17] })
  }
  return records
}

/** Takes works out of the list that the text will cite all the same. */
function plantInText(style: Style, records: WorkRecord[], random: () => number): WorkRecord[] {
  if (random() > 0.3 || records.length < 6) return []
  const used = new Set(records.map(({ authors }) => authors[0]?.family ?? ''))
  const missing = inventRecord(random, style.language, used)
  return missing.authors.length > 0 ? [missing] : []
}

function plantInRecords(records: WorkRecord[], random: () => number): PlantedError[] {
  const found: PlantedError[] = []
  const article = records.find(({ kind, letter }) => kind === 'article' && letter === '')
  if (article && random() < 0.1) {
    article.year = pick(random, [2041, 2091, 1019])
    found.push({ kind: 'impossible-year', year: article.year })
  }
  const book = records.find(({ kind }) => kind === 'book')
  if (book && random() < 0.2) {
    const isbn = isbnOf(random)
    book.isbn = `${isbn.slice(0, -1)}${(Number(isbn.at(-1)) + 3) % 10}`
    found.push({ kind: 'malformed-identifier', value: book.isbn })
  }
  const preprint = records.find(({ arxiv }) => arxiv !== null)
  if (preprint?.arxiv && random() < 0.2) {
    preprint.arxiv = `${preprint.arxiv.slice(0, 2)}13${preprint.arxiv.slice(4)}`
    found.push({ kind: 'malformed-identifier', value: preprint.arxiv })
  }
  return found
}

function inForm(paragraph: string, form: 'parentheses' | 'brackets' | 'raised'): string {
  if (form === 'parentheses') return paragraph
  return paragraph.replace(/ \((\d+(?:(?:, |–)\d+)*)\)(\.?)/g, (whole, found: string, stop: string) => {
    if (form === 'brackets') return ` [${found}]${stop}`
    return stop === '' ? whole.replace('(', '[').replace(')', ']') : `${stop}${found.replaceAll(', ', ',')}`
  })
}

function writeBody(style: Style, cited: Citable[], random: () => number): string[] {
  const { language } = style
  const waiting = [...cited]
  // Some works are cited again.
  for (const each of cited) if (random() < 0.3) waiting.push(each)
  const paragraphs: string[] = [language === 'fr' ? 'Une question ouverte' : 'An open question']
  while (waiting.length > 0 || paragraphs.length < 4) {
    const written: string[] = []
    const count = 4 + Math.floor(random() * 4)
    for (let nth = 0; nth < count; nth++) {
      if (random() > 0.55 || waiting.length === 0) {
        written.push(`${pick(random, sentences[language])}.`)
        continue
      }
      const [first, ...others] = waiting.splice(0, random() < 0.25 ? 2 + Math.floor(random() * 2) : 1) as [
        Citable,
        ...Citable[],
      ]
      const citation = others.length === 0 && random() < 0.35 ? style.inSentence(first.record) : null
      if (citation !== null)
        written.push(`${citation} ${pick(random, verbs[language])} ${pick(random, claims[language])}.`)
      else {
        const together = [first, ...others.filter(({ record }) => record !== first.record)]
        const bracket = style.cited(
          together.map(({ record }) => record),
          [...new Set(together.map(({ number }) => number))],
          random,
        )
        written.push(`${pick(random, sentences[language]).replace(/ \([^)]*\)$/, '')} ${bracket}.`)
      }
    }
    paragraphs.push(written.join(' '))
  }
  return paragraphs
}
