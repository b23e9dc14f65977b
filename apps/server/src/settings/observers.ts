import type { Values } from './definitions.ts'

/** Address of the metrics and health endpoints; null turns them off. */
export interface ObserverSettings {
  port: number
  host: string
}

export function readObservers({ METRICS_PORT, METRICS_HOST }: Values): ObserverSettings | null {
  return METRICS_PORT === null ? null : { port: METRICS_PORT, host: METRICS_HOST ?? 'localhost' }
}
