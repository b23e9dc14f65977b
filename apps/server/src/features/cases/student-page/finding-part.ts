import type { PlainFact } from '@penmark/contract'
import {
  earlierSentences,
  factKindsOf,
  factWords,
  headlineOf,
  headlineSentence,
  isFound,
  shownParagraphs,
  topicsOf,
} from '@penmark/wording'
import { html, type Markup } from '../../../lib/html.ts'
import type { Translate } from '../../../locale/texts.ts'
import { fileNameOf, overlapSentences } from '../../../pdf/case-evidence.ts'
import { factSentence, historySentence } from '../../../pdf/fact-sentence.ts'
import { oddsSentence } from '../../../pdf/odds.ts'
import type { Wording } from '../../../pdf/wording.ts'
import { fastestLine, summaryLine } from '../../../pdf/writing-record.ts'
import type { CaseDocumentRow } from '../record/store.ts'

type T = Translate<'studentPage'>
type Reported = Pick<CaseDocumentRow, 'report'>

/**
 * Whether the program said that all or part of the text reads like AI writing. An inconclusive text has no
 * finding.
 */
export const hasFinding = ({ report }: Reported) => headlineOf(report).tone === 'stands-out'

/**
 * What the report says first, in the teacher's words and with the same figure; never a finding that was not
 * made.
 */
function resultPart({ report }: Reported, isWithdrawn: boolean, wording: Wording, t: T): Markup {
  const lead = headlineOf(report)
  const { tone } = lead
  if (tone !== 'stands-out') return html`<p>${t(`result.${tone}`)}</p>`
  const headline = headlineSentence(lead, report.words, { text: wording.t, share: wording.format.share })
  if (isWithdrawn)
    return html`<p>${t('result.found', { headline })}</p><p><strong>${t('result.withdrawn')}</strong></p>`
  return html`<p>${t('result.found', { headline })}</p><p>${oddsSentence(wording, report)} ${t('result.caution')}</p>`
}

function passagesPart({ report }: Reported, t: T): Markup {
  const topics = topicsOf(shownParagraphs(report))
  if (topics.length === 0) return html`<p>${t('passages.none')}</p>`
  return html`<p>${t('passages.text')}</p>${topics.map(({ quote }) => html`<blockquote translate="no">${quote}</blockquote>`)}`
}

/** How many facts of one kind are shown; a file can hold thousands. */
const shownFacts = 10

function factsPart(facts: readonly PlainFact[], filename: string, wording: Wording, t: T): Markup {
  const found = facts.filter(isFound)
  if (found.length === 0) return html`<p>${t('facts.none')}</p>`
  const kinds = factKindsOf(found).map(({ kind }) => {
    const ofKind = found.filter((fact) => fact.kind === kind)
    const sentences = ofKind
      .map((fact) =>
        fact.history ? historySentence(wording, fact.history) : factSentence(wording, fact, filename),
      )
      .filter((sentence) => sentence !== '')
      .slice(0, shownFacts)
    const { title, text } = factWords(kind, true)
    return html`<li><strong>${wording.t(title)}</strong>${sentences.map((sentence) => html`<br>${sentence}`)}<br>
<span class="muted">${wording.t(text)} ${wording.t('facts.harmless')}: ${wording.t(`fact.${kind}.harmless`)}</span></li>`
  })
  return html`<p>${t('facts.text')}</p><ul>${kinds}</ul>`
}

/** Shared passages, earlier writing and the writing record, as they were when the document was added. */
function besidePart({ evidence }: CaseDocumentRow, wording: Wording, t: T): Markup | false {
  if (evidence === null) return false
  const { overlap, earlier, writing } = evidence
  const isCompared = earlier.outcome === 'differs' || earlier.outcome === 'no-difference'
  const sentences = [
    ...overlapSentences(wording, overlap),
    ...(isCompared
      ? earlierSentences(earlier, wording.format).map(({ key, values }) => wording.t(key, values))
      : []),
    ...(writing === null ? [] : [summaryLine({ wording }, writing), fastestLine({ wording }, writing)]),
  ].filter((sentence) => sentence !== '')
  if (sentences.length === 0) return false
  return html`<h4>${t('beside.title')}</h4><ul>${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>`
}

/** Everything about one text that the teacher sees beside it. */
export function documentPart(
  document: CaseDocumentRow,
  isWithdrawn: boolean,
  wording: Wording,
  t: T,
): Markup {
  return html`<section><h3>${document.filename}</h3>${resultPart(document, isWithdrawn, wording, t)}${hasFinding(document) && !isWithdrawn && passagesPart(document, t)}
<h4>${t('facts.title')}</h4>${factsPart(document.report.facts, fileNameOf(document), wording, t)}${besidePart(document, wording, t)}</section>`
}
