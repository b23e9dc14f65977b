import { pdfOfPages } from '../../../../../packages/extract/fixtures/hostile.ts'
import { changedPdf } from '../../../../../packages/extract/fixtures/pdf-writer.ts'
import { writeZip } from '../../../../../packages/extract/fixtures/zip-writer.ts'
import { countChanges, pdfHistoryFacts } from '../../../../../packages/extract/src/pdf/history.ts'
import { assertRule, type Target } from '../target.ts'
import { readOrRefuse } from './extract.ts'

/** Parts of a Word file, in the order in which an input holds them. */
const parts = [
  'word/document.xml',
  'word/settings.xml',
  'word/comments.xml',
  'word/styles.xml',
  'docProps/app.xml',
  'docProps/core.xml',
  '_rels/.rels',
]
const border = '\f\f'

const written = (document: string, others: Partial<Record<string, string>>) =>
  Buffer.from(
    parts
      .map((part, nth) =>
        nth === 0
          ? `<w:document xmlns:w="w"><w:body>${document}</w:body></w:document>`
          : (others[part] ?? ''),
      )
      .join(border),
  )

const run = (session: string, text: string) =>
  `<w:r w:rsidR="${session}"><w:t xml:space="preserve">${text} </w:t></w:r>`

/** The XML inside a Word file: changes to the packed file itself hardly ever get past its checksums. */
export const wordHistory = (): Target => ({
  name: 'history of a Word file',
  seeds: [
    written(
      `<w:p w:rsidRDefault="00A10001">${run('00A10001', 'Four words in one')}${run('00B20002', 'and three more')}</w:p>`,
      {
        'word/settings.xml':
          '<w:settings xmlns:w="w"><w:rsids><w:rsidRoot w:val="00A10001"/><w:rsid w:val="00B20002"/></w:rsids></w:settings>',
        'docProps/app.xml':
          '<Properties><Application>Microsoft Office Word</Application><TotalTime>4</TotalTime><Template>MLA.dotx</Template><Pages>2</Pages></Properties>',
        'docProps/core.xml':
          '<cp:coreProperties xmlns:cp="cp" xmlns:dc="dc"><dc:creator>Ana</dc:creator><cp:lastModifiedBy>Ben</cp:lastModifiedBy><cp:revision>3</cp:revision></cp:coreProperties>',
      },
    ),
    written(
      `<w:p><w:ins w:id="1" w:author="Ana">${run('00A10001', 'New')}</w:ins><w:del w:id="1" w:author="Ben"><w:r><w:delText>old</w:delText></w:r></w:del>${run('00C30003', 'words')}</w:p>`,
      {
        'word/comments.xml':
          '<w:comments xmlns:w="w"><w:comment w:id="0" w:author="Ben"><w:p/></w:comment></w:comments>',
      },
    ),
    written(
      `<w:p><w:pPr><w:pStyle w:val="A"/></w:pPr><w:r><w:rPr><w:rStyle w:val="B"/></w:rPr><w:t>Styled.</w:t></w:r></w:p>`,
      {
        'word/styles.xml':
          '<w:styles xmlns:w="w"><w:style w:styleId="A"><w:basedOn w:val="B"/></w:style><w:style w:styleId="B"><w:basedOn w:val="A"/></w:style></w:styles>',
        '_rels/.rels':
          '<Relationships><Relationship Type="http://x/officeDocument" Target="word/document.xml"/></Relationships>',
      },
    ),
  ],
  words: [
    border,
    '<w:p w:rsidRDefault="00D40004">',
    '</w:p>',
    '<w:r w:rsidR="00E50005">',
    '</w:r>',
    '<w:t>word </w:t>',
    '<w:ins w:author="Ana">',
    '</w:ins>',
    '<w:txbxContent>',
    '<w:rsid w:val="00000000"/>',
    '<w:comment w:author="Ana"/>',
    '<TotalTime>99999999</TotalTime>',
    '<w:basedOn w:val="A"/>',
    '<![CDATA[',
    '&#0;',
  ],
  maxBytes: 8_000,
  withText: (text) =>
    written(`<w:p>${run('00A10001', text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))}</w:p>`, {}),
  async run(input) {
    const found = input.toString('latin1').split(border)
    const named = parts.flatMap((name, nth) =>
      found[nth] ? [{ name, data: Buffer.from(found[nth], 'latin1') }] : [],
    )
    await readOrRefuse(writeZip(named))
  },
})

/** What a PDF says of its own history, read from its bytes alone. */
export const pdfHistory = (): Target => ({
  name: 'history of a PDF',
  seeds: [
    changedPdf(pdfOfPages(1), '<< /Producer (Old Writer 3) /Creator (\u00fe\u00ff\0W\0e\0b) >>'),
    Buffer.from(
      '<pdf:Producer>Writer 4</pdf:Producer><xmp:CreatorTool>Web \u00e9</xmp:CreatorTool>\nstartxref\n123\n%%EOF\n',
    ),
  ],
  words: [
    'startxref\n9\n%%EOF\n',
    'startxref',
    '%%EOF',
    '/Producer (',
    '/Creator (\\',
    '<pdf:Producer>',
    '/Encrypt 3 0 R',
    '\u00fe\u00ff',
  ],
  maxBytes: 4_000,
  withText: (text) => Buffer.from(`startxref\n9\n%%EOF\n/Producer (${text})`),
  run(input) {
    assertRule(countChanges(input) <= 10_000, 'A PDF has a bounded number of changes')
    const pages = [...input.subarray(0, 40)].map((byte) => ({ width: byte * 5, height: 842, items: [] }))
    for (const { value, count } of pdfHistoryFacts(input, pages, ['Writer 4'])) {
      assertRule((count ?? 0) >= 0, 'A count is not below zero')
      assertRule(
        value === null || (value !== '' && value.length <= 200 && !/[\n\r\0]|\p{Surrogate}/u.test(value)),
        'A fact is one short line',
      )
    }
  },
})
