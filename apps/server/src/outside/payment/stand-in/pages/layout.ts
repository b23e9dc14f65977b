import { brand } from '@penmark/contract'
import type { Language } from '../../../identity/embedded/pages/language.ts'
import { html, type Markup } from '../../../identity/embedded/pages/markup.ts'
import { styleAddress } from './assets.ts'
import { wordsIn } from './words.ts'

interface Page {
  language: Language
  title: string
  content: Markup
  /** Address of this page without a language. */
  here: string
}

const mark = html`<svg viewBox="0 0 32 32" aria-hidden="true"><rect class="mark-ground" width="32" height="32" rx="6"/><path class="mark-pen" d="M9 25V8h8.2a5.6 5.6 0 0 1 0 11.2H13"/><path class="mark-line" d="M18 25h5"/></svg>`

/** A whole document, without script. Each says first that no money moves. */
export function toDocument({ language, title, content, here }: Page): string {
  const words = wordsIn[language]
  const other = language === 'en' ? 'fr' : 'en'
  const page = html`<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} – ${brand.name}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${styleAddress}">
</head>
<body>
<header class="head"><span class="brand">${mark}<span>${brand.name}</span></span></header>
<main class="plain">
<div class="test" role="note"><strong>${words.test.title}</strong><p>${words.test.text}</p></div>
${content}
</main>
<footer class="foot"><a href="${here}?lang=${other}" lang="${other}" hreflang="${other}">${words.otherLanguage}</a></footer>
</body>
</html>`
  return `<!doctype html>\n${page.text}\n`
}
