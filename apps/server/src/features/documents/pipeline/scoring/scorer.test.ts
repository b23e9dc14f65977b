import { readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { FrozenReport } from '@penmark/contract'
import { createDetector, readModel } from '@penmark/detector'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { tinyModel } from '../../../../testing/database.ts'
import { createScorer, makeReport, type Scorer } from './scorer.ts'

const text =
  'Certainly! Here is your essay.\n\n' +
  'In conclusion, technology plays a cru\u200bcial role in schools, and it is essential to plan for it. '.repeat(
    20,
  )
const model = readModel(
  readFileSync(new URL('../../../../../../../models/standard.penmark', import.meta.url)),
)
/** By words alone, which takes a moment. */
const detection = await createDetector(model, null).detect(text, 'strongest')

const report = makeReport({
  document_id: 'd',
  text,
  words: 8,
  detection,
  references: [],
  fileType: null,
  facts: [{ kind: 'metadata', name: 'author', value: 'Ada', count: null }],
  detector: { name: 'standard', version: '1', modelHash: 'abc' },
  now: new Date(0),
})

test('fits the contract with all that the detector says, and so does an older report with less', () => {
  expect(detection.calibrated_probability).not.toBeNull()
  expect(detection.results.some(({ spans }) => spans.some(({ evidence }) => evidence?.length))).toBe(true)
  expect(FrozenReport.parse(report)).toEqual(report)
  const { sentence_band, attribution, text_type, calibrated_probability, evidence, ...older } = report
  expect(FrozenReport.parse(older)).toMatchObject({ sentence_band: null, attribution: null, evidence: null })
})

test('facts about characters, text and file are combined', () => {
  expect(report.facts).toEqual([
    { kind: 'invisible-characters', name: null, count: 20, value: null, severity: 'notable' },
    { kind: 'prompt-echo', name: null, count: 1, value: 'Certainly! Here is', severity: 'information' },
    { kind: 'metadata', name: 'author', value: 'Ada', count: null, severity: 'information' },
  ])
})

test('reports no uncited entries in files with notes, which the text does not contain', () => {
  const given = {
    document_id: 'd',
    text: 'One here.',
    words: 2,
    detection,
    references: [
      { kind: 'uncited-reference' as const, name: 'entry', value: 'Smith, J. (2019).', count: null },
      { kind: 'unlisted-citation' as const, name: 'no-entry', value: '(Lee, 2018)', count: 1 },
    ],
    fileType: null,
    detector: { name: 'standard', version: '1', modelHash: 'abc' },
    now: new Date(0),
  }
  const kindsWith = (facts: Parameters<typeof makeReport>[0]['facts']) =>
    makeReport({ ...given, facts }).facts.map(({ kind }) => kind)
  expect(kindsWith([])).toContain('uncited-reference')
  const notes = [{ kind: 'left-out' as const, name: 'notes', value: null, count: 3 }]
  expect(kindsWith(notes)).not.toContain('uncited-reference')
  expect(kindsWith(notes)).toContain('unlisted-citation')
})

test('says of PDFs, where names and brackets lose their places, only which numbers of a list are not cited', () => {
  const list = { kind: 'reference-list' as const, name: 'compared', value: null, count: 9 }
  const named = { kind: 'unlisted-citation' as const, name: 'no-entry', value: '(Lee, 2018)', count: 1 }
  const numbered = {
    kind: 'uncited-reference' as const,
    name: 'entry',
    value: '[3] J. Jacobs, “A study.”',
    count: null,
  }
  const beyond = { ...named, value: '[10]' }
  const reported = (fileType: 'pdf' | 'docx', references: (typeof list | typeof named | typeof numbered)[]) =>
    makeReport({
      document_id: 'd',
      text: 'One here.',
      words: 2,
      detection,
      references,
      fileType,
      facts: [],
      detector: { name: 'standard', version: '1', modelHash: 'abc' },
      now: new Date(0),
    }).facts.flatMap(({ kind, name }) =>
      kind === 'reference-list'
        ? [name]
        : kind.endsWith('-citation') || kind.endsWith('-reference')
          ? [kind]
          : [],
    )
  expect(reported('docx', [list, named])).toEqual(['compared', 'unlisted-citation'])
  expect(reported('pdf', [list, named])).toEqual(['not-compared'])
  expect(reported('pdf', [list, numbered])).toEqual(['compared', 'uncited-reference'])
  expect(reported('docx', [list, beyond])).toEqual(['compared', 'unlisted-citation'])
  expect(reported('pdf', [list, beyond])).toEqual(['not-compared'])
})

const essay = 'The river rose in the night and took the old bridge with it. '.repeat(40)

describe('a scorer', () => {
  let scorer: Scorer
  const unhandled: unknown[] = []
  const keep = (reason: unknown) => unhandled.push(reason)
  beforeEach(async () => {
    scorer = await createScorer(tinyModel())
    unhandled.length = 0
    process.on('unhandledRejection', keep)
  })
  afterEach(async () => {
    await scorer.close()
    process.off('unhandledRejection', keep)
  })

  test('scores texts requested together, each by itself', async () => {
    const never = { signal: new AbortController().signal, owner: 'ana' }
    const [one, other, again] = await Promise.all([
      scorer.detect(essay, never),
      scorer.detect('Too short.', never),
      scorer.detect(essay, never),
    ])
    expect(one).toEqual(again)
    expect(other).not.toEqual(one)
  })

  test.each([
    ['before it was asked for', (stop: AbortController) => stop.abort(new Error('deleted'))],
    ['right after', (stop: AbortController) => queueMicrotask(() => stop.abort(new Error('deleted')))],
  ])('stops scoring a text that its teacher deleted %s, and logs nothing about it', async (_, end) => {
    const stop = new AbortController()
    end(stop)
    await expect(scorer.detect(essay, { signal: stop.signal, owner: 'ana' })).rejects.toThrow('deleted')
    await scorer.close()
    await setImmediate()
    expect(unhandled).toEqual([])
  })

  test.skipIf(process.platform !== 'linux' || os.availableParallelism() < 2)(
    'scores long texts on a low-priority thread',
    async () => {
      const low = () =>
        readdirSync('/proc/self/task').filter(
          (thread) => os.getPriority(Number(thread)) === Math.min(19, os.getPriority() + 10),
        ).length
      const before = low()
      await scorer.detect(essay, { signal: new AbortController().signal, owner: 'ana' })
      expect(low()).toBe(before)
      await scorer.detect(essay.repeat(20), { signal: new AbortController().signal, owner: 'ana' })
      expect(low()).toBe(before + 1)
    },
  )

  test('rejects what is in progress when its thread ends', async () => {
    const under = expect(
      scorer.detect(essay.repeat(400), { signal: new AbortController().signal, owner: 'ana' }),
    ).rejects.toThrow('The detector ended.')
    await scorer.close()
    await under
  })
})
