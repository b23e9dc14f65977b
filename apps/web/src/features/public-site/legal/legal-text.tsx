import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import prose from '../prose.module.css'

/** The server writes the day of the legal texts, as its operator has it, in the language of the page. */
const dayPlace = '__LEGAL_DATE__'

interface LegalTextProps {
  title: string
  lead: string
  sections: { id: string; title: string; body: ReactNode }[]
}

export function LegalText({ title, lead, sections }: LegalTextProps) {
  const { t } = useTranslation('site')
  return (
    <>
      <h1 className={prose.title}>{title}</h1>
      <p className={prose.note}>{t('legal.date', { day: dayPlace })}</p>
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
