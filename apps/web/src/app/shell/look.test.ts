import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

it('keeps the sidebar 16rem wide', () => {
  expect(read('../../ui/theme/tokens.css')).toContain('--sidebar-width: 16rem;')
  expect(read('./shell.module.css')).toContain('var(--sidebar-width)')
})

it('lets the upgrade image pulse every 6 s, and rest where motion is unwelcome', () => {
  const [moving, still = ''] = read('./shell.module.css').split('@media (prefers-reduced-motion: reduce)')
  expect(moving).toMatch(/\.upgradeImage \{[^}]*animation: pulse 6s ease-out infinite/)
  expect(still).toMatch(/\.upgradeImage \{\s*animation: none/)
})

it('never scrolls what takes the focus under the header', () => {
  expect(read('../../ui/theme/tokens.css')).toContain('scroll-padding-top: calc(var(--header-height) + 8px);')
})
