import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './run.ts'

const read = (file: string) => readFile(join(root, file), 'utf8')

/** The found and the read texts of a row of the evaluation's first table of figures. */
function figureOf(evaluation: string, row: string): string {
  const [, texts, found] = new RegExp(`^\\| ${row} \\| (\\d+) \\| (\\d+) \\|`, 'm').exec(evaluation) ?? []
  const grouped = (figure = '') => Number(figure).toLocaleString('en-GB')
  return `${grouped(found)} of ${grouped(texts)}`
}

test('the README states the figures of the evaluation, and the version to download', async () => {
  const [readme, evaluation, manifest] = await Promise.all([
    read('README.md'),
    read('docs/evaluation.md'),
    read('package.json'),
  ])
  const rows = [
    'written by people before November 2022',
    'student writing wholly by AI, 250 words and more',
    'student texts with 150 words by the machine in them',
  ]
  for (const row of rows) expect(readme).toContain(figureOf(evaluation, row))
  const { version } = JSON.parse(manifest) as { version: string }
  expect(readme).toContain(`tar xzf penmark-${version}.tgz && node penmark`)
})
