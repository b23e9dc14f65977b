import type { ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import classes from './evidence.module.css'
import { BenchFigure, Figure, useEvidence, valueAt } from './figure.tsx'

const benchmarks = { detect: 'detect 500 words', pasted: 'pasted text (500 words) to COMPLETED' } as const

export type ClaimId = 'falseFlags' | 'found' | 'essays' | 'speed' | 'corpus'

/** For each claim: its large number, and those inside its sentence. */
const claims: Record<ClaimId, { needs: string; lead: ReactNode; figures: Record<string, ReactNode> }> = {
  falseFlags: {
    needs: 'measured.student_human.rate',
    lead: <Figure path="measured.student_human.rate" format="share" />,
    figures: {
      flagged: <Figure path="measured.student_human.flagged" format="count" />,
      n: <Figure path="measured.student_human.n" format="count" />,
      low: <Figure path="measured.student_human.interval.low" format="share" />,
      high: <Figure path="measured.student_human.interval.high" format="share" />,
    },
  },
  found: {
    needs: 'measured.separation.0.tpr_at_1',
    lead: <Figure path="measured.separation.0.tpr_at_1" format="share" />,
    figures: {
      ai: <Figure path="measured.separation.0.ai" format="count" />,
      human: <Figure path="measured.separation.0.human" format="count" />,
    },
  },
  essays: {
    needs: 'measured.essays_from_250_words.accuracy',
    lead: <Figure path="measured.essays_from_250_words.accuracy" format="share" />,
    figures: {
      human: <Figure path="measured.essays_from_250_words.human" format="count" />,
      ai: <Figure path="measured.essays_from_250_words.ai" format="count" />,
      rate: <Figure path="measured.student_human.rate" format="share" />,
      n: <Figure path="measured.student_human.n" format="count" />,
    },
  },
  speed: {
    needs: '',
    lead: (
      <>
        <BenchFigure name={benchmarks.pasted} field="value" /> s
      </>
    ),
    figures: {
      n: <BenchFigure name={benchmarks.pasted} field="n" />,
      cores: <BenchFigure name={benchmarks.pasted} field="cores" />,
      ms: <BenchFigure name={benchmarks.detect} field="value" />,
      runs: <BenchFigure name={benchmarks.detect} field="n" />,
    },
  },
  corpus: {
    needs: 'texts.human',
    lead: <Figure path="texts.sources" format="count" />,
    figures: { human: <Figure path="texts.human" format="count" />, ai: <Figure path="texts.ai" format="count" /> },
  },
}

/** What was measured, each number with its test set, and a link to the whole evaluation. A figure missing in the card is omitted. */
export function Claims({ of }: { of: ClaimId[] }) {
  const { t } = useTranslation('site')
  const { card, bench } = useEvidence()
  const isMeasured = (claim: ClaimId) =>
    claim === 'speed'
      ? Object.values(benchmarks).every((name) => bench.some((figure) => figure.name === name))
      : typeof valueAt(card, claims[claim].needs) === 'number'
  return (
    <>
      <dl className={classes.claims}>
        {of.filter(isMeasured).map((claim) => (
          <div key={claim} className={classes.claim}>
            <dt>
              <span className={classes.number}>{claims[claim].lead}</span> <span className={classes.what}>{t(`claim.${claim}.what`)}</span>
            </dt>
            <dd>
              <Trans t={t} i18nKey={`claim.${claim}.how`} components={asComponents(claims[claim].figures)} />
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes.source}>
        {t('claim.source', { name: card.name })} <CardVersion /> <a href="/technology#evaluation">{t('claim.link')}</a>
      </p>
    </>
  )
}

function CardVersion() {
  return <span data-card-words="version">{useEvidence().card.version}.</span>
}

/** `Trans` replaces tags in the message by elements of the same name. */
function asComponents(figures: Record<string, ReactNode>) {
  return Object.fromEntries(Object.entries(figures).map(([name, node]) => [name, <Wrapper key={name} node={node} />]))
}

function Wrapper({ node }: { node: ReactNode }) {
  return node
}
