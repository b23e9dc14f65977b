import { expect, test } from 'vitest'
import { fileWords } from './file-words.ts'
import { writeList } from './write-list.ts'

const english = {
  anyKind: 'PDF, Word or plain text',
  everyKind: 'PDF, Word and plain text',
  everyKindBriefly: 'PDF, Word and text',
  anyKindButText: 'PDF or Word',
  anyReplyKind: 'PDF, Word, plain text, JPG, PNG or HEIC',
  anyType: 'PDF, DOCX, DOC or TXT',
  everyType: 'PDF, DOC, DOCX and TXT',
}

test.each([
  ['en-GB', english],
  ['en-US', english],
  [
    'fr-FR',
    {
      anyKind: 'PDF, Word ou texte brut',
      everyKind: 'PDF, Word et texte brut',
      everyKindBriefly: 'PDF, Word et texte',
      anyKindButText: 'PDF ou Word',
      anyReplyKind: 'PDF, Word, texte brut, JPG, PNG ou HEIC',
      anyType: 'PDF, DOCX, DOC ou TXT',
      everyType: 'PDF, DOC, DOCX et TXT',
    },
  ],
])('names the types of files in %s', (language, words) => {
  expect(fileWords(language)).toEqual(words)
})

test('writes a list without a comma in front of its last word', () => {
  expect(writeList(['one', 'two', 'three'], 'en-US', 'disjunction')).toBe('one, two or three')
})
