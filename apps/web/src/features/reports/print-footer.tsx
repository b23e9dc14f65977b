import { styleNonce } from '../../ui/theme/style-nonce.ts'

interface PrintFooterProps {
  documentId: string
  textHash: string | null
}

/** A string for a style sheet: quotes, backslashes and line breaks would end it. */
function quoted(text: string): string {
  return `"${text.replace(/["\\\n\r\f<]/g, ' ')}"`
}

/** The foot of every printed page: where the report lies, which text it is about, which page this is. */
export function PrintFooter({ documentId, textHash }: PrintFooterProps) {
  const address = `${window.location.origin}/documents/${encodeURIComponent(documentId)}/report`
  const lines = textHash ? `${quoted(address)} "\\A" ${quoted(`SHA-256 ${textHash}`)}` : quoted(address)
  const face = 'font: 7pt "Source Sans 3 Variable", sans-serif; vertical-align: top; padding-top: 3mm'
  return (
    <style nonce={styleNonce()}>
      {`@page { size: A4; margin: 16mm 16mm 22mm;
  @bottom-left { content: ${lines}; white-space: pre; text-align: left; width: 85%; ${face} }
  @bottom-right { content: counter(page) " / " counter(pages); text-align: right; ${face} }
}`}
    </style>
  )
}
