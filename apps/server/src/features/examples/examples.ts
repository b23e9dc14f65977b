import { type ExampleId, type Report, routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import type { Pipeline } from '../../pipeline/pipeline.ts'
import { withChecks } from '../reports/rules.ts'
import { sampleTexts } from '../samples/samples.ts'

interface ExamplesDependencies {
  pipeline: Pick<Pipeline, 'detector' | 'readPasted' | 'report' | 'countWords'>
}

export function bindExamples({ bindPublic }: Binder, dependencies: ExamplesDependencies): void {
  const readExample = createReadExample(dependencies)
  bindPublic(routes.readExample, ({ example }) => readExample(example))
}

const reportSeconds = 20

/** Returns the ready-made reports. Each is made once, by the active detector, at its first request. */
function createReadExample({ pipeline }: ExamplesDependencies) {
  const cache = new Map<ExampleId, Promise<Report>>()

  const createReport = async (example: ExampleId): Promise<Report> => {
    const options = { signal: AbortSignal.timeout(reportSeconds * 1_000), owner: `example-${example}` }
    const read = await pipeline.readPasted(sampleTexts[example], options)
    const words = await pipeline.countWords(read.text, options)
    const result = await pipeline.report(`example-${example}`, read, words, options)
    const report = withChecks([result], pipeline.detector.modelHash)
    if (!report) throw new Error('An example has no result.')
    return report
  }

  return (example: ExampleId): Promise<Report> => {
    const known = cache.get(example)
    if (known) return known
    const making = createReport(example)
    cache.set(example, making)
    // Let the next visitor try again.
    making.catch(() => cache.delete(example))
    return making
  }
}
