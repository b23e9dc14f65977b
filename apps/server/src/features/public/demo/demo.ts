import { type DemoResult, routes } from '@penmark/contract'
import type { Binder } from '../../../http/bind.ts'
import type { LimitRate } from '../../../http/rate-limits.ts'
import { problem } from '../../../locale/problems/problem.ts'
import type { Scorer } from '../../documents/index.ts'
import { type HumanCheckDependencies, spendProof } from '../human-check/human-check.ts'

interface DemoDependencies {
  humanCheck: HumanCheckDependencies
  limitRate: LimitRate
  scorer: Pick<Scorer, 'readPasted' | 'report' | 'countWords'>
}

export function bindDemo({ bindPublic }: Binder, dependencies: DemoDependencies): void {
  const quickDetect = createQuickDetect(dependencies)
  bindPublic(routes.quickDetect, (input, { network }) => quickDetect(input, network))
}

/**
 * How many texts may wait for the detector at once. A text of 10,000 characters takes about 20 ms, so the
 * last one waits about a second.
 */
const maximumWaiting = 50
const timeoutSeconds = 20

const tooBusy = (cause?: unknown) => problem('busy', 'demo_busy', {}, { cause, retryAfterSeconds: 10 })

/** Scores the text of an anonymous visitor. The text is never logged or stored. */
function createQuickDetect({ humanCheck, limitRate, scorer }: DemoDependencies) {
  let waiting = 0
  return async ({ text, proof }: { text: string; proof: string }, network: string): Promise<DemoResult> => {
    if (waiting >= maximumWaiting) throw tooBusy()
    waiting += 1
    try {
      // The proof is checked first, because requests without one must not count against others on the same
      // network.
      await spendProof(humanCheck, proof)
      await limitRate('demo', network)
      const options = {
        signal: AbortSignal.timeout(timeoutSeconds * 1_000),
        owner: network,
        refusesToWait: true,
      }
      const read = await scorer.readPasted(text, options)
      const words = await scorer.countWords(read.text, options)
      const report = await scorer.report('demo', read, words, options).catch((error: unknown) => {
        throw error instanceof DOMException && error.name === 'TimeoutError' ? tooBusy(error) : error
      })
      const { score, label, finding, reasons, words_needed, ai_share, calibration } = report
      return {
        score,
        label: label ?? 'insufficient-text',
        ai_generated: label === 'ai-generated',
        finding: finding ?? 'insufficient-text',
        reasons,
        ai_share,
        words,
        words_needed,
        calibration,
        // The page blurs the sections in their colours, so their text is not sent.
        results: report.results.map(({ probability }) => ({ probability, paragraph_text: '' })),
      }
    } finally {
      waiting -= 1
    }
  }
}
