import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { inline, inlineHashes } from './public-pages.ts'

const files: Record<string, string> = {
  '/assets/style-1.css': 'a { color: red }\n',
  '/start.js': 'let start\n',
  '/odd.js': "let odd = '</script>'",
}
const read = (address: string) => files[address] ?? null
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test.each(['', ' crossorigin'])(
  'styles and blocking scripts are inlined, and the policy allows them by hash',
  (asked) => {
    const html = inline(
      `<link rel="stylesheet"${asked} href="/assets/style-1.css"/><script src="/start.js"></script>`,
      read,
    )
    expect(html).toBe('<style>a { color: red }</style><script>let start</script>')
    expect(inlineHashes(html)).toEqual({
      styles: [hashOf('a { color: red }')],
      scripts: [hashOf('let start')],
    })
  },
)

test('modules, data and content that would close its element are left alone', () => {
  const html =
    '<script type="module" crossorigin src="/assets/site.js"></script><script type="application/ld+json">{}</script><script src="/odd.js"></script><script src="/none.js"></script>'
  expect(inline(html, read)).toBe(html)
  expect(inlineHashes(html)).toEqual({ styles: [], scripts: [] })
})
