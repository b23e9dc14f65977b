import type { Readable } from 'node:stream'
import { ExtractionError, type ExtractionLimits } from '../extraction/extraction.ts'
import {
  type HiddenKind,
  HiddenText,
  hiddenKind,
  isColour,
  isOff,
  isShading,
  type RunFormatting,
  readFormatting,
} from '../extraction/hidden-text.ts'

import { cleanParagraph } from '../extraction/paragraph.ts'
import { EditingSessions, type SessionMark, sessionId } from './editing-sessions.ts'
import { Equations } from './equations.ts'
import { FieldCodes } from './fields.ts'
import { type ListPosition, levelOf, type Numbering } from './numbering.ts'
import { ReviewMarks } from './review.ts'
import type { Styles } from './styles.ts'
import { symbolOf } from './symbols.ts'
import { readXml } from './xml.ts'

export interface Body {
  paragraphs: string[]
  hidden: HiddenText
  footnotes: number
  contents: number
  pictures: number
  sessions: EditingSessions
  trackedChanges: ReviewMarks
  /** Form fields that nobody filled in: what they show is the program's text. */
  placeholders: number
  /** Documents that are embedded as parts of their own. */
  chunks: Chunk[]
  /** Numbers of the paragraphs at which pictures and shapes float that text can lie on. */
  floating: number[]
}

/** An embedded document, before the paragraph `at` of the body. */
export interface Chunk {
  at: number
  relation: string
}

/** A table cell being read. */
interface OpenCell {
  /** Null where only the table's style shades it. */
  isShaded: boolean | null
  table: { isShaded: boolean } | undefined
}

/** Smaller pictures than this, in EMU, are icons. */
const minFloating = { width: 1_000_000, height: 350_000 }

/** A paragraph being read. Text boxes nest paragraphs inside paragraphs. */
interface OpenParagraph {
  number: number
  text: string
  style: string | null
  formatting: RunFormatting
  /** Paragraphs of text boxes that are anchored here; they follow it. */
  inner: string[]
  /** Session of runs that name none. */
  session: string | null
  sessions: SessionMark[]
  list: string | null
  level: number | null
  /** A large first letter in a frame: it belongs to the paragraph that follows. */
  isInitial: boolean
  /** Where the last equation ends; null before the first. */
  equationEnd: number | null
  /** What a reader does not see of it, by the way it is hidden. */
  hidden: Map<HiddenKind, string>
}

/** Deleted, moved away, an alternative rendering, or a ruby annotation. */
const skipped = new Set([
  'del',
  'moveFrom',
  'Fallback',
  'rt',
  'instrText',
  'delText',
  'rPrChange',
  'pPrChange',
  'tcPrChange',
  'tblPrChange',
])
/**
 * Characters of fonts that hold signs in place of letters. Where a run names no font, its style most often
 * names this one.
 */
const privateCharacter = /[\uf020-\uf0ff]/g
const symbolFont = 'Symbol'
const tracked = new Set(['ins', 'del', 'moveFrom', 'moveTo'])

/**
 * Reads `document.xml` in document order. Notes, headers and footers are in separate parts. White text of the
 * paragraphs for which `mayLieOnPicture` holds is not hidden.
 */
