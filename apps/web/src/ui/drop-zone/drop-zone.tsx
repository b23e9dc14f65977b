import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.css'
import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import classes from './drop-zone.module.css'

interface DropZoneProps {
  /** Extensions by MIME type; browsers filter pickers by either. */
  accept: Record<string, string[]>
  multiple: boolean
  disabled?: boolean
  /** Word on the button that opens the file picker: dropping must never be the only way. */
  browse: string
  /** Sentence above the buttons. */
  children: ReactNode
  /** Further buttons beside Browse. */
  actions?: ReactNode
  onFiles: (files: File[]) => void
  onRefused: (files: File[]) => void
}

/** A place to drop files on, with a button that does the same. */
export function DropZone({ accept, multiple, disabled = false, browse, children, actions, onFiles, onRefused }: DropZoneProps) {
  const open = useRef<() => void>(null)
  return (
    <Dropzone
      className={classes.zone ?? ''}
      accept={accept}
      multiple={multiple}
      disabled={disabled}
      openRef={open}
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      onDrop={onFiles}
      onReject={(refused) => onRefused(refused.map(({ file }) => file))}
    >
      <div className={classes.inside}>
        <div className={classes.words}>{children}</div>
        <div className={classes.actions}>
          <Button onClick={() => open.current?.()} disabled={disabled} leftSection={<IconUpload size={16} aria-hidden="true" />}>
            {browse}
          </Button>
          {actions}
        </div>
      </div>
    </Dropzone>
  )
}
