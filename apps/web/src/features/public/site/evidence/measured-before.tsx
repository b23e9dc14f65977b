import { Trans, useTranslation } from 'react-i18next'
import classes from './evidence.module.css'
import { CardText, Figure, useEvidence, valueAt } from './figure.tsx'

const affected = 'retellings.affected'

/** Says that shares of machine texts are of an earlier version, where the card has no later ones. */
export function MeasuredBefore() {
  const { t } = useTranslation('site')
  const { card } = useEvidence()
  if (typeof valueAt(card, `${affected}.texts`) !== 'number') return null
  return (
    <p className={classes.source}>
      <Trans
        t={t}
        i18nKey="claim.before"
        components={{
          version: <CardText path={`${affected}.version`} />,
          years: <CardText path={`${affected}.years`} />,
          texts: <Figure path={`${affected}.texts`} format="count" />,
        }}
      />
    </p>
  )
}
