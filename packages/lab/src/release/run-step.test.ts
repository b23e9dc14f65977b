import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { runStep } from './run-step.ts'

const folder = mkdtempSync(join(tmpdir(), 'penmark-release-'))
const models = fileURLToPath(new URL('../../../../models', import.meta.url))
afterAll(() => rmSync(folder, { recursive: true }))

describe('a step of a release', () => {
  test('runs the command and reports its cost', async () => {
    const cost = await runStep('evaluate', ['--page-only', '--out', models, '--docs', folder])
    expect(existsSync(join(folder, 'evaluation.md'))).toBe(true)
    expect(cost.processor_seconds).toBeGreaterThanOrEqual(0)
    expect(cost.peak_megabytes).toBeGreaterThan(10)
  })

  test('fails if the command fails', async () => {
    await expect(runStep('evaluate', ['--page-only', '--out', join(folder, 'absent')])).rejects.toThrow(
      'evaluate exited with code 1',
    )
  })
})
