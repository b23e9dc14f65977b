import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'

export interface ObserverDependencies {
  metrics: Metrics
  /** Throws while a dependency is not ready. */
  assertReady(): Promise<void>
  logger: Logger
}

const plain = 'text/plain; charset=utf-8'

function answer(response: ServerResponse, status: number, text: string, type = plain): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }).end(text)
}

/**
 * Serves `/metrics`, `/healthz` (the process is alive) and `/readyz` (it can work) on a separate port for the operator. API and worker both have
 * it, and no proxy has to hide it. Returns the port and a function to stop.
 */
export async function listenForObservers(
  { metrics, assertReady, logger }: ObserverDependencies,
  { port, host }: { port: number; host: string },
): Promise<{ port: number; close(): Promise<void> }> {
  const alive = async (response: ServerResponse) => answer(response, 200, 'alive\n')
  const ready = async (response: ServerResponse) => {
    await assertReady()
    answer(response, 200, 'ready\n')
  }
  const figures = async (response: ServerResponse) => answer(response, 200, await metrics.read(), metrics.contentType)
  const pages = new Map([
    ['/healthz', alive],
    ['/readyz', ready],
    ['/metrics', figures],
  ])
  const server = createServer((request, response) => {
    const page = request.method === 'GET' ? pages.get((request.url ?? '').split('?')[0] ?? '') : undefined
    if (!page) return answer(response, 404, 'There are /metrics, /healthz and /readyz.\n')
    page(response).catch((error: unknown) => {
      logger.warn({ err: error }, 'Not ready')
      answer(response, 503, 'not ready\n')
    })
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
