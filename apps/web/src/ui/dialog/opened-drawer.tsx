import { Drawer, type DrawerProps } from '@mantine/core'
import { useAfterMount } from './use-after-mount.ts'

/** Mantine's drawer, opened after mounting for the same reason as the dialog. */
export default function OpenedDrawer({ opened, ...props }: DrawerProps) {
  const mounted = useAfterMount()
  return <Drawer opened={mounted && opened} {...props} />
}
