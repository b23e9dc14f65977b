import { Button } from '@mantine/core'
import { EmptyState } from './empty-state.tsx'

interface NoMatchProps {
  /** What was not found. */
  children: string
  /** What the button says that shows everything again. */
  clear: string
  onClear: () => void
}

/** There is something, but nothing of what is looked for. */
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
