import { crossref } from '../../../../../apps/server/src/services/catalogues/crossref.ts'
import { datacite } from '../../../../../apps/server/src/services/catalogues/datacite.ts'
import { openalex } from '../../../../../apps/server/src/services/catalogues/openalex.ts'
import { openlibrary } from '../../../../../apps/server/src/services/catalogues/openlibrary.ts'
import {
  type ListedWork,
  listedWorks,
  matchByDoi,
  matchByTitle,
  referenceFacts,
} from '../../../../../packages/extract/src/index.ts'
import { assertRule, type Target } from '../target.ts'

const essay =
  'Trains run at night (Brightwell, 2018). Soil remembers (Cruz & Ade, 2020), and foxes live in towns (Mole, 2015).'
const authors = [
  'References',
  'Brightwell, A. (2018). Night trains across Europe. Harbour Press. https://doi.org/10.1234/trains',
  'Cruz, M., & Ade, B. (2020). Soil memory and policy. Policy Letters, 3(1), 4–9. ISBN 978-0-306-40615-7',
  'Mole, T. (2015). Digging at dusk: A history. Northgate. arXiv:1501.00001',
]
const numbered = [
  'Trains run at night [1]. Soil remembers [2], and foxes live in towns [1, 3].',
  'Works cited',
  '[1] A. Brightwell, “Night trains across Europe,” Harbour Press, 2018.',
  '[2] M. Cruz, “Soil memory and policy,” Policy Letters, vol. 3, pp. 4–9, 2020.',
  '[3] T. Mole, Digging at Dusk. Northgate, 2015.',
]

/** Reference lists in the text of a student. */
export const references = (): Target => ({
  name: 'references',
  seeds: [[essay, ...authors].join('\n\n'), numbered.join('\n\n')].map((text) => Buffer.from(text)),
  words: [
    'References\n\n',
    'Bibliographie\n\n',
    '(2019)',
    '(Cruz, 2020)',
    '[2]',
    '[1–999]',
    'et al.',
    '10.1234/',
    'ISBN ',
    'arXiv:',
    'n.d.',
    ' & ',
    '\n\n',
  ],
  maxBytes: 6_000,
  withText: (text) => Buffer.from(`${essay}\n\nReferences\n\n${authors[1]}\n\n${text}`),
  run(input) {
    const text = input.toString('utf8')
    for (const { value, count } of referenceFacts(text, 2026)) {
      assertRule(value === null || value.isWellFormed(), 'A fact is text')
      assertRule(count === null || (Number.isInteger(count) && count > 0), 'A count is a whole number')
    }
    const works = listedWorks(text)
    assertRule(works.length <= 200, 'A bounded number of works is looked up')
    for (const { doi, title, author, year } of works) {
      assertRule(
        [doi, title, author].every(
          (each) => each === null || (each !== '' && each.length <= 250 && each.isWellFormed()),
        ),
        'A field is short text',
      )
      assertRule(year === null || Number.isInteger(year), 'A year is a whole number')
    }
  },
})

const work: ListedWork = {
  entry: 'Brightwell, A. (2018). Night trains across Europe. Harbour Press. https://doi.org/10.1234/trains',
  doi: '10.1234/trains',
  title: 'Night trains across Europe',
  author: 'brightwell',
  year: 2018,
}
const questions = [
  { kind: 'doi', doi: '10.1234/trains' },
  { kind: 'title', title: 'Night trains across Europe', author: 'brightwell', year: 2018 },
] as const

/** Answers of the catalogues in which references are looked up. */
export const catalogues = (): Target => {
  const ofCrossref = {
    DOI: '10.1234/trains',
    title: ['RETRACTED: Night trains <i>across</i> Europe'],
    author: [{ given: 'Ada', family: 'Brightwell' }],
    issued: { 'date-parts': [[2018, 1]] },
    'updated-by': [{ DOI: '10.1234/notice', type: 'retraction' }],
  }
  const ofOpenalex = {
    id: 'W1',
    doi: 'https://doi.org/10.1234/trains',
    title: 'Night trains across Europe',
    publication_year: 2018,
    is_retracted: false,
    authorships: [{ author: { display_name: 'Ada Brightwell' } }],
  }
  const ofDatacite = {
    id: '10.5281/zenodo.7',
    attributes: {
      doi: '10.5281/zenodo.7',
      titles: [{ title: 'Night trains across Europe' }, { title: 'A data set', titleType: 'Subtitle' }],
      creators: [{ name: 'Brightwell, Ada', givenName: 'Ada', familyName: 'Brightwell' }],
      publicationYear: 2018,
    },
  }
  const ofOpenlibrary = {
    title: 'Night trains across Europe',
    author_name: ['Ada Brightwell'],
    first_publish_year: 2018,
    publish_year: [2018, 2020],
  }
  return {
    name: 'answers of catalogues',
    seeds: [
      { message: ofCrossref },
      { message: { items: [ofCrossref, ofCrossref] } },
      ofOpenalex,
      { results: [ofOpenalex] },
      { data: ofDatacite },
      { data: [ofDatacite] },
      { docs: [ofOpenlibrary] },
    ].map((answer) => Buffer.from(JSON.stringify(answer))),
    words: [
      'null',
      '[]',
      '{}',
      '"title":',
      '"DOI":',
      '"authorships":',
      '"date-parts":[[',
      '"items":[',
      '"results":[',
      '"docs":[',
      '"titles":[',
      '&lt;',
      '<b>',
      '\u202e',
    ],
    maxBytes: 3_000,
    withText: (text) => Buffer.from(JSON.stringify({ message: { ...ofCrossref, title: [text] } })),
    run(input) {
      let answer: unknown
      try {
        answer = JSON.parse(input.toString('utf8'))
      } catch {
        return
      }
      for (const service of [crossref, openalex, datacite, openlibrary])
        for (const question of questions) {
          const records = recordsOf(() => service.recordsOf(question, answer))
          assertRule(records.length <= 5, 'A bounded number of records is compared')
          for (const record of records) {
            assertRule(
              [record.title, ...record.authors].every(
                (text) => text.length <= 500 && !/[\n\r\0]|\p{Surrogate}/u.test(text),
              ),
              'A record is short lines',
            )
            assertRule(
              record.years.every((year) => year > 0 && year < 10_000),
              'A year is a year',
            )
            matchByDoi(work, record)
            matchByTitle(work, record)
          }
        }
    },
  }
}

/** An answer of another form is refused by its schema, and only so. */
function recordsOf(read: () => ReturnType<typeof crossref.recordsOf>): ReturnType<typeof crossref.recordsOf> {
  try {
    return read()
  } catch (error) {
    assertRule(
      error instanceof Error && error.name === 'ZodError',
      'An answer of another form is refused by its schema',
    )
    return []
  }
}
