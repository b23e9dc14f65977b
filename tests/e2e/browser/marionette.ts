import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** One command of Firefox's own protocol; it fails if Firefox answers with an error. */
export type SendCommand = (name: string, parameters?: Record<string, unknown>) => Promise<unknown>

type Answer = [type: number, id: number, error: { error: string; message: string } | null, result: unknown]

/**
 * Speaks Marionette, which every Firefox understands. Playwright drives only builds of its own or the newest
 * Firefox, and neither protocol of theirs can dictate.
 */
export async function connectMarionette(port: number): Promise<{ send: SendCommand; close(): void }> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (reason: Error) => void }>()
  onMessage(socket, (message) => {
    // The first message is a greeting.
    if (!Array.isArray(message)) return
    const [, id, error, result] = message as Answer
    const asked = waiting.get(id)
    waiting.delete(id)
    if (error) asked?.reject(new Error(`${error.error}: ${error.message}`))
    else asked?.resolve(result)
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox closed the connection.'))
  })
  let lastId = 0
  return {
    send: (name, parameters = {}) =>
      new Promise((resolve, reject) => {
        lastId += 1
        waiting.set(lastId, { resolve, reject })
        const message = JSON.stringify([0, lastId, name, parameters])
        socket.write(`${Buffer.byteLength(message)}:${message}`)
      }),
    close: () => socket.destroy(),
  }
}

/** Each message is its length in bytes, a colon, and JSON. */
function onMessage(socket: Socket, handle: (message: unknown) => void): void {
  let received = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    for (;;) {
      const colon = received.indexOf(':')
      const end = colon + 1 + Number(received.subarray(0, Math.max(0, colon)))
      if (colon < 0 || received.length < end) return
      const message = received.subarray(colon + 1, end).toString()
      received = received.subarray(end)
      handle(JSON.parse(message))
    }
  })
}
