import { brand } from '@penmark/contract'
import type { Locale } from '../../../../locale/locale.ts'
import { translatorOf } from '../../../../locale/texts.ts'
import { languageLinks } from '../../../identity/embedded/pages/layout.ts'
import { mark } from '../../../identity/embedded/pages/mark.ts'
import { html, type Markup } from '../../../identity/embedded/pages/markup.ts'
import { styleAddress } from './assets.ts'

interface Page {
  language: Locale
  title: string
  content: Markup
  /** URL of this page without a language. */
  here: string
}

/** A whole document, without script. Each says first that no money moves. */
export function toDocument({ language, title, content, here }: Page): string {
  const t = translatorOf('testPayments', language)
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
<div class="test" role="note"><strong>${t('test.title')}</strong><p>${t('test.text')}</p></div>
${content}
</main>
<footer class="foot">${languageLinks(language, (locale) => `${here}?lang=${locale}`)}</footer>
</body>
</html>`
  return `<!doctype html>\n${page.text}\n`
}
