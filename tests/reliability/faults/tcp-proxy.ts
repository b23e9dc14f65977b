import { once } from 'node:events'
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'

/**
 * Connections pass; are cut and refused; are held open without a byte passing; are delayed; or get HTTP 500
 * from the proxy.
 */
export type NetworkFault = 'clear' | 'cut' | 'silent' | 'slow' | 'error'

export interface TcpProxy {
  readonly port: number
  set(networkFault: NetworkFault): void
  close(): Promise<void>
}

const slowMs = 400
const refusal = 'HTTP/1.1 500 Internal Server Error\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'

/** A TCP proxy on loopback between the product and a dependency. */
export async function openTcpProxy(targetPort: number): Promise<TcpProxy> {
  let networkFault: NetworkFault = 'clear'
  const pairs = new Set<[Socket, Socket]>()
  const server = createServer((near) => {
    near.on('error', () => near.destroy())
    if (networkFault === 'cut') return near.destroy()
    if (networkFault === 'error') return void near.once('data', () => near.end(refusal))
    const far = dial(targetPort, '127.0.0.1')
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    for (const [from, to] of [pair, [far, near]] as const) {
      from.on('error', () => from.destroy())
      from.on('data', (chunk) => {
        if (networkFault === 'slow') setTimeout(() => to.write(chunk), slowMs)
        else to.write(chunk)
      })
      from.on('close', () => {
        pairs.delete(pair)
        to.destroy()
      })
    }
    if (networkFault === 'silent') for (const socket of pair) socket.pause()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    set(next) {
      networkFault = next
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
