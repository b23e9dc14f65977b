import { getResolvedPDFJS } from 'unpdf'
import { type HiddenKind, hiddenKind } from '../hidden-text.ts'
import { accented, type DrawnCharacter, isAccent, isOver } from './accents.ts'
import type { DrawnItem } from './items.ts'
import { letterSpaces } from './letter-spacing.ts'
import { type Matrix, multiply, toMatrix, unmoved } from './page.ts'

/** A piece of text with how it is painted. */
export interface PaintedItem extends DrawnItem {
  hidden: Exclude<HiddenKind, 'vanish'> | 'no-ink' | null
}

/** A rectangle of the page, in its own units. */
export interface Box {
  left: number
  bottom: number
  right: number
  top: number
}

export interface Painted {
  items: PaintedItem[]
  /** Where pictures lie. */
  pictures: Picture[]
}

/** Where a picture lies, and how many of the page's pieces of text were painted before it. */
export interface Picture extends Box {
  after: number
}

export interface Operators {
  fnArray: number[]
  argsArray: unknown[]
}

/** Scale of a font's glyph widths to its size; fonts drawn by the file itself have a scale of their own. */
export type WidthScale = (fontName: string) => number

interface State {
  place: Matrix
  white: boolean
  /** Opacity, 0…1. */
  alpha: number
  text: Matrix
  x: number
  y: number
  lineX: number
  lineY: number
  size: number
  widthScale: number
  characterSpace: number
  wordSpace: number
  stretch: number
  leading: number
  rise: number
  mode: number
}

interface Area extends Box {
  white: boolean
}

/** Gap, in font sizes, that separates two pieces of text. */
const pieceGap = 0.15
/** Space between letters, in font sizes, from which on it could be taken for one between words. */
const minSpacing = 0.1
/** Below this opacity text is invisible. */
const faintest = 0.05

/**
 * Interprets a page's drawing operators and reports position and visibility of each piece of text, and the position of pictures. Pictures
 * are never decoded, so the reader omits the operator that paints one: what remains is a transformation with nothing painted after it.
 */
export async function readPaintedText(operators: Operators, widthScale: WidthScale): Promise<Painted> {
  const OPS = await operatorCodes()
  const items: PaintedItem[] = []
  const pictures: Picture[] = []
  const closing = [OPS.restore, OPS.paintFormXObjectEnd, OPS.endMarkedContent]
  const idle = [OPS.dependency, OPS.setGState, OPS.beginMarkedContent, OPS.beginMarkedContentProps]
  let place: Box | null = null
  const areas: Area[] = []
  const saved: State[] = []
  let state: State = { ...start }
  const pen: Pen = { items, last: null, lastIsOpen: false, accent: null, letterSpaces: letterSpaces(operators, OPS) }

  const save = () => saved.push({ ...state })
  const restore = () => {
    state = saved.pop() ?? state
  }
  const moveText = (x: number, y: number) => {
    state.lineX += x
    state.lineY += y
    state.x = state.lineX
    state.y = state.lineY
  }
  const number = (value: unknown) => (typeof value === 'number' ? value : 0)

  operators.fnArray.forEach((operator, nth) => {
    const found = operators.argsArray[nth]
    const args: unknown[] = Array.isArray(found) ? found : []
    if (place !== null && !idle.includes(operator)) {
      if (closing.includes(operator)) pictures.push({ ...place, after: items.length })
      place = null
    }
    switch (operator) {
      case OPS.save:
      case OPS.beginGroup:
        save()
        break
      case OPS.restore:
      case OPS.endGroup:
      case OPS.paintFormXObjectEnd:
        restore()
        break
      case OPS.paintFormXObjectBegin:
        save()
        if (args[0]) state.place = multiply(state.place, toMatrix(args[0]))
        break
      case OPS.beginAnnotation:
        // Answers in form fields and text typed onto a page are drawn in places of their own, whatever was drawn before.
        save()
        state = { ...start, place: multiply(toMatrix(args[2]), toMatrix(args[3])) }
        break
      case OPS.endAnnotation:
        restore()
        break
      case OPS.transform:
        state.place = multiply(state.place, toMatrix(args))
        place = boxOf(state.place, [0, 0, 1, 1])
        break
      case OPS.setFillRGBColor:
        state.white = typeof args[0] === 'string' && /^#(?:f[4-9a-f]){3}$/i.test(args[0])
        break
      case OPS.setFillColorN:
      case OPS.shadingFill:
        state.white = false
        break
      case OPS.setGState:
        for (const pair of Array.isArray(args[0]) ? args[0] : []) {
          if (Array.isArray(pair) && pair[0] === 'ca') state.alpha = number(pair[1])
        }
        break
      case OPS.constructPath:
        if (isFill(args[0], OPS)) addArea(areas, args[2], state)
        break
      case OPS.beginText:
        Object.assign(state, { text: unmoved, x: 0, y: 0, lineX: 0, lineY: 0 })
        break
      case OPS.setTextMatrix:
        Object.assign(state, { text: toMatrix(args.length === 1 ? args[0] : args), x: 0, y: 0, lineX: 0, lineY: 0 })
        break
      case OPS.setFont:
        state.size = number(args[1])
        state.widthScale = widthScale(String(args[0]))
        break
      case OPS.setCharSpacing:
        state.characterSpace = number(args[0])
        break
      case OPS.setWordSpacing:
        state.wordSpace = number(args[0])
        break
      case OPS.setHScale:
        state.stretch = number(args[0]) / 100
        break
      case OPS.setLeading:
        state.leading = number(args[0])
        break
      case OPS.setTextRise:
        state.rise = number(args[0])
        break
      case OPS.setTextRenderingMode:
        state.mode = number(args[0])
        break
      case OPS.moveText:
        moveText(number(args[0]), number(args[1]))
        break
      case OPS.setLeadingMoveText:
        state.leading = -number(args[1])
        moveText(number(args[0]), number(args[1]))
        break
      case OPS.nextLine:
        moveText(0, -state.leading)
        break
      case OPS.showText:
        showText(state, Array.isArray(args[0]) ? args[0] : [], areas, pen)
        break
    }
  })
  return { items, pictures }
}

