import type { ParseKeys } from 'i18next'
import type { ReactElement } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import evidence from '../evidence/evidence.module.css'
import { CardText, Figure, useEvidence, valueAt } from '../evidence/figure.tsx'
import { MeasuredBefore } from '../evidence/measured-before.tsx'
import { ScrollingTable } from '../evidence/scrolling-table.tsx'
import prose from '../prose.module.css'

interface Limit {
  id: 'proof' | 'language' | 'stories' | 'short' | 'rewritten'
  /** Figures inside its sentence; without the first of them in the card it is left out. */
  needs?: string
  figures?: Record<string, ReactElement>
}

const today = 'measured.ai_by_years.2025–26'
/** The shortest texts that have a score. */
const shortest = 'measured.ai_by_length.0'

const limits: readonly Limit[] = [
  { id: 'proof' },
  { id: 'language' },
  { id: 'stories' },
  {
    id: 'short',
    needs: `${shortest}.rate`,
    figures: {
      words: <Figure path="minimum_words" format="count" />,
      band: <CardText path={`${shortest}.group`} />,
      found: <Figure path={`${shortest}.rate`} format="share" />,
    },
  },
  {
    id: 'rewritten',
    needs: `${today}.flagged`,
    figures: {
      years: <CardText path={`${today}.group`} />,
      found: <Figure path={`${today}.flagged`} format="count" />,
      n: <Figure path={`${today}.n`} format="count" />,
    },
  },
]

/** What no report can tell, in plain words, with what was measured of it. */
export function LimitsPage() {
  const { t } = useTranslation('site')
  const { card } = useEvidence()
  const shown = limits.filter(({ needs }) => needs === undefined || typeof valueAt(card, needs) === 'number')
  return (
    <>
      <h1 className={prose.title}>{t('limits.title')}</h1>
      <p className={prose.lead}>{t('limits.lead')}</p>
      <ul className={prose.points}>
        {shown.map(({ id, figures }) => (
          <li key={id}>
            <h2>{t(`limits.${id}.title`)}</h2>
            <p>
              <Trans t={t} i18nKey={`limits.${id}.text`} components={figures ?? {}} />
            </p>
          </li>
        ))}
      </ul>
      <MeasuredBefore />
      <Kinds />
      <p className={prose.note}>
        <a href="/technology#evaluation">{t('limits.more')}</a>
      </p>
    </>
  )
}

/** How many texts by people were measured of each kind of writing, and how often they were flagged. */
function Kinds() {
  const { t, i18n } = useTranslation('site')
  const kinds = kindsOf(useEvidence().card.kinds)
  if (kinds.length === 0) return null
  const measured = kinds.filter(({ people }) => people > 0).sort((a, b) => b.people - a.people)
  const unmeasured = kinds.filter(({ people }) => people === 0).map(({ name }) => t(name))
  const countsUnscored = kinds.some(({ unscored }) => unscored !== null)
  return (
    <section className={prose.section} aria-labelledby="kinds">
      <h2 id="kinds" className={prose.heading}>
        {t('limits.kinds.title')}
      </h2>
      <p className={prose.text}>{t('limits.kinds.text')}</p>
      <ScrollingTable caption={t('limits.kinds.caption')}>
        <thead>
          <tr>
            <th scope="col">{t('limits.kinds.kind')}</th>
            <th scope="col" className={evidence.right}>
              {t('limits.kinds.people')}
            </th>
            {countsUnscored && (
              <th scope="col" className={evidence.right}>
                {t('limits.kinds.unscored')}
              </th>
            )}
            <th scope="col" className={evidence.right}>
              {t('limits.kinds.flagged')}
            </th>
            <th scope="col" className={evidence.right}>
              {t('limits.kinds.upper')}
            </th>
          </tr>
        </thead>
        <tbody>
          {measured.map(({ name, path }) => (
            <tr key={path}>
              <th scope="row">{t(name)}</th>
              <td className={evidence.right}>
                <Figure path={`${path}.people`} format="count" />
              </td>
              {countsUnscored && (
                <td className={evidence.right}>
                  <Figure path={`${path}.unscored`} format="count" />
                </td>
              )}
              <td className={evidence.right}>
                <Figure path={`${path}.flagged`} format="count" />
              </td>
              <td className={evidence.right}>
                <Figure path={`${path}.upper`} format="share" />
              </td>
            </tr>
          ))}
        </tbody>
      </ScrollingTable>
      {unmeasured.length > 0 && (
        <p className={prose.note}>
          {t('limits.kinds.none', { kinds: new Intl.ListFormat(i18n.language).format(unmeasured) })}
        </p>
      )}
    </section>
  )
}

interface KindRow {
  name: ParseKeys<'site'>
  people: number
  /** Null in a card that does not count them. */
  unscored: number | null
  path: string
}

/** The rows of the card's table by kind; none if the card has no such table. */
function kindsOf(table: unknown): KindRow[] {
  if (!Array.isArray(table)) return []
  return table.flatMap((row: unknown, index) =>
    typeof row === 'object' && row !== null && 'kind' in row && 'people' in row
      ? [
          {
            name: `limits.kind.${String(row.kind)}` as ParseKeys<'site'>,
            people: Number(row.people),
            unscored: 'unscored' in row ? Number(row.unscored) : null,
            path: `kinds.${index}`,
          },
        ]
      : [],
  )
}
