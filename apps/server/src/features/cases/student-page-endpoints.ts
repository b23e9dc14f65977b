import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { Problem, type StudentLanguage, studentLanguages } from '@penmark/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { LimitRate } from '../../http/rate-limits.ts'
import { networkOf } from '../../lib/client-address.ts'
import { html, type Markup } from '../../lib/html.ts'
import { writeFaultOf } from '../../lib/write-faults.ts'
import { chooseLocale, type Locale, nearestLocale } from '../../locale/locale.ts'
import { translatorOf } from '../../locale/texts.ts'
import { loadWording } from '../../pdf/wording.ts'
import type { Connection } from '../../services/database/database.ts'
import { outsideErrorOf } from '../../services/observe/call-outside.ts'
import { noteWriteFault } from '../../services/observe/channels.ts'
import { ClosedAppealError, handInAppeal, lockAppealDraft, saveAppeal } from './appeals/appeal-draft.ts'
import { appealCopy, appealReviewView, appealView, decisionPart } from './appeals/views.ts'
import type { CaseLinkRow } from './record/link-store.ts'
import { studentPagePath } from './student-page/make-link.ts'
import {
  findLink,
  type LiveLink,
  markOpened,
  readContent,
  type StudentPageContent,
} from './student-page/read-link.ts'
import {
  discardUploads,
  type ReceiveDependencies,
  type ReceivedReply,
  receiveReply,
} from './student-page/receive-reply.ts'
import {
  addFiles,
  ClosedLinkError,
  handIn,
  type ReplyDependencies,
  removeFile,
  saveDraft,
  saveRefused,
} from './student-page/reply-draft.ts'
import { sendView, setSecretHeaders } from './student-page/send-view.ts'
import {
  answeredView,
  copyText,
  coverView,
  type Note,
  notes,
  noticesOf,
  type Reader,
  replyView,
  reviewView,
  textsOf,
} from './student-page/views.ts'

interface StudentPageDependencies extends ReplyDependencies, ReceiveDependencies {
  isSchoolCompared: (connection: Connection) => Promise<boolean>
  limitRate: LimitRate
  /** Resolves when a form may be read; the large forms of one link are read one after the other. */
  waitForTurn: (
    owner: { key: string },
    request: { method: string; headers: IncomingHttpHeaders },
    response: ServerResponse,
  ) => Promise<void>
}

interface StudentPageRoute {
  Params: { token: string }
  Querystring: Record<string, string | string[] | undefined>
}

type StudentPageRequest = FastifyRequest<StudentPageRoute>
/** `write` is the page with the form. */
type Step = 'write' | 'review' | 'appeal' | 'appeal-review'
type Refusal = 'none' | 'expired' | 'busy' | 'unwritable' | 'failed'

const refusalStatus: Record<Refusal, number> = {
  none: 404,
  expired: 410,
  busy: 503,
  unwritable: 507,
  failed: 500,
}
const pathOf = ({ params }: StudentPageRequest) => `${studentPagePath}/${params.token}`
const isLanguage = (value: unknown): value is StudentLanguage =>
  studentLanguages.some((language) => language === value)

function languageOf({ query, headers }: StudentPageRequest, link: CaseLinkRow | null): Locale {
  if (isLanguage(query.lang)) return query.lang
  return link === null ? chooseLocale(headers['accept-language']) : nearestLocale(link.language)
}

const wordingOf = (language: Locale, { time_zone }: CaseLinkRow) =>
  loadWording(language, time_zone ?? undefined)

const notesOf = ({ query }: StudentPageRequest): Note[] =>
  notes.filter((note) => [query.note].flat().includes(note))

/** Text that was not saved, so that it can at least be copied. */
const quote = (unsaved: string[]) =>
  unsaved.map((text) => html`<blockquote class="pre-line">${text}</blockquote>`)

const unsavedTexts = (fields: Map<string, string>) =>
  [...fields]
    .filter(([name, text]) => name === 'text' || (name.startsWith('answer-') && text !== ''))
    .map(([, text]) => text)

/** Shows what was written to a disk that did not take it; false if the disk had no part in the error. */
function sendUnwritable(
  error: unknown,
  request: StudentPageRequest,
  reply: FastifyReply,
  { link = null, fields = new Map() }: { link?: CaseLinkRow | null; fields?: Map<string, string> } = {},
): FastifyReply | null {
  const fault = writeFaultOf(error)
  if (fault !== null) noteWriteFault(fault)
  const isTakenOver = error instanceof Problem && error.reason?.code === 'files_taken_over'
  if (fault === null && !isTakenOver) return null
  request.log.error({ err: error }, 'The page of a student could not be saved')
  return sendRefusal(request, reply, 'unwritable', link, unsavedTexts(fields))
}

function sendRefusal(
  request: StudentPageRequest,
  reply: FastifyReply,
  refusal: Refusal,
  link: CaseLinkRow | null = null,
  unsaved: string[] = [],
): FastifyReply {
  const language = languageOf(request, link)
  const t = translatorOf('studentPage', language)
  const content = html`<p>${t(`${refusal}.text`)}</p>${quote(unsaved)}`
  return sendView(reply, {
    title: t(`${refusal}.title`),
    content,
    status: refusalStatus[refusal],
    language,
    path: pathOf(request),
  })
}

