/** Extensions by MIME type, as file pickers and browsers name them. */
export type Accepted = Record<string, string[]>

/** For the `accept` attribute of a file input. */
export const acceptAttribute = (accepted: Accepted): string => Object.entries(accepted).flat(2).join(',')

/** Splits files into those that are accepted, by type or by extension, and the others. */
export function splitFiles(files: readonly File[], accepted: Accepted): { good: File[]; refused: File[] } {
  const extensions = Object.values(accepted).flat()
  const isGood = ({ name, type }: File) =>
    Object.hasOwn(accepted, type) || extensions.some((extension) => name.toLowerCase().endsWith(extension))
  return { good: files.filter(isGood), refused: files.filter((file) => !isGood(file)) }
}

export const carriesFiles = (transfer: DataTransfer | null): boolean => transfer?.types.includes('Files') ?? false

/** Whether what is dragged could be accepted. Its names are not known before the drop, and folders and some files have no type. */
export function mayBeAccepted(transfer: DataTransfer, accepted: Accepted): boolean {
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
export async function droppedFiles({ files, items }: DataTransfer): Promise<File[]> {
  const plain = [...files]
  // Entries can be taken only while the event is handled, so before the first wait.
  const entries = [...items].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry())
  if (!entries.some((entry) => entry?.isDirectory)) return plain
  return (await Promise.all(entries.map(filesOf))).flat()
}
