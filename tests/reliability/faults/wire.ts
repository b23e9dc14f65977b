import { once } from 'node:events'
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'

/**
 * What happens to connections: they pass; are cut, and refused; are held open without a byte coming through; pass late; or are answered by a
 * proxy that says 500.
 */
export type Weather = 'clear' | 'cut' | 'silent' | 'slow' | 'error'

export interface Wire {
  readonly port: number
  set(weather: Weather): void
  close(): Promise<void>
}

const slowMs = 400
const refusal = 'HTTP/1.1 500 Internal Server Error\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'

/** A wire on loopback between the product and something that it needs. */
export async function openWire(targetPort: number): Promise<Wire> {
  let weather: Weather = 'clear'
  const pairs = new Set<[Socket, Socket]>()
  const server = createServer((near) => {
    near.on('error', () => near.destroy())
    if (weather === 'cut') return near.destroy()
    if (weather === 'error') return void near.once('data', () => near.end(refusal))
    const far = dial(targetPort, '127.0.0.1')
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    for (const [from, to] of [pair, [far, near]] as const) {
      from.on('error', () => from.destroy())
      from.on('data', (chunk) => {
        if (weather === 'slow') setTimeout(() => to.write(chunk), slowMs)
        else to.write(chunk)
      })
      from.on('close', () => {
        pairs.delete(pair)
        to.destroy()
      })
    }
    if (weather === 'silent') for (const socket of pair) socket.pause()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    set(next) {
      weather = next
      for (const sockets of pairs) {
        for (const socket of sockets) {
          if (next === 'cut' || next === 'error') socket.destroy()
          else if (next === 'silent') socket.pause()
          else socket.resume()
        }
      }
    },
    async close() {
      for (const sockets of pairs) for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
