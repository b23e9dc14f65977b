import { styleSize } from '../features/style.ts'
import { crc32, packCounts, packRising, unpackCounts, unpackRising } from './binary.ts'
import { GramIndex, WordSet } from './hash-sets.ts'
import type { KindHead } from './kind.ts'
import { Lexicon } from './lexicon.ts'
import type {
  CalibrationBand,
  CreativeReader,
  KindOffset,
  LengthScale,
  MachineBand,
  Model,
  NullBand,
  PhraseTexts,
  ProbabilityBand,
  RetellingOffset,
  SegmentationModel,
  StyleBand,
} from './model.ts'

/**
 * The model file: `PENMARK1`, header length (uint32, little-endian), header (JSON, UTF-8), then sections end
 * to end. The header names each section with its length and CRC-32. Numbers in sections are little-endian.
 */
const magic = 'PENMARK1'
const format = 7
const scoreSteps = 1001

export class ModelError extends Error {
  override readonly name = 'ModelError'
}

interface Header {
  format: number
  name: string
  version: string
  minimum_words: number
  grams: number
  gram_bits: number
  skeletons: boolean
  lexicon: number
  bias: number
  scale: number
  encoder: { weight: number } | null
  stretches: readonly number[]
  scales: LengthScale[]
  nulls: NullBand[]
  window_nulls: NullBand[]
  offsets: KindOffset[]
  /** Absent from files up to 0.8.0. */
  retellings?: RetellingOffset | null
  machines: MachineBand[]
  kinds: KindHead | null
  creative: { grams: number; bias: number; scale: number; from: number; stretch_from: number } | null
  places: SegmentationModel
  probabilities: ProbabilityBand[]
  least_known: number
  phrase_texts: PhraseTexts['texts'] | null
  documents: BandHeader[]
  windows: BandHeader[]
  style_bands: StyleBand[]
  sections: { name: string; bytes: number; crc32: number }[]
}

interface BandHeader {
  from: number
  to: number | null
  n: number
  false_positive_rate: number | null
  false_positive_n: number
}

/** What `writeModel` needs besides the model: the n-gram hashes behind the ranks, ascending. */
export type WritableModel = Omit<Model, 'grams' | 'common'> & {
  hashes: Uint32Array
  gramBits: number
  common: WordSet
}

function bytesOf(view: Float32Array | Uint32Array | Int8Array): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
}

function bandHeader(band: CalibrationBand): BandHeader {
  return {
    from: band.from,
    to: band.to,
    n: band.n,
    false_positive_rate: band.falsePositiveRate,
    false_positive_n: band.falsePositiveN,
  }
}

export function writeModel(model: WritableModel): Uint8Array {
  const sections: { name: string; body: Uint8Array }[] = [
    { name: 'grams', body: packRising(model.hashes) },
    { name: 'common', body: model.common.bytes },
    { name: 'lexicon', body: packRising(model.lexicon.words) },
    { name: 'lexicon-texts', body: packCounts(model.lexicon.texts) },
    { name: 'style-edges', body: bytesOf(model.styleEdges) },
    { name: 'weights', body: bytesOf(model.bag.weights) },
    { name: 'style', body: bytesOf(model.bag.style) },
    ...(model.encoder === null
      ? []
      : [
          { name: 'encoder-words', body: new TextEncoder().encode(model.encoder.words.join('\n')) },
          { name: 'encoder-network', body: model.encoder.network },
        ]),
    ...(model.phrases === null
      ? []
      : [
          { name: 'phrases-human', body: packCounts(model.phrases.human) },
          { name: 'phrases-machine', body: packCounts(model.phrases.machine) },
        ]),
    ...(model.creative === null
      ? []
      : [
          { name: 'creative-grams', body: packRising(model.creative.ranks) },
          { name: 'creative-weights', body: bytesOf(model.creative.bag.weights) },
          { name: 'creative-style', body: bytesOf(model.creative.bag.style) },
        ]),
    ...model.documents.map((band, i) => ({ name: `documents-${i}`, body: bytesOf(band.atLeast) })),
    ...model.windows.map((band, i) => ({ name: `windows-${i}`, body: bytesOf(band.atLeast) })),
  ]
  const header: Header = {
    format,
    name: model.name,
    version: model.version,
    minimum_words: model.minimumWords,
    grams: model.hashes.length,
    gram_bits: model.gramBits,
    skeletons: model.skeletons,
    lexicon: model.lexicon.words.length,
    bias: model.bag.bias,
    scale: model.bag.scale,
    encoder: model.encoder && { weight: model.encoder.weight },
    stretches: model.stretches,
    scales: model.scales,
    nulls: model.nulls,
    window_nulls: model.windowNulls,
    offsets: model.offsets,
    ...(model.retellings !== null && { retellings: model.retellings }),
    machines: model.machines,
    kinds: model.kinds,
    creative: model.creative && {
      grams: model.creative.ranks.length,
      bias: model.creative.bag.bias,
      scale: model.creative.bag.scale,
      from: model.creative.from,
      stretch_from: model.creative.stretchFrom,
    },
    places: model.segmentation,
    probabilities: model.probabilities,
    least_known: model.leastKnown,
    phrase_texts: model.phrases?.texts ?? null,
    documents: model.documents.map(bandHeader),
    windows: model.windows.map(bandHeader),
    style_bands: model.styleBands,
    sections: sections.map(({ name, body }) => ({ name, bytes: body.length, crc32: crc32(body) })),
  }
  const head = new TextEncoder().encode(JSON.stringify(header))
  const out = new Uint8Array(
    magic.length + 4 + head.length + sections.reduce((sum, { body }) => sum + body.length, 0),
  )
  out.set(new TextEncoder().encode(magic))
  new DataView(out.buffer).setUint32(magic.length, head.length, true)
  let at = magic.length + 4
  for (const body of [head, ...sections.map((section) => section.body)]) {
    out.set(body, at)
    at += body.length
  }
  return out
}

