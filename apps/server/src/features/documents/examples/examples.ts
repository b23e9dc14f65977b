import { type ExampleId, type Report, routes } from '@penmark/contract'
import type { Binder } from '../../../http/bind.ts'
import type { Scorer } from '../pipeline/scoring/scorer.ts'
import { withChecks } from '../report/rules.ts'
import { sampleTexts } from '../samples/samples.ts'

interface ExamplesDependencies {
  scorer: Pick<Scorer, 'detector' | 'readPasted' | 'report' | 'countWords'>
}

export function bindExamples({ bindPublic }: Binder, dependencies: ExamplesDependencies): void {
  const readExample = createReadExample(dependencies)
  bindPublic(routes.readExample, ({ example }) => readExample(example))
}

const timeoutSeconds = 20

/** Reads the reports of example texts. Each is made once, by the active detector, at the first request. */
function createReadExample({ scorer }: ExamplesDependencies) {
  const cache = new Map<ExampleId, Promise<Report>>()

  const createReport = async (example: ExampleId): Promise<Report> => {
    const options = { signal: AbortSignal.timeout(timeoutSeconds * 1_000), owner: `example-${example}` }
    const read = await scorer.readPasted(sampleTexts[example], options)
    const words = await scorer.countWords(read.text, options)
    const result = await scorer.report(`example-${example}`, read, words, options)
    const report = withChecks([result], scorer.detector.modelHash)
    if (!report) throw new Error('An example has no result.')
    return report
  }

  return (example: ExampleId): Promise<Report> => {
    const cached = cache.get(example)
    if (cached) return cached
    const report = createReport(example)
    cache.set(example, report)
    // After a failure, the next visitor tries again.
    report.catch(() => cache.delete(example))
    return report
  }
}
