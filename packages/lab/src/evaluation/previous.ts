import type { Finding } from '@penmark/detector'
import type { Collection } from '../corpora/collection.ts'
import { isMeasuring } from '../training/train.ts'
import { findingTexts, testTexts } from './evaluate.ts'
import { sourceName, testGroup } from './groups/groups.ts'
import type { PreviousFigures } from './report/previous.ts'
import { isAccusing, measureVerdicts, sampleOfGroups, splicesOf } from './verdicts.ts'

interface Earlier {
  version: string
  /** Sources known to that release, whether used for training or not. */
  known: ReadonlySet<string>
  findingOf: (text: string) => Finding
  seed: number
}

/** The earlier release's findings on the same texts that `measureAllVerdicts` reads. */
export function measurePrevious({ items }: Collection, { version, known, findingOf, seed }: Earlier): PreviousFigures {
  const detectors = { of: () => ({ detect: (text: string) => ({ finding: findingOf(text) }) }) }
  const plain = items.filter(({ label }) => label !== 'mixed')
  const unseen = plain.filter((item) => item.use === 'train' && isMeasuring(item) && !known.has(item.source.name))
  const splices = splicesOf(
    plain.filter(({ use }) => use === 'test'),
    seed,
  )
  const lengths = [...new Set(splices.filter(({ shape }) => shape !== 'wholly machine-made').map(({ wanted }) => wanted))]
  return {
    version,
    test: measureVerdicts(sampleOfGroups(testTexts({ items }), testGroup, findingTexts), testGroup, detectors),
    unseen: measureVerdicts(sampleOfGroups(unseen, sourceName), sourceName, detectors),
    splices_test: lengths
      .toSorted((a, b) => a - b)
      .map((wanted) => {
        const list = splices.filter((one) => one.wanted === wanted && one.shape !== 'wholly machine-made')
        return {
          group: `${wanted} words by the machine`,
          texts: list.length,
          found: list.filter(({ text }) => isAccusing(findingOf(text))).length,
        }
      }),
  }
}
