import { type HiddenKind, hiddenKind } from '../extraction/hidden-text.ts'
import { accented, type DrawnCharacter, isAccent, isOver } from './accents.ts'
import { Background, intersect, isLine, isRectangle } from './background.ts'
import type { BitmapEncoding } from './bitmap-fonts.ts'
import type { DrawnItem } from './items.ts'
import { letterSpaces } from './letter-spacing.ts'
import { type Operators, operatorCodes } from './reader/operators.ts'
import { type Box, type Matrix, multiply, toMatrix, unmoved } from './reader/page.ts'

/** A piece of text with how it is painted. */
export interface PaintedItem extends DrawnItem {
  hidden: Exclude<HiddenKind, 'vanish'> | 'no-ink' | null
  /** Whether the file holds the font's shapes, so that every code draws something. */
  isOwnFont: boolean
}

export interface Painted {
  items: PaintedItem[]
  /** Where pictures lie. */
  pictures: Picture[]
  /** Where lines and shapes lie. */
  shapes: Box[]
}

/** Where a picture lies, and how many of the page's pieces of text were painted before it. */
export interface Picture extends Box {
  after: number
}

/** Scales of a font to its size. A font that the file itself draws may have any. */
export interface FontScale {
  /** Of the widths of glyphs. */
  width: number
  /** Of the height of letters: below one if they are drawn smaller than the size says. */
  height: number
  /** What its codes stand for where the font does not say so. */
  encoding: BitmapEncoding | null
  /** Whether the file holds the shapes of its letters. */
  isOwn: boolean
}

interface State {
  place: Matrix
  /** What can be seen of what is painted; null for all. */
  clip: Box | null
  white: boolean
  strokesWhite: boolean
  lineWidth: number
  /** Opacity, 0…1. */
  alpha: number
  text: Matrix
  x: number
  y: number
  lineX: number
  lineY: number
  size: number
  scale: FontScale
  characterSpace: number
  wordSpace: number
  stretch: number
  leading: number
  rise: number
  mode: number
}

/** Gap, in font sizes, that separates two pieces of text. */
const pieceGap = 0.15
/** Space between letters, in font sizes, from which on it could be taken for one between words. */
const minSpacing = 0.1
/** How far above the baseline the middle of small letters is, in font sizes. */
const middleOfLetters = 0.25
/** Below this opacity text is invisible. */
const faintest = 0.05

/**
 * Interprets a page's drawing operators and reports position and visibility of each piece of text, and the
 * position of pictures. Pictures are never decoded, so the reader omits the operator that paints one: what
 * remains is a transformation with nothing painted after it.
 */
export async function readPaintedText(
  operators: Operators,
  scaleOf: (fontName: string) => FontScale,
): Promise<Painted> {
  const OPS = await operatorCodes()
  const items: PaintedItem[] = []
  const pictures: Picture[] = []
  const shapes: Box[] = []
  const closing = [OPS.restore, OPS.paintFormXObjectEnd, OPS.endMarkedContent]
  const idle = [OPS.dependency, OPS.setGState, OPS.beginMarkedContent, OPS.beginMarkedContentProps]
  let place: Box | null = null
  const ground = new Background()
  let clips = false
  const saved: State[] = []
  let state: State = { ...start }
  const pen: Pen = {
    items,
    last: null,
    lastIsOpen: false,
    accent: null,
    letterSpaces: letterSpaces(operators, OPS),
    space: null,
  }

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
      if (closing.includes(operator)) {
        pictures.push({ ...place, after: items.length })
        ground.paint(place, false, state.clip)
      }
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
        if (args[1]) clipTo(state, args[1])
        break
      case OPS.beginAnnotation:
        // Answers in form fields and text typed onto a page are drawn in places of their own, whatever was
        // drawn before.
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
        state.white = isWhite(args[0])
        break
      case OPS.setFillColorN:
        state.white = false
        break
      case OPS.setStrokeRGBColor:
        state.strokesWhite = isWhite(args[0])
        break
      case OPS.setStrokeColorN:
        state.strokesWhite = false
        break
      case OPS.setLineWidth:
        state.lineWidth = number(args[0])
        break
      case OPS.shadingFill:
        ground.paint(everywhere, false, state.clip)
        break
      case OPS.paintImageXObject:
      case OPS.paintInlineImageXObject:
      case OPS.paintImageMaskXObject:
      case OPS.paintSolidColorImageMask:
        ground.paint(boxOf(state.place, [0, 0, 1, 1]), false, state.clip)
        break
      case OPS.clip:
      case OPS.eoClip:
        clips = true
        break
      case OPS.setGState:
        for (const pair of Array.isArray(args[0]) ? args[0] : []) {
          if (Array.isArray(pair) && pair[0] === 'ca') state.alpha = number(pair[1])
        }
        break
      case OPS.constructPath:
        paintPath(ground, shapes, args, state, OPS)
        if (clips) clipTo(state, args[2])
        clips = false
        break
      case OPS.beginText:
        Object.assign(state, { text: unmoved, x: 0, y: 0, lineX: 0, lineY: 0 })
        break
      case OPS.setTextMatrix:
        Object.assign(state, {
          text: toMatrix(args.length === 1 ? args[0] : args),
          x: 0,
          y: 0,
          lineX: 0,
          lineY: 0,
        })
        break
      case OPS.setFont:
        state.size = number(args[1])
        state.scale = scaleOf(String(args[0]))
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
        showText(state, Array.isArray(args[0]) ? args[0] : [], ground, pen)
        break
    }
  })
  return { items, pictures, shapes }
}

