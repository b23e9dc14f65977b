import { offeredTypes, replyPictures, studentPageLimits } from '@penmark/contract'
import { html, type Markup } from '../../../lib/html.ts'
import type { Locale } from '../../../locale/locale.ts'
import { type Translate, translatorOf } from '../../../locale/texts.ts'
import type { Wording } from '../../../pdf/wording.ts'
import type { CaseReplyRow } from '../record/link-store.ts'
import { documentPart, hasFinding } from './finding-part.ts'
import type { StudentPageContent } from './read-link.ts'
import { answerField } from './reply-draft.ts'

/** Messages that a page can show above its content. */
export const notes = ['saved', 'removed', 'empty', 'long', 'closed', 'newer', 'appeal-closed'] as const
export type Note = (typeof notes)[number]

export interface Reader {
  language: Locale
  /** The path of the page, without its query. */
  path: string
  notes: Note[]
  /** The words of the report in the same language. */
  wording: Wording
}

export const textsOf = (language: Locale) => translatorOf('studentPage', language)
export const pageUrl = ({ path, language }: Reader) => `${path}?lang=${language}`

/**
 * A time in the zone of the link, which is named, since the page has no script that could know the student's.
 */
export const formatMoment = ({ wording: { format, zone } }: Pick<Reader, 'wording'>, at: Date) =>
  `${format.moment(at.toISOString())} (${zone})`

export function noticesOf({ notes: shown, language }: Reader): Markup | false {
  if (shown.length === 0) return false
  const t = textsOf(language)
  return html`<div class="notice" role="status">${shown.map((note) => html`<p>${t(`note.${note}`)}</p>`)}</div>`
}

/** The files of the last form that were refused, each with the reason and what to do. */
export function refusedPart(
  reply: Pick<CaseReplyRow, 'refused_files'> | null,
  t: Translate<'studentPage'>,
): Markup | false {
  const refused = reply?.refused_files ?? []
  if (refused.length === 0) return false
  const items = refused.map(
    ({ filename, refusal }) =>
      html`<li><strong>${filename}</strong><br>${t(`refused.${refusal}`, { files: studentPageLimits.files })}</li>`,
  )
  return html`<div class="notice" role="status"><p><strong>${t('refused.title', { count: refused.length })}</strong></p><ul class="refused">${items}</ul><p>${t('refused.safe')} <a href="#files">${t('refused.files')}</a></p></div>`
}

const introduction = ({ teacher, school }: StudentPageContent, t: Translate<'studentPage'>) => {
  if (teacher === null) return t('who')
  return school === null ? t('who.teacher', { teacher }) : t('who.school', { teacher, school })
}

/** Shown until the student presses its button; it says nothing of the case. */
export function coverView(content: StudentPageContent, reader: Reader): { title: string; content: Markup } {
  const t = textsOf(reader.language)
  return {
    title: t('title'),
    content: html`<p>${introduction(content, t)}</p><p>${t(content.decided === null ? 'cover.text' : 'cover.decided')}</p>
<form method="post" action="${pageUrl(reader)}" enctype="multipart/form-data"><button class="button primary" name="action" value="open">${t('cover.do')}</button></form>
<p class="muted">${t('private')}</p>`,
  }
}

export function filesPart(
  content: Pick<StudentPageContent, 'files'>,
  t: Translate<'studentPage'>,
  remove: string | null,
): Markup | false {
  if (content.files.length === 0) return false
  const items = content.files.map(
    ({
      id,
      filename,
      size_bytes,
    }) => html`<li><span>${filename} <span class="muted">(${t('file.size', { size: Math.max(1, Math.round(size_bytes / 1_024)) })})</span></span>
${remove !== null && html`<button class="button" name="action" value="${remove}:${id}" aria-label="${t('file.removeNamed', { filename })}">${t('file.remove')}</button>`}</li>`,
  )
  return html`<ul class="files">${items}</ul>`
}

