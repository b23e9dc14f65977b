import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import classes from './drop-zone.module.css'
import { type Accepted, acceptAttribute, carriesFiles, droppedFiles, mayBeAccepted, splitFiles } from './dropped-files.ts'

interface DropZoneProps {
  accept: Accepted
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

/**
 * A place to drop files and folders on, with a button that does the same. Our own because every list page needs it at once
 * (docs/decisions/0035-small-bundles.md).
 */
export function DropZone({ accept, multiple, disabled = false, browse, children, actions, onFiles, onRefused }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null)
  const [dragged, setDragged] = useState<'accept' | 'reject' | null>(null)
  const take = (files: File[]) => {
    const { good, refused } = multiple || files.length <= 1 ? splitFiles(files, accept) : { good: [], refused: files }
    if (good.length > 0) onFiles(good)
    if (refused.length > 0) onRefused(refused)
  }
  const drag = (event: DragEvent) => {
    if (!carriesFiles(event.dataTransfer)) return
    // Without this the browser would open the file in place of the page.
    event.preventDefault()
    if (disabled) event.dataTransfer.dropEffect = 'none'
    else setDragged(mayBeAccepted(event.dataTransfer, accept) ? 'accept' : 'reject')
  }
  const leave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setDragged(null)
  }
  const drop = (event: DragEvent) => {
    setDragged(null)
    if (!carriesFiles(event.dataTransfer)) return
    event.preventDefault()
    if (!disabled) void droppedFiles(event.dataTransfer).then(take)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same for those who cannot drop
    <div
      className={classes.zone}
      data-accept={dragged === 'accept' || undefined}
      data-reject={dragged === 'reject' || undefined}
      onDragEnter={drag}
      onDragOver={drag}
      onDragLeave={leave}
      onDrop={drop}
    >
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptAttribute(accept)}
        multiple={multiple}
        disabled={disabled}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // Else choosing the same file again would change nothing.
          currentTarget.value = ''
          take(files)
        }}
      />
      <div className={classes.inside}>
        <div className={classes.words}>{children}</div>
        <div className={classes.actions}>
          <Button onClick={() => input.current?.click()} disabled={disabled} leftSection={<IconUpload size={16} aria-hidden="true" />}>
            {browse}
          </Button>
          {actions}
        </div>
      </div>
    </div>
  )
}
