import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './run.ts'

const read = (file: string) => readFile(join(root, file), 'utf8')

interface Measured {
  n: number
  flagged: number
}

interface Card {
  measured: { human_by_length: Measured[]; ai_by_years: (Measured & { group: string })[] }
  retellings?: { affected?: { version: string; texts: number } }
}

const grouped = (figure: number) => figure.toLocaleString('en-GB')
const shownOf = ({ n, flagged }: Measured) => `${grouped(flagged)} of ${grouped(n)}`

/** The pair of rates that the public pages state. */
function pairOf({ measured: { human_by_length: lengths, ai_by_years: years } }: Card): string[] {
  const total = lengths.reduce((sum, { n, flagged }) => ({ n: sum.n + n, flagged: sum.flagged + flagged }))
  const today = years.find(({ group }) => group === '2025–26')
  return [shownOf(total), ...(today ? [shownOf(today)] : [])]
}

/** The found and the read texts of a row of the evaluation's first table of figures. */
function figureOf(evaluation: string, row: string): string {
  const [, texts, found] = new RegExp(`^\\| ${row} \\| (\\d+) \\| (\\d+) \\|`, 'm').exec(evaluation) ?? []
  return shownOf({ n: Number(texts), flagged: Number(found) })
}

test('the README states the pair of rates of the public pages, and the version to download', async () => {
  const [readme, evaluation, manifest, card] = await Promise.all([
    read('README.md'),
    read('docs/evaluation.md'),
    read('package.json'),
    read('models/standard.card.json'),
  ])
  const pair = pairOf(JSON.parse(card) as Card)
  expect(pair).toHaveLength(2)
  for (const shown of pair) expect(readme).toContain(`| ${shown} |`)
  const older = (JSON.parse(card) as Card).retellings?.affected
  expect(readme.includes('Measured with detector')).toBe(older !== undefined)
  if (older)
    for (const told of [`detector ${older.version}.`, `up to ${older.texts} more`])
      expect(readme).toContain(told)
  expect(readme).toContain(figureOf(evaluation, 'student texts with 150 words by the machine in them'))
  const { version } = JSON.parse(manifest) as { version: string }
  expect(readme).toContain(`tar xzf penmark-${version}.tgz && node penmark`)
})
