import { Drawer, type DrawerProps } from '@mantine/core'
import { useAfterMount } from './use-after-mount.ts'

/** The library's drawer, opened after it was mounted, as a dialog is. */
export default function OpenedDrawer({ opened, ...props }: DrawerProps) {
  const mounted = useAfterMount()
  return <Drawer opened={mounted && opened} {...props} />
}
