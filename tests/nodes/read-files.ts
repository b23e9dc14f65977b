import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programsIn } from '../../apps/server/src/lib/release.ts'
import { createExtractor } from '../../packages/extract/src/index.ts'
import { pdfOf } from '../reliability/parts/pdf.ts'
import { processorSeconds } from '../reliability/parts/processor.ts'
import { type Readings, readAll } from './readings.ts'

/** What one Node makes of the built file reader. */
export interface Outcome {
  readings: Readings
  /** What the processes that read files start from. */
  startsFrom: 'snapshot' | 'code cache'
  /**
   * Five-page PDFs for each second of processor time, each read in a process of its own; null where the
   * system does not tell.
   */
  pdfsPerSecondAndCore: number | null
}

const warmUp = 4
const measured = 24

/**
 * Run by the Node that is tried, with the folder of the built server as its argument; prints an `Outcome`.
 */
const { extractChild, extractSnapshot } = programsIn(process.argv[2] ?? '')
const { extract, recognise, close } = createExtractor({ childEntry: extractChild, snapshot: extractSnapshot })
const folder = await mkdtemp(join(tmpdir(), 'penmark-nodes-'))
try {
  const readings = await readAll(extract, recognise)
  const startsFrom = existsSync(extractSnapshot) ? 'snapshot' : 'code cache'
  const outcome: Outcome = {
    readings,
    startsFrom,
    pdfsPerSecondAndCore: process.platform === 'linux' ? await measurePdfs() : null,
  }
  process.stdout.write(JSON.stringify(outcome))
} finally {
  await close()
  await rm(folder, { recursive: true })
}

async function measurePdfs(): Promise<number> {
  const paths: string[] = []
  for (let nth = 0; nth < warmUp + measured; nth += 1) {
    const path = join(folder, `${nth}.pdf`)
    await writeFile(path, pdfOf({ pages: 5, words: 400, nth }))
    paths.push(path)
  }
  for (const path of paths.slice(0, warmUp)) await extract(path)
  const before = processorSeconds(process.pid)
  for (const path of paths.slice(warmUp)) await extract(path)
  return measured / (processorSeconds(process.pid) - before)
}
