/**
 * Measures paragraph recovery on every fixture: `npx tsx packages/extract/scripts/measure-recovery.ts` writes
 * `fixtures/recovery.json` and the table in README.md.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fixturePath, fixtures, measureRecovery, unseen } from '../fixtures/manifest.ts'
import { extractBytes } from '../src/index.ts'

const measured = []
for (const { file, generator, layout, paragraphs } of [...fixtures, ...unseen]) {
  const found = await extractBytes(readFileSync(fixturePath(file))).catch((error: Error) => ({
    paragraphs: [error.message],
  }))
  const recovery = measureRecovery(paragraphs, found.paragraphs)
  measured.push({ file, generator, layout, ...recovery })
  if (process.argv.includes('--show') && recovery.exact < recovery.expected + recovery.surplus) {
    console.log(`\n${file}`)
    const ends = (text: string) => (text.length > 130 ? `${text.slice(0, 60)} … ${text.slice(-60)}` : text)
    for (const text of paragraphs)
      if (!found.paragraphs.includes(text)) console.log(`  missing  ${ends(text)}`)
    for (const text of found.paragraphs)
      if (!paragraphs.includes(text)) console.log(`  surplus  ${ends(text)}`)
  }
}

const target = new URL('../fixtures/recovery.json', import.meta.url)
writeFileSync(target, `${JSON.stringify(measured, null, 2)}\n`)

const readme = new URL('../README.md', import.meta.url)
const cells = [
  ['file', 'written by', 'layout', 'exact', 'surplus'],
  ...measured.map((one) => [
    one.file,
    one.generator,
    one.layout,
    `${one.exact} of ${one.expected}`,
    String(one.surplus),
  ]),
]
const widths = cells[0]?.map((_, nth) => Math.max(...cells.map((row) => row[nth]?.length ?? 0))) ?? []
const [head = '', ...rows] = cells.map(
  (row) => `| ${row.map((cell, nth) => cell.padEnd(widths[nth] ?? 0)).join(' | ')} |`,
)
const table = [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows].join('\n')
const text = readFileSync(readme, 'utf8')
writeFileSync(
  readme,
  text.replace(
    /(<!-- recovery -->\n)[\s\S]*?(\n<!-- \/recovery -->)/,
    (_, before: string, after: string) => before + table + after,
  ),
)
console.log(rows.join('\n'))