/**
 * The page once no reply can be given: the decision, if there is one, and what was handed in. `unsaved` is
 * text that came too late.
 */
function closedView(
  content: StudentPageContent,
  reader: Reader,
  unsaved: string[] = [],
): { title: string; content: Markup } {
  const { decided, link } = content
  const t = textsOf(reader.language)
  if (decided === null) return answeredView(content, reader, { unsaved })
  const answered =
    link.answered_at !== null && answeredView(content, { ...reader, notes: [] }, { isDecided: true })
  return {
    title: t('decision.page'),
    content: html`${noticesOf(reader)}${quote(unsaved)}
${decisionPart(content, decided, reader)}${
  answered
    ? html`<h2>${answered.title}</h2>${answered.content}`
    : html`<p><a class="button" href="${reader.path}/copy?lang=${reader.language}">${t('copy')}</a></p>`
}`,
  }
}

/** Redirects after a form, so that the page can be reloaded without sending the form again. */
function redirectTo(
  request: StudentPageRequest,
  reply: FastifyReply,
  language: Locale,
  step: Step,
  shownNotes: Note[],
): FastifyReply {
  const query = new URLSearchParams([
    ['lang', language],
    ...(step === 'write' ? [] : [['step', step]]),
    ...shownNotes.map((note) => ['note', note]),
  ])
  return setSecretHeaders(reply).redirect(`${pathOf(request)}?${query}`, 303)
}

/**
 * The student's page: rendered on the server, without scripts or cookies. The secret in its address is all
 * the authentication there is, so other sites cannot send a form for the student; forms that a browser marks
 * as coming from another site are refused nevertheless.
 */