interface OpenedModel {
  header: Header
  part: (name: string) => Uint8Array
}

function open(bytes: Uint8Array): OpenedModel {
  if (
    bytes.length < magic.length + 4 ||
    new TextDecoder().decode(bytes.subarray(0, magic.length)) !== magic
  ) {
    throw new ModelError(
      'This is not a Penmark model file. Restore it from the release, or train it again with the lab.',
    )
  }
  const headBytes = new DataView(bytes.buffer, bytes.byteOffset).getUint32(magic.length, true)
  const headEnd = magic.length + 4 + headBytes
  let header: Header
  try {
    header = JSON.parse(new TextDecoder().decode(bytes.subarray(magic.length + 4, headEnd))) as Header
  } catch (cause) {
    throw new ModelError('The header of the model file cannot be read. Restore the file from the release.', {
      cause,
    })
  }
  if (header.format !== format) {
    const advice =
      header.format < format
        ? 'Take the model of the same release, or train it again with the lab.'
        : 'Update Penmark to use it.'
    throw new ModelError(
      `The model file has format ${header.format}; this detector reads format ${format}. ${advice}`,
    )
  }
  const bodies = new Map<string, Uint8Array>()
  let at = headEnd
  for (const section of header.sections) {
    // A copy, so that views of wider numbers are aligned (Node's Buffer.slice would share memory).
    const body = new Uint8Array(bytes.subarray(at, at + section.bytes))
    if (body.length !== section.bytes || crc32(body) !== section.crc32) {
      throw new ModelError(
        `The part "${section.name}" of the model file is damaged. Restore the file from the release.`,
      )
    }
    bodies.set(section.name, body)
    at += section.bytes
  }
  const part = (name: string): Uint8Array => {
    const body = bodies.get(name)
    if (body === undefined)
      throw new ModelError(`The model file has no part "${name}". Restore the file from the release.`)
    return body
  }
  return { header, part }
}

/** The n-gram hashes of a model file, ascending. Throws `ModelError` as `readModel` does. */
export function readHashes(bytes: Uint8Array): Uint32Array {
  const { header, part } = open(bytes)
  return unpackRising(part('grams'), header.grams)
}

function creativeReaderOf(
  { grams, bias, scale, from, stretch_from }: NonNullable<Header['creative']>,
  part: OpenedModel['part'],
): CreativeReader {
  const weights = new Int8Array(part('creative-weights').buffer)
  const style = new Float32Array(part('creative-style').buffer)
  if (weights.length !== grams)
    throw new ModelError('The part "creative-weights" of the model file has a wrong length.')
  return {
    ranks: unpackRising(part('creative-grams'), grams),
    bag: { bias, scale, weights, style },
    from,
    stretchFrom: stretch_from,
  }
}

/** Reads a model file. Throws `ModelError` if the file is damaged, truncated or in another format. */
export function readModel(bytes: Uint8Array): Model {
  const { header, part } = open(bytes)
  const band =
    (kind: string) =>
    (head: BandHeader, i: number): CalibrationBand => {
      const atLeast = new Uint32Array(part(`${kind}-${i}`).buffer)
      if (atLeast.length !== scoreSteps)
        throw new ModelError(`The part "${kind}-${i}" of the model file has a wrong length.`)
      return {
        from: head.from,
        to: head.to,
        n: head.n,
        falsePositiveRate: head.false_positive_rate,
        falsePositiveN: head.false_positive_n,
        atLeast,
      }
    }
  const weights = new Int8Array(part('weights').buffer)
  const style = new Float32Array(part('style').buffer)
  const styleEdges = new Float32Array(part('style-edges').buffer)
  if (weights.length !== header.grams || style.length !== styleEdges.length + styleSize) {
    throw new ModelError('The weights of the model file have a wrong length.')
  }
  return {
    name: header.name,
    version: header.version,
    minimumWords: header.minimum_words,
    grams: new GramIndex(unpackRising(part('grams'), header.grams), header.gram_bits),
    skeletons: header.skeletons,
    common: new WordSet(part('common')),
    lexicon: new Lexicon(
      unpackRising(part('lexicon'), header.lexicon),
      unpackCounts(part('lexicon-texts'), header.lexicon),
    ),
    styleEdges,
    bag: { bias: header.bias, scale: header.scale, weights, style },
    encoder: header.encoder && {
      words: new TextDecoder().decode(part('encoder-words')).split('\n'),
      network: part('encoder-network'),
      weight: header.encoder.weight,
    },
    stretches: header.stretches,
    scales: header.scales,
    nulls: header.nulls,
    windowNulls: header.window_nulls,
    offsets: header.offsets,
    retellings: header.retellings ?? null,
    machines: header.machines,
    kinds: header.kinds,
    creative: header.creative && creativeReaderOf(header.creative, part),
    segmentation: header.places,
    probabilities: header.probabilities,
    leastKnown: header.least_known,
    phrases:
      header.phrase_texts === null
        ? null
        : {
            human: unpackCounts(part('phrases-human'), header.grams),
            machine: unpackCounts(part('phrases-machine'), header.grams),
            texts: header.phrase_texts,
          },
    documents: header.documents.map(band('documents')),
    windows: header.windows.map(band('windows')),
    styleBands: header.style_bands,
  }
}
