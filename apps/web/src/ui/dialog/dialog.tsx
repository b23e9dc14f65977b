import type { ModalProps } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'

const OpenedDialog = lazy(() => import('./opened-dialog.tsx'))

/** A dialog over the page. What draws it is fetched when it is first opened: no first page carries it (docs/decisions/0035-small-bundles.md). */
export function Dialog(props: ModalProps) {
  const [needed, setNeeded] = useState(props.opened)
  if (props.opened && !needed) setNeeded(true)
  return needed ? (
    <Suspense>
      <OpenedDialog {...props} />
    </Suspense>
  ) : null
}
