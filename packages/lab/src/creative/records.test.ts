import { describe, expect, test } from 'vitest'
import { proseOf } from './markup.ts'
import { entriesOf } from './records.ts'

describe('the texts inside a data file', () => {
  test('are the fields of JSON that paths lead to, and a text that lacks one of its fields is empty', () => {
    const facts = { facts: 'A dog ran.', end: { held: 'It was free.' } }
    const rule = { format: 'json', text: ['facts', 'end.held'] } as const
    expect(entriesOf(JSON.stringify(facts), rule)).toEqual([{ text: 'A dog ran.\n\nIt was free.' }])
    expect(entriesOf('{"facts":"A dog ran."}', rule)).toEqual([{ text: '' }])
  })

  test('are the records of a list within each line of JSON', () => {
    const line = {
      asked: [
        {
          answers: [
            { by: 7, says: 'Yes.' },
            { by: 8, says: 'No.' },
          ],
        },
      ],
    }
    const rule = { format: 'json-lines', each: 'asked.0.answers', text: 'says', author: 'by' } as const
    expect(entriesOf(`${JSON.stringify(line)}\n`, rule)).toEqual([
      { text: 'Yes.', author: '7' },
      { text: 'No.', author: '8' },
    ])
  })

  test('are the paragraphs of an element of TEI, without notes and headings', () => {
    const file =
      '<TEI><teiHeader><p>Made in Rome</p></teiHeader><text><body><head>I</head>' +
      '<p>The king <note>a <hi>bad</hi> one</note>went\nout.</p><p>He &amp; she met.</p></body></text></TEI>'
    const [entry] = entriesOf(file, {
      format: 'elements',
      element: 'body',
      without: ['note', 'head'],
      paragraphs: ['p'],
    })
    expect(proseOf(entry?.text ?? '', 'plain')).toBe('The king went out.\n\nHe & she met.')
  })

  test('are the sentences that carry the attributes asked for, such as the checked version', () => {
    const sentence = (text: string) => `<sen><e type="draft">${text}?</e><e type="check">${text}.</e></sen>`
    const [entry] = entriesOf(
      `<art><tit>${sentence('Title')}</tit><par>${sentence('One')}${sentence('Two')}</par></art>`,
      { format: 'elements', element: 'e', where: { type: 'check' }, without: ['tit'], paragraphs: ['par'] },
    )
    expect(proseOf(entry?.text ?? '', 'plain')).toBe('One. Two.')
  })

  test('are the longest turn of each speaker of a conversation', () => {
    const raw =
      '**Ann Lee:** Hello.\n\n**Break:** Buy a very long broom today.\n\n**Bo Day:** Hi.\n\n**Ann Lee:** I saw a fox.\n\nIt ran.'
    const rule = { format: 'turns', speaker: '^\\*\\*(?:(\\p{Lu}\\w+ \\p{Lu}\\w+)|[^*]+):\\*\\*' } as const
    expect(entriesOf(raw, rule).map(({ text, author }) => [author, text.trim()])).toEqual([
      ['ann lee', 'I saw a fox.\n\nIt ran.'],
      ['bo day', 'Hi.'],
    ])
  })
})
