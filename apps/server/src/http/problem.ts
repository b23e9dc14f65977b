import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import { Problem, type ProblemCode } from '@penmark/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import type { z } from 'zod'
import { chooseLocale } from '../locale/locale.ts'
import { translate } from '../locale/sentences.ts'
import { channels, type ProblemEvent } from '../observe/channels.ts'
import { addSpanAttributes } from '../observe/tracing.ts'
import { type OutsideError, type OutsideService, outsideErrorOf } from '../outside/call-outside.ts'
import { requestStatusOf } from '../request-status.ts'
import { tooBusy } from './back-pressure.ts'

/** Whether a call failed before it reached the database, because none of the connections came free in time. */
export function isConnectionTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // The pool's error has no code of its own; drizzle wraps it as the cause of its own error.
  return error.message === 'timeout exceeded when trying to connect' || isConnectionTimeout(error.cause)
}

/** Messages for users when the HTTP layer refuses a request, by status: its own messages are for programmers. */
const refusals: Record<number, [ProblemCode, string]> = {
  400: ['invalid_input', 'The request could not be read. Reload the page and try again.'],
  404: ['not_found', 'There is nothing at this address.'],
  405: ['not_found', 'There is nothing at this address.'],
  413: ['too_large', 'This is too large. A file may have at most 25 MB, a pasted text 1,000,000 characters.'],
  415: ['unsupported_file', 'The request has a content type that cannot be read here.'],
}

/** What a caller is told when a service outside does not answer, and when it refuses what we ask. */
const outsideDetails: Record<OutsideService, [unanswered: string, refused: string]> = {
  files: [
    'The storage of files is not responding. Nothing is lost. Try again in a minute.',
    'The storage of files refused the request. Nothing is lost. Tell whoever manages this installation.',
  ],
  payment: [
    'The payment provider is not responding. Try again in a minute.',
    'The payment provider refused the request, and nothing was paid. Tell whoever manages this installation.',
  ],
  mail: [
    'The mail server is not responding. Try again in a minute.',
    'The mail server refused the request. Tell whoever manages this installation.',
  ],
  'sign-in': [
    'The sign-in service is not responding. Nothing is lost. Try again in a minute.',
    'The sign-in service refused the request. Nothing is lost. Tell whoever manages this installation.',
  ],
  recaptcha: ['The human check is not responding. Try again in a minute.', 'The human check is not responding. Try again in a minute.'],
  addresses: [
    'The other service is not responding. Try again in a minute.',
    'The other service refused the request. Try again in a minute.',
  ],
}

function outsideProblem(error: OutsideError): Problem {
  const [unanswered, refused] = outsideDetails[error.service]
  const isRefused = error.fault === 'refused'
  return new Problem('busy', isRefused ? refused : unanswered, { cause: error, retryAfterSeconds: isRefused ? 300 : 30 })
}

/** The problem shown to the user. Anything unforeseen becomes `unexpected`, with an ID that is also in the log. */
function toProblem(error: unknown, errorId: string): Problem {
  if (error instanceof Problem) return error
  const outsideError = outsideErrorOf(error)
  if (outsideError !== null) return outsideProblem(outsideError)
  if (isConnectionTimeout(error)) return tooBusy(error)
  const status = requestStatusOf(error)
  const [code, detail] = refusals[status] ?? (status < 500 ? (refusals[400] as [ProblemCode, string]) : ['unexpected', ''])
  if (code !== 'unexpected') return new Problem(code, detail, { cause: error })
  return new Problem(
    'unexpected',
    `Something went wrong on our side. Your documents are safe. Try again. If it happens again, send us this error ID: ${errorId}.`,
    {
      cause: error,
    },
  )
}

/** `{loc, msg}` per faulty field. */
export function invalidInput(error: z.core.$ZodError): Problem {
  const fields = error.issues.map(({ path, message }) => ({
    loc: path.map((step) => (typeof step === 'symbol' ? String(step) : step)),
    msg: message,
  }))
  return new Problem('invalid_input', fields.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; '), { cause: error, fields })
}

/** Sends `{code, detail}` in the reader's language, and logs unexpected errors and failures outside, never the request's content. */
export async function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const errorId = randomUUID()
  const problem = toProblem(error, errorId)
  const report: ProblemEvent = { code: problem.code }
  channels.problem.publish(report)
  if (problem.code === 'unexpected') {
    addSpanAttributes({ 'penmark.error_id': errorId })
    request.log.error({ err: error, error_id: errorId }, 'A call failed')
  }
  const outsideError = outsideErrorOf(problem)
  if (outsideError !== null) {
    const { service, fault } = outsideError
    request.log.warn({ err: outsideError, service, fault, route: request.routeOptions.url }, 'A service outside failed a call')
  }
  if (problem.code === 'busy') reply.header('retry-after', String(problem.retryAfterSeconds ?? 5))
  if (problem.code === 'not_signed_in') reply.header('www-authenticate', 'Bearer')
  const locale = chooseLocale(request.headers['accept-language'])
  const fields = problem.fields ?? [{ loc: [], msg: problem.message }]
  const detail =
    problem.code === 'invalid_input'
      ? fields.map(({ loc, msg }) => ({ loc, msg: translate(msg, locale) }))
      : translate(problem.message, locale)
  reply.header('cache-control', 'no-store').code(problem.status)
  if (!asksForProblemDetails(request))
    return void (await reply.type('application/json; charset=utf-8').send({ code: problem.code, detail }))
  const body = JSON.stringify(problemDetails(problem, detail))
  await reply.type('application/problem+json; charset=utf-8').send(body)
}

const detailsType = 'application/problem+json'

/** Only callers that name it get it: a caller that accepts everything has always been answered with our own form. */
function asksForProblemDetails({ headers }: FastifyRequest): boolean {
  return new Negotiator({ headers: { accept: headers.accept ?? '*/*' } }).mediaType(['application/json', detailsType]) === detailsType
}

type Detail = string | { loc: (string | number)[]; msg: string }[]

/** The same problem by RFC 9457. A path of a field becomes a pointer into what was sent. */
function problemDetails({ code, status }: Problem, detail: Detail) {
  const fields = typeof detail === 'string' ? null : detail
  const pointerTo = (loc: (string | number)[]) =>
    `#/${loc.map((step) => String(step).replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`
  return {
    type: `urn:penmark:problem:${code}`,
    title: STATUS_CODES[status] ?? code,
    status,
    detail: fields === null ? detail : fields.map(({ msg }) => msg).join(' '),
    code,
    ...(fields === null ? {} : { errors: fields.map(({ loc, msg }) => ({ detail: msg, pointer: pointerTo(loc) })) }),
  }
}
