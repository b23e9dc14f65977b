import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

it('keeps the sidebar 16rem wide', () => {
  expect(read('../../ui/theme/tokens.css')).toContain('--sidebar-width: 16rem;')
  expect(read('./shell.module.css')).toContain('var(--sidebar-width)')
})

it('pulses the upgrade image every 6 s, but not with reduced motion', () => {
  const [moving, still = ''] = read('./shell.module.css').split('@media (prefers-reduced-motion: reduce)')
  expect(moving).toMatch(/\.upgradeImage \{[^}]*animation: pulse 6s ease-out infinite/)
  expect(still).toMatch(/\.upgradeImage \{\s*animation: none/)
})

it('never scrolls the focused element under the header', () => {
  expect(read('../../ui/theme/tokens.css')).toContain('scroll-padding-top: calc(var(--header-height) + 8px);')
})
