import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brand } from '@penmark/contract'
import { describe, expect, test } from 'vitest'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const holder = 'packages/contract/src/brand.ts'

const sources = ['apps/web/src', 'apps/server/src', 'packages/contract/src'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter((file) => /\.tsx?$/.test(file) && !/[./](test|suite)\.tsx?$/.test(file) && file !== holder),
)
const withoutComments = (text: string) =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '')
const naming = (word: string) => sources.filter((file) => withoutComments(read(file)).includes(word))

describe('the name and addresses of the product', () => {
  test('are defined in one constant, and written nowhere else in the web, the server or the contract', () => {
    expect(sources.length).toBeGreaterThan(300)
    for (const word of [brand.name, brand.supportEmail, brand.mark.pen.path, brand.mark.line.path])
      expect([word, naming(word)]).toEqual([word, []])
  })

  test('are the same in the static files that a browser loads first', () => {
    const icon = read('apps/web/public/icon.svg')
    const { pen, line, ground } = brand.mark
    for (const part of [brand.name, pen.path, pen.colour, line.path, line.colour, ground])
      expect(icon).toContain(part)
    expect(read('apps/web/index.html')).toContain(`<title>${brand.name}</title>`)
  })
})
