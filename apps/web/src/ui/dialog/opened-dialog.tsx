import { Modal, type ModalProps } from '@mantine/core'
import { useAfterMount } from './use-after-mount.ts'

/** The library's dialog. It remembers where the focus was only when it is opened after it was mounted. */
export default function OpenedDialog({ opened, ...props }: ModalProps) {
  const mounted = useAfterMount()
  return <Modal opened={mounted && opened} {...props} />
}
