import { type DestinationStream, type Logger, pino } from 'pino'
import { sqlStateOf } from './database/database.ts'

interface LoggedError {
  type: string
  message: string
  code?: string
  frames: string[]
  cause?: LoggedError
}

/**
 * What may be written of an error. Messages of the database and of drizzle repeat values, and values are student text, so only the
 * statement's code is kept of those.
 */
export function describeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'Something that is not an error was thrown', frames: [] }
  const state = sqlStateOf(error)
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  return {
    type: error.name,
    message: state === null && !error.message.startsWith('Failed query') ? error.message : `A statement failed (${state ?? 'no code'})`,
    ...code,
    frames: (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)),
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  }
}

/** The log of this process: JSON lines, on stdout unless another place is given. Student text, tokens and addresses of requests never reach it. */
export function createLog(level: string, place: DestinationStream = pino.destination(1)): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError, req: () => undefined } }
  return pino(options, place)
}
