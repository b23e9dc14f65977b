import type { ReactNode } from 'react'
import classes from './empty-state.module.css'
import { SheetDrawing } from './sheet-drawing.tsx'

interface EmptyStateProps {
  /** One sentence. */
  children: ReactNode
  /** One button or link. */
  action?: ReactNode
  drawing?: 'sheet' | 'lost' | 'trouble'
}

/** Says that there is nothing here and what to do about it. */
export function EmptyState({ children, action, drawing = 'sheet' }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <SheetDrawing kind={drawing} />
      <p className={classes.sentence}>{children}</p>
      {action}
    </div>
  )
}