export async function readBody(
  stream: Readable,
  styles: Styles,
  numbering: Numbering,
  limits: ExtractionLimits,
  mayLieOnPicture: (paragraph: number) => boolean = () => false,
): Promise<Body> {
  const body: Body = {
    paragraphs: [],
    hidden: new HiddenText(),
    footnotes: 0,
    contents: 0,
    pictures: 0,
    sessions: new EditingSessions(),
    trackedChanges: new ReviewMarks(),
    placeholders: 0,
    chunks: [],
    floating: [],
  }
  const open: OpenParagraph[] = []
  let run: RunFormatting = {}
  let runStyle: string | null = null
  let runFont = symbolFont
  let runSession: string | null = null
  let skipping = 0
  let inText = false
  let properties: 'run' | 'paragraph' | 'mark' | 'cell' | 'table' | null = null
  let boxes = 0
  let paintedPage = false
  const tables: { isShaded: boolean }[] = []
  const cells: OpenCell[] = []
  let paragraphs = 0
  let floatsOver = false
  let characters = 0
  const fields = new FieldCodes()
  const equations = new Equations()
  /** Large first letters whose paragraph follows. */
  const initials: OpenParagraph[] = []
  /** For each open form field, whether it shows its placeholder. */
  const controls: boolean[] = []

  const add = (text: string) => {
    const paragraph = open.at(-1)
    if (!paragraph || fields.areOpen) return
    const formatting = {
      ...styles.defaults,
      ...styles.formatting(paragraph.style),
      ...paragraph.formatting,
      ...styles.formatting(runStyle),
      ...run,
    }
    const isOnShade = cells.some(({ isShaded, table }) => isShaded ?? table?.isShaded)
    const kind = hiddenKind(
      formatting,
      paintedPage || boxes > 0 || isOnShade || mayLieOnPicture(paragraph.number),
    )
    if (kind) {
      if (!styles.isFormMark(paragraph.style))
        paragraph.hidden.set(kind, (paragraph.hidden.get(kind) ?? '') + text)
      return
    }
    characters += text.length
    if (characters > limits.characters) throw new ExtractionError('content_too_large')
    if (equations.areOpen) equations.add(text)
    else append(paragraph, text)
  }

  const append = (paragraph: OpenParagraph, text: string) => {
    const session = runSession ?? paragraph.session
    if (paragraph.sessions.at(-1)?.id !== session)
      paragraph.sessions.push({ from: paragraph.text.length, id: session })
    paragraph.text += text
  }

  const finishEquation = (text: string) => {
    const paragraph = open.at(-1)
    if (!paragraph || text === '') return
    // Equations that stand side by side are set apart.
    append(paragraph, paragraph.equationEnd === paragraph.text.length ? ` ${text}` : text)
    paragraph.equationEnd = paragraph.text.length
  }

  const finish = () => {
    const paragraph = open.pop()
    if (!paragraph) return
    for (const [kind, text] of paragraph.hidden) body.hidden.add(kind, text)
    if (open.length === 0) fields.endParagraph()
    if (paragraph.isInitial && paragraph.inner.length === 0) {
      initials.push(paragraph)
      return
    }
    const initial = paragraph.text === '' ? undefined : initials.pop()
    if (initial) {
      const { text, sessions } = initial
      paragraph.sessions = [
        ...sessions,
        ...paragraph.sessions.map(({ from, id }) => ({ from: from + text.length, id })),
      ]
      paragraph.text = text + paragraph.text
    }
    const contents = styles.isContents(paragraph.style) && paragraph.text.trim() !== ''
    if (contents) body.contents++
    else body.sessions.add(paragraph.text, paragraph.sessions)
    const own = (contents ? [] : paragraph.text.split(/\n\s*\n/).map(cleanParagraph)).filter(
      (text) => text !== '',
    )
    const position = own.length === 0 ? null : positionOf(paragraph, styles)
    const number = position === null ? '' : cleanParagraph(numbering.next(position))
    if (number !== '') own[0] = `${number} ${own[0]}`
    const found = [...own, ...paragraph.inner]
    const outer = open.at(-1)
    for (const text of found) (outer ? outer.inner : body.paragraphs).push(text)
  }

  await readXml(stream, {
    open: (name, attribute) => {
      if (tracked.has(name) && properties === null) body.trackedChanges.add(attribute('author'))
      if (skipping > 0 || skipped.has(name)) {
        skipping++
        return
      }
      if (properties) {
        const paragraph = open.at(-1)
        if (name === 'rPr' && properties === 'paragraph') properties = 'mark'
        else if (name === 'rStyle' && properties === 'run') runStyle = attribute('val')
        else if (name === 'rFonts' && properties === 'run') runFont = attribute('ascii') ?? runFont
        else if (name === 'pStyle' && paragraph) paragraph.style = attribute('val')
        else if (name === 'framePr' && properties === 'paragraph' && paragraph)
          paragraph.isInitial = isDropped(attribute('dropCap'))
        else if (name === 'numId' && properties === 'paragraph' && paragraph)
          paragraph.list = attribute('val')
        else if (name === 'ilvl' && properties === 'paragraph' && paragraph)
          paragraph.level = levelOf(attribute('val'))
        else if (properties === 'cell' || properties === 'table') {
          const [cell, table] = [cells.at(-1), tables.at(-1)]
          if (name === 'shd' && properties === 'cell' && cell) cell.isShaded = isShading(attribute)
          else if (name === 'shd' && properties === 'table' && table) table.isShaded ||= isShading(attribute)
          else if (name === 'tblStyle' && table) table.isShaded ||= styles.shadesTable(attribute('val'))
        } else if (properties === 'run') readFormatting(run, name, attribute)
        else if (properties === 'paragraph' && name === 'shd' && paragraph)
          paragraph.formatting.paragraphShaded = isShading(attribute)
        return
      }
      equations.open(name, attribute)
      switch (name) {
        case 'p':
          open.push({
            number: paragraphs++,
            text: '',
            style: null,
            formatting: {},
            inner: [],
            session: sessionId(attribute('rsidRDefault')),
            sessions: [],
            list: null,
            level: null,
            isInitial: false,
            equationEnd: null,
            hidden: new Map(),
          })
          break
        case 'r':
          run = {}
          runStyle = null
          runFont = symbolFont
          runSession = sessionId(attribute('rsidR'))
          break
        case 'pPr':
          properties = 'paragraph'
          break
        case 'rPr':
          properties = 'run'
          break
        case 'tbl':
          tables.push({ isShaded: false })
          break
        case 'tblPr':
          properties = 'table'
          break
        case 'tc':
          cells.push({ isShaded: null, table: tables.at(-1) })
          break
        case 'tcPr':
          properties = 'cell'
          break
        case 'txbxContent':
          boxes++
          break
        case 'background':
          paintedPage = isColour(attribute('color'))
          break
        case 't':
          inText = true
          break
        case 'tab':
        case 'ptab':
          add(' ')
          break
        case 'br':
        case 'cr':
          add('\n')
          break
        case 'sym':
          add(symbolOf(attribute('font') ?? '', Number.parseInt(attribute('char') ?? '', 16) || 0x20))
          break
        case 'fldChar':
          fields.mark(attribute('fldCharType'))
          break
        case 'sdt':
          controls.push(false)
          break
        case 'showingPlcHdr':
          controls[controls.length - 1] = !isOff(attribute('val'))
          break
        case 'sdtContent':
          if (controls.at(-1) !== true) break
          body.placeholders++
          skipping++
          break
        case 'altChunk':
          body.chunks.push({ at: body.paragraphs.length, relation: attribute('id') ?? '' })
          break
        case 'noBreakHyphen':
          add('-')
          break
        case 'footnoteReference':
        case 'endnoteReference':
          body.footnotes++
          break
        case 'drawing':
        case 'pict':
          body.pictures++
          break
        case 'anchor':
          floatsOver = ['1', 'true'].includes(attribute('behindDoc') ?? '')
          break
        case 'extent':
          if (Number(attribute('cx')) < minFloating.width || Number(attribute('cy')) < minFloating.height)
            floatsOver = false
          else if (floatsOver) body.floating.push(paragraphs - 1)
          break
        case 'rect':
        case 'shape':
          if (attribute('style')?.includes('position:absolute')) body.floating.push(paragraphs - 1)
          break
      }
    },
    close: (name) => {
      if (skipping > 0) {
        skipping--
        return
      }
      const equation = properties ? null : equations.close(name)
      if (equation !== null) finishEquation(equation)
      else if (name === 't') inText = false
      else if (name === 'p' && !properties) finish()
      else if (name === 'pPr' || name === 'tcPr' || name === 'tblPr') properties = null
      else if (name === 'tbl') tables.pop()
      else if (name === 'rPr') properties = properties === 'mark' ? 'paragraph' : null
      else if (name === 'tc') cells.pop()
      else if (name === 'sdt') controls.pop()
      else if (name === 'txbxContent') boxes--
    },
    text: (text) => {
      if (inText && skipping === 0)
        add(text.replace(privateCharacter, (character) => symbolOf(runFont, character.charCodeAt(0))))
    },
  })
  body.paragraphs.push(...initials.map(({ text }) => cleanParagraph(text)).filter((text) => text !== ''))
  return body
}

function positionOf({ list, level, style }: OpenParagraph, styles: Styles): ListPosition | null {
  const usual = styles.listPosition(style)
  const number = list ?? usual?.list ?? null
  return number === null || number === '0'
    ? null
    : { list: number, level: level ?? (list === null ? usual?.level : 0) ?? 0 }
}

function isDropped(value: string | null): boolean {
  return value === 'drop' || value === 'margin'
}
