import type { CaseEntry } from '@penmark/contract'
import type { Column, Content } from 'pdfmake/interfaces.d.ts'
import { heading, line, type PrintContext, page, rowLines, rule as ruleColour, runsOf } from './layout.ts'
import type { CasePrintOrder } from './messages.ts'

type Recorded = CasePrintOrder['record']

/** The latest decision that stands; undefined before the first. */
const decisionOf = (entries: readonly CaseEntry[]) => entries.findLast(({ outcome }) => outcome !== null)

/**
 * Who decided, by name. Only a decision from before names were kept has none; then the teacher of the case
 * made it, unless it was on appeal.
 */
export function decidedBy(
  { teacher_name }: Pick<Recorded, 'teacher_name'>,
  { kind, by }: CaseEntry,
): string | null {
  return by ?? (kind === 'decided' ? teacher_name : null)
}

/** Who and what the case is about, by which rule and standard it is decided, and who may come along. */
export function partiesPart(context: PrintContext, { record }: Pick<CasePrintOrder, 'record'>): Content[] {
  const { t } = context.wording
  const decision = decisionOf(record.entries)
  const rows = [
    [t('case.student'), record.student_name],
    [t('case.teacher'), record.teacher_name ?? t('case.unnamed')],
    [t('case.school'), record.school_name ?? t('case.unnamed')],
    [t('case.rule'), record.rule ?? t('case.rule.none')],
    [t('case.standard'), t(`cases.standard.${record.standard_of_proof}`)],
    [
      t('case.decidedBy'),
      decision ? (decidedBy(record, decision) ?? t('case.unnamed')) : t('case.undecided'),
    ],
    [t('case.companion'), record.companion ?? t('case.companion.none')],
  ]
  return [
    heading(context, t('case.parties')),
    {
      table: {
        widths: [150, '*'],
        dontBreakRows: true,
        body: rows.map(([name = '', value = '']) => [
          { text: runsOf(context, name), style: 'quiet' },
          { text: runsOf(context, value) },
        ]),
      },
      layout: rowLines,
      fontSize: 9.5,
    },
  ]
}

/** Lines to sign on. The student's signature says that they read the record, not that they agree. */
export function signaturesPart(context: PrintContext): Content[] {
  const { t } = context.wording
  const width = (page.width - 2 * 18) / 3
  const blank = (name: string): Column => ({
    stack: [
      {
        canvas: [{ type: 'line', x1: 0, x2: width, y1: 34, y2: 34, lineWidth: 0.75, lineColor: ruleColour }],
      },
      line(context, name, { style: 'small', margin: [0, 3, 0, 0] }),
    ],
    width,
  })
  const row = (who: string): Content => ({
    columns: [blank(who), blank(t('case.sign.name')), blank(t('case.sign.date'))],
    columnGap: 18,
  })
  return [
    {
      stack: [
        heading(context, t('case.signatures')),
        line(context, t('case.signatures.text'), { style: 'quiet' }),
        ...['case.sign.decider', 'case.sign.student', 'case.sign.companion'].map((key) => row(t(key))),
      ],
      unbreakable: true,
    },
  ]
}