export async function addStudentPage(
  app: FastifyInstance,
  dependencies: StudentPageDependencies,
): Promise<void> {
  const { database, limitRate, waitForTurn } = dependencies

  /** Calls `show` for a valid link, and otherwise sends a page that says what is wrong. */
  const withLink = async (
    request: StudentPageRequest,
    reply: FastifyReply,
    show: (found: LiveLink) => Promise<FastifyReply>,
  ) => {
    await limitRate('studentPage', networkOf(request.ip))
    const found = await findLink(database, request.params.token, new Date())
    if (found.state === 'none') return sendRefusal(request, reply, 'none')
    if (found.state === 'expired') return sendRefusal(request, reply, 'expired', found.link)
    return show(found)
  }

  const sendPage = async (request: StudentPageRequest, reply: FastifyReply, { state, link }: LiveLink) => {
    const content = await readContent(dependencies, link)
    const language = languageOf(request, link)
    const reader = {
      language,
      path: pathOf(request),
      notes: notesOf(request),
      wording: await wordingOf(language, link),
    }
    const { step } = request.query
    const { decided } = content
    const view = () => {
      if (link.opened_at === null && link.answered_at === null) return coverView(content, reader)
      if (decided?.status.state === 'open' && !link.is_preview) {
        if (step === 'appeal-review' && decided.appeal !== null) return appealReviewView(decided, reader)
        if (step === 'appeal' || step === 'appeal-review') return appealView(decided, reader)
      }
      if (state !== 'open') return closedView(content, reader)
      if (step === 'review' && !link.is_preview) return reviewView(content, reader)
      const { title, content: form } = replyView(content, reader)
      if (decided === null) return { title, content: form }
      const t = textsOf(language)
      return {
        title: t('decision.page'),
        content: html`${decisionPart(content, decided, reader)}<h2>${title}</h2>${form}`,
      }
    }
    return sendView(reply, { ...view(), language, path: reader.path })
  }

  /**
   * Answers a form that came after the reply or the appeal was handed in. Nothing of it is stored; its text
   * is shown, so that it is not lost.
   */
  const sendClosed = async (
    request: StudentPageRequest,
    reply: FastifyReply,
    link: CaseLinkRow,
    { fields, note }: Pick<ReceivedReply, 'fields'> & { note: 'closed' | 'appeal-closed' },
  ) => {
    const found = await findLink(database, request.params.token, new Date())
    if (found.state === 'none') return sendRefusal(request, reply, 'none', link)
    if (note === 'closed' && found.state !== 'answered') return sendRefusal(request, reply, 'expired', link)
    const content = await readContent(dependencies, found.link)
    const language = languageOf(request, link)
    const reader = {
      language,
      path: pathOf(request),
      notes: [note],
      wording: await wordingOf(language, link),
    }
    const view = closedView(content, reader, unsavedTexts(fields))
    return sendView(reply, { ...view, status: 409, language, path: pathOf(request) })
  }

  const saveReplyForm = async (
    request: StudentPageRequest,
    reply: FastifyReply,
    link: CaseLinkRow,
    received: ReceivedReply,
  ) => {
    const language = languageOf(request, link)
    const action = received.fields.get('action') ?? 'save'
    if (action === 'hand-in') {
      const refusal = await handIn(dependencies, link)
      return redirectTo(request, reply, language, 'write', refusal === null ? [] : [refusal])
    }
    await saveDraft(dependencies, link, received.fields)
    const refused = [...received.refused, ...(await addFiles(dependencies, link, received))]
    await saveRefused(dependencies, link, refused)
    const removed = action.startsWith('remove:') ? action.slice('remove:'.length) : null
    if (removed !== null) await removeFile(dependencies, link, removed)
    if (action === 'review' && refused.length === 0) return redirectTo(request, reply, language, 'review', [])
    return redirectTo(request, reply, language, 'write', [removed === null ? 'saved' : 'removed'])
  }

  const saveAppealForm = async (
    request: StudentPageRequest,
    reply: FastifyReply,
    link: CaseLinkRow,
    received: ReceivedReply,
  ) => {
    const language = languageOf(request, link)
    const action = received.fields.get('action')
    if (action === 'appeal-hand-in') {
      const refusal = await handInAppeal(dependencies, link, received.fields.get('decision'))
      if (refusal === null || refusal === 'newer')
        return redirectTo(request, reply, language, 'write', refusal === null ? [] : [refusal])
      return redirectTo(request, reply, language, 'appeal', [refusal])
    }
    await saveAppeal(dependencies, link, received.fields)
    const refused = [...received.refused, ...(await addFiles(dependencies, link, received, lockAppealDraft))]
    await saveRefused(dependencies, link, refused, lockAppealDraft)
    const [, removed] = action?.split('appeal-remove:') ?? []
    if (removed !== undefined) await removeFile(dependencies, link, removed, lockAppealDraft)
    if (action === 'appeal-review' && refused.length === 0)
      return redirectTo(request, reply, language, 'appeal-review', [])
    return redirectTo(request, reply, language, 'appeal', [removed === undefined ? 'saved' : 'removed'])
  }

  const receiveForm = async (request: StudentPageRequest, reply: FastifyReply, { link }: LiveLink) => {
    const site = request.headers['sec-fetch-site']
    if (link.is_preview || site === 'cross-site' || site === 'same-site')
      return sendRefusal(request, reply, 'none')
    await waitForTurn({ key: link.id }, request, reply.raw)
    const received = await receiveReply(request, dependencies)
    try {
      if (received.fields.get('action') === 'open') {
        if (link.opened_at === null) await markOpened(dependencies, link, new Date())
        return await redirectTo(request, reply, languageOf(request, link), 'write', [])
      }
      if (received.fields.get('action')?.startsWith('appeal-'))
        return await saveAppealForm(request, reply, link, received)
      return await saveReplyForm(request, reply, link, received)
    } catch (error) {
      const { fields } = received
      if (error instanceof ClosedLinkError)
        return await sendClosed(request, reply, link, { fields, note: 'closed' })
      if (error instanceof ClosedAppealError)
        return await sendClosed(request, reply, link, { fields, note: 'appeal-closed' })
      const shown = sendUnwritable(error, request, reply, { link, fields })
      if (shown === null) throw error
      return await shown
    } finally {
      await discardUploads(received, dependencies)
    }
  }

  await app.register(async (scope) => {
    scope.setErrorHandler<Error>((error, request, reply) => {
      const shown = sendUnwritable(error, request as StudentPageRequest, reply)
      if (shown !== null) return shown
      const isUnanswered = outsideErrorOf(error) !== null
      const isBusy = isUnanswered || (error instanceof Problem && error.code === 'busy')
      if (!isBusy || isUnanswered) request.log.error({ err: error }, 'The page of a student failed')
      if (isBusy)
        reply.header(
          'retry-after',
          String((error instanceof Problem ? error.retryAfterSeconds : undefined) ?? 5),
        )
      return sendRefusal(request as StudentPageRequest, reply, isBusy ? 'busy' : 'failed')
    })
    scope.get<StudentPageRoute>(`${studentPagePath}/:token`, (request, reply) =>
      withLink(request, reply, (found) => sendPage(request, reply, found)),
    )
    scope.post<StudentPageRoute>(`${studentPagePath}/:token`, (request, reply) =>
      withLink(request, reply, (found) => receiveForm(request, reply, found)),
    )
    scope.get<StudentPageRoute>(`${studentPagePath}/:token/copy`, (request, reply) =>
      withLink(request, reply, async ({ link }) => {
        const content = await readContent(dependencies, link)
        const { decided } = content
        if (link.opened_at === null || (link.answered_at === null && decided === null))
          return sendRefusal(request, reply, 'none')
        const language = languageOf(request, link)
        return setSecretHeaders(reply)
          .header('content-security-policy', "default-src 'none'")
          .header('content-disposition', 'attachment; filename="reply.txt"')
          .type('text/plain; charset=utf-8')
          .send(
            copyText(
              content,
              { language, wording: await wordingOf(language, link) },
              decided === null ? [] : appealCopy(decided, { language }),
            ),
          )
      }),
    )
  })
}
