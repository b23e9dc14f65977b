import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { fixturePath } from '../../fixtures/manifest.ts'
import { imagePdf, picturesOf, type StoredPicture } from '../../fixtures/pdf-writer.ts'
import { scanProse } from '../../fixtures/prose.ts'
import { type Extraction, extractionLimits, ScannedPagesError } from '../extraction/extraction.ts'
import { extractBytes } from '../files/extract-bytes.ts'
import { engineFiles, loadEngine } from './engine.ts'

const engine = loadEngine(engineFiles(import.meta.url))
const pages: string[] = []
const recognise = (bytes: Buffer) =>
  extractBytes(bytes, extractionLimits, {
    loadEngine: () => engine,
    onPage: (page, all) => void pages.push(`${page} of ${all}`),
  })
const fixture = (name: string) => readFileSync(fixturePath(name))
const grey = (width: number, height: number, data: Buffer, rest = '/Filter /FlateDecode'): StoredPicture => ({
  dictionary: `/Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 ${rest}`,
  data,
})

describe('a scan of two pages, one English and one French', () => {
  let read: Extraction
  beforeAll(async () => {
    read = await recognise(fixture('scan-two-pages.pdf'))
  })

  test('is read with paragraphs, accents and quotation marks', () => {
    expect(read.paragraphs[1]).toBe(scanProse.english[1])
    expect(read.paragraphs.at(-2)).toBe(scanProse.french[0])
    expect(read.pageCount).toBe(2)
  })

  test('reports each page before reading it', () => {
    expect(pages).toEqual(['1 of 2', '2 of 2'])
  })

  test('reports the confidence of each page, and their mean weighted by words', () => {
    const scan = read.facts.find(({ kind }) => kind === 'scan')?.scan
    expect(scan?.pages.map(({ page }) => page)).toEqual([1, 2])
    for (const page of scan?.pages ?? []) expect(page.confidence).toBeGreaterThan(90)
    expect(scan?.confidence).toBeGreaterThan(90)
  })
})

test('is distinguished from a file with text even if recognition is off', async () => {
  await expect(extractBytes(fixture('scan-english.pdf'))).rejects.toBeInstanceOf(ScannedPagesError)
})

test('says of a scan of 50 dots per inch that its letters are too small', async () => {
  await expect(recognise(fixture('scan-poor.pdf'))).rejects.toMatchObject({
    failure: 'unreadable-scan',
    code: 'scan_coarse',
  })
})

describe('a sheet that was put into the scanner the wrong way', () => {
  const pictures = picturesOf(fixture('scan-two-pages.pdf'))

  test.each([90, 180, 270] as const)(
    'turned by %s degrees, is read as if it lay straight',
    async (degrees) => {
      const { paragraphs } = await recognise(imagePdf(pictures, degrees))
      expect(paragraphs[1]).toBe(scanProse.english[1])
      expect(paragraphs.at(-2)).toBe(scanProse.french[0])
    },
  )
})

describe('a page in which nothing can be read', () => {
  const page = (shade: (x: number, y: number) => number) => {
    const pixels = Buffer.alloc(1_240 * 1_754)
    for (let at = 0; at < pixels.length; at++) pixels[at] = shade(at % 1_240, Math.floor(at / 1_240))
    return imagePdf([grey(1_240, 1_754, deflateSync(pixels))])
  }
  test('is never called blurred or faint if its picture is sharp', async () => {
    // A sheet of squared paper with a drawing.
    const drawing = page((x, y) =>
      x % 60 < 2 || y % 60 < 2 || Math.hypot(x - 600, y - 800) % 90 < 4 ? 30 : 250,
    )
    await expect(recognise(drawing)).rejects.toMatchObject({
      failure: 'unreadable-scan',
      code: 'scan_unreadable',
    })
  })
})

test('refuses handwriting with its own explanation', async () => {
  await expect(recognise(fixture('scan-handwritten.pdf'))).rejects.toMatchObject({
    failure: 'unreadable-scan',
    code: 'scan_uneven',
  })
})

test('reads a page with one corner in shadow', async () => {
  const { paragraphs } = await recognise(fixture('scan-shaded.pdf'))
  expect(paragraphs[0]).toBe(scanProse.english[0])
  expect(paragraphs.at(-1)).toBe(scanProse.english[2])
})

test('does not recognise a PDF that already has recognised text', async () => {
  const { facts } = await recognise(fixture('reportlab-recognised.pdf'))
  expect(
    facts.filter(({ kind }) => kind === 'scan' || kind === 'recognised-text').map(({ kind }) => kind),
  ).toEqual(['recognised-text'])
})

describe('a hostile scan is refused with an explanation', () => {
  const white = deflateSync(Buffer.alloc(800 * 800, 255))
  test.each<[name: string, bytes: () => Buffer, failure: string]>([
    ['a blank page', () => imagePdf([grey(800, 800, white)]), 'unreadable-scan'],
    [
      'a picture that claims two thousand million pixels',
      () => imagePdf([grey(60_000, 36_000, white)]),
      'unreadable-scan',
    ],
    [
      'a picture of negative size',
      () => imagePdf([grey(800, 800, white), grey(-800, -800, white)]),
      'unreadable-scan',
    ],
    [
      'a picture that breaks off',
      () => imagePdf([grey(3_000, 3_000, white.subarray(0, 100))]),
      'unreadable-scan',
    ],
    [
      'a picture that is no JPEG',
      () => imagePdf([grey(800, 800, white, '/Filter /DCTDecode')]),
      'unreadable-scan',
    ],
    [
      'a picture that is no fax',
      () => imagePdf([grey(800, 800, white, '/Filter /CCITTFaxDecode')]),
      'unreadable-scan',
    ],
    [
      'a decompression bomb',
      () => imagePdf([grey(800, 800, deflateSync(Buffer.alloc(200_000_000)))]),
      'unreadable-scan',
    ],
    [
      'more scanned pages than are read',
      () => imagePdf(Array.from({ length: 101 }, () => grey(800, 800, white))),
      'too-many-pages',
    ],
    [
      '10,000 pages of one picture',
      () => imagePdf(Array.from({ length: 10_000 }).fill(grey(800, 800, white)) as StoredPicture[]),
      'too-many-pages',
    ],
  ])('%s', async (_, bytes, failure) => {
    await expect(recognise(bytes())).rejects.toMatchObject({
      name: 'ExtractionError',
      failure,
    })
  })
})
