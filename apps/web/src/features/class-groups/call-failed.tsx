import { detailOf } from '../../lib/call/failure.ts'
import { Trouble } from '../../ui/empty-state/trouble.tsx'

interface CallFailedProps {
  error: unknown
  onRetry: () => void
  /** The sentence, given the detail. */
  children: (detail: string) => string
}

/** Stands where something would be that could not be fetched. */
export function CallFailed({ error, onRetry, children }: CallFailedProps) {
  return <Trouble onRetry={onRetry}>{children(detailOf(error))}</Trouble>
}
