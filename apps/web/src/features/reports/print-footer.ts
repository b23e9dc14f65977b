import { useEffect } from 'react'

/** A string for a style sheet: quotes, backslashes and line breaks would end it. */
function quoted(text: string): string {
  return `"${text.replace(/["\\\n\r\f]/g, ' ')}"`
}

/** The foot of every printed page: where the report lies, which text it is about, which page this is. */
export function printFooter(address: string, textHash: string | null): string {
  const lines = textHash ? `${quoted(address)} "\\A" ${quoted(`SHA-256 ${textHash}`)}` : quoted(address)
  const face = 'font: 7pt "Source Sans 3 Variable", sans-serif; vertical-align: top; padding-top: 3mm'
  return `@page {
  size: A4;
  margin: 16mm 16mm 22mm;
  @bottom-left { content: ${lines}; white-space: pre; text-align: left; width: 85%; ${face} }
  @bottom-right { content: counter(page) " / " counter(pages); text-align: right; ${face} }
}`
}

/** Gives the page that footer while the report is shown. A sheet of its own, because its words come from the report. */
export function usePrintFooter(documentId: string, textHash: string | null): void {
  useEffect(() => {
    if (!('adoptedStyleSheets' in document)) return
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(printFooter(`${window.location.origin}/documents/${encodeURIComponent(documentId)}/report`, textHash))
    document.adoptedStyleSheets.push(sheet)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
    }
  }, [documentId, textHash])
}
