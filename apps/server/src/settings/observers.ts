import type { Values } from './definitions.ts'

/** Address of the metrics and health endpoints; null turns them off. */
export interface ObserverSettings {
  port: number
  host: string
}

export function readObservers({ METRICS_PORT, METRICS_HOST }: Values): ObserverSettings | null {
  return METRICS_PORT === null ? null : { port: METRICS_PORT, host: METRICS_HOST ?? 'localhost' }
}

/** Where traces are sent; null turns tracing off. */
export interface TraceSettings {
  /** Without a trailing slash and without `/v1/traces`. */
  endpoint: string
  headers: Record<string, string>
  /** Sampling rate, from 0 to 1. */
  share: number
}

export function readTraces({
  OTEL_EXPORTER_OTLP_ENDPOINT,
  OTEL_EXPORTER_OTLP_HEADERS,
  OTEL_TRACES_SAMPLER_ARG,
}: Values): TraceSettings | null {
  if (OTEL_EXPORTER_OTLP_ENDPOINT === null) return null
  return { endpoint: OTEL_EXPORTER_OTLP_ENDPOINT, headers: OTEL_EXPORTER_OTLP_HEADERS ?? {}, share: OTEL_TRACES_SAMPLER_ARG ?? 1 }
}
