import type { Evidence } from '@penmark/contract'
import { heaviestEvidence, type MarkedParagraph, type Passage } from '@penmark/wording'
import type { Content } from 'pdfmake/interfaces.d.ts'
import { heading, line, type PrintContext, runsOf } from './layout.ts'

/** Passages explained in one file. */
const explained = 40

function phrases(context: PrintContext, title: string, evidence: Evidence[]): Content {
  const { t, format } = context.wording
  const row = ({ phrase, direction, weight, counts }: Evidence) => ({
    text: [
      ...runsOf(context, phrase, 'serif'),
      ...runsOf(
        context,
        `  ${t('passage.weight', { weight: format.fineWeight(direction === 'machine' ? weight : -weight) })}`,
      ),
      ...(counts
        ? runsOf(
            context,
            `, ${t('passage.counts', {
              machine: format.count(counts.machine),
              machineOf: format.count(counts.machine_texts),
              human: format.count(counts.human),
              humanOf: format.count(counts.human_texts),
            })}`,
          )
        : []),
    ],
    margin: [0, 1, 0, 1] as [number, number, number, number],
  })
  return {
    stack: [
      line(context, title, { style: 'minorHeading' }),
      ...(evidence.length === 0
        ? [line(context, t('passage.nonePhrase'), { style: 'quiet' })]
        : evidence.map(row)),
    ],
  }
}

function passagePart(
  context: PrintContext,
  { number, score, sentences }: Passage,
  paragraph: number,
  before: Content[],
): Content {
  const { t, format } = context.wording
  const evidence = sentences.flatMap((sentence) => sentence.evidence ?? [])
  const shown = format.count(sentences.length)
  return {
    stack: [
      ...before,
      line(
        context,
        t('print.passage', { number: format.count(number), paragraph: format.count(paragraph) }),
        { style: 'subheading' },
      ),
      line(context, t('passage.run', { count: sentences.length, shown })),
      ...(score === null ? [] : [line(context, t('passage.score', { score: format.score(score) }))]),
      ...(evidence.length === 0
        ? [line(context, t('passage.noPhrases'), { style: 'quiet' })]
        : [
            {
              columns: [
                phrases(context, t('passage.machine'), heaviestEvidence(evidence, 'machine')),
                phrases(context, t('passage.human'), heaviestEvidence(evidence, 'human')),
              ],
              columnGap: 16,
            },
          ]),
    ],
    fontSize: 9.5,
    unbreakable: true,
  }
}

/** Why each passage is marked, for and against. */
export function reasonsPart(context: PrintContext, paragraphs: readonly MarkedParagraph[]): Content[] {
  const passages = paragraphs.flatMap(({ number, passages }) =>
    passages.map((passage) => ({ passage, paragraph: number })),
  )
  if (passages.length === 0) return []
  const { t } = context.wording
  const hasPhrases = passages.some(({ passage }) =>
    passage.sentences.some(({ evidence }) => (evidence ?? []).length > 0),
  )
  // In one block with the first passage, so that the heading is never alone at the end of a page.
  const title = [
    heading(context, t('passage.calculation')),
    ...(hasPhrases ? [line(context, t('passage.phrases'))] : []),
  ]
  return [
    ...passages
      .slice(0, explained)
      .map(({ passage, paragraph }, index) =>
        passagePart(context, passage, paragraph, index === 0 ? title : []),
      ),
    ...(passages.length > explained
      ? [line(context, t('print.morePassages'), { bold: true, margin: [0, 8, 0, 0] })]
      : []),
  ]
}
