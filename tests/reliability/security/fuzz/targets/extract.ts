import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import {
  docxOf,
  paragraphXml,
  pdfOfPages,
  pdfOfText,
} from '../../../../../packages/extract/fixtures/hostile.ts'
import { fixturePath } from '../../../../../packages/extract/fixtures/manifest.ts'
import {
  imagePdf,
  type StoredPicture,
  scannedPdf,
} from '../../../../../packages/extract/fixtures/pdf-writer.ts'
import { fileFailures } from '../../../../../packages/extract/src/extraction/failures.ts'
import {
  type EditingHistory,
  type Extraction,
  ExtractionError,
  extractBytes,
  extractionLimits,
  type Recognition,
  ScannedPagesError,
  sniffFileType,
} from '../../../../../packages/extract/src/index.ts'
import type { Engine } from '../../../../../packages/extract/src/recognition/engine.ts'
import { assertRule, type Target } from '../target.ts'

const essay =
  'The river had risen in the night.\n\nNobody in the village had slept, and the bridge was gone.\n\n- a list\n- of two\n'

/** The stretches of a plot cover the text, and no session holds more words than it has. */
function isSoundHistory({ words, largest, stretches }: EditingHistory): boolean {
  const plotted = stretches.reduce((sum, stretch) => sum + stretch.words, 0)
  return words > 0 && (largest ?? 0) <= words && (stretches.length === 0 || plotted === words)
}

/** Joined paragraphs are the text, and none contains a line break, a NUL or a lone surrogate. */
function isSound({ paragraphs, text, facts }: Extraction): boolean {
  if (!facts.every(({ history }) => history === undefined || isSoundHistory(history))) return false
  return (
    paragraphs.join('\n\n') === text &&
    paragraphs.every((one) => one !== '' && !/[\n\r\0]|\p{Surrogate}/u.test(one))
  )
}

/** Reads a file as the product does; a refusal with a reason is fine. */
export async function readOrRefuse(input: Buffer, recognition?: Recognition): Promise<void> {
  await sniffFileType(input)
  const outcome: unknown = await extractBytes(input, extractionLimits, recognition).catch(
    (error: unknown) => error,
  )
  if (outcome instanceof ExtractionError)
    assertRule(Object.hasOwn(fileFailures, outcome.code), 'A refusal has a reason that is known')
  else if (outcome instanceof ScannedPagesError)
    assertRule(recognition === undefined, 'Scanned pages are read when this is asked for')
  else if (outcome instanceof Error) throw outcome
  else assertRule(isSound(outcome as Extraction), 'A text is made of whole paragraphs')
}

const files = (...names: string[]) => names.map((name) => readFileSync(fixturePath(name)))

export const txt = (): Target => ({
  name: 'plain text',
  seeds: [
    ...['utf8', 'utf16le', 'latin1'].map((encoding) => Buffer.from(essay, encoding as BufferEncoding)),
    Buffer.from(`\ufeff${essay}`),
    Buffer.from(`\ufeff${essay}`, 'utf16le'),
    Buffer.from([0x1b, 0x24, 0x42, 0x24, 0x22, 0x24, 0x24, 0x1b, 0x28, 0x42]),
    Buffer.from([0x82, 0xa0, 0x82, 0xa2, 0x82, 0xa4, 0x20, 0x93, 0xfa, 0x96, 0x7b]),
    Buffer.from([0xef, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x20, 0xec, 0xe8, 0xf0]),
  ],
  words: ['\x1b$B', '\x1b(B', '\ufeff', '\u2028', '\f', '- ', '1. ', '-\n', '\u00ad', '\u200b', '\u0301'],
  maxBytes: 4_000,
  withText: (text) => Buffer.from(text),
  run: (input) => readOrRefuse(input),
})

export const docx = (): Target => ({
  name: 'DOCX',
  seeds: [
    docxOf(paragraphXml('A short one.') + paragraphXml('Hidden', '<w:vanish/>')),
    docxOf(`<w:tbl><w:tr><w:tc>${paragraphXml('Cell')}</w:tc></w:tr></w:tbl>`, [
      { name: 'word/styles.xml', data: '<w:styles/>' },
    ]),
    docxOf(
      '<w:p w:rsidRDefault="00A10001"><w:ins w:author="Ana"><w:r w:rsidR="00B20002"><w:t>Two sessions.</w:t></w:r></w:ins></w:p>',
      [
        {
          name: 'word/settings.xml',
          data: '<w:settings xmlns:w="w"><w:rsids><w:rsid w:val="00A10001"/></w:rsids></w:settings>',
        },
        {
          name: 'docProps/app.xml',
          data: '<Properties><TotalTime>4</TotalTime><Template>MLA.dotx</Template></Properties>',
        },
      ],
    ),
    docxOf('<w:altChunk xmlns:r="r" r:id="c1"/>', [
      {
        name: 'word/_rels/document.xml.rels',
        data: '<Relationships><Relationship Id="c1" Target="a.html"/></Relationships>',
      },
      { name: 'word/a.html', data: '<p>An <b>embedded</b> page.</p>' },
    ]),
    docxOf(
      '<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>Item.</w:t></w:r></w:p>',
      [
        {
          name: 'word/numbering.xml',
          data: '<w:numbering xmlns:w="w"><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="upperRoman"/><w:lvlText w:val="%1.%2"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>',
        },
      ],
    ),
    docxOf(
      '<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent><w:p><w:r><w:t>Click</w:t></w:r></w:p></w:sdtContent></w:sdt>',
    ),
    ...files('office-table.docx', 'library-reviewed.docx', 'bad-encrypted.docx'),
  ],
  words: [
    'PK\x03\x04',
    'PK\x01\x02',
    'PK\x05\x06',
    'PK\x06\x06',
    '<w:p>',
    '</w:p>',
    '<w:t>',
    '<!DOCTYPE a [<!ENTITY b "c">]>',
    '&b;',
    '<w:vanish/>',
    '<w:rsid w:val="00C30003"/>',
    'w:rsidR="00D40004"',
    '<w:comment w:author="A">',
    '<w:fldChar w:fldCharType="begin"/>',
    '<w:sym w:font="Symbol" w:char="F06D"/>',
    '<w:startOverride w:val="999999"/>',
  ],
  maxBytes: 40_000,
  withText: (text) => docxOf(paragraphXml(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))),
  run: (input) => readOrRefuse(input),
})

