import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { readCorpus } from '../corpora/read.ts'
import { cloneOf, type Gathered, gatherSource, openingOf } from '../creative/gather.ts'
import { listedSources } from '../creative/source-list.ts'
import { sourceTable } from '../creative/table.ts'
import { grouped } from '../sampling.ts'

/**
 * Gathers creative texts that people wrote before chat assistants, from clones of the listed repositories.
 * Nothing of a clone is run, and nothing that this writes may be committed.
 */
const { values } = parseArgs({
  options: {
    clones: { type: 'string' },
    to: { type: 'string' },
    data: { type: 'string', default: '../shared/data' },
    page: { type: 'string', default: 'packages/lab/creative-texts.md' },
  },
})
const { clones, to, page } = values
if (clones === undefined || to === undefined)
  throw new Error('Name the folder of clones and the one to write to: --clones FOLDER --to FOLDER')

const seen = new Set<string>()
const gathered: Gathered[] = []
for (const source of listedSources()) {
  const clone = cloneOf(clones, source.repository)
  if (clone === null) {
    console.log(`${source.repository}: left out, since it is not among the clones`)
    continue
  }
  const inLab = source.alsoIn === undefined ? [] : readCorpus(values.data, source.alsoIn).texts
  const one = gatherSource(source, clone, seen, new Set(inLab.map(({ text }) => openingOf(text))))
  console.log(`${source.repository} (${source.files}): ${one.texts.length}`, one.left)
  gathered.push(one)
}

mkdirSync(to, { recursive: true })
for (const [group, members] of grouped(gathered, ({ source }) => source.group)) {
  const lines = members.flatMap(({ texts }) => texts).map((text) => JSON.stringify(text))
  replaceFile(join(to, `creative_${group}.jsonl.gz`), gzipSync(`${lines.join('\n')}\n`))
}
replaceFile(page, sourceTable(gathered))

/** Readers never see half a file. */
function replaceFile(path: string, content: string | Uint8Array): void {
  writeFileSync(`${path}.partial`, content)
  renameSync(`${path}.partial`, path)
}
