import { brand } from '@penmark/contract'
import { translatorOf } from '../../locale/texts.ts'
import type { Email } from './mail.ts'

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities.get(character) ?? '')

function toText({ paragraphs, action, closing }: Email): string {
  const parts = [...paragraphs, ...(action ? [`${action.text}:\n${action.url}`] : []), `--\n${closing}`]
  return `${parts.join('\n\n')}\n`
}

// Inline styles, because many mail clients drop style sheets. The colours are the light theme's; clients with a dark mode invert them.
const paragraphStyle = 'margin:0 0 16px;font-size:16px;line-height:1.5'
const buttonStyle =
  'display:inline-block;padding:12px 24px;border-radius:4px;background:#146665;color:#ffffff;font-weight:600;font-size:16px;text-decoration:none'
const smallStyle = 'margin:0;font-size:14px;line-height:1.5;color:#5b554c'

function toHtml({ language, subject, paragraphs, action, closing }: Email): string {
  const texts = paragraphs.map((text) => `<p style="${paragraphStyle}">${escaped(text)}</p>`).join('\n')
  const button = action
    ? `<p style="margin:24px 0"><a href="${escaped(action.url)}" style="${buttonStyle}">${escaped(action.text)}</a></p>
<p style="${smallStyle}">${translatorOf('emails', language)('copyLink')}<br><a href="${escaped(action.url)}" style="color:#146665;word-break:break-all">${escaped(action.url)}</a></p>`
    : ''
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:32px 16px;background:#fbfaf7;color:#1c1a17;font-family:'Source Sans 3','Segoe UI',system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 24px;font-family:Georgia,serif;font-weight:600;font-size:20px">${brand.name}</p>
${texts}
${button}
<p style="${smallStyle};margin-top:32px;padding-top:16px;border-top:1px solid #e4e0d6">${escaped(closing)}</p>
</div>
</body>
</html>
`
}

/** An email as plain text and as HTML with the same content. */
export function compose(email: Email): { text: string; html: string } {
  return { text: toText(email), html: toHtml(email) }
}
