import { type FrozenReport, type ReportCheck, statedFinding } from '@penmark/contract'
import { judgementOf } from '@penmark/wording'
import type { Content } from 'pdfmake/interfaces.d.ts'
import { heading, line, type PrintContext, rowLines, runsOf } from './layout.ts'
import type { PrintOrder } from './messages.ts'

function detectorText({ wording: { t } }: PrintContext, detector: FrozenReport['detector']): string {
  return detector
    ? t('record.version', { name: detector.name, version: detector.version })
    : t('notAvailable')
}

function checkRow(context: PrintContext, check: ReportCheck): [string, string] {
  const { t, format, zone } = context.wording
  const { verdict, finding } = judgementOf(check)
  const stated = statedFinding(finding)
  const date = check.created_at
    ? t('print.time', { moment: format.moment(check.created_at), zone })
    : t('notAvailable')
  const score = check.score === null ? t('notAvailable') : format.score(check.score)
  const found = stated ? t(`finding.${stated}.title`) : t(`verdict.${verdict}`)
  return [
    t('print.checked', { date }),
    t('print.checkedWith', { detector: detectorText(context, check.detector), score, finding: found }),
  ]
}

/** What was scored, by which detector and when, so that anybody can repeat it. */
export function recordPart(
  context: PrintContext,
  { report, checks, original_filename }: Pick<PrintOrder, 'report' | 'checks' | 'original_filename'>,
): Content[] {
  const { t, format, zone } = context.wording
  const { detector, text_hash, created_at, detail } = report
  const rows: [string, string][] = [
    [t('record.document'), original_filename],
    [t('record.detector'), detectorText(context, detector)],
    [t('record.model'), detector?.model_hash ?? t('notAvailable')],
    [t('record.hash'), text_hash ?? t('notAvailable')],
    ...(detail === null
      ? []
      : [
          [
            t('record.sentences'),
            t('record.detail', {
              sentences: format.count(detail.sentences),
              alone: format.count(detail.alone),
            }),
          ] as [string, string],
        ]),
    [
      t('record.date'),
      created_at ? t('print.time', { moment: format.moment(created_at), zone }) : t('notAvailable'),
    ],
    ...checks.map((check) => checkRow(context, check)),
  ]
  return [
    heading(context, t('record.title')),
    line(context, t('record.text'), { margin: [0, 0, 0, 6] }),
    {
      table: {
        widths: [118, '*'],
        dontBreakRows: true,
        body: rows.map(([name, value]) => [
          { text: runsOf(context, name), style: 'quiet' },
          { text: runsOf(context, value) },
        ]),
      },
      layout: rowLines,
      fontSize: 9,
    },
  ]
}