const start: State = {
  place: unmoved,
  white: false,
  alpha: 1,
  text: unmoved,
  x: 0,
  y: 0,
  lineX: 0,
  lineY: 0,
  size: 0,
  widthScale: 0.001,
  characterSpace: 0,
  wordSpace: 0,
  stretch: 1,
  leading: 0,
  rise: 0,
  mode: 0,
}

/** Operator codes by name. */
async function operatorCodes(): Promise<Record<string, number>> {
  const library: unknown = await getResolvedPDFJS()
  const codes: unknown = typeof library === 'object' && library !== null ? Reflect.get(library, 'OPS') : null
  if (typeof codes !== 'object' || codes === null) throw new TypeError('The PDF reader exports no operators.')
  return Object.fromEntries(Object.entries(codes).filter((pair): pair is [string, number] => typeof pair[1] === 'number'))
}

function isFill(operator: unknown, OPS: Record<string, number>): boolean {
  return ['fill', 'eoFill', 'fillStroke', 'eoFillStroke', 'closeFillStroke', 'closeEOFillStroke'].some(
    (name) => Reflect.get(OPS, name) === operator,
  )
}

function addArea(areas: Area[], bounds: unknown, state: State): void {
  if (typeof bounds !== 'object' || bounds === null || state.alpha < faintest) return
  const [left, bottom, right, top] = toMatrix(bounds)
  areas.push({ ...boxOf(state.place, [left, bottom, right, top]), white: state.white })
}

/** The bounding box of a rectangle that was moved, scaled or rotated. */
function boxOf(place: Matrix, [left, bottom, right, top]: [number, number, number, number]): Box {
  const corners = [
    [left, bottom],
    [right, bottom],
    [left, top],
    [right, top],
  ].map(([x = 0, y = 0]) => multiply(place, [1, 0, 0, 1, x, y]))
  const xs = corners.map((corner) => corner[4])
  const ys = corners.map((corner) => corner[5])
  return { left: Math.min(...xs), right: Math.max(...xs), bottom: Math.min(...ys), top: Math.max(...ys) }
}

/** What was drawn last, for accents: some programs draw them before their letter, others after it. */
interface Pen {
  items: PaintedItem[]
  last: DrawnCharacter | null
  /** Whether the last character is in the piece that is being read, and not in the last one of `items`. */
  lastIsOpen: boolean
  /** An accent that no letter was found for yet, drawn as the last of `items`. */
  accent: DrawnCharacter | null
  letterSpaces: ReadonlySet<number>
}

