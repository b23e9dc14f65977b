import { expect, test } from 'vitest'
import { FactCounter, type FactFigures, HistoryCounter, spread } from './measure.ts'
import { factsPage, ratesModule } from './pages.ts'

const marks = { kind: 'markdown-remains', name: null, count: 3 }

function figuresOf(change: Partial<FactFigures> = {}): FactFigures {
  const word = new FactCounter()
  word.add('docx', 'thesis', [marks])
  word.add('docx', 'report', [])
  const plain = new FactCounter()
  for (let nth = 0; nth < 79; nth++) plain.add('text', 'essays', [])
  return {
    files: { docx: 2, doc: 0, pdf: 0, txt: 0 },
    unreadable: 0,
    repositories: 2,
    languages: [{ language: 'English', files: 1 }],
    rates: word.rates().map((rate) => ({ files: 'word', ...rate })),
    histories: new HistoryCounter().rates(),
    texts: { n: 79, collections: 1, rates: plain.rates() },
    ...change,
  }
}

test('the rates that reports state count files of one kind, and no plain text', () => {
  const written = ratesModule(figuresOf())
  expect(written).toContain(
    "{ files: 'word', kind: 'markdown-remains', name: null, n: 2, atLeast: { 1: 1, 2: 1, 5: 0, 10: 0 } }",
  )
  expect(written).not.toContain('n: 79')
  expect(written).not.toContain('n: 81')
})

test('the page names each language of at least five files, and counts the rest together', () => {
  const languages = [
    { language: 'Spanish', files: 1_200 },
    { language: 'Greek', files: 1 },
  ]
  const page = factsPage(figuresOf({ languages, files: { docx: 1_204, doc: 0, pdf: 0, txt: 0 } }), [])
  expect(page).toContain('Their languages: Spanish 1,200, others or none that could be told 4.')
  expect(page).not.toContain('Greek')
})

test('the page shows how the words that are read compare with those of other programs', () => {
  const reading = { name: 'words of real PDF files, median', value: 99.8, unit: '%', n: 312, target: 99.5 }
  expect(factsPage(figuresOf({}), [reading])).toContain(
    '| words of real PDF files, median | 99.8 % | 99.5 % | 312 |',
  )
})

test('of a repository three files say how their writing went, and one without counted minutes says nothing of them', () => {
  const counter = new HistoryCounter()
  const history = { words: 400, saves: 9, sessions: 3, recorded: null, largest: 100, stretches: [] }
  for (let nth = 0; nth < 40; nth++) counter.add('one template', { ...history, minutes: 0 })
  counter.add('another', { ...history, minutes: null })
  counter.add('another', { ...history, minutes: 95 })
  expect(counter.rates()).toMatchObject({ timed: 4, atMostOneMinute: 3, withSessions: 5, repositories: 2 })
})

test('the files that are taken of a large repository lie evenly over all of them', () => {
  const files = Array.from({ length: 100 }, (_, nth) => nth)
  expect(spread(files, 10)).toEqual([9, 19, 29, 39, 49, 59, 69, 79, 89, 99])
  expect(spread([1, 2, 3], 10)).toEqual([1, 2, 3])
  expect(spread(files.slice(0, 14), 10)).toHaveLength(10)
})
