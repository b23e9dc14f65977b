import type { EarlierWriting, PlainFact } from '@penmark/contract'
import {
  type EvidenceCell,
  earlierCell,
  fileCell,
  handedInBeforeCell,
  schoolCell,
  sharedCell,
  sourceCell,
  writingTone,
} from '@penmark/wording'
import type { Content } from 'pdfmake/interfaces.d.ts'
import { type PrintContext, rowLines, runsOf } from './layout.ts'
import type {
  PrintedEarlierOverlap,
  PrintedOverlap,
  PrintedSchoolOverlap,
  PrintedSource,
  PrintedWriting,
} from './messages.ts'
import { fastestLine, summaryLine } from './writing-record.ts'

interface EvidenceOrder {
  report: { facts: readonly PlainFact[] }
  earlier: EarlierWriting | null
  /** Null unless the text was handed in from a writing task. */
  writing: PrintedWriting | null
  /** What the text shares with others, who are counted and not named. */
  overlap: readonly PrintedOverlap[]
  /**
   * The same of everything else that the teacher has received; null where it is not part of the document that
   * is printed.
   */
  handedInBefore: PrintedEarlierOverlap | null
  /** What it shares with the sources of its class. */
  sources: readonly PrintedSource[]
  /**
   * What it shares with documents of other teachers who agreed to show it; null where it is not part of what
   * is printed.
   */
  school: PrintedSchoolOverlap | null
}

/**
 * What else is known of the text beside its finding, in the words of the page: one line from each source that
 * has something to say.
 */
export function evidenceRow(
  context: PrintContext,
  { report, earlier, writing, overlap, handedInBefore, sources, school }: EvidenceOrder,
): Content[] {
  const { t, format } = context.wording
  const texts = { text: t, ...format }
  const [most] = overlap.toSorted((a, b) => b.words - a.words)
  const cells: [title: string, cell: EvidenceCell | null][] = [
    [t('evidence.file'), fileCell(report.facts, texts)],
    [
      t(most?.class_group_id === null ? 'evidence.upload' : 'evidence.class'),
      most ? sharedCell({ ...most, name: null }, texts) : null,
    ],
    [t('evidence.before'), handedInBefore && handedInBeforeCell({ ...handedInBefore, name: null }, texts)],
    [t('evidence.sources'), sourceCell(sources, texts)],
    [t('evidence.school'), school && schoolCell({ ...school, isExact: true }, texts)],
    [t('evidence.earlier'), earlier && earlierCell(earlier, texts)],
    [
      t('evidence.writing'),
      writing && {
        tone: writingTone(writing),
        text: `${summaryLine(context, writing)}. ${fastestLine(context, writing)}`.trim(),
      },
    ],
  ]
  return [
    {
      table: {
        widths: [96, '*'],
        dontBreakRows: true,
        body: cells.flatMap(([title, cell]) =>
          cell === null
            ? []
            : [
                [
                  { text: runsOf(context, title), style: 'quiet' },
                  {
                    stack: [
                      {
                        text: runsOf(context, cell.text),
                        bold: cell.tone === 'notable',
                        ...(cell.tone === 'quiet' ? { style: 'quiet' } : {}),
                      },
                      ...(cell.beside === undefined ? [] : [{ text: runsOf(context, cell.beside) }]),
                    ],
                  },
                ],
              ],
        ),
      },
      layout: rowLines,
      fontSize: 9.5,
      margin: [0, 8, 0, 0],
    },
  ]
}
