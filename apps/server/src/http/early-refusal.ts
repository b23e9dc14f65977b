import type { IncomingMessage, ServerResponse } from 'node:http'
import { chooseLocale, locales } from '../locale/locale.ts'
import { sentenceOf } from '../locale/problems/reason.ts'
import { channels } from '../services/observe/channels.ts'
import { tooBusy } from './back-pressure.ts'
import { isLarge, mostUnderWay } from './call-limiter.ts'

/**
 * Refusals sent at a time, and the pause before the next ones: a thousand at once would hold up everybody
 * else's calls.
 */
const batch = { size: 10, pauseMs: 40 } as const
/** More may not wait to be refused, because each keeps its connection. */
const maxWaiting = 2_000

/**
 * Refuses calls of a sender who has as many under way as may run and wait in turn, before anything is done
 * for them. The full refusal, with routing and hooks, takes a multiple of the time, and a burst of a thousand
 * would take it a thousand times in a row.
 */
export function createEarlyRefusal(): (request: IncomingMessage, response: ServerResponse) => boolean {
  /** By what tells senders and their large bodies apart; kept no longer than a call. */
  const underWay = new Map<string, number>()
  const refused: Refused[] = []
  let isSending = false

  const sendBatch = () => {
    for (const each of refused.splice(0, batch.size)) send(each)
    isSending = refused.length > 0
    if (isSending) setTimeout(sendBatch, batch.pauseMs)
  }

  return (request, response) => {
    const { authorization } = request.headers
    // The senders of anonymous calls can only be told apart behind the proxy's headers, and share their turns
    // by network.
    if (authorization === undefined) return false
    const key = `${isLarge(request.headers) ? 'large' : 'small'} ${authorization}`
    const calls = underWay.get(key) ?? 0
    if (calls < mostUnderWay(request.headers)) {
      underWay.set(key, calls + 1)
      response.once('close', () => {
        const left = (underWay.get(key) ?? 1) - 1
        if (left > 0) underWay.set(key, left)
        else underWay.delete(key)
      })
      return false
    }
    if (refused.length >= maxWaiting) send({ request, response })
    else refused.push({ request, response })
    if (!isSending) setTimeout(sendBatch, 0)
    isSending = true
    return true
  }
}

interface Refused {
  request: IncomingMessage
  response: ServerResponse
}

const { code, status, reason, retryAfterSeconds } = tooBusy()
const bodies = new Map(
  locales.map((locale) => [
    locale,
    JSON.stringify({ code, detail: reason && sentenceOf(reason, locale), reason }),
  ]),
)

function send({ request, response }: Refused): void {
  channels.problem.publish({ code })
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'retry-after': String(retryAfterSeconds),
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
    .end(bodies.get(chooseLocale(request.headers['accept-language'])))
}
