import { getResolvedPDFJS } from 'unpdf'
import type { Operators } from '../pdf/reader/operators.ts'
import { type Matrix, multiply, toMatrix } from '../pdf/reader/page.ts'

/** One byte per pixel, rows from top to bottom; 0 is black. */
export interface GreyImage {
  width: number
  height: number
  pixels: Uint8Array
}

/** A picture of a page, to be drawn where the matrix maps the unit square. */
interface PlacedPicture {
  picture: GreyImage
  /** Opacity of each pixel; null if all are opaque. */
  alpha: Uint8Array | null
  transform: Matrix
}

/** A decoded picture as the PDF reader hands it over. */
interface Decoded {
  width: number
  height: number
  kind?: number
  data?: Uint8Array | Uint8ClampedArray | string
}

export interface PageToDraw {
  operators: Operators
  /** The upright page in points. */
  viewport: { width: number; height: number; transform: number[] }
  /** The decoded picture of this name; null if it could not be decoded. */
  pictureNamed(name: string): Promise<unknown>
}

const pointsPerInch = 72
/** Recognition gains nothing from more, and loses below. */
const dotsPerInch = { least: 150, most: 300 }
/** An A4 page at the least density has as many. */
const leastPixelsAcross = 1_240
/** An A3 page at 300 dots per inch has 17 million. */
const maxPixels = 20_000_000
/** More pictures than these are a drawing. */
const maxPictures = 300

export interface DrawnPage {
  image: GreyImage
  /** Pixels of the picture to one pixel of the image, along a side; below 1 the picture was enlarged. */
  detail: number
}

/**
 * Draws the pictures of a page onto white paper, as a scanner may store a page in strips or layers. Null for
 * a page without any.
 */
export async function drawPictures({
  operators,
  viewport,
  pictureNamed,
}: PageToDraw): Promise<DrawnPage | null> {
  const placed = await picturesOf(operators, toMatrix(viewport.transform), pictureNamed)
  if (placed.length === 0) return null
  const density = Math.max(
    ...placed.map(
      ({ picture, transform }) => picture.width / Math.max(1, Math.hypot(transform[0], transform[1])),
    ),
  )
  // Some programs give each pixel a point, and so make a page of a metre: its letters are large enough as
  // they are.
  const least = Math.min(
    dotsPerInch.least / pointsPerInch,
    leastPixelsAcross / Math.max(1, Math.min(viewport.width, viewport.height)),
  )
  const wanted = Math.min(dotsPerInch.most / pointsPerInch, Math.max(least, density))
  const scale = Math.min(wanted, Math.sqrt(maxPixels / Math.max(1, viewport.width * viewport.height)))
  const paper: GreyImage = {
    width: Math.max(1, Math.round(viewport.width * scale)),
    height: Math.max(1, Math.round(viewport.height * scale)),
    pixels: new Uint8Array(0),
  }
  paper.pixels = new Uint8Array(paper.width * paper.height).fill(255)
  for (const { picture, alpha, transform } of placed)
    draw(paper, picture, alpha, multiply([scale, 0, 0, scale, 0, 0], transform))
  return { image: paper, detail: density / scale }
}

async function picturesOf(
  operators: Operators,
  view: Matrix,
  pictureNamed: PageToDraw['pictureNamed'],
): Promise<PlacedPicture[]> {
  const library: unknown = await getResolvedPDFJS()
  const OPS = (library as { OPS: Record<string, number> }).OPS
  const placed: PlacedPicture[] = []
  const saved: { transform: Matrix; ink: number }[] = []
  let state = { transform: view, ink: 0 }
  for (const [nth, operator] of operators.fnArray.entries()) {
    const found = operators.argsArray[nth]
    const args: unknown[] = Array.isArray(found) ? found : []
    switch (operator) {
      case OPS.save:
      case OPS.beginGroup:
        saved.push({ ...state })
        break
      case OPS.paintFormXObjectBegin:
        saved.push({ ...state })
        if (args[0]) state.transform = multiply(state.transform, toMatrix(args[0]))
        break
      case OPS.restore:
      case OPS.endGroup:
      case OPS.paintFormXObjectEnd:
        state = saved.pop() ?? state
        break
      case OPS.transform:
        state.transform = multiply(state.transform, toMatrix(args))
        break
      case OPS.setFillRGBColor:
        state.ink = greyOf(args[0])
        break
      case OPS.paintImageXObject:
      case OPS.paintInlineImageXObject:
      case OPS.paintImageMaskXObject: {
        if (placed.length >= maxPictures) break
        const decoded = await resolve(args[0], pictureNamed)
        const isMask = operator === OPS.paintImageMaskXObject
        const picture = decoded && (isMask ? fromMask(decoded, state.ink) : fromImage(decoded))
        if (picture) placed.push({ ...picture, transform: state.transform })
        break
      }
    }
  }
  return placed
}

