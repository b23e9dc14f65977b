import { studentPageLimits } from '@penmark/contract'
import { html, type Markup } from '../../../lib/html.ts'
import type { Translate } from '../../../locale/texts.ts'
import type { DecisionDetails, StudentPageContent } from '../student-page/read-link.ts'
import {
  acceptedFiles,
  filesPart,
  formatMoment,
  noticesOf,
  pageUrl,
  type Reader,
  refusedPart,
  textsOf,
  whomToAsk,
} from '../student-page/views.ts'

type T = Translate<'studentPage'>

function writtenAppeal({ appeal }: DecisionDetails, t: T): Markup | false {
  if (appeal === null) return false
  const { reply, files } = appeal
  return html`<div class="written"><h3>${t('appeal.yours')}</h3>${reply.text !== '' && html`<p class="pre-line">${reply.text}</p>`}${filesPart({ files }, t, null)}</div>`
}

function endingPart({ ending }: DecisionDetails, t: T): Markup | false {
  if (ending === null) return false
  const result =
    ending.outcome === null
      ? t('appeal.ended.upheld')
      : t('appeal.ended.changed', { outcome: t(`decision.${ending.outcome}`) })
  return html`<p><strong>${result}</strong></p><h3>${t('appeal.ended.reason')}</h3><p class="pre-line">${ending.text ?? ''}</p>`
}

/** What the student can do about the decision, or has done. */
function appealPart(content: StudentPageContent, decided: DecisionDetails, reader: Reader): Markup | false {
  const t = textsOf(reader.language)
  const { status } = decided
  const moment = (at: Date) => formatMoment(reader, at)
  if (status.state === 'none') return false
  const title = html`<h2>${t('appeal.title')}</h2>`
  if (status.state === 'over') return html`${title}<p>${t('appeal.over', { date: moment(status.until) })}</p>`
  if (status.state === 'nobody') return html`${title}<p>${t('appeal.nobody')} ${whomToAsk(content, t)}</p>`
  if (status.state === 'open')
    return html`${title}<p>${t('appeal.open')}</p><p>${t('appeal.until', { date: moment(status.until) })}</p>
${
  !content.link.is_preview &&
  html`<p><a class="button" href="${pageUrl(reader)}&amp;step=appeal">${t(decided.appeal === null ? 'appeal.begin' : 'appeal.continue')}</a></p>`
}`
  const appealedLine = html`<p>${t('appeal.made', { date: moment(status.appeal.appealed_at) })}</p>`
  if (status.state === 'waiting')
    return html`${title}${appealedLine}<p>${t('appeal.waiting')}</p>${writtenAppeal(decided, t)}`
  return html`${title}${appealedLine}${endingPart(decided, t)}${writtenAppeal(decided, t)}`
}

function madeBy({ decision }: DecisionDetails, reader: Reader): string {
  const t = textsOf(reader.language)
  const { kind, by_name: name, at } = decision
  const date = formatMoment(reader, at)
  if (name === null) return t(kind === 'decided' ? 'decision.by' : 'decision.byAppeal', { date })
  return t(kind === 'decided' ? 'decision.byName' : 'decision.byAppealName', { name, date })
}

/** The decision with its reason, and what the student can do about it; the first part of the page. */
export function decisionPart(content: StudentPageContent, decided: DecisionDetails, reader: Reader): Markup {
  const t = textsOf(reader.language)
  const { decision } = decided
  const { outcome } = decision
  return html`<section aria-labelledby="decision"><h2 id="decision">${t('decision.title')}</h2>
<p><strong>${outcome !== null && t(`decision.${outcome}`)}</strong></p>
<p class="muted">${madeBy(decided, reader)}</p>
${decision.kind === 'decided' && html`<h3>${t('decision.reason')}</h3><p class="pre-line">${decision.text ?? ''}</p>`}
${appealPart(content, decided, reader)}</section>`
}

/** The form of an appeal. */
export function appealView(decided: DecisionDetails, reader: Reader): { title: string; content: Markup } {
  const t = textsOf(reader.language)
  const { status, appeal } = decided
  return {
    title: t('appeal.form.title'),
    content: html`${noticesOf(reader)}${refusedPart(appeal?.reply ?? null, t)}<p>${t('appeal.open')}</p>
${status.state === 'open' && html`<p>${t('appeal.form.until', { date: formatMoment(reader, status.until) })}</p>`}
<form method="post" action="${pageUrl(reader)}" enctype="multipart/form-data">
<label for="text">${t('appeal.form.text')}</label><textarea id="text" name="text">${appeal?.reply.text ?? ''}</textarea>
<h2>${t('files.title')}</h2><p id="files-note">${t('appeal.form.files', { files: studentPageLimits.files })}</p>
${filesPart({ files: appeal?.files ?? [] }, t, 'appeal-remove')}
<label for="files">${t('files.add')}</label>
<input id="files" type="file" name="files" multiple aria-describedby="files-note" accept="${acceptedFiles}">
<div class="buttons"><button class="button" name="action" value="appeal-save">${t('save')}</button><button class="button primary" name="action" value="appeal-review">${t('review')}</button></div>
</form><p class="muted">${t('appeal.form.note')}</p><p><a href="${pageUrl(reader)}">${t('appeal.form.back')}</a></p>`,
  }
}

/** The appeal for a last look before it is handed in, because only one can be made. */
export function appealReviewView(
  decided: DecisionDetails,
  reader: Reader,
): { title: string; content: Markup } {
  const t = textsOf(reader.language)
  return {
    title: t('appeal.review.title'),
    content: html`${noticesOf(reader)}<p>${t('appeal.review.text')}</p>${writtenAppeal(decided, t)}
<form method="post" action="${pageUrl(reader)}" enctype="multipart/form-data"><input type="hidden" name="decision" value="${String(decided.decision.id)}"><div class="buttons">
<a class="button" href="${pageUrl(reader)}&amp;step=appeal">${t('review.back')}</a><button class="button primary" name="action" value="appeal-hand-in">${t('appeal.review.do')}</button></div></form>`,
  }
}

/** The decision and the appeal as text, for the student's copy. */
export function appealCopy(decided: DecisionDetails, reader: Pick<Reader, 'language'>): string[] {
  const t = textsOf(reader.language)
  const { decision, appeal, ending, status } = decided
  const isHandedIn = status.state === 'waiting' || status.state === 'ended'
  return [
    `${t('decision.title')}\n\n${decision.outcome === null ? '' : t(`decision.${decision.outcome}`)}\n\n${decision.text ?? ''}`,
    ...(isHandedIn && appeal ? [`${t('appeal.yours')}\n\n${appeal.reply.text}`] : []),
    ...(isHandedIn && appeal && appeal.files.length > 0
      ? [
          `${t('files.title')}\n\n${appeal.files.map(({ filename, sha256 }) => `${filename}\nSHA-256 ${sha256}`).join('\n')}`,
        ]
      : []),
    ...(ending?.outcome === null ? [`${t('appeal.ended.upheld')}\n\n${ending.text ?? ''}`] : []),
  ]
}
