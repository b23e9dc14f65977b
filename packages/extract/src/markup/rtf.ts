import iconv from 'iconv-lite'
import { ExtractionError, type ExtractionLimits, type Reading } from '../extraction/extraction.ts'
import { HiddenText, hiddenKind, type RunFormatting } from '../extraction/hidden-text.ts'
import { metadataFacts } from '../extraction/metadata.ts'
import { cleanParagraph } from '../extraction/paragraph.ts'
import { rtfTokens } from './rtf-tokens.ts'

/**
 * Groups whose text is not that of the page: tables of the file, running lines, notes, pictures, codes of
 * fields.
 */
const leftOut = new Set(
  'fonttbl colortbl stylesheet listtable listoverridetable revtbl rsidtbl info pict header headerl headerr headerf footer footerl footerr footerf footnote annotation atnid atnauthor fldinst object nonshppict shprslt sp xe tc txe rxe bkmkstart bkmkend'.split(
    ' ',
  ),
)
/** Groups that are marked as unknown to old programs although they hold text. */
const unmarked = new Set(['shpinst', 'shptxt', 'fldrslt', 'listtext'])
const written = new Map([
  ['tab', ' '],
  ['line', '\n'],
  ['lquote', '‘'],
  ['rquote', '’'],
  ['ldblquote', '“'],
  ['rdblquote', '”'],
  ['bullet', '•'],
  ['endash', '–'],
  ['emdash', '—'],
  ['enspace', ' '],
  ['emspace', ' '],
  ['~', '\u00a0'],
  ['_', '-'],
  ['-', '\u00ad'],
])
const endsParagraph = new Set(['par', 'sect', 'page', 'column', 'row', 'cell', 'nestcell', 'nestrow'])
const bullet = /^\s*[•·◦▪\ue000-\uf8ff\ufffd]\s*/

/** Code pages by the numbers that fonts state ([RTF] `fcharset`). */
const codePages = new Map([
  [0, 1252],
  [77, 10000],
  [128, 932],
  [129, 949],
  [134, 936],
  [136, 950],
  [161, 1253],
  [162, 1254],
  [163, 1258],
  [177, 1255],
  [178, 1256],
  [186, 1257],
  [204, 1251],
  [222, 874],
  [238, 1250],
])

interface Group {
  /** Inside a group that is left out; its name. */
  leftOut: string | null
  formatting: RunFormatting
  removed: boolean
  font: number
  /** Characters that old programs show instead of each `\u`. */
  replacements: number
}

/** Real files nest some dozen groups. */
const maxDepth = 5_000
const details = new Map([
  ['author', 'author'],
  ['operator', 'last-author'],
  ['title', 'title'],
])

/**
 * The text of an RTF file, which WordPad, old Macs and learning platforms name `.doc`: no running lines,
 * notes, or hidden text.
 */
