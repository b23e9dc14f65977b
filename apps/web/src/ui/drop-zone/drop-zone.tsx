import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import {
  type DragEvent as ReactDragEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import layout from '../theme/layout.module.css'
import classes from './drop-zone.module.css'

interface DropZoneProps {
  accept: AcceptedTypes
  multiple: boolean
  disabled?: boolean
  /** Label of the button that opens the file picker: dropping must never be the only way. */
  browse: string
  /** Sentence above the buttons. */
  children: ReactNode
  /** Further buttons beside Browse. */
  actions?: ReactNode
  onFiles: (files: File[]) => void
  onRefused: (files: File[]) => void
}

/**
 * A place to drop files and folders on, with a button that opens the file picker. Not a library's, because
 * every list page needs it at once (docs/decisions/0035-small-bundles.md).
 */
export function DropZone({
  accept,
  multiple,
  disabled = false,
  browse,
  children,
  actions,
  onFiles,
  onRefused,
}: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null)
  const browseButton = useRef<HTMLButtonElement>(null)
  const wasDisabled = useRef(disabled)
  const [dragged, setDragged] = useState<'accept' | 'reject' | null>(null)
  useEffect(() => {
    // An upload disables the focused button or removes it, and the focus with it.
    if (wasDisabled.current && !disabled && document.activeElement === document.body)
      browseButton.current?.focus({ preventScroll: true })
    wasDisabled.current = disabled
  }, [disabled])
  const handleFiles = (files: File[]) => {
    const { accepted, refused } =
      multiple || files.length <= 1 ? splitFiles(files, accept) : { accepted: [], refused: files }
    if (accepted.length > 0) onFiles(accepted)
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
    if (!disabled) void droppedFiles(event.dataTransfer).then(handleFiles)
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
          // Without this, choosing the same file again would fire no event.
          currentTarget.value = ''
          handleFiles(files)
        }}
      />
      <div className={classes.inside}>
        <div className={classes.text}>{children}</div>
        <div className={layout.row}>
          <Button
            ref={browseButton}
            onClick={() => input.current?.click()}
            disabled={disabled}
            leftSection={<IconUpload size={16} aria-hidden="true" />}
          >
            {browse}
          </Button>
          {actions}
        </div>
      </div>
    </div>
  )
}

interface FullScreenDropProps {
  accept: AcceptedTypes
  active: boolean
  children: string
  /** Shown while something is dragged that cannot be uploaded. */
  refusal: string
  onFiles: (files: File[]) => void
  onRefused: (files: File[]) => void
}

/** Accepts files dropped anywhere on the page. Rendered only while files are dragged over it. */
export function FullScreenDrop({
  accept,
  active,
  children,
  refusal,
  onFiles,
  onRefused,
}: FullScreenDropProps) {
  const [dragged, setDragged] = useState<'accept' | 'reject' | null>(null)
  const handleFiles = useEffectEvent((files: File[]) => {
    const { accepted, refused } = splitFiles(files, accept)
    if (accepted.length > 0) onFiles(accepted)
    if (refused.length > 0) onRefused(refused)
  })
  const mayAccept = useEffectEvent((transfer: DataTransfer) => mayBeAccepted(transfer, accept))
  useEffect(() => {
    if (!active) return
    // The pointer enters an element before it leaves the last one, so it is off the page after as many leaves
    // as enters.
    let entered = 0
    const enter = ({ dataTransfer }: DragEvent) => {
      if (dataTransfer === null || !carriesFiles(dataTransfer)) return
      entered++
      setDragged(mayAccept(dataTransfer) ? 'accept' : 'reject')
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
      // A drop on the upload card was handled there.
      if (defaultPrevented || dataTransfer === null || !carriesFiles(dataTransfer)) return
      event.preventDefault()
      void droppedFiles(dataTransfer).then((files) => handleFiles(files))
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
      <p className={classes.overlayText}>{dragged === 'accept' ? children : refusal}</p>
    </div>
  )
}

/** File extensions by MIME type. */
type AcceptedTypes = Record<string, string[]>

/** For the `accept` attribute of a file input. */
const acceptAttribute = (types: AcceptedTypes): string => Object.entries(types).flat(2).join(',')

/** Splits files into those that are accepted, by type or by extension, and the others. */
function splitFiles(files: readonly File[], types: AcceptedTypes): { accepted: File[]; refused: File[] } {
  const extensions = Object.values(types).flat()
  const isAccepted = ({ name, type }: File) =>
    Object.hasOwn(types, type) || extensions.some((extension) => name.toLowerCase().endsWith(extension))
  return { accepted: files.filter(isAccepted), refused: files.filter((file) => !isAccepted(file)) }
}

const carriesFiles = (transfer: DataTransfer | null): boolean => transfer?.types.includes('Files') ?? false

/**
 * Whether everything dragged may be accepted. Names are unknown before the drop, and folders and some files
 * have no type.
 */
function mayBeAccepted(transfer: DataTransfer, types: AcceptedTypes): boolean {
  return [...transfer.items].every(
    ({ kind, type }) => kind !== 'file' || type === '' || Object.hasOwn(types, type),
  )
}

/** Files such as `.DS_Store` that operating systems leave in folders. */
const isSystemFile = ({ name }: FileSystemEntry) => name.startsWith('.') || name === 'Thumbs.db'

async function filesOf(entry: FileSystemEntry | null): Promise<File[]> {
  if (entry === null || isSystemFile(entry)) return []
  if (entry.isFile) {
    return [
      await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)),
    ]
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const entries: FileSystemEntry[] = []
  // Browsers return a folder in batches of about a hundred, and an empty batch at the end.
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (batch.length === 0) break
    entries.push(...batch)
  }
  return (await Promise.all(entries.map(filesOf))).flat()
}

/** The dropped files, including those in dropped folders at any depth. */
async function droppedFiles({ files, items }: DataTransfer): Promise<File[]> {
  const fileList = [...files]
  // Entries can only be read while the event is handled, so before the first `await`.
  const entries = [...items].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry())
  if (!entries.some((entry) => entry?.isDirectory)) return fileList
  return (await Promise.all(entries.map(filesOf))).flat()
}