const draftOf = ({ reply, questions }: StudentPageContent) => ({
  text: reply?.text ?? '',
  answerTo: (entry_id: string) => reply?.answers.find((answer) => answer.entry_id === entry_id)?.text ?? '',
  questions: questions.map(({ id, text }) => ({ id: String(id), question: text ?? '' })),
})

/** Whom a student can ask if nobody decides appeals here. */
export function whomToAsk({ teacher, school }: StudentPageContent, t: Translate<'studentPage'>): string {
  if (teacher === null) return t('appeal.nobody.ask')
  return school === null
    ? t('appeal.nobody.askTeacher', { teacher })
    : t('appeal.nobody.askSchool', { teacher, school })
}

/** What the pickers of files offer. */
export const acceptedFiles = [...offeredTypes, ...replyPictures, 'jpeg'].map((type) => `.${type}`).join(',')

/** The rule concerned, how sure the person who decides has to be, and who may come along. */
function rulesPart(
  { rules: { rule, standard_of_proof, companion } }: StudentPageContent,
  t: Translate<'studentPage'>,
): Markup {
  return html`<h2>${t('rules.title')}</h2><ul>${rule !== null && html`<li class="pre-line">${t('rules.rule', { rule })}</li>`}
<li>${t(`rules.standard.${standard_of_proof}`)}</li>${companion !== null && html`<li class="pre-line">${t('rules.companion', { companion })}</li>`}</ul>`
}

/** Whether the student will be able to appeal, said before anything is decided. */
function appealBeforePart(content: StudentPageContent, t: Translate<'studentPage'>): Markup {
  const { daysToAppeal } = content
  const text =
    daysToAppeal === null
      ? `${t('appeal.nobody')} ${whomToAsk(content, t)}`
      : t('appeal.before', { count: daysToAppeal })
  return html`<h2>${t('appeal.before.title')}</h2><p>${text}</p>`
}

/** The questions that a teacher asked at once, each in its own lines. */
function askedPart(question: string): Markup | string {
  const lines = question.split(/\r?\n/).filter((line) => line.trim() !== '')
  return lines.length > 1 ? html`${lines.map((line) => html`<span class="asked">${line}</span>`)}` : question
}

/** The page with the form: who asks, about what, and what a finding does not mean. */
export function replyView(content: StudentPageContent, reader: Reader): { title: string; content: Markup } {
  const { language } = reader
  const t = textsOf(language)
  const { text, answerTo, questions } = draftOf(content)
  const isPreview = content.link.is_preview
  const isDecided = content.decided !== null
  const isFinding = content.documents.some(hasFinding)
  const fields = questions.map(
    ({ id, question }) => html`<label for="${answerField(id)}">${askedPart(question)}</label>
<textarea id="${answerField(id)}" name="${answerField(id)}">${answerTo(id)}</textarea>`,
  )
  return {
    title: t('title'),
    content: html`${isPreview && html`<div class="notice"><p>${t('preview')}</p></div>`}${noticesOf(reader)}${refusedPart(content.reply, t)}
<p>${introduction(content, t)}</p><p>${t(isFinding ? 'about' : 'about.noFinding')} ${t(isDecided ? 'heard.decided' : 'heard')}</p>
<h2>${t('meaning.title')}</h2><ul><li>${t(isFinding ? 'meaning.proof' : 'meaning.noFinding')}</li>${isFinding && html`<li>${t('meaning.mistakes')}</li>`}<li>${t(isDecided ? 'meaning.person.decided' : 'meaning.person')}</li></ul>
<h2>${t('passages.title')}</h2>${content.documents.map((document) => documentPart(document, content.withdrawn.has(document.document_id), reader.wording, t))}${content.isSchoolCompared && html`<p class="muted">${t('school')}</p>`}
${rulesPart(content, t)}${!isDecided && appealBeforePart(content, t)}
<h2>${t('reply.title')}</h2><p>${t('reply.text', { date: formatMoment(reader, content.link.expires_at) })}</p>
<form method="post" action="${pageUrl(reader)}" enctype="multipart/form-data">
${fields}
<label for="text">${t('reply.more')}</label><textarea id="text" name="text">${text}</textarea>
<h3>${t('files.title')}</h3><p id="files-note">${t('files.text', { files: studentPageLimits.files })}</p>
${filesPart(content, t, isPreview ? null : 'remove')}
<label for="files">${t('files.add')}</label>
<input id="files" type="file" name="files" multiple aria-describedby="files-note" accept="${acceptedFiles}">
${
  !isPreview &&
  html`<div class="buttons"><button class="button" name="action" value="save">${t('save')}</button><button class="button primary" name="action" value="review">${t('review')}</button></div>`
}
</form><p class="muted">${t('save.note')}</p><p class="muted">${t('private')}</p>`,
  }
}

