import type { IncomingHttpHeaders } from 'node:http'
import { invalidField } from '../locale/problems/problem.ts'

/**
 * Visible ASCII, as in draft-ietf-httpapi-idempotency-key-header, where the key stands in quotation marks;
 * most clients send it without.
 */
const keyPattern = /^(?:"([\x20-\x21\x23-\x7e]{1,255})"|([\x21\x23-\x7e]{1,255}))$/

/** The key by which a call may be repeated safely; null without one. */
export function readIdempotencyKey(headers: IncomingHttpHeaders): string | null {
  const header = headers['idempotency-key']
  if (header === undefined) return null
  const [, quoted, plain] = keyPattern.exec(String(header)) ?? []
  const key = quoted ?? plain
  if (key === undefined) throw invalidField('Idempotency-Key', 'idempotency_key_wrong')
  return key
}
