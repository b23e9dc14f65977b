import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface SilentServer {
  readonly port: number
  /** Connections that are open now. */
  open(): number
  close(): Promise<void>
}

/** Accepts every connection, takes what is sent, and answers nothing, or only `firstBytes`. */
export async function startSilentServer(firstBytes = ''): Promise<SilentServer> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    socket.resume()
    if (firstBytes !== '') socket.write(firstBytes)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    open: () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
