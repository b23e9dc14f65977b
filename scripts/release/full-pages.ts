import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readCost, readReported, writeFullReport } from '../../packages/lab/src/evaluation/report/report.ts'
import { readAreas } from '../../tests/spec-coverage/areas.ts'
import { pageOf } from '../../tests/spec-coverage/page.ts'
import { root } from '../checks/run.ts'

/** Links of a page that would lie in docs/, for one that lies in release/. */
const linkedFromRelease = (page: string) => page.replaceAll(/\]\((?!https?:|#)/g, '](../docs/')

/**
 * Writes the pages that are too long to be read from beginning to end: every figure of the evaluation, and
 * the proof of each item of the specification.
 */
export async function writeFullPages(folder: string): Promise<void> {
  const models = join(root, 'models')
  const standard = readReported(models, 'standard')
  if (standard === null) throw new Error('models/ holds no card of the standard model.')
  const evaluation = writeFullReport(standard, readReported(models, 'open'), readCost(models))
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'evaluation-in-full.md'), linkedFromRelease(evaluation))
  await writeFile(join(folder, 'spec-coverage.md'), pageOf(readAreas()))
}
