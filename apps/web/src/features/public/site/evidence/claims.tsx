import type { ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import classes from './evidence.module.css'
import { BenchFigure, CardText, Figure, useEvidence, valueAt } from './figure.tsx'
import { MeasuredBefore } from './measured-before.tsx'

const pasted = 'pasted text (500 words) to COMPLETED'

/** The texts by which every report states its rate of mistakes, of all lengths. */
const students = 'measured.human_by_length.total'

/** Texts by today's models. */
const today = 'measured.ai_by_years.2025–26'

export type ClaimId = 'falseFlags' | 'found' | 'speed' | 'corpus'

/** For each claim: its large number, and those inside its sentence. */
const claims: Record<ClaimId, { needs: string; lead: ReactNode; figures: Record<string, ReactNode> }> = {
  falseFlags: {
    needs: `${students}.rate`,
    lead: <Figure path={`${students}.rate`} format="share" />,
    figures: {
      flagged: <Figure path={`${students}.flagged`} format="count" />,
      n: <Figure path={`${students}.n`} format="count" />,
    },
  },
  found: {
    needs: `${today}.rate`,
    lead: <Figure path={`${today}.rate`} format="share" />,
    figures: {
      years: <CardText path={`${today}.group`} />,
      found: <Figure path={`${today}.flagged`} format="count" />,
      n: <Figure path={`${today}.n`} format="count" />,
    },
  },
  speed: {
    needs: '',
    lead: (
      <>
        <BenchFigure name={pasted} field="value" /> s
      </>
    ),
    figures: {
      n: <BenchFigure name={pasted} field="n" />,
      cores: <BenchFigure name={pasted} field="cores" />,
    },
  },
  corpus: {
    needs: 'texts.human',
    lead: <Figure path="texts.sources" format="count" />,
    figures: {
      human: <Figure path="texts.human" format="count" />,
      ai: <Figure path="texts.ai" format="count" />,
    },
  },
}

/**
 * What was measured, each number with its test set, and a link to the whole evaluation. A figure missing in
 * the card is omitted.
 */
export function Claims({ of }: { of: ClaimId[] }) {
  const { t } = useTranslation('site')
  const { card, bench } = useEvidence()
  const isMeasured = (claim: ClaimId) =>
    claim === 'speed'
      ? bench.some(({ name }) => name === pasted)
      : typeof valueAt(card, claims[claim].needs) === 'number'
  return (
    <>
      <dl className={classes.claims}>
        {of.filter(isMeasured).map((claim) => (
          <div key={claim} className={classes.claim}>
            <dt>
              <span className={classes.number}>{claims[claim].lead}</span>{' '}
              <span>{t(`claim.${claim}.what`)}</span>
            </dt>
            <dd>
              <Trans t={t} i18nKey={`claim.${claim}.how`} components={asComponents(claims[claim].figures)} />
            </dd>
          </div>
        ))}
      </dl>
      {of.includes('found') && <MeasuredBefore />}
      <p className={classes.source}>
        {t('claim.source', { name: card.name })} <CardVersion />{' '}
        <a href="/technology#evaluation">{t('claim.link')}</a>
      </p>
    </>
  )
}

function CardVersion() {
  return <span data-card-words="version">{useEvidence().card.version}.</span>
}

/** `Trans` replaces tags in the message by elements of the same name. */
function asComponents(figures: Record<string, ReactNode>) {
  return Object.fromEntries(
    Object.entries(figures).map(([name, node]) => [name, <Wrapper key={name} node={node} />]),
  )
}

function Wrapper({ node }: { node: ReactNode }) {
  return node
}
