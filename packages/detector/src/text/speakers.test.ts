import { expect, test } from 'vitest'
import { read } from './reading.ts'

const tokensOf = (paragraphs: readonly string[]) => read(paragraphs.join('\n\n')).tokens.join(' ')

const speeches = [
  'Did you hear what I was playing, Lane?',
  'I did not think it polite to listen, sir.',
  'I am sorry for that, for your sake.',
  'Yes, sir. I quite agree with you.',
  'And have you got the sandwiches cut?',
  'Yes, sir. They are on the table now.',
]
const spokenBy = (names: readonly string[], mark = ':') =>
  speeches.map((speech, nth) => `${names[nth % names.length]}${mark} ${speech}`)

test.each([
  ['in capitals with a colon', spokenBy(['ALGERNON', 'LANE'])],
  ['in capitals with a full stop', spokenBy(['ALGERNON', 'LANE'], '.')],
  ['with a title and a number', spokenBy(['Dr Okafor', 'Participant 12'])],
  ['by one letter', spokenBy(['Q', 'A'])],
  ['in French', spokenBy(['HARPAGON', 'LA FLÈCHE'], ' :')],
])('names of speakers %s are not scored', (_, script) => {
  expect(tokensOf(script)).toBe(tokensOf(speeches))
})

test('the sentence of a passage keeps the name, so that the text stays whole', () => {
  const text = spokenBy(['ALGERNON', 'LANE']).join('\n\n')
  const [first] = read(text).paragraphs
  expect(text.slice(first?.sentences[0]?.start, first?.sentences[0]?.end)).toBe(
    'ALGERNON: Did you hear what I was playing, Lane?',
  )
})

test.each([
  [
    'a list of points',
    [
      'Cost: it is too high for us.',
      'Time: it takes too long.',
      'Place: it is far away.',
      'Risk: it may fail us.',
    ],
  ],
  [
    'short answers',
    ['Yes. I agree with that.', 'No. I do not agree.', 'Yes. I agree again.', 'No. I never will agree.'],
  ],
  [
    'three speeches in an essay',
    [...speeches, 'MARY: No, he said.', 'MARY: Yes, he said.', 'MARY: Well, he said.'],
  ],
  ['one label again and again', speeches.map((speech) => `Motion: ${speech}`)],
  ['words before a colon in prose', ['However: this is new.', ...speeches, 'However: that is old.']],
])('%s are scored whole', (_, paragraphs) => {
  expect(tokensOf(paragraphs)).toContain(paragraphs.at(-1)?.split(/\W/)[0])
})
