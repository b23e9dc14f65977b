import { type ComponentProps, lazy, Suspense } from 'react'
import { OnceOpened } from '../../../ui/dialog/dialog.tsx'

const Paste = lazy(async () => ({ default: (await import('../upload/paste-modal.tsx')).PasteModal }))
const Limit = lazy(async () => ({ default: (await import('../upload/limit-modal.tsx')).LimitModal }))
const Assign = lazy(async () => ({ default: (await import('../assign/assign-modal.tsx')).AssignModal }))
const BulkAssign = lazy(async () => ({
  default: (await import('../assign/assign-dialogs.tsx')).BulkAssignModal,
}))
const Panel = lazy(async () => ({ default: (await import('../assign/assign-panel.tsx')).AssignPanel }))

export function PasteModal(props: ComponentProps<typeof Paste>) {
  return (
    <OnceOpened opened={props.opened}>
      <Paste {...props} />
    </OnceOpened>
  )
}

export function LimitModal(props: ComponentProps<typeof Limit>) {
  return (
    <OnceOpened opened={props.detail !== null}>
      <Limit {...props} />
    </OnceOpened>
  )
}

export function AssignModal(props: ComponentProps<typeof Assign>) {
  return (
    <OnceOpened opened={props.document !== null}>
      <Assign {...props} />
    </OnceOpened>
  )
}

export function BulkAssignModal(props: ComponentProps<typeof BulkAssign>) {
  return (
    <OnceOpened opened={props.opened}>
      <BulkAssign {...props} />
    </OnceOpened>
  )
}

/** Appears some seconds after an upload of several files. */
export function AssignPanel(props: ComponentProps<typeof Panel>) {
  return (
    <Suspense>
      <Panel {...props} />
    </Suspense>
  )
}
