import { Button, Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './page-state.module.css'

/** A centred spinner for a whole screen or region, with an accessible name. */
export function Loading({ region = 'screen' }: { region?: 'screen' | 'page' }) {
  const { t } = useTranslation('ui')
  return (
    <div className={classes.loading} data-region={region} role="status" aria-label={t('loading')}>
      <Loader aria-hidden="true" />
    </div>
  )
}

interface EmptyStateProps {
  /** One sentence. */
  children: ReactNode
  /** One button or link. */
  action?: ReactNode
  drawing?: 'sheet' | 'lost' | 'trouble'
}

/** An empty state: one sentence and one action. */
export function EmptyState({ children, action, drawing = 'sheet' }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <SheetDrawing kind={drawing} />
      <p className={classes.sentence}>{children}</p>
      {action}
    </div>
  )
}

/** A sheet of paper: blank, with a torn path, or with a broken line. Decoration only. */
function SheetDrawing({ kind }: { kind: 'sheet' | 'lost' | 'trouble' }) {
  return (
    <svg className={classes.drawing} viewBox="0 0 96 72" aria-hidden="true">
      <path className={classes.page} d="M26 6h32l14 14v46H26z" />
      <path className={classes.line} d="M58 6v14h14" />
      {kind === 'sheet' && <path className={classes.accent} d="M34 32h26M34 41h30M34 50h16" />}
      {kind === 'lost' && (
        <path
          className={classes.accent}
          strokeDasharray="4 5"
          d="M34 34c10-8 18 8 28 0M34 50c10-8 18 8 28 0"
        />
      )}
      {kind === 'trouble' && <path className={classes.accent} d="M34 44h9l4-9 6 16 4-7h7" />}
      <path className={classes.line} d="M10 66h76" />
    </svg>
  )
}

interface NoMatchProps {
  /** What was not found. */
  children: string
  /** Label of the button that clears the search or filter. */
  clear: string
  onClear: () => void
}

/** Nothing matches the search or filter. */
export function NoMatch({ children, clear, onClear }: NoMatchProps) {
  return (
    <EmptyState
      drawing="lost"
      action={
        <Button variant="default" onClick={onClear}>
          {clear}
        </Button>
      }
    >
      {children}
    </EmptyState>
  )
}

/** Replaces a list that could not be loaded, with a retry button. */
export function LoadError({ children, onRetry }: { children: ReactNode; onRetry: () => void }) {
  const { t } = useTranslation('ui')
  return (
    <div role="alert">
      <EmptyState drawing="trouble" action={<Button onClick={onRetry}>{t('retry')}</Button>}>
        {children}
      </EmptyState>
    </div>
  )
}
