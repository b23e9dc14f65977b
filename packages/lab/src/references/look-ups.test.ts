import { expect, test } from 'vitest'
import { fileKinds } from './files.ts'
import { measureLookUps, noLookUpCounts } from './look-ups.ts'
import { styleNames } from './styles.ts'

/** The works are invented, and so are the catalogue's records: real catalogues answer less neatly. */
test('entries of known works are verified despite slips, and hardly any unknown work is', async () => {
  const counts = noLookUpCounts()
  for (const [nth, style] of styleNames.entries()) {
    for (const seed of [1, 2, 3, 4])
      await measureLookUps(style, seed, fileKinds[(nth + seed) % fileKinds.length] ?? 'txt', counts)
  }
  const { entries, asked, listed, absent } = counts
  expect(asked / entries).toBeGreaterThanOrEqual(0.7)
  expect(listed.verified / listed.n, JSON.stringify(counts)).toBeGreaterThanOrEqual(0.95)
  expect(absent.verified / absent.n, JSON.stringify(counts)).toBeLessThanOrEqual(0.02)
})
