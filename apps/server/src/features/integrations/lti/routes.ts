import type { CookieSerializeOptions } from '@fastify/cookie'
import { routes } from '@penmark/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Binder } from '../../../http/bind.ts'
import { hourSeconds } from '../../../lib/durations.ts'
import { megabyteBytes } from '../../../lib/megabytes.ts'
import { newSecret } from '../../../lib/secrets.ts'
import { receiveNotices } from './assets/receive-notices.ts'
import { addAnswerPage, answerLaunch } from './deep-linking.ts'
import { openLaunch } from './launch/open-launch.ts'
import { openWritingRoom, sendStudentPage } from './launch/open-writing-room.ts'
import { beginLogin, receiveLaunch } from './launch/receive-launch.ts'
import { sendRefusedPage } from './launch/refused-page.ts'
import {
  addPlatform,
  changePlatform,
  invitePlatform,
  listPlatforms,
  removePlatform,
} from './platforms/platforms.ts'
import { addRegistrationPages } from './platforms/registration.ts'
import { publicKeys } from './platforms/tokens.ts'
import { createPlatformKeys, LtiRefusalError } from './platforms/verify-token.ts'
import { type LtiDependencies, ltiPaths } from './records/dependencies.ts'
import { addStudents, readCourse } from './roster/add-students.ts'

/** The calls of the web. */
export function bindLti({ bind }: Binder, dependencies: LtiDependencies): void {
  bind(routes.listLtiPlatforms, () => listPlatforms(dependencies))
  bind(routes.addLtiPlatform, (input, caller) => addPlatform(dependencies, input, caller))
  bind(routes.changeLtiPlatform, ({ id, deployment_ids }, caller) =>
    changePlatform(dependencies, id, deployment_ids, caller),
  )
  bind(routes.inviteLtiPlatform, (_, caller) => invitePlatform(dependencies, caller))
  bind(routes.removeLtiPlatform, ({ id }, caller) => removePlatform(dependencies, id, caller))
  bind(routes.readLtiCourse, ({ id }, caller) => readCourse(dependencies, id, caller))
  bind(routes.addLtiStudents, ({ id }, caller) => addStudents(dependencies, id, caller))
  bind(routes.openLtiLaunch, ({ ticket, confirm }, caller) =>
    openLaunch(dependencies, ticket, confirm, caller),
  )
  bind(routes.answerLtiLaunch, ({ ticket, ...choice }, caller) =>
    answerLaunch(dependencies, ticket, choice, caller),
  )
}

const cookieName = 'penmark_lti'
const cookieSeconds = hourSeconds

/** The secret of this browser, which proves that a launch ends in the browser where it began. */
function browserOf({ cookies }: FastifyRequest): string | null {
  const value = cookies[cookieName]
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : null
}

/**
 * The platform ends a launch with a cross-site form post. Only `SameSite=None` cookies are sent with that,
 * and those need https.
 */
function cookieOptions(publicUrl: string): CookieSerializeOptions {
  const crossSite = { sameSite: 'none', secure: true, partitioned: true } as const
  return {
    path: '/lti',
    httpOnly: true,
    maxAge: cookieSeconds,
    ...(publicUrl.startsWith('https:') ? crossSite : { sameSite: 'lax' }),
  }
}

/** Browsers send this header only over https; elsewhere the web pages refuse to be framed. */
const isFramed = ({ headers }: FastifyRequest) => /^i?frame$/.test(String(headers['sec-fetch-dest'] ?? ''))

/**
 * The endpoints that learning platforms call: start and end of a launch, our keys, registration, and
 * submission notices.
 */
export async function addLtiEndpoints(app: FastifyInstance, dependencies: LtiDependencies): Promise<void> {
  const { database, publicUrl, logger } = dependencies
  const keysOf = createPlatformKeys(dependencies.egress)

  /**
   * Redirects to the next address, or sends a page; a refusal goes to the page that explains it, which a
   * frame shows here.
   */
  const respond = async (
    request: FastifyRequest,
    reply: FastifyReply,
    answer: () => Promise<string | (() => FastifyReply)>,
  ) => {
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    try {
      const next = await answer()
      await (typeof next === 'string' ? reply.redirect(next, 303) : next())
    } catch (error) {
      if (!(error instanceof LtiRefusalError)) throw error
      logger.warn(
        { reason: error.reason, cause: error.cause instanceof Error ? error.cause.name : undefined },
        'A launch was refused',
      )
      if (isFramed(request)) await sendRefusedPage(request, reply, error.reason)
      else await reply.redirect(`${ltiPaths.refused}?reason=${error.reason}`, 303)
    }
  }

  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 256 * 1_024 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    const startLogin = (request: FastifyRequest, reply: FastifyReply, parameters: unknown) =>
      respond(request, reply, async () => {
        const browser = browserOf(request) ?? newSecret()
        reply.setCookie(cookieName, browser, cookieOptions(publicUrl))
        return beginLogin(dependencies, parameters, browser)
      })
    scope.get(ltiPaths.login, (request, reply) => startLogin(request, reply, request.query))
    scope.post(ltiPaths.login, (request, reply) => startLogin(request, reply, request.body))
    scope.post(ltiPaths.launch, (request, reply) =>
      respond(request, reply, async () => {
        const framed = isFramed(request)
        const { ticket, student } = await receiveLaunch(dependencies, keysOf, request.body, {
          browser: browserOf(request),
          framed,
        })
        if (student === null) return `${framed ? ltiPaths.answer : ltiPaths.launch}?ticket=${ticket}`
        return framed
          ? () => sendStudentPage(request, reply, { ticket, platform: student.platform })
          : openWritingRoom(dependencies, ticket)
      }),
    )
    scope.post(ltiPaths.write, (request, reply) =>
      respond(request, reply, async () => {
        const { ticket } = (request.body ?? {}) as { ticket?: unknown }
        return openWritingRoom(dependencies, typeof ticket === 'string' ? ticket : '')
      }),
    )
    scope.post(ltiPaths.notices, { bodyLimit: 2 * megabyteBytes }, async (request, reply) => {
      const refused = await receiveNotices(dependencies, keysOf, request.body)
      reply.code(refused.length === 0 ? 200 : 400).header('cache-control', 'no-store')
      return { refused }
    })
    addRegistrationPages(scope, dependencies)
    addAnswerPage(scope, dependencies)
    scope.get(ltiPaths.keys, async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=300')
      return publicKeys(database)
    })
  })
}
