import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import {
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base'
import type { Tracer } from './tracing.ts'

/** Where traces are sent; null turns tracing off. */
export interface TraceSettings {
  /** Without a trailing slash and without `/v1/traces`. */
  endpoint: string
  headers: Record<string, string>
  /** Sampling rate, from 0 to 1. */
  share: number
}

interface Service {
  name: string
  version: string
}

const closeWithinMs = 2_000
const kinds = { answer: SpanKind.SERVER, job: SpanKind.CONSUMER } as const

/** The header `traceparent` of version 00 (https://www.w3.org/TR/trace-context/). */
const toTraceparent = ({ traceId, spanId, traceFlags }: SpanContext) =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`

/**
 * Sends spans to a collector (OTLP over HTTP). Import it only when one is configured: the library costs
 * start-up time and memory. Spans wait in a bounded queue and are dropped when the collector is unreachable.
 */
export function createTracer({ endpoint, headers, share }: TraceSettings, service: Service): Tracer {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers })
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service.name, 'service.version': service.version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  const spans = provider.getTracer('penmark')
  const running = new AsyncLocalStorage<Span>()

  const contextOf = (from: string | null | undefined) => {
    const current = running.getStore()
    if (from === undefined) return current ? trace.setSpan(ROOT_CONTEXT, current) : ROOT_CONTEXT
    const parent = from === null ? null : parseTraceParent(from)
    return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT
  }

  return {
    start({ name, kind, parent, attributes = {} }) {
      const span = spans.startSpan(
        name,
        { kind: kind ? kinds[kind] : SpanKind.INTERNAL, attributes },
        contextOf(parent),
      )
      return {
        run: (task) => running.run(span, task),
        end: (attributes = {}) => span.setAttributes(attributes).end(),
        // The message stays out of the span: it may repeat user input.
        fail: (attributes = {}) =>
          span.setAttributes(attributes).setStatus({ code: SpanStatusCode.ERROR }).end(),
      }
    },
    traceparent() {
      const context = running.getStore()?.spanContext()
      return context
        ? toTraceparent({ ...context, traceFlags: context.traceFlags & TraceFlags.SAMPLED })
        : null
    },
    addAttributes: (attributes) => void running.getStore()?.setAttributes(attributes),
    close: async () => {
      // An unreachable collector must not delay the process or fail its work.
      await Promise.race([
        provider.shutdown().catch(() => undefined),
        wait(closeWithinMs, undefined, { ref: false }),
      ])
    },
  }
}