/** The brightness, 0…255, of a colour such as `#1a2b3c`. */
function greyOf(colour: unknown): number {
  const parts = typeof colour === 'string' ? /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour) : null
  if (!parts) return 0
  const [red = 0, green = 0, blue = 0] = parts.slice(1).map((part) => Number.parseInt(part, 16))
  return brightness(red, green, blue)
}

function brightness(red: number, green: number, blue: number): number {
  return (red * 77 + green * 150 + blue * 29) >> 8
}

function isDecoded(found: unknown): found is Decoded {
  return typeof found === 'object' && found !== null && 'width' in found && 'height' in found
}

async function resolve(given: unknown, pictureNamed: PageToDraw['pictureNamed']): Promise<Decoded | null> {
  const found = typeof given === 'string' ? await pictureNamed(given) : given
  if (!isDecoded(found)) return null
  if (typeof found.data !== 'string') return found
  const shared = await pictureNamed(found.data)
  return isDecoded(shared) ? shared : null
}

const kinds = { bits: 1, rgb: 2, rgba: 3 }

function fromImage({ width, height, kind, data }: Decoded): Omit<PlacedPicture, 'transform'> | null {
  const count = width * height
  if (typeof data !== 'object' || count === 0) return null
  const pixels = new Uint8Array(count)
  if (kind === kinds.bits) {
    const rowBytes = (width + 7) >> 3
    for (let y = 0, at = 0; y < height; y++)
      for (let x = 0; x < width; x++, at++)
        pixels[at] = ((data[y * rowBytes + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1 ? 255 : 0
    return { picture: { width, height, pixels }, alpha: null }
  }
  const step = kind === kinds.rgba ? 4 : 3
  if (data.length < count * step) return null
  const alpha = kind === kinds.rgba ? new Uint8Array(count) : null
  for (let at = 0, from = 0; at < count; at++, from += step) {
    pixels[at] = brightness(data[from] ?? 0, data[from + 1] ?? 0, data[from + 2] ?? 0)
    if (alpha) alpha[at] = data[from + 3] ?? 0
  }
  return { picture: { width, height, pixels }, alpha }
}

/** A mask paints the current colour wherever its bit is 0. */
function fromMask({ width, height, data }: Decoded, ink: number): Omit<PlacedPicture, 'transform'> | null {
  const bits = fromImage({ width, height, kind: kinds.bits, ...(data === undefined ? {} : { data }) })
  if (!bits) return null
  const alpha = bits.picture.pixels.map((bit) => 255 - bit)
  return { picture: { width, height, pixels: new Uint8Array(width * height).fill(ink) }, alpha }
}

/**
 * Draws a picture into the parallelogram that `place` maps the unit square to. A picture's first row is at
 * the top of the square.
 */
function draw(paper: GreyImage, picture: GreyImage, alpha: Uint8Array | null, transform: Matrix): void {
  const [a, b, c, d, e, f] = transform
  const determinant = a * d - b * c
  if (Math.abs(determinant) < 1e-6) return
  const xs = [e, e + a, e + c, e + a + c]
  const ys = [f, f + b, f + d, f + b + d]
  const left = Math.max(0, Math.floor(Math.min(...xs)))
  const right = Math.min(paper.width, Math.ceil(Math.max(...xs)))
  const top = Math.max(0, Math.floor(Math.min(...ys)))
  const bottom = Math.min(paper.height, Math.ceil(Math.max(...ys)))
  const { width, height, pixels } = picture
  // Change of the place in the picture with each step to the right and down on the paper.
  const alongX = { x: (d / determinant) * width, y: (b / determinant) * height }
  const alongY = { x: (-c / determinant) * width, y: (-a / determinant) * height }
  // A finer picture is averaged over the points that one pixel of the paper covers.
  const samples = Math.min(
    4,
    Math.max(1, Math.round(Math.max(Math.hypot(alongX.x, alongY.x), Math.hypot(alongX.y, alongY.y)))),
  )
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      let sum = 0
      let opacity = 0
      for (let sample = 0; sample < samples * samples; sample++) {
        const dx = x + ((sample % samples) + 0.5) / samples - e
        const dy = y + (Math.floor(sample / samples) + 0.5) / samples - f
        const column = Math.floor(dx * alongX.x + dy * alongY.x)
        const row = Math.floor(height + dx * alongX.y + dy * alongY.y)
        if (column < 0 || row < 0 || column >= width || row >= height) continue
        const from = row * width + column
        const ink = alpha ? (alpha[from] ?? 0) : 255
        opacity += ink
        sum += ink * (pixels[from] ?? 255)
      }
      if (opacity === 0) continue
      const at = y * paper.width + x
      const fullOpacity = samples * samples * 255
      paper.pixels[at] = (sum + (fullOpacity - opacity) * (paper.pixels[at] ?? 255)) / fullOpacity
    }
  }
}
