import { type DestinationStream, type Logger, pino } from 'pino'
import { sqlStateOf } from '../database/database.ts'
import { currentTraceparent } from './tracing.ts'

interface LoggedError {
  type: string
  message: string
  code?: string
  frames: string[]
  cause?: LoggedError
}

/**
 * The part of an error that may be logged. Messages of the database and of drizzle repeat values, which may
 * be student text, so only the SQLSTATE of those is kept.
 */
export function describeError(error: unknown): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'Something that is not an error was thrown', frames: [] }
  const state = sqlStateOf(error)
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  return {
    type: error.name,
    message:
      state === null && !error.message.startsWith('Failed query')
        ? error.message
        : `A statement failed (${state ?? 'no code'})`,
    ...code,
    frames: (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)),
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  }
}

/** The trace that a line belongs to. */
function traceOfLine(): { trace_id?: string } {
  const trace = currentTraceparent()?.split('-')[1]
  return trace === undefined ? {} : { trace_id: trace }
}

/**
 * Removed from what libraries log of a request at the most verbose level: headers hold tokens and cookies.
 */
const redactedPaths = {
  paths: ['headers', 'rawHeaders', '*.headers', '*.rawHeaders', '*.authorization', '*.cookie'],
  remove: true,
}

/**
 * The log of this process: JSON lines, on stdout by default. Student text, tokens and request addresses never
 * reach it.
 */
export function createLog(level: string, destination: DestinationStream = pino.destination(1)): Logger {
  const serializers = { err: describeError, req: () => undefined }
  return pino(
    {
      level,
      base: null,
      redact: redactedPaths,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers,
      mixin: traceOfLine,
    },
    destination,
  )
}
