import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'

/** Mantine's dialog, which returns the focus on close only if it was mounted before it was opened. */
export function OpenedDialog({ opened, ...props }: ModalProps) {
  const mounted = useAfterMount()
  return <Modal opened={mounted && opened} {...props} />
}

/** Mantine's drawer, opened after mounting for the same reason as the dialog. */
export function OpenedDrawer({ opened, ...props }: DrawerProps) {
  const mounted = useAfterMount()
  return <Drawer opened={mounted && opened} {...props} />
}

/** False during the first render, true afterwards. */
function useAfterMount(): boolean {
  const [mounted, setMounted] = useState(false)
  // oxlint-disable-next-line react/set-state-in-effect -- the second render is the purpose
  useEffect(() => setMounted(true), [])
  return mounted
}
