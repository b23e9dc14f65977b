import { Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFigures } from '../use-figures.ts'
import classes from './marked-text.module.css'

interface PassageNavigationProps {
  /** Number of the open passage, or null. */
  open: number | null
  count: number
  onStep: (by: 1 | -1) => void
}

/** At either end a button stays focusable: a disabled one would drop the focus of keyboard users. */
function ended(isAtEnd: boolean) {
  return isAtEnd ? { 'aria-disabled': true, 'data-disabled': true } : {}
}

/** Walks through the marked passages, from the first to the last. */
export function PassageNavigation({ open, count, onStep }: PassageNavigationProps) {
  const { t } = useTranslation('report')
  const figures = useFigures()
  const total = figures.count(count)
  return (
    <nav className={classes.navigation} aria-label={t('navigation.title')}>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconChevronLeft size={16} aria-hidden="true" />}
        {...ended(open === 1)}
        onClick={() => onStep(-1)}
      >
        {t('navigation.previous')}
      </Button>
      <span role="status" className={classes.position}>
        {open === null ? t('navigation.count', { count, total }) : t('navigation.position', { number: figures.count(open), total })}
      </span>
      <Button
        variant="default"
        size="compact-md"
        rightSection={<IconChevronRight size={16} aria-hidden="true" />}
        {...ended(open === count)}
        onClick={() => onStep(1)}
      >
        {t('navigation.next')}
      </Button>
    </nav>
  )
}
