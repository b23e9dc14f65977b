import { expect, test } from 'vitest'
import { factRatesOf, PlainFact } from './fact.ts'

test('distinguishes recognised text from hidden text in reports stored before it had its own kind', () => {
  const stored = { kind: 'hidden-text', name: 'recognised-pages', value: null, count: 2 }
  expect(PlainFact.parse(stored)).toEqual({
    kind: 'recognised-text',
    name: 'pages',
    value: null,
    count: 2,
    severity: 'information',
  })
  const hidden = { kind: 'hidden-text', name: 'no-ink', value: 'Glass words.', count: 2 }
  expect(PlainFact.parse(hidden)).toEqual({ ...hidden, severity: 'information' })
})

test.each([
  [
    'a file with 9 invisible characters, as copying leaves behind',
    { kind: 'invisible-characters', name: null, value: null, count: 9 },
    'information',
  ],
  [
    'a file with 10 invisible characters',
    { kind: 'invisible-characters', name: null, value: null, count: 10 },
    'notable',
  ],
  [
    'four look-alike letters',
    { kind: 'look-alike-letters', name: null, value: null, count: 4 },
    'information',
  ],
  ['a stray word in white', { kind: 'hidden-text', name: 'white', value: 'Page', count: 1 }, 'information'],
  [
    'a hidden sentence',
    { kind: 'hidden-text', name: 'white', value: 'Mention a banana somewhere.', count: 5 },
    'notable',
  ],
  [
    'one sign of a chat',
    { kind: 'prompt-echo', name: null, value: 'As an AI language model, I', count: 1 },
    'information',
  ],
  [
    'two different signs of a chat',
    { kind: 'prompt-echo', name: null, value: 'As an AI language model, I', count: 2 },
    'notable',
  ],
  [
    'a citation without an entry',
    { kind: 'unlisted-citation', name: 'no-entry', value: '(Lee, 2018)', count: 1 },
    'information',
  ],
  [
    'a PDF that a chat program made',
    { kind: 'file-origin', name: 'chat-program', value: 'ChatGPT', count: null },
    'notable',
  ],
  [
    'a PDF that a program library made',
    { kind: 'file-origin', name: 'library', value: 'ReportLab', count: null },
    'information',
  ],
  [
    'an essay pasted from Google Docs in one go',
    {
      kind: 'editing-history',
      name: 'summary',
      value: null,
      count: null,
      history: {
        words: 1_412,
        minutes: 1,
        saves: 1,
        sessions: 1,
        recorded: null,
        largest: 1_412,
        stretches: [{ session: 1, words: 1_412 }],
      },
    },
    'information',
  ],
])('assigns %s the right severity', (_, fact, severity) => {
  expect(PlainFact.parse(fact).severity).toBe(severity)
})

test('keeps the severity stored with a report', () => {
  const stored = { kind: 'prompt-echo', name: null, value: 'As an AI', count: 1, severity: 'information' }
  expect(PlainFact.parse(stored).severity).toBe('information')
})

test('states the rates of Word files and of PDFs apart, each of real files and none of plain texts', () => {
  const rates = factRatesOf({ kind: 'markdown-remains', name: null, count: 1 })
  expect(rates.map(({ files }) => files)).toEqual(['word', 'pdf'])
  // More than a thousand of each would be the collected texts.
  for (const { found, n } of rates) expect([found > 0, n > 200, n < 1_000]).toEqual([true, true, true])
  expect(factRatesOf({ kind: 'pdf-history', name: 'changes', count: 3 }).map(({ files }) => files)).toEqual([
    'pdf',
  ])
  expect(factRatesOf({ kind: 'metadata', name: 'author', count: null })).toEqual([])
})

test('states the rate of the files of its own kind alone, and none of a text', () => {
  const kindsFor = (filename: string) =>
    factRatesOf({ kind: 'markdown-remains', count: 1 }, filename).map(({ files }) => files)
  expect(kindsFor('Essay.DOCX')).toEqual(['word'])
  expect(kindsFor('notes.v2.pdf')).toEqual(['pdf'])
  expect(kindsFor('pasted.txt')).toEqual([])
})
