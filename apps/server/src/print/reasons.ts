import { type Evidence, heaviestEvidence, type MarkedParagraph, type Passage } from '@penmark/contract'
import type { Content } from 'pdfmake/interfaces.d.ts'
import { type Desk, heading, line, say } from './look.ts'

/** Passages explained in one file. */
const explained = 40

function phrases(desk: Desk, title: string, evidence: Evidence[]): Content {
  const { t, figures } = desk.words
  const row = ({ phrase, direction, weight, counts }: Evidence) => ({
    text: [
      ...say(desk, phrase, 'serif'),
      ...say(desk, `  ${t('passage.weight', { weight: figures.fineWeight(direction === 'machine' ? weight : -weight) })}`),
      ...(counts
        ? say(
            desk,
            `, ${t('passage.counts', {
              machine: figures.count(counts.machine),
              machineOf: figures.count(counts.machine_texts),
              human: figures.count(counts.human),
              humanOf: figures.count(counts.human_texts),
            })}`,
          )
        : []),
    ],
    margin: [0, 1, 0, 1] as [number, number, number, number],
  })
  return {
    stack: [
      line(desk, title, { bold: true, margin: [0, 3, 0, 1] }),
      ...(evidence.length === 0 ? [line(desk, t('passage.nonePhrase'), { style: 'quiet' })] : evidence.map(row)),
    ],
  }
}

function passagePart(desk: Desk, { number, score, sentences }: Passage, paragraph: number, before: Content[]): Content {
  const { t, figures } = desk.words
  const evidence = sentences.flatMap((sentence) => sentence.evidence ?? [])
  const shown = figures.count(sentences.length)
  return {
    stack: [
      ...before,
      line(desk, t('print.passage', { number: figures.count(number), paragraph: figures.count(paragraph) }), { style: 'subheading' }),
      line(desk, t('passage.run', { count: sentences.length, shown })),
      ...(score === null ? [] : [line(desk, t('passage.score', { score: figures.score(score) }))]),
      ...(evidence.length === 0
        ? [line(desk, t('passage.noPhrases'), { style: 'quiet' })]
        : [
            {
              columns: [
                phrases(desk, t('passage.machine'), heaviestEvidence(evidence, 'machine')),
                phrases(desk, t('passage.human'), heaviestEvidence(evidence, 'human')),
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
export function reasonsPart(desk: Desk, paragraphs: readonly MarkedParagraph[]): Content[] {
  const passages = paragraphs.flatMap(({ number, passages }) => passages.map((passage) => ({ passage, paragraph: number })))
  if (passages.length === 0) return []
  const { t } = desk.words
  const hasPhrases = passages.some(({ passage }) => passage.sentences.some(({ evidence }) => (evidence ?? []).length > 0))
  // In one block with the first passage, so that the heading is never alone at the end of a page.
  const title = [heading(desk, t('passage.calculation')), ...(hasPhrases ? [line(desk, t('passage.phrases'))] : [])]
  return [
    ...passages.slice(0, explained).map(({ passage, paragraph }, index) => passagePart(desk, passage, paragraph, index === 0 ? title : [])),
    ...(passages.length > explained ? [line(desk, t('print.morePassages'), { bold: true, margin: [0, 8, 0, 0] })] : []),
  ]
}
