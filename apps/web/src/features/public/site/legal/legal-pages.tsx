import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { supportEmailPlaceholder } from '../pricing/pricing-page.tsx'
import prose from '../prose.module.css'
import { ExampleOutput } from '../technology/technology-page.tsx'

const paragraphs = ['who', 'training', 'demo', 'cookies', 'rights'] as const
const keptData = ['account', 'documents', 'students', 'writing', 'cases', 'payment', 'support'] as const
const retentionPeriods = ['documents', 'writing', 'cases', 'account', 'exports'] as const
const thirdParties = ['detection', 'identity', 'mail', 'payment', 'check', 'references', 'storage'] as const

/** What is processed, how long it is kept, and who else is involved. */
export function PrivacyPage() {
  const { t } = useTranslation('site')
  const text = (id: (typeof paragraphs)[number]) => ({
    id,
    title: t(`privacy.${id}.title`),
    body: (
      <p className={prose.text}>
        {t(`privacy.${id}.text`)}{' '}
        {id === 'cookies' && <a href="/cookie-preferences">{t('privacy.cookies.link')}</a>}
        {id === 'rights' && <a href={`mailto:${supportEmailPlaceholder}`}>{supportEmailPlaceholder}</a>}
      </p>
    ),
  })
  const list = (id: string, title: string, items: { id: string; words: string }[], lead: string) => ({
    id,
    title,
    body: (
      <>
        <p className={prose.text}>{lead}</p>
        <ul className={prose.list}>
          {items.map((item) => (
            <li key={item.id}>{item.words}</li>
          ))}
        </ul>
      </>
    ),
  })
  return (
    <LegalText
      title={t('privacy.title')}
      lead={t('privacy.lead')}
      sections={[
        text('who'),
        list(
          'kept',
          t('privacy.kept.title'),
          keptData.map((id) => ({ id, words: t(`privacy.kept.${id}`) })),
          t('privacy.kept.lead'),
        ),
        {
          id: 'example',
          title: t('privacy.example.title'),
          body: (
            <>
              <p className={prose.text}>{t('technology.example.text')}</p>
              <ExampleOutput />
            </>
          ),
        },
        text('training'),
        list(
          'times',
          t('privacy.times.title'),
          retentionPeriods.map((id) => ({ id, words: t(`privacy.times.${id}`) })),
          t('privacy.times.lead'),
        ),
        list(
          'others',
          t('privacy.others.title'),
          thirdParties.map((id) => ({ id, words: t(`privacy.others.${id}`) })),
          t('privacy.others.lead'),
        ),
        text('demo'),
        text('cookies'),
        text('rights'),
      ]}
    />
  )
}

const termsSections = [
  'service',
  'score',
  'account',
  'content',
  'fair',
  'fees',
  'prices',
  'ending',
  'changes',
] as const

export function TermsPage() {
  const { t } = useTranslation('site')
  return (
    <LegalText
      title={t('terms.title')}
      lead={t('terms.lead')}
      sections={termsSections.map((id) => ({
        id,
        title: t(`terms.${id}.title`),
        body: <p className={prose.text}>{t(`terms.${id}.text`)}</p>,
      }))}
    />
  )
}

/** The server replaces this by the operator's date of the legal texts, in the page's language. */
const datePlaceholder = '__LEGAL_DATE__'

interface LegalTextProps {
  title: string
  lead: string
  sections: { id: string; title: string; body: ReactNode }[]
}

function LegalText({ title, lead, sections }: LegalTextProps) {
  const { t } = useTranslation('site')
  return (
    <>
      <h1 className={prose.title}>{title}</h1>
      <p className={prose.note}>{t('legal.date', { day: datePlaceholder })}</p>
      <p className={prose.lead}>{lead}</p>
      {sections.map((section) => (
        <section key={section.id} className={prose.section} aria-labelledby={section.id}>
          <h2 id={section.id} className={prose.heading}>
            {section.title}
          </h2>
          {section.body}
        </section>
      ))}
    </>
  )
}
