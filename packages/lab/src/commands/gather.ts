import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { readCorpus } from '../corpora/read.ts'
import { cloneOf, type Gathered, gatherSource, openingOf } from '../creative/gather.ts'
import { type CreativeSource, collections, corpusOf, listedSources } from '../creative/source-list.ts'
import { sourceTable } from '../creative/table.ts'
import { grouped } from '../sampling.ts'

/**
 * Gathers creative texts, personal statements and other kinds of writing from before chat assistants, from clones of
 * the listed repositories. Nothing of a clone is run, and no text that this writes may be committed.
 */
const { values } = parseArgs({
  options: {
    clones: { type: 'string' },
    to: { type: 'string' },
    data: { type: 'string', default: '../shared/data' },
    /** Where the pages are that say what was taken. */
    pages: { type: 'string', default: 'packages/lab' },
    /** The list of one collection, for that alone. */
    list: { type: 'string' },
  },
})
const { clones, to, pages } = values
if (clones === undefined || to === undefined)
  throw new Error('Name the folder of clones and the one to write to: --clones FOLDER --to FOLDER')

mkdirSync(to, { recursive: true })
for (const collection of collections) {
  if (values.list !== undefined && values.list !== collection.list) continue
  const gathered = await gatherAll(listedSources(collection), clones)
  for (const [group, members] of grouped(gathered, ({ source }) => source.group)) {
    const lines = members.flatMap(({ texts }) => texts).map((text) => JSON.stringify(text))
    replaceFile(join(to, `${corpusOf(group)}.jsonl.gz`), gzipSync(`${lines.join('\n')}\n`))
  }
  replaceFile(join(pages, collection.page), sourceTable(collection, gathered))
}

async function gatherAll(sources: readonly CreativeSource[], clones: string): Promise<Gathered[]> {
  const seen = new Set<string>()
  const gathered: Gathered[] = []
  for (const source of sources) {
    const clone = cloneOf(clones, source.repository)
    if (clone === null) {
      console.log(`${source.repository}: left out, since it is not among the clones`)
      continue
    }
    const inLab = source.alsoIn === undefined ? [] : readCorpus(values.data, source.alsoIn).texts
    const one = await gatherSource(source, clone, seen, new Set(inLab.map(({ text }) => openingOf(text))))
    console.log(`${source.repository} (${source.files}): ${one.texts.length}`, one.left)
    gathered.push(one)
  }
  return gathered
}

/** Readers never see half a file. */
function replaceFile(path: string, content: string | Uint8Array): void {
  writeFileSync(`${path}.partial`, content)
  renameSync(`${path}.partial`, path)
}
