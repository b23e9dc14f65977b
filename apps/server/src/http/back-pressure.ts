import os from 'node:os'
import { getHeapStatistics } from 'node:v8'
import underPressure from '@fastify/under-pressure'
import { brand, Problem } from '@penmark/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export interface PressureLimits {
  /** Bytes of this process's own objects, and of all that it holds; 0 where there is no limit to keep from. */
  heapBytes: number
  residentBytes: number
  /** Calls that may be in hand at once: each holds memory until it is answered. A late timer is no sign, for one long task makes many late. */
  inHand: number
  /** Callers that may wait for a connection to the database. */
  waitingForDatabase: number
}

const share = 0.85
const lookEveryMs = 500
const retryAfterSeconds = 5

/** From what this process was given: Node's own heap limit, and the limit of the container it runs in. */
export function pressureLimits(): PressureLimits {
  const contained = process.constrainedMemory()
  // Without a container the answer is 0, or a number beyond any machine; the heap limit is then the one that ends a process.
  const isContained = contained > 0 && contained < os.totalmem()
  return {
    heapBytes: Math.floor(getHeapStatistics().heap_size_limit * share),
    residentBytes: isContained ? Math.floor(contained * share) : 0,
    inHand: 2_000,
    waitingForDatabase: 500,
  }
}

/** Whether a process lives or is ready is asked most of all when it is busy. */
const alwaysAnswered = new Set(['/healthz', '/readyz'])

/**
 * Refuses calls with 503 and Retry-After while this process could not do them in time or in its memory, before anything of them is read: what was
 * taken is finished, and what is refused was not taken.
 */
export async function refuseUnderPressure(
  app: FastifyInstance,
  waitingForDatabase: () => number,
  limits: PressureLimits = pressureLimits(),
): Promise<void> {
  const refusal = () =>
    new Problem('busy', `${brand.name} is very busy at the moment. Nothing was stored or lost. Try again in a few seconds.`, {
      retryAfterSeconds,
    })
  const isAlwaysAnswered = ({ routeOptions: { url = '' } }: FastifyRequest) => alwaysAnswered.has(url)
  await app.register(underPressure, {
    maxHeapUsedBytes: limits.heapBytes,
    maxRssBytes: limits.residentBytes,
    sampleInterval: lookEveryMs,
    pressureHandler: async (request) => {
      if (!isAlwaysAnswered(request)) throw refusal()
    },
  })
  let inHand = 0
  app.addHook('onRequest', async (request, reply) => {
    inHand += 1
    // However the call ends: answered, refused, or cut off by who made it.
    reply.raw.once('close', () => {
      inHand -= 1
    })
    const isTooMuch = inHand > limits.inHand || waitingForDatabase() > limits.waitingForDatabase
    if (isTooMuch && !isAlwaysAnswered(request)) throw refusal()
  })
}