const start: State = {
  place: unmoved,
  clip: null,
  white: false,
  strokesWhite: false,
  lineWidth: 1,
  alpha: 1,
  text: unmoved,
  x: 0,
  y: 0,
  lineX: 0,
  lineY: 0,
  size: 0,
  scale: { width: 0.001, height: 1, encoding: null, isOwn: false },
  characterSpace: 0,
  wordSpace: 0,
  stretch: 1,
  leading: 0,
  rise: 0,
  mode: 0,
}

const everywhere: Box = { left: -1e6, bottom: -1e6, right: 1e6, top: 1e6 }

function isWhite(colour: unknown): boolean {
  return typeof colour === 'string' && /^#(?:f[4-9a-f]){3}$/i.test(colour)
}

const fills = ['fill', 'eoFill', 'fillStroke', 'eoFillStroke', 'closeFillStroke', 'closeEOFillStroke']
const strokes = [
  'stroke',
  'closeStroke',
  'fillStroke',
  'eoFillStroke',
  'closeFillStroke',
  'closeEOFillStroke',
]

/** Bounds of a path in its own units; null for an empty one. */
function boundsOf(bounds: unknown): [number, number, number, number] | null {
  if (typeof bounds !== 'object' || bounds === null) return null
  const [left, bottom, right, top] = toMatrix(bounds)
  return [left, bottom, right, top]
}

/**
 * Adds what a path paints to the shapes and the ground. Of a white one only a rectangle counts: around the
 * curves of a drawing, its bounding box leaves what lies below in sight.
 */
function paintPath(
  ground: Background,
  shapes: Box[],
  [operator, data, bounds]: unknown[],
  state: State,
  OPS: Record<string, number>,
): void {
  const box = boundsOf(bounds)
  if (box === null || state.alpha < faintest) return
  const isOneOf = (names: string[]) => names.some((name) => Reflect.get(OPS, name) === operator)
  if (isOneOf(fills) ? !state.white : isOneOf(strokes) && !state.strokesWhite)
    shapes.push(boxOf(state.place, box))
  if (isOneOf(fills) && (!state.white || isRectangle(data)))
    ground.paint(boxOf(state.place, box), state.white, state.clip)
  if (isOneOf(strokes) && isLine(data)) {
    const [left, bottom, right, top] = box
    const half = state.lineWidth / 2
    const isUpright = top - bottom > right - left
    const band: typeof box = isUpright
      ? [left - half, bottom, right + half, top]
      : [left, bottom - half, right, top + half]
    ground.paint(boxOf(state.place, band), state.strokesWhite, state.clip)
  }
}

function clipTo(state: State, bounds: unknown): void {
  const box = boundsOf(bounds)
  if (box === null) return
  const clip = boxOf(state.place, box)
  state.clip = state.clip === null ? clip : intersect(state.clip, clip)
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
  /** A space that nothing was drawn behind yet. */
  space: DrawnCharacter | null
}

/** The character of a glyph. Where its font does not say which it is, the reader gives its code. */
function characterOf(glyph: object, encoding: BitmapEncoding | null): string {
  const unicode: unknown = Reflect.get(glyph, 'unicode')
  if (typeof unicode !== 'string') return ''
  const code: unknown = Reflect.get(glyph, 'originalCharCode')
  return typeof code === 'number' && unicode === String.fromCharCode(code)
    ? (encoding?.get(code) ?? unicode)
    : unicode
}

