import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'
import type { GreyImage } from './page-image.ts'

/** Paths of the installed engine and of its data for each language. */
export interface EngineFiles {
  core: string
  languages: Record<string, string>
}

/** Where npm installed the engine. `from` is the URL of a module that can resolve it. */
export function engineFiles(from: string): EngineFiles {
  const require = createRequire(from)
  return {
    core: require.resolve('tesseract.js-core/tesseract-core-simd-lstm.js'),
    languages: {
      eng: require.resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz'),
      fra: require.resolve('@tesseract.js-data/fra/4.0.0_best_int/fra.traineddata.gz'),
    },
  }
}

/** A letter and the box around it, in pixels from the upper left corner. */
export interface RecognisedLetter {
  text: string
  box: { x0: number; y0: number; x1: number; y1: number }
}

export interface RecognisedWord {
  text: string
  /** 0…100, as the engine states it. */
  confidence: number
  letters: RecognisedLetter[]
}

/** A line as the engine found it, in pixels from the upper left corner. */
export interface RecognisedLine {
  words: RecognisedWord[]
  /** The line that the letters stand on. */
  baseline: { x0: number; y0: number; x1: number; y1: number }
  /** From the lowest to the highest letter. */
  height: number
}

export interface Engine {
  recognise(image: GreyImage): RecognisedLine[]
}

/** The part of the engine that we use; it ships no types. */
interface Core {
  FS: { writeFile(path: string, bytes: Uint8Array): void }
  TessBaseAPI: new () => {
    Init(folder: string, languages: string, mode: number): number
    SetImageFile(orientation: number, angle: number): number
    Recognize(monitor: null): number
    GetJSONText(page: number): string
  }
}

interface Found {
  blocks?: { paragraphs?: { lines?: FoundLine[] | null }[] | null }[] | null
}

interface FoundLine {
  words?: FoundWord[] | null
  baseline: RecognisedLine['baseline']
  rowAttributes: { rowHeight: number }
}

interface FoundWord {
  text: string
  confidence: number
  symbols?: { text: string; bbox: RecognisedLetter['box'] }[] | null
}

/** The engine's number for reading with its neural network alone. */
const neuralOnly = 1
const letter = /[\p{L}\p{N}]/u

/** Loads the engine with all its languages at once, which takes no longer per page than one of them. */
export async function loadEngine({ core, languages }: EngineFiles): Promise<Engine> {
  // Not an import: the engine must stay outside the bundle of the child, because it reads a file beside it.
  const load = createRequire(core)(core) as (options: object) => Promise<Core>
  const loaded = await load({ TesseractProgress: () => undefined })
  for (const [name, file] of Object.entries(languages))
    loaded.FS.writeFile(`/${name}.traineddata`, gunzipSync(readFileSync(file)))
  const api = new loaded.TessBaseAPI()
  if (api.Init('/', Object.keys(languages).join('+'), neuralOnly) !== 0)
    throw new Error('Text recognition could not start.')
  return {
    recognise(image) {
      loaded.FS.writeFile('/input', asPgm(image))
      if (api.SetImageFile(1, 0) !== 0) throw new Error('Text recognition did not take the image.')
      api.Recognize(null)
      const { blocks } = JSON.parse(api.GetJSONText(0)) as Found
      return (blocks ?? []).flatMap(({ paragraphs }) =>
        (paragraphs ?? []).flatMap(({ lines }) => (lines ?? []).flatMap(asLine)),
      )
    },
  }
}

/** Specks and the edges of pictures come as words without a letter. */
function asLine({ words, baseline, rowAttributes }: FoundLine): RecognisedLine[] {
  const read = (words ?? []).filter(({ text }) => text.trim() !== '')
  if (!read.some(({ text }) => letter.test(text))) return []
  return [{ words: read.map(asWord), baseline, height: rowAttributes.rowHeight }]
}

function asWord({ text, confidence, symbols }: FoundWord): RecognisedWord {
  return {
    text,
    confidence,
    letters: (symbols ?? []).map((symbol) => ({ text: symbol.text, box: symbol.bbox })),
  }
}

/** Portable grey map, the plainest of the formats that the engine reads. */
function asPgm({ width, height, pixels }: GreyImage): Uint8Array {
  const head = Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1')
  return Buffer.concat([head, pixels])
}
