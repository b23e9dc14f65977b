import { createLocalJWKSet, type JSONWebKeySet } from 'jose'
import { z } from 'zod'
import { type Egress, EgressError } from '../../../outside/egress/egress.ts'
import { LtiRefusalError } from '../refusal.ts'
import type { PlatformRow } from '../store.ts'

type KeySet = ReturnType<typeof createLocalJWKSet>

const Keys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })
/** Keys are read again after an hour, and when a token names an unknown one, but not more often than this. */
const keepMs = 60 * 60 * 1_000
const restMs = 10_000

/** Reads and caches the keys of platforms. Throws the refusal `keys` where they cannot be read. */
export function createPlatformKeys({ send }: Pick<Egress, 'send'>, now: () => number = Date.now) {
  const known = new Map<string, { set: KeySet; at: number }>()
  const read = async ({ keys_url }: PlatformRow): Promise<KeySet> => {
    try {
      const { status, body } = await send({ method: 'GET', url: keys_url, withinMs: 10_000, maximumBytes: 256 * 1_024 })
      if (status !== 200) throw new EgressError('unreachable')
      return createLocalJWKSet(Keys.parse(JSON.parse(body.toString('utf8'))) as JSONWebKeySet)
    } catch (cause) {
      throw new LtiRefusalError('keys', { cause })
    }
  }
  return async (platform: PlatformRow, { anew }: { anew: boolean }): Promise<KeySet> => {
    const last = known.get(platform.keys_url)
    const age = now() - (last?.at ?? 0)
    if (last && age < (anew ? restMs : keepMs)) return last.set
    const set = await read(platform)
    known.set(platform.keys_url, { set, at: now() })
    return set
  }
}

export type PlatformKeys = ReturnType<typeof createPlatformKeys>
