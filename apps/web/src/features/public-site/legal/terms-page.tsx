import { useTranslation } from 'react-i18next'
import prose from '../prose.module.css'
import { LegalText } from './legal-text.tsx'

const sections = ['service', 'score', 'account', 'content', 'fair', 'fees', 'prices', 'ending', 'changes'] as const

export function TermsPage() {
  const { t } = useTranslation('site')
  return (
    <LegalText
      title={t('terms.title')}
      lead={t('terms.lead')}
      sections={sections.map((id) => ({
        id,
        title: t(`terms.${id}.title`),
        body: <p className={prose.text}>{t(`terms.${id}.text`)}</p>,
      }))}
    />
  )
}
