import { hash, verify } from '@node-rs/argon2'

// Four digits can be tried out whatever this costs; the limit of attempts is what protects a link.
const cost = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const

/** What is stored of the PIN of a task. */
export function hashPin(pin: string): Promise<string> {
  return hash(pin, cost)
}

export function isPin(pin_hash: string, pin: string): Promise<boolean> {
  return verify(pin_hash, pin)
}
