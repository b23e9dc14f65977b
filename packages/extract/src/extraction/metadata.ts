import type { ExtractedFact } from './extraction.ts'
import { cleanParagraph } from './paragraph.ts'

/** In display order. `last-author` is reported only if it differs from `author`. */
const names = ['author', 'last-author', 'title', 'producer', 'created', 'modified'] as const

/** Maximum UTF-16 units of a value. */
const maxLength = 200

/** Facts from a file's metadata. Dates become ISO 8601; blank values are left out. */
export function metadataFacts(found: Partial<Record<string, string>>): ExtractedFact[] {
  const author = cleanParagraph(found.author ?? '')
  return names.flatMap((name): ExtractedFact[] => {
    const value = (name === 'author' ? author : cleanParagraph(found[name] ?? '')).slice(0, maxLength)
    if (value === '' || (name === 'last-author' && value === author)) return []
    const dated = name === 'created' || name === 'modified' ? isoDate(value) : value
    return dated === null ? [] : [{ kind: 'metadata', name, value: dated, count: null }]
  })
}

/** Reads `2026-01-31T09:00:00Z` and the PDF form `D:20260131090000+01'00'`; null for anything else. */
function isoDate(value: string): string | null {
  const pdf = /^D?:?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-])(\d\d)'?(\d\d)?)?/.exec(value)
  const [
    ,
    year,
    month = '01',
    day = '01',
    hour = '00',
    minute = '00',
    second = '00',
    sign,
    zoneHour,
    zoneMinute = '00',
  ] = pdf ?? []
  const zone = sign ? `${sign}${zoneHour}:${zoneMinute}` : 'Z'
  const date = new Date(
    value.includes('-') && !value.startsWith('D:')
      ? value
      : `${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`,
  )
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

/**
 * Chat programs that put their name into the files they export. Short names alone are too common to count.
 */
const chatPrograms =
  /\b(?:ChatGPT|OpenAI|Anthropic|Claude\.ai|DeepSeek|Perplexity AI|Google Gemini|Microsoft Copilot|Le Chat Mistral|Character\.AI)\b/i
/** Libraries with which programs write files that nobody laid out in a word processor. */
const libraries =
  /\b(?:ReportLab|python-docx|FPDF|jsPDF|pdfmake|PDFKit\.NET|pdf-lib|wkhtmltopdf|WeasyPrint|xhtml2pdf|html2pdf|docx\.js|TCPDF|Dompdf|markdown-pdf)\b/i

/** What the names of programs in a file tell about where it comes from. */
export function originFacts(programs: readonly string[]): ExtractedFact[] {
  const named = (pattern: RegExp) => programs.find((program) => pattern.test(program))
  const chat = named(chatPrograms)
  const library = named(libraries)
  const fact = (name: string, value: string): ExtractedFact => ({
    kind: 'file-origin',
    name,
    value: value.slice(0, 200),
    count: null,
  })
  return [
    ...(chat === undefined ? [] : [fact('chat-program', chat)]),
    ...(library === undefined ? [] : [fact('library', library)]),
  ]
}
