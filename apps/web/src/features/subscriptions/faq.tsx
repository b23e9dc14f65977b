import { Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './faq.module.css'

const questions = ['count', 'empty', 'cancel', 'failed'] as const

/** Four questions that unfold without script. */
export function Faq() {
  const { t } = useTranslation('subscriptions')
  return (
    <section className={classes.faq} aria-labelledby="faq">
      <Title order={2} id="faq">
        {t('faq.title')}
      </Title>
      {questions.map((question) => (
        <details key={question} className={classes.entry}>
          <summary className={classes.question}>{t(`faq.${question}.question`)}</summary>
          <p className={classes.answer}>{t(`faq.${question}.answer`)}</p>
        </details>
      ))}
    </section>
  )
}