/** Turns one run of glyphs into pieces of text and advances the pen. */
function showText(state: State, glyphs: unknown[], areas: Area[], pen: Pen): void {
  const { items } = pen
  const around = multiply(state.place, state.text)
  const size = Math.abs(state.size) * Math.hypot(around[2], around[3])
  const isWide = state.characterSpace > Math.abs(state.size) * minSpacing
  const spacing = isWide && pen.letterSpaces.has(state.characterSpace) ? state.characterSpace : 0
  let text = ''
  let from = state.x
  let to = state.x
  let expected = state.x
  const close = () => {
    if (text !== '')
      items.push({
        ...pieceOf(state, text.trimEnd(), from, to, areas),
        spacing: spacing * state.stretch * Math.hypot(around[0], around[1]),
      })
    text = ''
    pen.lastIsOpen = false
  }
  const drawnAt = (character: string, left: number, right: number): DrawnCharacter => ({
    character,
    from: pointAt(around, left, state.y + state.rise),
    to: pointAt(around, right, state.y + state.rise),
    size,
  })
  for (const glyph of glyphs) {
    if (typeof glyph === 'number') {
      state.x -= (glyph / 1000) * state.size * state.stretch
      continue
    }
    if (typeof glyph !== 'object' || glyph === null) continue
    const width: unknown = Reflect.get(glyph, 'width')
    const unicode: unknown = Reflect.get(glyph, 'unicode')
    const space = Reflect.get(glyph, 'isSpace') === true ? state.wordSpace : 0
    const advance = (typeof width === 'number' ? width : 0) * state.widthScale * state.size
    const left = state.x
    const right = left + advance * state.stretch
    state.x += (advance + state.characterSpace + space) * state.stretch
    if (text !== '' && Math.abs(left - expected) > Math.abs(state.size) * pieceGap) close()
    let character = typeof unicode === 'string' ? unicode : ''
    const blank = character.trim() === ''
    if (isAccent(character)) {
      const accent = drawnAt(character, left, right)
      if (putOverLast(accent)) continue
      close()
      items.push(pieceOf(state, character, left, right, areas))
      Object.assign(pen, { last: null, accent })
      expected = right
      continue
    }
    if (!blank) {
      const drawn = drawnAt(character, left, right)
      const composed = pen.accent !== null && isOver(pen.accent, drawn) ? accented(character, pen.accent.character) : null
      if (composed !== null) {
        items.pop()
        character = composed
        drawn.character = composed
      }
      Object.assign(pen, { last: drawn, lastIsOpen: true, accent: null })
    }
    if (text === '' && !blank) from = left
    if (text !== '' || !blank) text += character
    // Letters set apart are still one word.
    expected = right + spacing * state.stretch
    // Some programs draw a space and move back, so only visible glyphs mark the end of a piece.
    if (!blank) to = right
  }
  close()

  /** Puts an accent onto the letter drawn last, if it was drawn over that. */
  function putOverLast(accent: DrawnCharacter): boolean {
    const { last } = pen
    const composed = last !== null && isOver(accent, last) ? accented(last.character, accent.character) : null
    if (last === null || composed === null) return false
    const item = items.at(-1)
    if (pen.lastIsOpen) text = withLast(text, last.character, composed)
    else if (item) item.str = withLast(item.str, last.character, composed)
    last.character = composed
    return true
  }
}

/** The text with another last letter. */
function withLast(text: string, letter: string, instead: string): string {
  const at = text.lastIndexOf(letter)
  return at < 0 ? text : text.slice(0, at) + instead + text.slice(at + letter.length)
}

function pointAt([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] {
  return [a * x + c * y + e, b * x + d * y + f]
}

function pieceOf(state: State, str: string, from: number, to: number, areas: Area[]): PaintedItem {
  const around = multiply(state.place, state.text)
  const transform = multiply(around, [state.size * state.stretch, 0, 0, state.size, from, state.y + state.rise])
  const points = Math.hypot(transform[2], transform[3])
  const [, , , , x, y] = transform
  const ground = areas.findLast((area) => x >= area.left - 1 && x <= area.right + 1 && y >= area.bottom - 1 && y <= area.top + 1)
  const unpainted = state.mode === 3 || state.mode === 7 || state.alpha < faintest
  const white = state.white && (state.mode === 0 || state.mode === 4)
  const kind = hiddenKind({ points, white }, ground !== undefined && !ground.white)
  return {
    str,
    transform: [...transform],
    width: (to - from) * Math.hypot(around[0], around[1]),
    hidden: unpainted ? 'no-ink' : kind === 'vanish' ? null : kind,
  }
}
