import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { QuickstartLink } from './quickstart/quickstart-link.tsx'

/** There is no document at all: says so and where to begin. */
export function NoDocuments({ children }: { children: string }) {
  return <EmptyState action={<QuickstartLink />}>{children}</EmptyState>
}