export function readRtf(bytes: Buffer, limits: ExtractionLimits): Reading {
  const paragraphs: string[] = []
  const hidden = new HiddenText()
  const fonts = new Map<number, number>()
  const colours: boolean[] = []
  const found = new Map<string, string>()
  const groups: Group[] = []
  let group: Group = { leftOut: null, formatting: {}, removed: false, font: -1, replacements: 1 }
  let notes = 0
  let usualPage = 1252
  let waiting: number[] = []
  let paragraph = ''
  let characters = 0
  let toSkip = 0
  let isMarked = false
  let begins = false
  let fontBeingRead = 0
  let colour = { red: 0, green: 0, blue: 0, isSet: false }

  const pageOf = () =>
    group.leftOut === 'info' || !fonts.has(group.font) ? usualPage : (fonts.get(group.font) ?? usualPage)
  const put = (text: string) => {
    if (text === '') return
    const detail = details.get(group.leftOut ?? '')
    if (detail !== undefined) found.set(detail, ((found.get(detail) ?? '') + text).slice(0, 200))
    if (group.leftOut !== null || group.removed) return
    const kind = hiddenKind(group.formatting, false)
    if (kind) return hidden.add(kind, text)
    characters += text.length
    if (characters > limits.characters) throw new ExtractionError('content_too_large')
    paragraph += text
  }
  const flush = () => {
    if (waiting.length === 0) return
    const page = pageOf()
    const name = page === 10000 ? 'macintosh' : iconv.encodingExists(`cp${page}`) ? `cp${page}` : 'cp1252'
    const text = iconv.decode(Buffer.from(waiting), name)
    waiting = []
    put(text)
  }
  const close = () => {
    if (group.leftOut !== null) return
    for (const part of paragraph.split(/\n\s*\n/)) {
      const text = cleanParagraph(part.replace(bullet, ''))
      if (text !== '') paragraphs.push(text)
    }
    paragraph = ''
  }
  const control = (word: string, value: number | null) => {
    const isFirst = begins
    begins = false
    if (word === '*') {
      isMarked = true
      begins = isFirst
      return
    }
    if (isFirst) {
      if (word === 'footnote' && group.leftOut === null) notes++
      if (details.has(word) && group.leftOut === 'info') group.leftOut = word
      else if (group.leftOut === null && (leftOut.has(word) || (isMarked && !unmarked.has(word))))
        group.leftOut = word
    }
    isMarked = false
    const sign = written.get(word)
    if (endsParagraph.has(word)) close()
    else if (sign !== undefined) put(sign)
    else setProperty(word, value)
  }
  const setProperty = (word: string, value: number | null) => {
    const isOn = value !== 0
    if (group.leftOut === 'fonttbl') {
      if (word === 'f') fontBeingRead = value ?? 0
      else if (word === 'fcharset') fonts.set(fontBeingRead, codePages.get(value ?? 0) ?? usualPage)
    } else if (group.leftOut === 'colortbl' && (word === 'red' || word === 'green' || word === 'blue'))
      colour = { ...colour, [word]: value ?? 0, isSet: true }
    else if (word === 'ansicpg' && value !== null) usualPage = value
    else if (word === 'mac') usualPage = 10000
    else if (word === 'plain') Object.assign(group, { formatting: {}, removed: false })
    else if (word === 'uc') group.replacements = Math.min(10, Math.max(0, value ?? 1))
    else if (word === 'f') group.font = value ?? -1
    else if (word === 'v') group.formatting = { ...group.formatting, vanish: isOn }
    else if (word === 'deleted') group.removed = isOn
    else if (word === 'fs' && value !== null && value > 0)
      group.formatting = { ...group.formatting, points: value / 2 }
    else if (word === 'cf') group.formatting = { ...group.formatting, white: colours[value ?? 0] ?? false }
    else if (
      word === 'highlight' ||
      word === 'chcbpat' ||
      word === 'cb' ||
      word === 'cbpat' ||
      word === 'clcbpat'
    )
      group.formatting = { ...group.formatting, shaded: isOn }
  }

  for (const token of rtfTokens(bytes)) {
    if (token.kind !== 'byte') flush()
    switch (token.kind) {
      case 'open':
        if (groups.length >= maxDepth) throw new ExtractionError('content_too_large')
        groups.push(group)
        group = { ...group }
        begins = true
        isMarked = false
        toSkip = 0
        break
      case 'close':
        group = groups.pop() ?? group
        begins = false
        toSkip = 0
        break
      case 'control':
        if (toSkip > 0) toSkip--
        else control(token.word, token.value)
        break
      case 'unicode':
        begins = false
        put(String.fromCharCode(token.code))
        toSkip = group.replacements
        break
      case 'byte':
        begins = false
        if (toSkip > 0) toSkip--
        else if (group.leftOut === 'colortbl') {
          if (token.byte !== 0x3b) break
          colours.push(colour.isSet && [colour.red, colour.green, colour.blue].every((part) => part >= 0xf4))
          colour = { red: 0, green: 0, blue: 0, isSet: false }
        } else if (group.leftOut === null || details.has(group.leftOut)) waiting.push(token.byte)
        break
    }
  }
  flush()
  close()
  return {
    paragraphs,
    pageCount: null,
    facts: [
      ...metadataFacts(Object.fromEntries(found)),
      ...hidden.facts(),
      { kind: 'left-out', name: 'notes', value: null, count: notes },
    ],
  }
}
