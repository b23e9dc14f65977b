import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import { Problem, type Reason } from '@penmark/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { requestStatusOf } from '../lib/request-status.ts'
import { diskReasonCodes, writeFaultOf } from '../lib/write-faults.ts'
import { chooseLocale } from '../locale/locale.ts'
import { problem } from '../locale/problems/problem.ts'
import { type ReasonCode, sentenceOf } from '../locale/problems/reason.ts'
import { type OutsideError, type OutsideService, outsideErrorOf } from '../services/observe/call-outside.ts'
import { channels, noteWriteFault, type ProblemEvent } from '../services/observe/channels.ts'
import { addSpanAttributes } from '../services/observe/tracing.ts'
import { tooBusy } from './back-pressure.ts'

/**
 * Whether a call failed before it reached the database, because none of the connections came free in time.
 */
export function isConnectionTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // The pool's error has no code of its own; drizzle wraps it as the cause of its own error.
  return error.message === 'timeout exceeded when trying to connect' || isConnectionTimeout(error.cause)
}

/** What the HTTP layer's refusals mean for users, by status: its own messages are for programmers. */
const refusals = {
  400: ['invalid_input', 'request_unreadable'],
  404: ['not_found', 'address_unknown'],
  405: ['not_found', 'address_unknown'],
  413: ['too_large', 'request_too_large'],
  415: ['unsupported_file', 'content_type_unsupported'],
} as const

/** What a caller is told when a service outside does not answer, and when it refuses what we ask. */
const outsideReasons = {
  files: ['storage_unanswered', 'storage_refused'],
  payment: ['payment_unanswered', 'payment_refused'],
  mail: ['mail_unanswered', 'mail_refused'],
  'sign-in': ['sign_in_unanswered', 'sign_in_refused'],
  recaptcha: ['human_check_unanswered', 'human_check_unanswered'],
  addresses: ['other_service_unanswered', 'other_service_refused'],
} as const satisfies Record<OutsideService, readonly [unanswered: ReasonCode, refused: ReasonCode]>

function outsideProblem(error: OutsideError): Problem {
  const [unanswered, refused] = outsideReasons[error.service]
  const isRefused = error.fault === 'refused'
  return problem(
    'busy',
    isRefused ? refused : unanswered,
    {},
    { cause: error, retryAfterSeconds: isRefused ? 300 : 30 },
  )
}

/**
 * The problem shown to the user. Anything unforeseen becomes `unexpected`, with an ID that is also in the
 * log.
 */
function toProblem(error: unknown, errorId: string): Problem {
  if (error instanceof Problem) return error
  const fault = writeFaultOf(error)
  if (fault !== null) return problem('storage_full', diskReasonCodes[fault], {}, { cause: error })
  const outsideError = outsideErrorOf(error)
  if (outsideError !== null) return outsideProblem(outsideError)
  if (isConnectionTimeout(error)) return tooBusy(error)
  const status = requestStatusOf(error)
  if (status >= 500) return problem('unexpected', 'unexpected', { id: errorId }, { cause: error })
  const [code, why] = Object.hasOwn(refusals, status)
    ? refusals[status as keyof typeof refusals]
    : refusals[400]
  return problem(code, why, {}, { cause: error })
}

/**
 * Sends `{code, detail, reason}`, `detail` in the reader's language, and logs unexpected errors and failures
 * outside, never the request's content.
 */
export async function sendProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const errorId = randomUUID()
  const problem = toProblem(error, errorId)
  const report: ProblemEvent = { code: problem.code }
  channels.problem.publish(report)
  if (problem.code === 'unexpected') {
    addSpanAttributes({ 'penmark.error_id': errorId })
    request.log.error({ err: error, error_id: errorId }, 'A call failed')
  }
  const fault = writeFaultOf(problem)
  if (fault !== null) {
    noteWriteFault(fault)
    request.log.error(
      { err: problem.cause, fault, route: request.routeOptions.url },
      'The disk takes nothing',
    )
  }
  const outsideError = outsideErrorOf(problem)
  if (fault === null && outsideError !== null) {
    const { service, fault } = outsideError
    request.log.warn(
      { err: outsideError, service, fault, route: request.routeOptions.url },
      'A service outside failed a call',
    )
  }
  if (problem.code === 'busy') reply.header('retry-after', String(problem.retryAfterSeconds ?? 5))
  if (problem.code === 'not_signed_in') reply.header('www-authenticate', 'Bearer')
  const locale = chooseLocale(request.headers['accept-language'])
  const { reason, message, fields = [{ loc: [], msg: message }] } = problem
  const sentence = (why: Reason | undefined, text: string) =>
    why === undefined ? text : sentenceOf(why, locale)
  const detail =
    problem.code === 'invalid_input'
      ? fields.map(({ loc, msg, reason: why = reason }) => ({
          loc,
          msg: sentence(why, msg),
          ...(why && { reason: why }),
        }))
      : sentence(reason, message)
  reply.header('cache-control', 'no-store').code(problem.status)
  if (!asksForProblemDetails(request))
    return void (await reply
      .type('application/json; charset=utf-8')
      .send({ code: problem.code, detail, ...(reason && { reason }) }))
  const body = JSON.stringify(problemDetails(problem, detail))
  await reply.type('application/problem+json; charset=utf-8').send(body)
}

const detailsType = 'application/problem+json'

/**
 * Only callers that name it get it: a caller that accepts everything has always been answered with our own
 * form.
 */
function asksForProblemDetails({ headers }: FastifyRequest): boolean {
  return (
    new Negotiator({ headers: { accept: headers.accept ?? '*/*' } }).mediaType([
      'application/json',
      detailsType,
    ]) === detailsType
  )
}

type Detail = string | { loc: (string | number)[]; msg: string }[]

/** The same problem by RFC 9457. A path of a field becomes a pointer into what was sent. */
function problemDetails({ code, status, reason }: Problem, detail: Detail) {
  const fields = typeof detail === 'string' ? null : detail
  const pointerTo = (loc: (string | number)[]) =>
    `#/${loc.map((step) => String(step).replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`
  return {
    type: `urn:penmark:problem:${code}`,
    title: STATUS_CODES[status] ?? code,
    status,
    detail: fields === null ? detail : fields.map(({ msg }) => msg).join(' '),
    code,
    ...(reason && { reason }),
    ...(fields === null
      ? {}
      : { errors: fields.map(({ loc, msg }) => ({ detail: msg, pointer: pointerTo(loc) })) }),
  }
}
