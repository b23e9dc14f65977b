import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '../..')
const sheets = join(source, '../../../node_modules/@mantine/core/styles')

test('includes the styles of every Mantine component in use', () => {
  const used = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .flatMap((file) => [
      ...readFileSync(join(source, file), 'utf8').matchAll(/import \{([^}]*)\} from '@mantine\/core'/g),
    ])
    .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
  const needed = [...new Set(used)].filter((name) => existsSync(join(sheets, `${name}.css`)))
  const carried = [
    ...readFileSync(join(import.meta.dirname, 'mantine.css'), 'utf8').matchAll(/styles\/(\w+)\.css/g),
  ].map(([, name]) => name)
  expect(needed.length).toBeGreaterThan(5)
  expect(carried).toEqual(expect.arrayContaining(needed))
})
