import { Modal, type ModalProps } from '@mantine/core'
import { useAfterMount } from './use-after-mount.ts'

/** Mantine's dialog, which returns the focus on close only if it was mounted before it was opened. */
export default function OpenedDialog({ opened, ...props }: ModalProps) {
  const mounted = useAfterMount()
  return <Modal opened={mounted && opened} {...props} />
}
