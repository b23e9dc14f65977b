import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { apiBase } from '../../../packages/contract/src/index.ts'
import {
  docxOf,
  paragraphXml,
  pdfBomb,
  pdfOfPages,
  zipBomb,
} from '../../../packages/extract/fixtures/hostile.ts'
import { textClasses } from '../../complexity/texts.ts'

/** The product's responses to the hostile teacher. */
export interface HostileOutcome {
  accepted: number
  refused: number
  /** Connections that ended without an answer. */
  broken: number
  /** Connections that the product opened to addresses that never answer. */
  hangingCalls: number
}

export interface HostileTeacher {
  stop(): Promise<HostileOutcome>
}

const textLanes = 2
const fileLanes = 2
const addresses = 10
const testsOfEach = 10
const longText = 200_000
const hugeBytes = 24 * 1_024 * 1_024
/** Even a hostile client waits a moment when told to. */
const pauseMs = 100

/** An old Word file whose table of sectors leads from every sector back to itself. */
function circularDoc(bytes: number): Buffer {
  const file = Buffer.alloc(bytes, 0xff)
  file.fill(0, 0, 76)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file)
  const shorts: [number, number][] = [
    [24, 0x3e],
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ]
  for (const [at, value] of shorts) file.writeUInt16LE(value, at)
  const longs: [number, number][] = [
    [44, 1],
    [48, 1],
    [56, 4_096],
    [60, 0xfffffffe],
    [68, 0xfffffffe],
    [76, 0],
  ]
  for (const [at, value] of longs) file.writeUInt32LE(value, at)
  for (let sector = 0; sector < 128; sector += 1) file.writeUInt32LE(sector, 512 + sector * 4)
  return file
}

/** Accepts every connection and never sends anything. */
async function openHangingServer(): Promise<{ port: number; connections: () => number; close(): void }> {
  let connections = 0
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    connections += 1
    open.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => open.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: () => {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

/** What the hostile teacher sends over and over. */
export interface HostileInput {
  /** Bodies of calls that paste a text. */
  pastes: string[]
  files: { name: string; content: Blob }[]
}

/**
 * Made once and before anything is measured: client and product share the machine, and only the product's
 * work should count.
 */
export function prepareHostileInput(): HostileInput {
  const files: [string, Buffer][] = [
    ['damaged.pdf', pdfOfPages(200).subarray(0, 20_000)],
    ['damaged.docx', docxOf(paragraphXml('A '.repeat(50_000))).subarray(0, -60)],
    ['bomb.docx', zipBomb()],
    ['bomb.pdf', pdfBomb(40)],
    ['circular.doc', circularDoc(hugeBytes)],
    ['huge.txt', Buffer.alloc(hugeBytes, 'a\u0301'.repeat(1_000))],
    ['huge.pdf', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(hugeBytes, '0 0 obj << ')])],
  ]
  return {
    pastes: Object.values(textClasses).map((textOf) => JSON.stringify({ text: textOf(longText) })),
    files: files.map(([name, content]) => ({ name, content: new Blob([new Uint8Array(content)]) })),
  }
}

/**
 * Sends expensive input as fast as it is answered: texts of one character class, damaged and huge files,
 * hanging webhooks.
 */
export async function startHostileTeacher(
  origin: string,
  authorization: string,
  { pastes, files }: HostileInput,
): Promise<HostileTeacher> {
  const hanging = await openHangingServer()
  const stopping = new AbortController()
  const { signal } = stopping
  let accepted = 0
  let refused = 0
  let broken = 0

  const call = async (path: string, body: FormData | string): Promise<unknown> => {
    const answer = await fetch(`${origin}${apiBase}${path}`, {
      method: 'POST',
      signal,
      headers:
        typeof body === 'string' ? { authorization, 'content-type': 'application/json' } : { authorization },
      body,
    }).catch(() => null)
    if (answer?.ok) accepted += 1
    else {
      if (answer !== null) refused += 1
      else if (!signal.aborted) broken += 1
      await wait(pauseMs)
    }
    return answer?.json().catch(() => null)
  }
  const json = (path: string, body: unknown) => call(path, JSON.stringify(body))
  const upload = ({ name, content }: HostileInput['files'][number]) => {
    const form = new FormData()
    form.append('file', content, name)
    return call('/documents/upload', form)
  }

  const forever = async (
    task: (nth: number) => Promise<unknown>,
    first: number,
    step: number,
  ): Promise<void> => {
    for (let nth = first; !signal.aborted; nth += step) await task(nth)
  }
  const webhooks = async () => {
    const ids: string[] = []
    for (let i = 0; i < addresses && !signal.aborted; i += 1) {
      const made = await json('/integrations/webhooks', { url: `http://127.0.0.1:${hanging.port}/${i}` })
      if (made !== null && typeof made === 'object' && 'id' in made) ids.push(String(made.id))
    }
    for (let nth = 0; nth < ids.length * testsOfEach && !signal.aborted; nth += 1)
      await json(`/integrations/webhooks/${ids[nth % ids.length]}/test`, {})
  }
  const lanes = [
    webhooks(),
    ...Array.from({ length: textLanes }, (_, lane) =>
      forever((nth) => call('/documents/text', pastes[nth % pastes.length] ?? ''), lane, textLanes),
    ),
    ...Array.from({ length: fileLanes }, (_, lane) =>
      forever(
        (nth) => upload(files[nth % files.length] ?? { name: 'empty.txt', content: new Blob() }),
        lane,
        fileLanes,
      ),
    ),
  ]
  return {
    async stop() {
      stopping.abort()
      await Promise.all(lanes)
      hanging.close()
      return { accepted, refused, broken, hangingCalls: hanging.connections() }
    },
  }
}
