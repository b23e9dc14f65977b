import fc from 'fast-check'
import { expect, test } from 'vitest'
import { historyOf } from './history.ts'
import { placedTextOf, writingSchema } from './schema.ts'
import { Writer, words } from './testing/writer.ts'
import { isSpace, unitsOf } from './tokens.ts'

const countWords = (text: string) => text.match(/\S+/g)?.length ?? 0
const letters = [' ', 'T', 'P', 'M', 'I']

/** The final text, and below each character how it came: T(yped), P(asted), M(oved) or I(nserted at once). */
function shown(writer: Writer): { text: string; came: string } {
  const { document, tokens } = historyOf(writer.entries, [], countWords)
  const { text, positions } = placedTextOf(document)
  const came = [...positions]
    .map((place, at) => (place < 0 || isSpace(text.charCodeAt(at)) ? ' ' : letters[tokens.kinds[place]!]))
    .join('')
  return { text, came }
}

const cameOf = (writer: Writer, piece: string) => {
  const { text, came } = shown(writer)
  const from = text.indexOf(piece)
  return [...new Set(came.slice(from, from + piece.length).replaceAll(' ', ''))].join('')
}

const foreign = 'Tidal ranges limited quay construction until enclosed docks arrived.'
const own = 'My grandmother sold herring beside the old lighthouse every winter.'

test('typed text counts as typed, also in the middle of a text', () => {
  const writer = new Writer().type('one three').type('two ', 5).newParagraph().type('four')
  expect(shown(writer)).toEqual({ text: 'one two three\n\nfour', came: 'TTT TTT TTTTT  TTTT' })
})

test('text from elsewhere counts as pasted, also after it is split, joined and made bold', () => {
  const writer = new Writer().type('I read: ').paste(foreign).type(' So they say.')
  const middle = writer.find('quay')
  writer.newParagraph(middle).type('tall ', writer.find('quay'))
  writer.change('format', (transform) => transform.addMark(3, middle + 10, writingSchema.mark('strong')))
  writer.change('delete', (transform) => transform.join(writer.find('tall') - 1))
  expect(cameOf(writer, 'Tidal ranges limited')).toBe('P')
  expect(cameOf(writer, 'tall')).toBe('T')
  expect(cameOf(writer, 'quay construction')).toBe('P')
  expect(cameOf(writer, 'So they say')).toBe('T')
})

test('a paste that was undone and redone is still pasted, and typing that was undone and redone still typed', () => {
  const pasted = new Writer().type('a ').paste(foreign).undo().redo()
  expect(cameOf(pasted, foreign)).toBe('P')
  const typed = new Writer().insert('replacement', 'seventeen').undo().redo()
  expect(cameOf(typed, 'seventeen')).toBe('T')
})

test('text that is deleted key by key and restored at once counts as typed', () => {
  const writer = new Writer().type(own)
  for (let at = writer.end; at > 1; at--) writer.delete(at - 1, at)
  writer.insert('undo', own)
  expect(cameOf(writer, own)).toBe('T')
})

test('text that was cut and pasted elsewhere counts as moved, across any paragraphs', () => {
  const writer = new Writer()
    .type(own)
    .newParagraph()
    .type('Then came the railway and with it the summer guests.')
  const from = writer.find('beside')
  const to = writer.find('railway')
  const cut = `${own.slice(own.indexOf('beside'))}\n\nThen came the `
  writer.delete(from, to, 'cut').paste(cut)
  expect(cameOf(writer, 'beside the old lighthouse every winter.')).toBe('M')
  expect(cameOf(writer, 'railway and with it')).toBe('T')
})

test('a copy of own text is moved, and a copy of pasted text is still pasted', () => {
  const copied = new Writer().type(own).newParagraph().paste(own.slice(3, 60))
  expect(cameOf(copied, own)).toBe('T')
  expect(shown(copied).came.slice(-50).replaceAll(' ', '')).toMatch(/^M+$/)
  const laundered = new Writer().paste(foreign).newParagraph().type('x')
  laundered.delete(1, laundered.find('quay'), 'cut').paste(foreign.slice(0, foreign.indexOf('quay')))
  expect(cameOf(laundered, 'Tidal ranges limited')).toBe('P')
})

test('a paste of half own and half foreign text is divided into both', () => {
  const writer = new Writer().type(own).newParagraph().paste(`${own} ${foreign}`)
  const { came } = shown(writer)
  const half = came.slice(own.length + 2)
  expect(half.slice(0, own.length).replaceAll(' ', '')).toMatch(/^M+$/)
  expect(half.slice(own.length).replaceAll(' ', '')).toMatch(/^P+$/)
})

test('foreign text is pasted only where the editor saw a paste or a drop, and otherwise inserted at once, never typed', () => {
  for (const origin of ['typing', 'replacement', 'undo', 'redo', 'format', 'paste', 'drop'] as const) {
    const writer = new Writer().type('Well. ').insert(origin, foreign)
    expect(cameOf(writer, foreign), origin).toBe(origin === 'paste' || origin === 'drop' ? 'P' : 'I')
  }
})

