import { createServer } from 'node:http'
import cookie from '@fastify/cookie'
import { Problem } from '@penmark/contract'
import type { FastifyInstance } from 'fastify'
import Fastify from 'fastify'
import { pino } from 'pino'
import { openTestDatabase } from '../../../testing/database.ts'
import type { Database } from '../../database/database.ts'
import type { MailTransport } from '../../mail/mail.ts'
import { createMailer, type Mailer } from '../../mail/mailer.ts'
import { startBackgroundWorker } from '../../queue/background-worker.ts'
import { createEmbeddedIdentity, type EmbeddedIdentityOptions } from '../embedded/embedded.ts'
import type { Identity } from '../identity.ts'

export interface TestServer {
  app: FastifyInstance
  /** `http://localhost:<free port>`. */
  origin: string
  database: Database
  identity: Identity
  /** The emails of one kind to an address, oldest first; waits until there are this many. */
  mailsTo(
    email: string,
    kind: string,
    count?: number,
  ): Promise<{ subject: string; text: string; link: URL }[]>
  mailer: Mailer
  /** Errors that the provider reported. */
  errors: unknown[]
  /** Also closes the database, unless it was passed in. */
  close(): Promise<void>
}

type Options = Partial<
  Pick<
    EmbeddedIdentityOptions,
    | 'accessTokenSeconds'
    | 'confirmsRegistrations'
    | 'endGrants'
    | 'limits'
    | 'brokers'
    | 'sealingKeys'
    | 'now'
  >
> & {
  database?: Database
  sentBy?: MailTransport['kind']
  port?: number
  prepare?: (app: FastifyInstance) => void
}

/**
 * The embedded provider over real HTTP on a free port, for tests only. The port is chosen first, because the
 * issuer contains it.
 */
export async function startTestServer({
  database: given,
  port: wanted = 0,
  sentBy = 'outbox',
  confirmsRegistrations = false,
  prepare,
  ...options
}: Options = {}): Promise<TestServer> {
  const database = given ?? (await openTestDatabase())
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(wanted, 'localhost', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The test server has no port.')
  const origin = `http://localhost:${address.port}`

  const errors: unknown[] = []
  const transport: MailTransport = {
    kind: sentBy,
    deliver: async () => undefined,
    close: async () => undefined,
  }
  const mailer = createMailer({ database, transport, onError: (error) => errors.push(error) })
  /**
   * Processes of an installation share one public URL, but test servers do not, and any on the database may
   * have written the email.
   */
  const atThisServer = (link: string) => {
    const { pathname, search } = new URL(link)
    return new URL(`${pathname}${search}`, origin)
  }
  const mailsTo: TestServer['mailsTo'] = async (email, kind, count = 1) => {
    for (;;) {
      const { rows } = await database.query(
        'select subject, body from mails where recipient = $1 and kind = $2 order by created_at',
        [email, kind],
      )
      if (rows.length >= count) {
        return rows.map(({ subject, body }) => ({
          subject: String(subject),
          text: String(body),
          link: atThisServer(/https?:\S+/.exec(String(body))?.[0] ?? ''),
        }))
      }
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  const identity = await createEmbeddedIdentity({
    database,
    publicUrl: origin,
    mailer,
    supportEmail: 'help@school.example',
    endGrants: async () => undefined,
    onError: (error) => errors.push(error),
    confirmsRegistrations,
    ...options,
  })
  // The part of a worker that handles registration and reset requests.
  const stopWorker = startBackgroundWorker(
    { database, logger: pino({ level: 'silent' }), pollEveryMs: 50 },
    identity.background?.workers ?? {},
    [],
  )
  await identity.background?.sendMissingJobs()
  const app = Fastify({
    serverFactory: (handler) => server.on('request', handler),
  })
  await app.register(cookie)
  app.setErrorHandler((error, _request, reply) => {
    const problem = error instanceof Problem ? error : new Problem('unexpected', String(error))
    return reply.code(problem.status).send({ code: problem.code, detail: problem.message })
  })
  prepare?.(app)
  await identity.register(app)
  await app.ready()
  return {
    app,
    origin,
    database,
    identity,
    mailsTo,
    mailer,
    errors,
    close: async () => {
      await stopWorker()
      await identity.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await app.close()
      if (!given) await database.close()
    },
  }
}
