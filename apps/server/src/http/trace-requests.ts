import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IsTrustedProxy } from '../client-address.ts'
import { beginStep, isTraced, type RunningStep } from '../observe/steps.ts'

/**
 * Makes every request a step, from its first line to the end of its answer. A mark that the request brings is followed only where a proxy is
 * trusted: anybody else could choose what is traced.
 */
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
  // A body that is read in pieces leaves the step on its way: the socket's own events go on from there.
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