test('a dictated sentence and a program that inserts a few words at a time are inserted at once', () => {
  const dictated = new Writer().insert('typing', 'We had no bus that winter. ')
  expect(cameOf(dictated, 'We had no bus that winter.')).toBe('I')
  const program = new Writer()
  const words = foreign.split(' ')
  for (let nth = 0; nth < words.length; nth += 3)
    program.insert('typing', `${words.slice(nth, nth + 3).join(' ')} `)
  expect(cameOf(program, foreign.slice(0, foreign.indexOf('arrived')))).toBe('I')
})

test('a suggested word, a corrected word and keys that a slow page joined are typed', () => {
  const writer = new Writer()
    .type('Thanks to the har')
    .insert('typing', 'bour ')
    .insert('replacement', 'and then')
    .insert('typing', ', t')
  expect(cameOf(writer, 'Thanks to the harbour and then, t')).toBe('T')
})

test('what was inserted at once stays so when it is cut and put back', () => {
  const writer = new Writer().insert('typing', foreign).newParagraph().type('x')
  writer.delete(1, writer.find('quay'), 'cut').paste(foreign.slice(0, foreign.indexOf('quay')))
  expect(cameOf(writer, 'Tidal ranges limited')).toBe('I')
})

test('a passage that a spelling tool replaces keeps how most of it came', () => {
  const writer = new Writer().type(
    'my granmother sold herring besides the old lighthouse evry winter and we helped her',
  )
  const corrected = 'My grandmother sold herring beside the old lighthouse every winter and we helped them'
  writer.change('replacement', (transform) =>
    transform.replaceWith(1, writer.end, writingSchema.text(corrected)),
  )
  const { came } = shown(writer)
  expect(came).not.toContain('P')
  expect(came).not.toContain('M')
  expect(came.replaceAll(/[^T]/g, '').length).toBeGreaterThan(25)
})

test('a corrected word is typed, and so are the letters around it', () => {
  const writer = new Writer().type('I recieved it')
  writer.change('replacement', (transform) => transform.replaceWith(3, 11, writingSchema.text('received')))
  expect(cameOf(writer, 'I received it')).toBe('T')
})

test('a corrected word in pasted text leaves the rest of it pasted', () => {
  const writer = new Writer().paste(foreign)
  const at = writer.find('arrived')
  writer.change('replacement', (transform) => transform.replaceWith(at, at + 7, writingSchema.text('arose')))
  expect(shown(writer).came.replaceAll(' ', '')).toMatch(/^P+TTTP*$/)
})

test('the text buffer is right after any changes', () => {
  const action = fc.record({
    kind: fc.constantFrom('type', 'paste', 'delete', 'split', 'join', 'quote', 'bold', 'undo'),
    at: fc.nat(200),
    length: fc.nat(30),
    seed: fc.nat(50),
  })
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
      const writer = new Writer()
      for (const { kind, at, length, seed } of actions) {
        const places: number[] = []
        writer.document.descendants((node, position) => {
          if (node.isTextblock)
            for (let nth = 0; nth <= node.content.size; nth++) places.push(position + 1 + nth)
          return !node.isTextblock
        })
        const from = places[at % places.length]!
        const to = places[Math.min(places.length - 1, (at % places.length) + length)]!
        if (kind === 'type') writer.type(words(1, seed), from)
        else if (kind === 'paste') writer.paste(`${words(1 + length, seed)}\n\n${words(3, seed)}`, from)
        else if (kind === 'delete') writer.delete(from, to)
        else if (kind === 'split') writer.newParagraph(from)
        else if (kind === 'bold')
          writer.change('format', (transform) => transform.addMark(from, to, writingSchema.mark('strong')))
        else if (kind === 'quote') {
          const range = writer.document.resolve(from).blockRange()
          if (range)
            writer.change('format', (transform) =>
              transform.wrap(range, [{ type: writingSchema.nodes.blockquote! }]),
            )
        } else if (kind === 'join' && from === to) writer.delete(Math.max(1, from - 2), from)
        else if (kind === 'undo' && writer.entries.length > 0) writer.undo()
        if (kind === 'undo') break
      }
      const { document, tokens, lengths } = historyOf(writer.entries, [], countWords)
      expect(document.toJSON()).toEqual(writer.document.toJSON())
      const units = unitsOf(document.slice(0))
      expect([...tokens.units]).toEqual([...units])
      const characters = [...units].filter((unit) => !isSpace(unit)).length
      expect(lengths.at(-1) ?? 0).toBe(characters)
      expect([...tokens.kinds].filter((kind, at) => kind === 0 && !isSpace(units[at]!))).toEqual([])
    }),
    { numRuns: 300 },
  )
})
