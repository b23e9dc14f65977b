import {
  cataloguedWorkLine,
  type LookedUpReference,
  type ReferenceLookUp,
  referenceGroups,
  serviceNames,
} from '@penmark/contract'
import type { Content } from 'pdfmake/interfaces.d.ts'
import { heading, line, list, type PrintContext, subheading } from './layout.ts'

function entry(
  { wording: { t } }: PrintContext,
  { entry: text, outcome, differences, found }: LookedUpReference,
): string {
  const fields = differences.map((field) => t(`lookUp.field.${field}`)).join(', ')
  return [
    text,
    ...(found && outcome !== 'verified'
      ? [`${t('lookUp.found', { service: serviceNames[found.service] })} ${cataloguedWorkLine(found)}`]
      : []),
    ...(fields === '' ? [] : [t('lookUp.differs', { fields })]),
  ].join(' · ')
}

/** What public catalogues say of the references. */
export function referencesPart(context: PrintContext, { results, completed_at }: ReferenceLookUp): Content[] {
  const { t, format } = context.wording
  const groups = referenceGroups(results)
  const counts = groups.map(({ outcome, results: { length } }) =>
    t('lookUp.count', { outcome: t(`lookUp.outcome.${outcome}`), shown: format.count(length) }),
  )
  return [
    heading(context, t('lookUp.title')),
    line(context, counts.length > 0 ? counts.join(' · ') : t('lookUp.none')),
    ...(completed_at
      ? [line(context, t('lookUp.completed', { moment: format.moment(completed_at) }), { style: 'quiet' })]
      : []),
    ...groups.flatMap(({ outcome, results: ofOutcome }) => [
      subheading(context, t(`lookUp.outcome.${outcome}`)),
      line(context, t(`lookUp.outcome.${outcome}.text`), { style: 'quiet', margin: [0, 1, 0, 0] }),
      list(
        context,
        ofOutcome.map((each) => entry(context, each)),
      ),
    ]),
  ]
}
