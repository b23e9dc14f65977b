import { randomInt } from 'node:crypto'
import { createServer, type Server } from 'node:net'

// Below the range from which systems choose ports for `listen(0)` and for outgoing connections, so that none
// of them takes the port before it is used.
const lowest = 20_000
const highest = 32_000

/**
 * An address that no test listens on: a port bound here is reserved against every other process that asks for
 * a free port.
 */
const reserving = '127.0.0.2'

/** A port on which nobody listens at any loopback address, reserved until this process ends. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = randomInt(lowest, highest)
    const reservation = await bind(port, reserving)
    if (reservation === 'taken') continue
    const others = await Promise.all(['127.0.0.1', '::1'].map((address) => bind(port, address)))
    await Promise.all(others.map(release))
    if (!others.includes('taken')) return port
    await release(reservation)
  }
  throw new Error(`No port between ${lowest} and ${highest} is free.`)
}

/** Null if the system lacks the address: macOS has only 127.0.0.1, and some containers have no IPv6. */
async function bind(port: number, address: string): Promise<Server | 'taken' | null> {
  const server = createServer().unref()
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve('taken')
      else if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve(null)
      else reject(error)
    })
    server.listen({ port, host: address, exclusive: true }, () => resolve(server))
  })
}

async function release(bound: Server | 'taken' | null): Promise<void> {
  if (bound === null || bound === 'taken') return
  await new Promise((resolve) => bound.close(resolve))
}
