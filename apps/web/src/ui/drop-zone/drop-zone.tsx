import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type DragEvent as ReactDragEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import classes from './drop-zone.module.css'

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
  const drag = (event: ReactDragEvent) => {
    if (!carriesFiles(event.dataTransfer)) return
    // Without this the browser would open the file in place of the page.
    event.preventDefault()
    if (disabled) event.dataTransfer.dropEffect = 'none'
    else setDragged(mayBeAccepted(event.dataTransfer, accept) ? 'accept' : 'reject')
  }
  const leave = ({ currentTarget, relatedTarget }: ReactDragEvent) => {
    if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setDragged(null)
  }
  const drop = (event: ReactDragEvent) => {
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

interface FullScreenDropProps {
  accept: Accepted
  active: boolean
  children: string
  /** Shown while something that cannot be uploaded is dragged. */
  refusal: string
  onFiles: (files: File[]) => void
  onRefused: (files: File[]) => void
}

/** Accepts files dropped anywhere on the page. In the page only while files are dragged over it: the button is there for everybody else. */
export function FullScreenDrop({ accept, active, children, refusal, onFiles, onRefused }: FullScreenDropProps) {
  const [dragged, setDragged] = useState<'accept' | 'reject' | null>(null)
  const take = useEffectEvent((files: File[]) => {
    const { good, refused } = splitFiles(files, accept)
    if (good.length > 0) onFiles(good)
    if (refused.length > 0) onRefused(refused)
  })
  const isWelcome = useEffectEvent((transfer: DataTransfer) => mayBeAccepted(transfer, accept))
  useEffect(() => {
    if (!active) return
    // The pointer enters an element before it leaves the one before, so it is off the page once it has left all that it entered.
    let entered = 0
    const enter = ({ dataTransfer }: DragEvent) => {
      if (dataTransfer === null || !carriesFiles(dataTransfer)) return
      entered++
      setDragged(isWelcome(dataTransfer) ? 'accept' : 'reject')
    }
    const leave = ({ dataTransfer }: DragEvent) => {
      if (!carriesFiles(dataTransfer)) return
      entered = Math.max(0, entered - 1)
      if (entered === 0) setDragged(null)
    }
    const over = (event: DragEvent) => {
      if (carriesFiles(event.dataTransfer)) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      entered = 0
      setDragged(null)
      const { dataTransfer, defaultPrevented } = event
      // A drop on the upload card is the card's.
      if (defaultPrevented || dataTransfer === null || !carriesFiles(dataTransfer)) return
      event.preventDefault()
      void droppedFiles(dataTransfer).then((files) => take(files))
    }
    document.addEventListener('dragenter', enter)
    document.addEventListener('dragleave', leave)
    document.addEventListener('dragover', over)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('dragenter', enter)
      document.removeEventListener('dragleave', leave)
      document.removeEventListener('dragover', over)
      document.removeEventListener('drop', drop)
      setDragged(null)
    }
  }, [active])
  if (dragged === null) return null
  return (
    <div className={classes.overlay}>
      <p className={classes.overlayWords}>{dragged === 'accept' ? children : refusal}</p>
    </div>
  )
}

/** Extensions by MIME type, as file pickers and browsers name them. */
type Accepted = Record<string, string[]>

/** For the `accept` attribute of a file input. */
const acceptAttribute = (accepted: Accepted): string => Object.entries(accepted).flat(2).join(',')

/** Splits files into those that are accepted, by type or by extension, and the others. */
function splitFiles(files: readonly File[], accepted: Accepted): { good: File[]; refused: File[] } {
  const extensions = Object.values(accepted).flat()
  const isGood = ({ name, type }: File) =>
    Object.hasOwn(accepted, type) || extensions.some((extension) => name.toLowerCase().endsWith(extension))
  return { good: files.filter(isGood), refused: files.filter((file) => !isGood(file)) }
}

const carriesFiles = (transfer: DataTransfer | null): boolean => transfer?.types.includes('Files') ?? false

/** Whether what is dragged could be accepted. Its names are not known before the drop, and folders and some files have no type. */
function mayBeAccepted(transfer: DataTransfer, accepted: Accepted): boolean {
  return [...transfer.items].every(({ kind, type }) => kind !== 'file' || type === '' || Object.hasOwn(accepted, type))
}

/** Files that systems leave in folders, which nobody means to upload. */
const isLeftBySystem = ({ name }: FileSystemEntry) => name.startsWith('.') || name === 'Thumbs.db'

async function filesOf(entry: FileSystemEntry | null): Promise<File[]> {
  if (entry === null || isLeftBySystem(entry)) return []
  if (entry.isFile) {
    return [await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))]
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const entries: FileSystemEntry[] = []
  // Browsers return a folder in parts of about a hundred, and an empty part at its end.
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (part.length === 0) break
    entries.push(...part)
  }
  return (await Promise.all(entries.map(filesOf))).flat()
}

/** The files of a drop. A folder stands for the files in it, however deep they are. */
async function droppedFiles({ files, items }: DataTransfer): Promise<File[]> {
  const plain = [...files]
  // Entries can be taken only while the event is handled, so before the first wait.
  const entries = [...items].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry())
  if (!entries.some((entry) => entry?.isDirectory)) return plain
  return (await Promise.all(entries.map(filesOf))).flat()
}
