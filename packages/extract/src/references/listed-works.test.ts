import { expect, test } from 'vitest'
import { listedWorks } from './listed-works.ts'
import { matchByDoi, matchByTitle } from './match-record.ts'

const worksOf = (...entries: string[]) => listedWorks(['Some text.', 'References', ...entries].join('\n\n'))
const filler = 'Brightwell, A. (2018). Night trains across Europe. Harbour Press.'

test.each([
  [
    'Smith, J. A., & Jones, K. (2019). Rivers of the north: A study. Water Letters, 3(1), 4–9.',
    'Rivers of the north: A study',
  ],
  [
    'Smith, J. and Jones, K. (2019) ‘Rivers of the north’, Water Letters, 3(1), pp. 4–9.',
    'Rivers of the north',
  ],
  ['Smith, John. “Rivers of the North.” Water Letters, vol. 3, no. 1, 2019, pp. 4–9.', 'Rivers of the North'],
  ['Smith, John. Rivers of the North. Harbour Press, 2019.', 'Rivers of the North'],
  ['1. Smith JA, Jones K. Rivers of the north. Water Lett. 2019;3(1):4–9.', 'Rivers of the north'],
  ['[1] J. A. Smith and K. Jones, Rivers of the north. London: Harbour Press, 2019.', 'Rivers of the north'],
  ['Smith, John. 2019. Rivers of the North. London: Harbour Press.', 'Rivers of the North'],
  ['SMITH, Jean (2019). « Les rivières du nord », Lettres, 3(1).', 'Les rivières du nord'],
])('reads the title of %s', (entry, title) => {
  expect(worksOf(filler, entry).map((work) => work.title)).toContain(title)
})

test('reads first author, year and DOI, including brackets in a DOI but not around it', () => {
  const [, work] = worksOf(
    filler,
    'Otter, C. (2011). Urban foxes of today. Northgate (https://doi.org/10.1016/S0140-6736(97)11096-0).',
  )
  expect(work).toMatchObject({ author: 'otter', year: 2011, doi: '10.1016/s0140-6736(97)11096-0' })
})

test.each([
  ['10.1007/978-0-387- 72067-8', '10.1007/978-0-387-72067-8'],
  ['10.1007/s10915- 017-0618-1', '10.1007/s10915-017-0618-1'],
  ['10.1090/S0025-5718- 1987-0890255-3', '10.1090/s0025-5718-1987-0890255-3'],
  ['10.1090/S0025-\u200b5718-1987', '10.1090/s0025-5718-1987'],
])('reads the DOI %s, which was broken at a hyphen', (written, doi) => {
  const [, work] = worksOf(filler, `Otter, C. (2011). Urban foxes of today. Northgate. doi:${written}.`)
  expect(work?.doi).toBe(doi)
})

test('does not join what follows a whole DOI', () => {
  const [, work] = worksOf(
    filler,
    'Otter, C. (2011). Urban foxes. Northgate. doi:10.1000/abc-12 - 2nd edition.',
  )
  expect(work?.doi).toBe('10.1000/abc-12')
})

test('skips an entry without author and year, since it may not be a reference', () => {
  const texts = worksOf(
    filler,
    'Otter, C. (2011). Urban foxes of today. Northgate.',
    'I think that all of this is quite wrong, in 2019.',
  )
  expect(texts.map(({ title }) => title)).not.toContainEqual(expect.stringContaining('I think'))
})

test('limits a list of a thousand entries and an endless entry', () => {
  const many = Array.from(
    { length: 1_000 },
    (_, nth) => `Smith${'abcdefghij'[nth % 10]}, J. (2019). Rivers number ${nth}. Press.`,
  )
  expect(worksOf(...many).length).toBeLessThanOrEqual(200)
  for (const end of [
    'A. '.repeat(20_000),
    'Smith AB, '.repeat(20_000),
    '(2019). '.repeat(20_000),
    '“'.repeat(50_000),
  ]) {
    expect(worksOf(filler, filler, `Smith, J. ${end}`)).toBeInstanceOf(Array)
  }
})

const [work] = worksOf('Cruz, M. (2020). Soil memory and public policy. Policy Letters, 3(1), 4–9.', filler)
const record = {
  title: 'Soil memory and public policy',
  subtitle: null,
  authors: ['Mar de la Cruz'],
  years: [2020],
  doi: null,
}
const match = (change: Partial<typeof record> & { subtitle?: string | null } = {}) =>
  work && matchByTitle(work, { ...record, ...change })

test.each([
  ['the same work', {}, []],
  ['a work that appeared online a year before', { years: [2019] }, []],
  [
    'a work whose subtitle was left out',
    { title: 'Soil memory and public policy: Evidence from three decades' },
    [],
  ],
  ['markup, capitals and a slip of one letter', { title: 'Soil <i>Memory</i> and publc Policy' }, []],
  ['a record without authors and years', { authors: [], years: [] }, []],
  ['another year', { years: [2012] }, ['year']],
  ['other authors, such as a review of the book', { authors: ['Eva Holm'] }, ['author']],
  ['one other word in the title', { title: 'Soil memory and private policy' }, ['title']],
  ['another work of the author', { title: 'Water memory and the economy of soil' }, null],
  ['a longer title that ends alike', { title: 'Against soil: why public policy fails' }, null],
  ['other authors and another year', { authors: ['Eva Holm'], years: [1999] }, null],
])('compares an entry with %s', (_, change, expected) => {
  expect(match(change)).toEqual(expected)
})

test('another subtitle is another title, however well the main title fits', () => {
  const [listed] = worksOf(
    'Cruz, M. (2020). Soil memory and public policy: Farmers after the flood. Policy Letters, 3(1), 4–9.',
    filler,
  )
  const matchOf = (subtitle: string) =>
    listed && matchByTitle(listed, { ...record, title: 'Soil memory and public policy', subtitle })
  expect(matchOf('Farmers after a flood')).toEqual([])
  expect(matchOf('A study')).toEqual([])
  expect(matchOf('Evidence from three decades')).toEqual(['title'])
})

test("accepts a DOI's record as the same work if only the title differs, as in a translation", () => {
  expect(work && matchByDoi(work, { ...record, title: 'La mémoire du sol' })).toEqual(['title'])
  expect(
    work &&
      matchByDoi(work, { ...record, title: 'A chemistry of glass', authors: ['Di Vole'], years: [1999] }),
  ).toBeNull()
})
