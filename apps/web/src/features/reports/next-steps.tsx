import { useTranslation } from 'react-i18next'
import classes from './report.module.css'
import { Section } from './section.tsx'

/** Where the result's link leads. */
export const nextStepsId = 'next-steps'

/** What to do with the report: a conversation. `marked`: whether the text holds marked passages, which one of the questions is about. */
export function NextSteps({ marked }: { marked: boolean }) {
  const { t } = useTranslation('report')
  return (
    <Section id={nextStepsId} title={t('next.title')} lead={t('next.lead')}>
      <ol className={classes.list}>
        <li>{t('next.talk')}</li>
        <li>{t('next.drafts')}</li>
        {marked && <li>{t('next.passage')}</li>}
        <li>{t('next.compare')}</li>
        <li>{t('next.decide')}</li>
      </ol>
    </Section>
  )
}