/** Turns one run of glyphs into pieces of text and advances the pen. */
function showText(state: State, glyphs: unknown[], ground: Background, pen: Pen): void {
  const { items } = pen
  const around = multiply(state.place, state.text)
  const em = Math.abs(state.size) * state.scale.height
  const size = em * Math.hypot(around[2], around[3])
  const isWide = state.characterSpace > em * minSpacing
  const spacing = isWide && pen.letterSpaces.has(state.characterSpace) ? state.characterSpace : 0
  let text = ''
  let from = state.x
  let to = state.x
  let expected = state.x
  let followsSpace = false
  const close = () => {
    if (text !== '')
      items.push({
        ...pieceOf(state, text.trimEnd(), from, to, ground),
        spacing: spacing * state.stretch * Math.hypot(around[0], around[1]),
        followsSpace,
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
    const space = Reflect.get(glyph, 'isSpace') === true ? state.wordSpace : 0
    const advance = (typeof width === 'number' ? width : 0) * state.scale.width * state.size
    const left = state.x
    const right = left + advance * state.stretch
    state.x += (advance + state.characterSpace + space) * state.stretch
    if (text !== '' && Math.abs(left - expected) > em * pieceGap) close()
    let character = characterOf(glyph, state.scale.encoding)
    const blank = character.trim() === ''
    if (isAccent(character)) {
      const accent = drawnAt(character, left, right)
      if (putOverLast(accent)) continue
      close()
      items.push(pieceOf(state, character, left, right, ground))
      Object.assign(pen, { last: null, accent })
      expected = right
      continue
    }
    if (!blank) {
      const drawn = drawnAt(character, left, right)
      const composed =
        pen.accent !== null && isOver(pen.accent, drawn) ? accented(character, pen.accent.character) : null
      if (composed !== null) {
        items.pop()
        character = composed
        drawn.character = composed
      }
      Object.assign(pen, { last: drawn, lastIsOpen: true, accent: null })
    }
    if (text === '' && !blank) {
      from = left
      followsSpace = pen.space !== null && isBehind(pen.space, pointAt(around, left, state.y + state.rise))
    }
    if (!blank) pen.space = null
    else if (character !== '') pen.space = drawnAt(character, left, right)
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

/**
 * How much of a space must be left before what is drawn next, and how many spaces further on that may lie.
 * Some programs draw a space and move back.
 */
const partOfSpace = { least: 0.5, most: 2 }

function isBehind({ from, to, size }: DrawnCharacter, [x, y]: readonly [x: number, y: number]): boolean {
  const [alongX, alongY] = [to[0] - from[0], to[1] - from[1]]
  const width = Math.hypot(alongX, alongY)
  if (width === 0) return false
  const along = ((x - from[0]) * alongX + (y - from[1]) * alongY) / width ** 2
  const across = Math.abs((x - from[0]) * alongY - (y - from[1]) * alongX) / width
  return along >= partOfSpace.least && along <= partOfSpace.most && across < size * 0.1
}

/** The text with another last letter. */
function withLast(text: string, letter: string, instead: string): string {
  const at = text.lastIndexOf(letter)
  return at < 0 ? text : text.slice(0, at) + instead + text.slice(at + letter.length)
}

function pointAt([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] {
  return [a * x + c * y + e, b * x + d * y + f]
}

function pieceOf(state: State, str: string, from: number, to: number, ground: Background): PaintedItem {
  const around = multiply(state.place, state.text)
  const em = state.size * state.scale.height
  const transform = multiply(around, [em * state.stretch, 0, 0, em, from, state.y + state.rise])
  const points = Math.hypot(transform[2], transform[3])
  const unpainted = state.mode === 3 || state.mode === 7 || state.alpha < faintest
  const white = state.white && (state.mode === 0 || state.mode === 4)
  const [, , , , left, baseline] = transform
  const [, , , , middle, height] = multiply(around, [
    1,
    0,
    0,
    1,
    (from + to) / 2,
    state.y + state.rise + em * middleOfLetters,
  ])
  const kind = hiddenKind(
    { points, white },
    white && !(ground.isWhite(left, baseline) && ground.isWhite(middle, height)),
  )
  return {
    str,
    transform: [...transform],
    width: (to - from) * Math.hypot(around[0], around[1]),
    isOwnFont: state.scale.isOwn,
    hidden:
      unpainted && !ground.hasShapeOf(left, baseline, points) ? 'no-ink' : kind === 'vanish' ? null : kind,
  }
}
