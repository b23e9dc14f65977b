import type { Values } from './definitions.ts'

/** Where the operator's tools look; null where nobody does. */
export interface ObserverSettings {
  port: number
  host: string
}

export function readObservers({ METRICS_PORT, METRICS_HOST }: Values): ObserverSettings | null {
  return METRICS_PORT === null ? null : { port: METRICS_PORT, host: METRICS_HOST ?? 'localhost' }
}
