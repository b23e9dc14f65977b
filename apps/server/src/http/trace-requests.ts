import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IsTrustedProxy } from '../client-address.ts'
import { beginStep, isTraced, type RunningStep } from '../observe/steps.ts'

/** Makes every request a trace span. A trace header is followed only from a trusted proxy: others could choose what is traced. */
export function traceRequests(app: FastifyInstance, isTrustedProxy: IsTrustedProxy): void {
  if (!isTraced()) return
  const steps = new WeakMap<FastifyRequest, RunningStep>()
  const markIn = ({ headers: { traceparent }, socket }: FastifyRequest) =>
    typeof traceparent === 'string' && isTrustedProxy(socket.remoteAddress, 0) ? traceparent : null

  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const facts = { 'http.request.method': request.method, 'http.route': route }
    const step = beginStep({ name: `${request.method} ${route}`, kind: 'answer', from: markIn(request), facts })
    if (step === null) return done()
    steps.set(request, step)
    step.within(done)
  })
  // A streamed body loses the span's context, because the socket's events continue from there.
  app.addHook('preValidation', (request, _reply, done) => {
    const step = steps.get(request)
    if (step) step.within(done)
    else done()
  })
  app.addHook('onResponse', async (request, reply) => {
    const facts = { 'http.response.status_code': reply.statusCode }
    if (reply.statusCode >= 500) steps.get(request)?.fail(facts)
    else steps.get(request)?.end(facts)
  })
}
