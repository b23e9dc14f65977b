import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Badge } from './badge.tsx'

const style = readFileSync(path.join(path.dirname(fileURLToPath(import.meta.url)), 'badge.module.css'), 'utf8')

/** What draws the mark of a tone, without any colour. */
function shapeOf(tone: string): string {
  const rules = [...style.matchAll(/([^{}]+)\{([^{}]*)\}/g)].filter(([, selector]) => selector?.includes(`[data-tone="${tone}"] .mark`))
  return rules.map(([, , body]) => body?.replaceAll(/var\(--tone\)|\s+/g, ' ').trim()).join(' ')
}

it('conveys its meaning in a word and a shape, never by colour alone', () => {
  render(<Badge tone="error">Failed</Badge>)
  expect(screen.getByText('Failed').getAttribute('data-tone')).toBe('error')
  const shapes = ['success', 'warning', 'error', 'info'].map(shapeOf)
  expect(new Set(shapes).size).toBe(4)
})
