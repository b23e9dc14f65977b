import { expect, it } from 'vitest'
import { referenceFacts } from './reference-facts.ts'

const entries = [
  'Brightwell, A. (2018). Night trains. Harbour Press.',
  'de la Cruz, M., & Okonkwo, B. (2020). Soil memory. Policy Letters, 3(1), 4–9. https://doi.org/10.1234/abc',
  'O’Donnell, C. (2011). Urban foxes. Northgate.',
  'World Health Organization. (2019). Sleep and study. https://www.example.org/sleep',
]
const body = [
  'Trains run at night (Brightwell, 2018, p. 4). De la Cruz and Okonkwo (2020) argue that soil remembers.',
  'Foxes live in towns (O’Donnell, 2011; see also WHO, 2019), and nobody minds (World Health Organization [WHO], 2019).',
]

const textOf = ({ text = body, heading = 'References', list = entries }: { text?: string[]; heading?: string; list?: string[] }) =>
  [...text, heading, ...list].join('\n\n')

/** The facts in words, except that there is a list. */
const describeFacts = (text: string) =>
  referenceFacts(text, 2026)
    .filter(({ kind }) => kind !== 'reference-list')
    .map(({ kind, name, value }) => `${kind} ${name}: ${value}`)

it('reports only the number of entries if text and list agree', () => {
  expect(referenceFacts(textOf({}), 2026)).toEqual([{ kind: 'reference-list', name: 'compared', value: null, count: 4 }])
})

it('reports nothing for a text without a list, even if it has years in brackets', () => {
  expect(
    referenceFacts([...body, 'The war (1939–1945) ended. In 1990 the film Inception (2010) was far away.'].join('\n\n'), 2026),
  ).toEqual([])
})

it('reports nothing for a list of films at the end', () => {
  const films = ['The Lantern (1931) - a story', '“Night Train” (1940) - a thriller', 'The River (1951) directed by Ann Moor']
  expect(referenceFacts([body[0], ...films].join('\n\n'), 2026)).toEqual([])
})

it('reports a work that is cited but not listed, and how often', () => {
  const facts = referenceFacts(textOf({ text: [...body, 'So be it (Kirkbride & Lee, 2015). Again (Kirkbride & Lee, 2015).'] }), 2026)
  expect(facts.slice(1)).toEqual([{ kind: 'unlisted-citation', name: 'no-entry', value: '(Kirkbride & Lee, 2015)', count: 2 }])
})

it('reports a citation whose author is listed only with another year', () => {
  expect(describeFacts(textOf({ text: [...body, 'So be it (Brightwell, 2016).'] }))).toEqual([
    'unlisted-citation other-year: (Brightwell, 2016)',
  ])
})

it.each([
  ['a work known from another', 'So be it (Freud, 1920, as cited in Brightwell, 2018).'],
  ['a conversation', 'So be it (J. Kirkbride, personal communication, May 3, 2020).'],
  ['an act', 'So be it (Data Protection Act, 2018).'],
  ['a month', 'So be it (March, 2020).'],
  ['a film in a sentence', 'Films such as Inception (2010) made it popular.'],
  ['a slip of one letter', 'So be it (Brightwel, 2018).'],
  ['the short form of an organisation', 'So be it (UNICEF, 2018).'],
])('does not ask for an entry of %s', (_, sentence) => {
  expect(describeFacts(textOf({ text: [...body, sentence] }))).toEqual([])
})

it('reports no missing entries if most citations are missing, because the list was probably misread', () => {
  const text = ['One (Kirkbride, 2015). Two (Lindqvist, 2016). Three (Rasmussen, 2017). Four (Thackeray, 2018).', ...body]
  expect(describeFacts(textOf({ text })).filter((fact) => fact.startsWith('unlisted'))).toEqual([])
})

it('reports an entry that is never cited', () => {
  const list = [...entries, 'Zeller, K. (2009). Glacier tourism in the north. Oakleaf University Press.']
  expect(describeFacts(textOf({ list }))).toEqual([
    'uncited-reference entry: Zeller, K. (2009). Glacier tourism in the north. Oakleaf University Press.',
  ])
})

it('reports years in the future and before printing, but not ancient works', () => {
  const spoilt = entries.map((entry) => entry.replace('(2018)', '(2081)').replace('(2011)', '(1011)'))
  const text = body.map((paragraph) => paragraph.replace('2018', '2081').replace('2011', '1011'))
  const years = describeFacts(textOf({ text, list: spoilt })).filter((fact) => fact.startsWith('impossible-year'))
  expect(years.map((fact) => fact.split(',')[0])).toEqual([
    'impossible-year future: 2081: Brightwell',
    'impossible-year before-printing: 1011: O’Donnell',
  ])
  const ancient = [...entries, 'Aristotle. (1009). Poetics (Original work written ca. 335 B.C.).']
  expect(describeFacts(textOf({ text: [...body, 'Poets (Aristotle, 1009).'], list: ancient }))).toEqual([])
})

it('reports an entry that is listed twice', () => {
  const twice = 'Brightwell, A. (2018). Night trains and the people who sleep in them. Harbour Press.'
  expect(describeFacts(textOf({ list: [twice, twice, ...entries.slice(1)] }))).toEqual([`repeated-reference entry: ${twice}`])
})

it('compares numbers and ranges with a numbered list', () => {
  const list = entries.map((entry, nth) => `[${nth + 1}] ${entry}`)
  expect(describeFacts(textOf({ text: ['One [1], [2]. All [1–4].'], list }))).toEqual([])
  expect(describeFacts(textOf({ text: ['One [1], [2], and [4]. Another [6].'], list }))).toEqual([
    'unlisted-citation no-entry: [6]',
    `uncited-reference entry: [3] ${entries[2]}`,
  ])
})

it('reads French lists and citations', () => {
  const list = [
    'Dupont, J. et Lefèvre, A. (2019). Les trains de nuit. Presses du Fleuve.',
    'L’Heureux, B. (2015). La mémoire des sols. Hachereau.',
  ]
  const text = [
    'Selon Dupont et Lefèvre (2019), la nuit compte (L’Heureux, 2015, p. 12). Côté (2001) affirme que non (Dupont et Lefèvre, 2019).',
  ]
  expect(describeFacts(textOf({ text, heading: 'Références bibliographiques', list }))).toEqual([])
})
