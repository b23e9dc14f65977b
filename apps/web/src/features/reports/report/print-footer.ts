import { useEffect } from 'react'

/** A CSS string. Quotes, backslashes and line breaks would end it early. */
function quoted(text: string): string {
  return `"${text.replace(/["\\\n\r\f]/g, ' ')}"`
}

/** The footer of every printed page: the report's address, the text's hash and the page number. */
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

/** Adds the print footer while the report is shown. It needs its own style sheet because its content comes from the report. */
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
