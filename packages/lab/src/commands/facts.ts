import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { listedFiles, takeFiles } from '../facts/files.ts'
import { type FactFigures, measureFacts } from '../facts/measure.ts'
import { type BenchFigure, factsPage, ratesModule } from '../facts/pages.ts'

/**
 * Counts every fact over a folder of real files, one folder for each repository, and over the collected texts.
 * The files are Word files and PDFs that were last changed before December 2022, when chat programs became
 * common; packages/lab/src/facts/files.json lists them. Writes the rates that reports show and
 * docs/evaluation/facts.md.
 */
const { values } = parseArgs({
  options: {
    files: { type: 'string' },
    /** Take the listed files out of clones in this folder first, into that of --files. */
    clones: { type: 'string' },
    data: { type: 'string', default: '../shared/data' },
    docs: { type: 'string', default: 'docs' },
    bench: { type: 'string', default: 'bench/results/figures.json' },
    rates: { type: 'string', default: 'packages/contract/src/documents/fact-rates.ts' },
    /** Print each fact that was found, with its file and count, to look at it. */
    show: { type: 'boolean', default: false },
  },
})

const file = join(values.docs, 'evaluation', 'facts.json')
if (values.clones !== undefined) {
  if (values.files === undefined) throw new Error('Name the folder for the files: --files FOLDER')
  for (const name of takeFiles(listedFiles(), values.clones, values.files))
    console.error(`Not found in the clones: ${name}`)
}
if (values.files !== undefined) {
  const figures = await measureFacts(values.files, values.data, (line) => values.show && console.log(line))
  writeFileSync(file, `${JSON.stringify(figures, null, 1)}\n`)
}
const figures = JSON.parse(readFileSync(file, 'utf8')) as FactFigures
writeFileSync(values.rates, ratesModule(figures))
const reading = (JSON.parse(readFileSync(values.bench, 'utf8')) as BenchFigure[]).filter(({ name }) =>
  name.startsWith('words of real '),
)
writeFileSync(join(values.docs, 'evaluation', 'facts.md'), factsPage(figures, reading))
