import type { ExtractedFact } from './extraction.ts'

/** Programs that answer in a chat and export files under their own name. Short names alone are too common to count. */
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
  const fact = (name: string, value: string): ExtractedFact => ({ kind: 'file-origin', name, value: value.slice(0, 200), count: null })
  return [...(chat === undefined ? [] : [fact('chat-program', chat)]), ...(library === undefined ? [] : [fact('library', library)])]
}