export const doc = (): Target => ({
  name: 'DOC',
  seeds: [
    ...files('office-table.doc', 'office-essay.doc', 'bad-encrypted.doc'),
    Buffer.from(
      "{\\rtf1\\ansi{\\fonttbl{\\f0\\fcharset204 A;}}{\\colortbl;\\red255\\green255\\blue255;}It\\'92s \\u8364?5{\\v no}{\\cf1 snow}\\par}",
    ),
    Buffer.from(
      '<html><head><meta charset="utf-8"></head><body><p hidden>No</p><p>A page &amp; more.<br>Line</p></body></html>',
    ),
    Buffer.from(
      'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>Page</p>\r\n--b--\r\n',
    ),
  ],
  words: [
    '\xd0\xcf\x11\xe0',
    'R\x00o\x00o\x00t\x00',
    'W\x00o\x00r\x00d\x00',
    '\xec\xa5\xc1\x00',
    '\x07',
    '\x13',
    '\x15',
    '{\\rtf1',
    '\\bin9 ',
    "\\'",
    '\\u-1?',
    '<div>',
    '--b',
  ],
  maxBytes: 60_000,
  run: (input) => readOrRefuse(input),
})

export const pdf = (): Target => ({
  name: 'PDF',
  seeds: [
    pdfOfPages(1),
    pdfOfPages(3),
    scannedPdf({
      picture: [50, 330, 500, 62],
      printed: ['Under the picture.', 'And beside it.'],
      isOnTop: true,
    }),
    ...files('reportlab-hidden.pdf', 'bad-encrypted.pdf'),
  ],
  words: [
    'obj',
    'endobj',
    'stream\n',
    'startxref\n9\n%%EOF',
    '/Producer (ChatGPT)',
    'endstream',
    '/Kids [2 0 R]',
    '/Count 99999999',
    '/Length 99999999',
    '/Filter /FlateDecode',
    'BT',
    'ET',
    'Tj',
    '<<',
    '>>',
    '[',
    '(',
  ],
  maxBytes: 40_000,
  withText: pdfOfText,
  run: (input) => readOrRefuse(input),
  // In the product, the isolated child handles the rejections that the PDF reader leaves behind.
  expectsUnhandled: (error) => error instanceof Error && /pdfjs/.test(error.stack ?? ''),
})

const word = { text: 'word', confidence: 95, letters: [{ text: 'w', box: { x0: 0, y0: 0, x1: 9, y1: 9 } }] }
/** Stands for the recognition engine, which gets nothing from outside but the pixels that were drawn. */
const engine: Engine = {
  recognise: ({ width, height }) => [
    {
      words: Array.from({ length: 6 }, () => word),
      baseline: { x0: 0, y0: height / 2, x1: width, y1: height / 2 },
      height: 40,
    },
  ],
}

const dots = { width: 600, height: 400 }
const pictureOf = (rest: string, data: Buffer): StoredPicture => ({
  dictionary: `/Width ${dots.width} /Height ${dots.height} ${rest}`,
  data,
})

/** PDFs of pictures, up to the engine: what decodes, places and draws them. */
export const scan = (): Target => ({
  name: 'scan',
  seeds: [
    imagePdf([
      pictureOf(
        '/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode',
        deflateSync(Buffer.alloc(240_000, 200)),
      ),
    ]),
    imagePdf([
      pictureOf(
        '/ImageMask true /BitsPerComponent 1 /Filter /FlateDecode',
        deflateSync(Buffer.alloc(30_000, 85)),
      ),
    ]),
    imagePdf([
      pictureOf(
        '/ColorSpace /DeviceRGB /BitsPerComponent 4 /Filter /FlateDecode',
        deflateSync(Buffer.alloc(360_000, 33)),
      ),
    ]),
    imagePdf([
      pictureOf(
        '/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 600 >>',
        Buffer.alloc(90, 170),
      ),
    ]),
  ],
  words: [
    '/Width 60000',
    '/Height 2',
    '/DCTDecode',
    '/JPXDecode',
    '/JBIG2Decode',
    '/CCITTFaxDecode',
    '/K -1',
    '/Decode [1 0]',
    '/SMask 3 0 R',
    'cm',
    '/Im0 Do',
  ],
  maxBytes: 6_000,
  run: (input) => readOrRefuse(input, { loadEngine: async () => engine }),
  // In the product, the isolated child handles the rejections that the PDF reader leaves behind.
  expectsUnhandled: (error) => error instanceof Error && /pdfjs/.test(error.stack ?? ''),
})
