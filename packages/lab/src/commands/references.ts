import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fileKinds } from '../references/files.ts'
import type { JudgedLists } from '../references/judged-lists.ts'
import { measureEssay, measureFalseAlarms, noCounts } from '../references/measure.ts'
import { type ReferenceFigures, writeReferencePage } from '../references/page.ts'
import { measurePapers } from '../references/papers.ts'
import { heldOutStyles, styleNames } from '../references/styles.ts'

/**
 * Measures the reference checks on real papers, or on invented essays and the collected texts, and writes
 * docs/evaluation/references.md.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    docs: { type: 'string', default: 'docs' },
    essays: { type: 'string', default: '20' },
    /** Papers rendered in several styles; without it their stored figures are kept. */
    papers: { type: 'string' },
    /** Write the page from the stored figures, without measuring again. */
    'page-only': { type: 'boolean', default: false },
  },
})

const thisYear = 2026
/** The seeds below were used while the checks were written. */
const firstSeed = 10_000
const file = join(values.docs, 'evaluation', 'references.json')

const stored = JSON.parse(readFileSync(file, 'utf8')) as ReferenceFigures
if (values.papers !== undefined) {
  const papers = await measurePapers(values.papers, thisYear)
  writeFileSync(file, `${JSON.stringify({ ...stored, papers }, null, 1)}\n`)
} else if (!values['page-only']) {
  const essays = Number(values.essays)
  const figures: ReferenceFigures = {
    firstSeed,
    essays,
    rows: [],
    corpora: measureFalseAlarms(values.data, thisYear),
    papers: stored.papers,
    judged: stored.judged,
  }
  for (const style of styleNames) {
    for (const kind of fileKinds) {
      const counts = noCounts()
      for (let seed = firstSeed; seed < firstSeed + essays; seed++)
        await measureEssay(style, seed, kind, counts)
      figures.rows.push({ style, file: kind, isHeldOut: heldOutStyles.includes(style), counts })
    }
  }
  writeFileSync(file, `${JSON.stringify(figures, null, 1)}\n`)
}
writeFileSync(
  join(values.docs, 'evaluation', 'references.md'),
  writeReferencePage(
    JSON.parse(readFileSync(file, 'utf8')) as ReferenceFigures,
    JSON.parse(readFileSync(join(values.docs, 'evaluation', 'reference-lists.json'), 'utf8')) as JudgedLists,
  ),
)
