import { describe, expect, test } from 'vitest'
import { extractBytes } from '../files/extract-bytes.ts'

const read = (source: string | Buffer) => extractBytes(Buffer.from(source))
const hiddenIn = (facts: { kind: string; name: string; value: string | null }[]) =>
  facts.filter(({ kind }) => kind === 'hidden-text').map(({ name, value }) => [name, value])

describe('RTF under the name of a Word file', () => {
  test('is read with its letters, quotes, dashes and special characters', async () => {
    const source = `{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0\\fcharset0 Times;}{\\f1\\fcharset204 Cyr;}}{\\colortbl;\\red0\\green0\\blue0;}
{\\info{\\author Ana}{\\title Bees}}{\\header Page 3}\\pard\\f0 It\\rquote s a caf\\'e9 \\emdash  \\ldblquote quite\\rdblquote\\~so. \\u8364?5 {\\b bold}\\par
\\f1\\'cc\\'e8\\'f0\\f0  \\{x\\}\\tab y\\line z\\par}`
    const { fileType, paragraphs, facts } = await read(source)
    expect(fileType).toBe('doc')
    expect(paragraphs).toEqual(['It’s a café — “quite” so. €5 bold', 'Мир {x} y z'])
    expect(facts).toEqual([
      { kind: 'metadata', name: 'author', value: 'Ana', count: null },
      { kind: 'metadata', name: 'title', value: 'Bees', count: null },
    ])
  })

  test('reads table cells, results of fields and text boxes, but no notes, pictures, codes or unknown groups', async () => {
    const source = `{\\rtf1\\ansi{\\*\\generator Riched20;}One{\\footnote A note.} two{\\*\\unknown secret}.\\par
\\trowd Left\\cell Right\\cell\\row {\\field{\\*\\fldinst HYPERLINK "http://x"}{\\fldrslt a link}}{\\pict 89504e47}\\par
{\\shp{\\*\\shpinst{\\sp{\\sn shapeType}{\\sv 202}}{\\shptxt In the box.\\par}}{\\shprslt In the box.}}Last.}`
    const { paragraphs, facts } = await read(source)
    expect(paragraphs).toEqual(['One two.', 'Left', 'Right', 'a link', 'In the box.', 'Last.'])
    expect(facts).toEqual([{ kind: 'left-out', name: 'notes', value: null, count: 1 }])
  })

  test('reports hidden, white and tiny words, and leaves out removed ones', async () => {
    const source = `{\\rtf1\\ansi{\\colortbl;\\red255\\green255\\blue255;}Seen. {\\v vanished }{\\cf1 snow }{\\fs4 dust }{\\deleted gone }{\\cf1\\highlight2 Shown.}\\par}`
    const { text, facts } = await read(source)
    expect(text).toBe('Seen. Shown.')
    expect(hiddenIn(facts)).toEqual([
      ['vanish', 'vanished'],
      ['white', 'snow'],
      ['tiny', 'dust'],
    ])
  })

  test('reads the items of a list with their numbers and without their bullets', async () => {
    const item = (sign: string, text: string) => `{\\listtext ${sign}\\tab}${text}\\par `
    expect(
      (await read(`{\\rtf1 ${item('1.', 'One')}${item('\\u-3913 ?', 'Bee')}${item("\\'b7", 'Shed')}}`))
        .paragraphs,
    ).toEqual(['1. One', 'Bee', 'Shed'])
  })

  test('skips embedded data of any bytes', async () => {
    const source = Buffer.concat([
      Buffer.from('{\\rtf1 One{\\*\\objdata \\bin5 '),
      Buffer.from('}}{{\\'),
      Buffer.from('} two.\\par}'),
    ])
    expect((await read(source)).paragraphs).toEqual(['One two.'])
  })

  test('is refused where groups never end', async () => {
    await expect(read(`{\\rtf1 ${'{'.repeat(100_000)}`)).rejects.toMatchObject({ failure: 'too-large' })
  })
})

describe('a web page under the name of a Word file', () => {
  test.each(['<html>', '<!DOCTYPE html>\n<html lang="en">', '<?xml version="1.0"?>\n<html xmlns:w="urn:x">'])(
    'is read: %s',
    async (start) => {
      const body =
        '<h1>Bees</h1><p>It&rsquo;s <i>one</i>\nline.<br>Same.<br><br>Next.</p><script>var no</script><table><tr><td>A</td><td>B</td></tr></table>'
      const { fileType, paragraphs } = await read(
        `${start}<head><style>p { color: red }</style></head><body>${body}</body></html>\n`,
      )
      expect(fileType).toBe('doc')
      expect(paragraphs).toEqual(['Bees', 'It’s one line. Same.', 'Next.', 'A', 'B'])
    },
  )

  test('reports the words that it does not show', async () => {
    const { text, facts } = await read(
      '<html><body><p>Seen.</p><p hidden>Unseen words.</p><p style="mso-hide:all">Nor these.</p></body></html>',
    )
    expect(text).toBe('Seen.')
    expect(hiddenIn(facts)).toEqual([['vanish', 'Unseen words.Nor these.']])
  })

  test('is read in the encoding that it states', async () => {
    const page = '<html><head><meta charset="iso-8859-2"></head><body><p>Dvo\xf8\xe1k</p></body></html>'
    expect((await read(Buffer.from(page, 'latin1'))).text).toBe('Dvořák')
  })

  test.each(['windows-1252', 'iso-8859-1'])(
    'keeps the quotation marks that Windows writes, called %s',
    async (charset) => {
      const page = `<html><head><meta charset="${charset}"></head><body><p>\x93It\x92s 5 \x80\x94</p></body></html>`
      expect((await read(Buffer.from(page, 'latin1'))).text).toBe('“It’s 5 €”')
    },
  )

  test('is read from a web archive, as wikis export it', async () => {
    const source = [
      'Date: Mon, 2 Mar 2020 10:00:00 +0000',
      'Message-ID: <1@example.org>',
      'Subject: Exported From Confluence',
      'MIME-Version: 1.0',
      'Content-Type: multipart/related; boundary="----=_b"',
      '',
      '------=_b',
      'Content-Type: text/html; charset=UTF-8',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      '<html><body><p>caf=C3=A9 and mo=',
      're</p></body></html>',
      '------=_b--',
      '',
    ].join('\r\n')
    expect((await read(source)).paragraphs).toEqual(['café and more'])
  })

  test('is refused with elements nested without end', async () => {
    await expect(read(`<html><body>${'<div>'.repeat(100_000)}x</body></html>`)).rejects.toMatchObject({
      failure: 'too-large',
    })
  })
})

test.each([
  '<html> is the first tag of every page, as we learnt in <b>computing</b>.',
  `<html><head></head><body></body></html>\n\nThis is the skeleton of a page. ${'We learnt what each tag is for. '.repeat(20)}`,
  'MIME-Version: these words stand at the beginning of every e-mail.',
  'From: my desk\nTo: my teacher\n\nDear Sir, this is a letter.',
])('an essay that begins with markup is text: %s', async (essay) => {
  const { fileType, text } = await read(essay)
  expect(fileType).toBe('txt')
  expect(text).toContain(essay.slice(0, 20).split('\n')[0])
})
