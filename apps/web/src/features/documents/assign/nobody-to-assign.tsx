import { Button, CloseButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { SectionHeader } from '../../../ui/page-header/section-header.tsx'
import classes from './assign.module.css'

/** Stands in for the assignment panel while there are neither students nor classes: says where to begin. */
export function NobodyToAssign({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('documents')
  return (
    <section className={classes.panel} aria-label={t('panel.title')}>
      <SectionHeader title={t('panel.title')} actions={<CloseButton aria-label={t('panel.close')} onClick={onClose} />} />
      <p className={classes.lead}>{t('panel.nobody')}</p>
      <div className={classes.steps}>
        <Button component={Link} to="/classes">
          {t('panel.addClass')}
        </Button>
        <Button component={Link} to="/students" variant="default">
          {t('panel.addStudents')}
        </Button>
        <Button variant="subtle" onClick={onClose}>
          {t('panel.later')}
        </Button>
      </div>
    </section>
  )
}
