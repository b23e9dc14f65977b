import { expect, test } from 'vitest'
import { fileKinds } from './files.ts'
import { measureEssay, noCounts } from './measure.ts'
import { styleNames } from './styles.ts'

/** The whole measurement is `npm run lab -- references`; docs/evaluation/references.md has its figures. */
test('finds at least 95 % of the reference lists of invented essays, and wrongly reports at most 2 % of their citations as missing', async () => {
  const counts = noCounts()
  for (const [nth, style] of styleNames.entries()) {
    for (const seed of [20_001, 20_002, 20_003]) {
      for (const kind of [fileKinds[nth % 2 === 0 ? 0 : 2], fileKinds[3]] as const)
        await measureEssay(style, seed, kind, counts)
    }
  }
  expect(counts.listsFound / counts.essays).toBeGreaterThanOrEqual(0.95)
  expect(counts.falselyUnlisted / counts.citations).toBeLessThanOrEqual(0.02)
})
