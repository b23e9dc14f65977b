import os from 'node:os'
import { getHeapStatistics } from 'node:v8'
import underPressure from '@fastify/under-pressure'
import type { Problem } from '@penmark/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problem } from '../locale/problems/problem.ts'

export interface PressureLimits {
  /** Bytes of the heap, and of the whole process; 0 where there is no limit. */
  heapBytes: number
  residentBytes: number
  /**
   * Calls in progress at once: each holds memory until it is answered. A late timer is no measure, because
   * one long task makes many late.
   */
  inProgress: number
  /** How many callers may wait for a database connection. */
  waitingForDatabase: number
}

const usableShare = 0.85
const sampleEveryMs = 500
const retryAfterSeconds = 5

/** Limits from this process's environment: Node's own heap limit, and the container's memory limit. */
export function pressureLimits(): PressureLimits {
  const contained = process.constrainedMemory()
  // Without a container the value is 0 or larger than any machine; the heap limit is then what ends a
  // process.
  const isContained = contained > 0 && contained < os.totalmem()
  return {
    heapBytes: Math.floor(getHeapStatistics().heap_size_limit * usableShare),
    residentBytes: isContained ? Math.floor(contained * usableShare) : 0,
    inProgress: 2_000,
    waitingForDatabase: 500,
  }
}

/** Health checks matter most when a process is busy. */
const alwaysAnswered = new Set(['/healthz', '/readyz'])

/** The answer to a call for which nothing has been done yet. */
export function tooBusy(cause?: unknown): Problem {
  return problem(
    'busy',
    'very_busy',
    {},
    {
      retryAfterSeconds,
      cause,
    },
  )
}

/**
 * Refuses calls with 503 and Retry-After, before reading them, while this process could not finish them in
 * time or in memory. Accepted calls are finished.
 */
export async function refuseUnderPressure(
  app: FastifyInstance,
  waitingForDatabase: () => number,
  limits: PressureLimits = pressureLimits(),
): Promise<void> {
  const isAlwaysAnswered = ({ routeOptions: { url = '' } }: FastifyRequest) => alwaysAnswered.has(url)
  await app.register(underPressure, {
    maxHeapUsedBytes: limits.heapBytes,
    maxRssBytes: limits.residentBytes,
    sampleInterval: sampleEveryMs,
    pressureHandler: async (request) => {
      if (!isAlwaysAnswered(request)) throw tooBusy()
    },
  })
  let inProgress = 0
  app.addHook('onRequest', async (request, reply) => {
    inProgress += 1
    // However the call ends: answered, refused, or aborted by the client.
    reply.raw.once('close', () => {
      inProgress -= 1
    })
    const isTooMuch = inProgress > limits.inProgress || waitingForDatabase() > limits.waitingForDatabase
    if (isTooMuch && !isAlwaysAnswered(request)) throw tooBusy()
  })
}