function writtenPart(content: StudentPageContent, t: Translate<'studentPage'>): Markup {
  const { reply } = content
  const answers = (reply?.answers ?? []).map(
    ({ question, text }) =>
      html`<h2 class="pre-line">${askedPart(question)}</h2><p class="pre-line">${text || t('written.nothing')}</p>`,
  )
  const more = reply?.text ? html`<h2>${t('written.more')}</h2><p class="pre-line">${reply.text}</p>` : false
  return html`<div class="written">${answers}${more}<h2>${t('files.title')}</h2>${filesPart(content, t, null) || html`<p>${t('files.none')}</p>`}</div>`
}

/** The reply for a last look before it is handed in, because it cannot be changed afterwards. */
export function reviewView(content: StudentPageContent, reader: Reader): { title: string; content: Markup } {
  const t = textsOf(reader.language)
  return {
    title: t('review.title'),
    content: html`${noticesOf(reader)}<p>${t('review.text')}</p>${writtenPart(content, t)}
<form method="post" action="${pageUrl(reader)}" enctype="multipart/form-data"><div class="buttons">
<a class="button" href="${pageUrl(reader)}">${t('review.back')}</a><button class="button primary" name="action" value="hand-in">${t('review.do')}</button></div></form>`,
  }
}

interface Answered {
  /** Text that another tab sent too late. */
  unsaved?: string[]
  /** Nothing waits for the teacher any more. */
  isDecided?: boolean
}

/** The reply that was handed in, with a link to the copy. */
export function answeredView(
  content: StudentPageContent,
  reader: Reader,
  { unsaved = [], isDecided = false }: Answered = {},
): { title: string; content: Markup } {
  const t = textsOf(reader.language)
  const at = content.reply?.handed_in_at
  return {
    title: t('answered.title'),
    content: html`${noticesOf(reader)}${unsaved.map((text) => html`<blockquote class="pre-line">${text}</blockquote>`)}
<p>${at ? t('answered.text', { date: formatMoment(reader, at) }) : ''} ${!isDecided && t('answered.waits')}</p><p>${t('answered.next')}</p>
<p><a class="button" href="${reader.path}/copy?lang=${reader.language}">${t('copy')}</a></p>${writtenPart(content, t)}`,
  }
}

/** The reply as a text file for the student, followed by what was decided about it. */
export function copyText(
  { reply, files, link }: StudentPageContent,
  reader: Pick<Reader, 'language' | 'wording'>,
  decision: string[],
): string {
  const t = textsOf(reader.language)
  const written = [
    t('answered.title'),
    reply?.handed_in_at ? formatMoment(reader, reply.handed_in_at) : '',
    ...(reply?.answers ?? []).map(({ question, text }) => `${question}\n\n${text || t('written.nothing')}`),
    ...(reply?.text ? [`${t('written.more')}\n\n${reply.text}`] : []),
    ...(files.length > 0
      ? [
          `${t('files.title')}\n\n${files.map(({ filename, sha256 }) => `${filename}\nSHA-256 ${sha256}`).join('\n')}`,
        ]
      : []),
  ]
  const parts = [...(link.answered_at === null ? [] : written), ...decision]
  return `\uFEFF${parts.join('\n\n\n')}\n`
}
