const signature = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const endOfChain = 0xfffffffe
const noStream = 0xffffffff

interface Entry {
  name: string
  type: number
  left: number
  right: number
  child: number
  start: number
  size: number
}

/** The streams in the root of an OLE compound file ([MS-CFB]). */
export interface OleFile {
  names: readonly string[]
  has(name: string): boolean
  /** Null when there is no such stream. Throws `RangeError` when its sectors lie outside the file. */
  read(name: string): Buffer | null
}

export function isOle(bytes: Buffer): boolean {
  return bytes.subarray(0, 8).equals(signature)
}

/** Throws `RangeError` on inconsistent tables. Never loops: every chain is bounded by the file's length. */
export function openOle(bytes: Buffer): OleFile {
  const sectorSize = 1 << bytes.readUInt16LE(30)
  if (sectorSize !== 512 && sectorSize !== 4096) throw new RangeError('OLE sector size')
  const sectorCount = Math.floor(bytes.length / sectorSize)
  const miniCutoff = bytes.readUInt32LE(56)

  const sector = (index: number): Buffer => {
    const from = (index + 1) * sectorSize
    if (index >= sectorCount || from >= bytes.length) throw new RangeError('OLE sector outside the file')
    return bytes.subarray(from, Math.min(from + sectorSize, bytes.length))
  }

  const fat = readFat(bytes, sectorSize, sectorCount, sector)
  const chain = (start: number, table: Uint32Array): number[] => {
    const found: number[] = []
    for (let at = start; at < table.length; at = table[at] ?? endOfChain) {
      if (found.length > table.length) throw new RangeError('OLE chain is circular')
      found.push(at)
    }
    return found
  }
  const follow = (start: number): Buffer => Buffer.concat(chain(start, fat).map(sector))

  const entries = readEntries(follow(bytes.readUInt32LE(48)))
  const root = entries[0]
  if (!root) throw new RangeError('OLE file without a root')
  const streams = new Map<string, Entry>()
  const seen = new Set<number>()
  const waiting = [root.child]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const entry = entries[at]
    if (at === noStream || !entry || seen.has(at)) continue
    seen.add(at)
    if (entry.type === 2) streams.set(entry.name, entry)
    waiting.push(entry.left, entry.right)
  }

  const readMini = (entry: Entry): Buffer => {
    const miniStream = follow(root.start)
    const miniFat = words(follow(bytes.readUInt32LE(60)))
    return Buffer.concat(
      chain(entry.start, miniFat).map((index) => miniStream.subarray(index * 64, index * 64 + 64)),
    )
  }

  return {
    names: [...streams.keys()],
    has: (name) => streams.has(name),
    read: (name) => {
      const entry = streams.get(name)
      if (!entry) return null
      const bytesOfStream = entry.size < miniCutoff ? readMini(entry) : follow(entry.start)
      if (bytesOfStream.length < entry.size) throw new RangeError('OLE stream is cut short')
      return bytesOfStream.subarray(0, entry.size)
    },
  }
}

function readFat(
  bytes: Buffer,
  sectorSize: number,
  sectorCount: number,
  sector: (index: number) => Buffer,
): Uint32Array {
  const fatSectors: number[] = []
  for (let at = 76; at < 512; at += 4) fatSectors.push(bytes.readUInt32LE(at))
  let next = bytes.readUInt32LE(68)
  for (let steps = 0; next < noStream - 5 && steps <= sectorCount; steps++) {
    const more = words(sector(next))
    fatSectors.push(...more.subarray(0, more.length - 1))
    next = more[more.length - 1] ?? endOfChain
  }
  const used = fatSectors.filter((index) => index < noStream - 5)
  if (used.length > sectorCount) throw new RangeError('OLE table larger than the file')
  const table = new Uint32Array((used.length * sectorSize) / 4).fill(noStream)
  used.forEach((index, nth) => {
    table.set(words(sector(index)), (nth * sectorSize) / 4)
  })
  return table
}

function words(bytes: Buffer): Uint32Array {
  const found = new Uint32Array(Math.floor(bytes.length / 4))
  for (let nth = 0; nth < found.length; nth++) found[nth] = bytes.readUInt32LE(nth * 4)
  return found
}

function readEntries(directory: Buffer): Entry[] {
  const entries: Entry[] = []
  for (let at = 0; at + 128 <= directory.length; at += 128) {
    const nameBytes = Math.min(64, directory.readUInt16LE(at + 64))
    entries.push({
      name: directory.toString('utf16le', at, at + Math.max(0, nameBytes - 2)),
      type: directory.readUInt8(at + 66),
      left: directory.readUInt32LE(at + 68),
      right: directory.readUInt32LE(at + 72),
      child: directory.readUInt32LE(at + 76),
      start: directory.readUInt32LE(at + 116),
      size: directory.readUInt32LE(at + 120),
    })
  }
  return entries
}
