import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Figure } from '../figure.ts'
import { textOf } from '../texts.ts'

const bin = join(import.meta.dirname, '../../packages/cli/bin/penmark.mjs')
const documents = 5_000

/** `penmark score` with one thread, including start-up. */
export async function measureCommandLine(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'penmark-bench-'))
  try {
    const [from, to] = [join(folder, 'in.jsonl'), join(folder, 'out.jsonl')]
    await writeFile(from, Array.from({ length: documents }, (_, id) => `${JSON.stringify({ id, text: textOf(500, id) })}\n`).join(''))
    const started = performance.now()
    await promisify(execFile)(process.execPath, [bin, 'score', '--jsonl', from, '--out', to, '--workers', '1'])
    const value = documents / ((performance.now() - started) / 1_000)
    return [{ name: 'penmark score, 500 words, one thread', value, unit: 'documents/s', n: documents, target: 300, better: 'higher' }]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
