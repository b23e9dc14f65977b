import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface CollectedSpan {
  name: string
  kind: number
  traceId: string
  spanId: string
  parentSpanId?: string
  /** 2 where it failed. */
  status: { code: number }
  attributes: { key: string; value: object }[]
}

interface Sent {
  resourceSpans: { scopeSpans: { spans: CollectedSpan[] }[] }[]
}

/** A trace collector on this machine, which keeps what an exporter sends (OTLP as JSON). */
export async function startCollector() {
  const spans: CollectedSpan[] = []
  let text = ''
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      text += body
      for (const { scopeSpans } of (JSON.parse(body) as Sent).resourceSpans)
        spans.push(...scopeSpans.flatMap((scope) => scope.spans))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    /** Everything that was sent, unchanged. */
    text: () => text,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
