import { brand, type CaseEntry, type ReplyFile } from '@penmark/contract'
import { shownParagraphs, withoutRates } from '@penmark/wording'
import type { Content } from 'pdfmake/interfaces.d.ts'
import { evidencePart, fileNameOf } from './case-evidence.ts'
import { decidedBy, partiesPart, signaturesPart } from './case-parties.ts'
import { evidenceRow } from './evidence-row.ts'
import { factRows, factsPart } from './file-facts.ts'
import { Typesetter } from './fonts.ts'
import { heading, line, list, type PrintContext, quiet, rowLines, runsOf, subheading } from './layout.ts'
import type { CasePrintOrder } from './messages.ts'
import { recordPart } from './record.ts'
import { footer, renderPdf, warningsPart } from './render-pdf.ts'
import { nextStepsPart, resultPart } from './result.ts'
import { passagesPart } from './text.ts'
import { loadWording } from './wording.ts'

function momentOf({ wording: { t, format, zone } }: PrintContext, moment: string): string {
  return t('print.time', { moment: format.moment(moment), zone })
}

function head(context: PrintContext, { record, made_at }: CasePrintOrder): Content[] {
  const { t, format } = context.wording
  const about = [record.class_name, t('cases.openedOn', { date: format.day(record.created_at) })].filter(
    (part) => part !== null,
  )
  return [
    line(context, `${brand.name} · ${t('case.title')}`, { style: 'title' }),
    line(context, record.student_name, { style: 'document' }),
    line(context, about.join(' · '), { style: 'quiet' }),
    line(context, t('case.made', { made: momentOf(context, made_at), id: record.id }), { style: 'quiet' }),
    line(context, t('case.notProof'), { bold: true, margin: [0, 8, 0, 0] }),
  ]
}

function decision(context: PrintContext, record: CasePrintOrder['record'], entry: CaseEntry): Content {
  const { t } = context.wording
  const { kind, outcome, text, unheard_reason, at } = entry
  const name = decidedBy(record, entry)
  return {
    stack: [
      line(context, t(`cases.outcome.${outcome}`), { bold: true, fontSize: 11 }),
      line(
        context,
        [
          momentOf(context, at),
          ...(name === null ? [] : [t('cases.entry.by', { name })]),
          ...(kind === 'decided' ? [] : [t('case.onAppeal')]),
        ].join(' · '),
        { style: 'quiet' },
      ),
      ...(text === null ? [] : [line(context, text, { margin: [0, 2, 0, 0] })]),
      ...(unheard_reason === null
        ? []
        : [line(context, `${t('cases.entry.unheard')} ${unheard_reason}`, { margin: [0, 2, 0, 0] })]),
    ],
    margin: [0, 0, 0, 6],
  }
}

/** The decision that counts, then those that it superseded. */
function decisionsPart(context: PrintContext, record: CasePrintOrder['record']): Content[] {
  const { t } = context.wording
  const { entries } = record
  const [latest, ...earlier] = entries.filter(({ outcome }) => outcome !== null).toReversed()
  const upheld = entries.findLast(({ kind }) => kind === 'appeal-upheld')
  if (!latest) return [heading(context, t('case.decision')), line(context, t('case.undecided'))]
  return [
    heading(context, t('case.decision')),
    decision(context, record, latest),
    ...(upheld
      ? [
          line(context, `${t('case.upheld')} ${momentOf(context, upheld.at)}`),
          line(context, upheld.text ?? '', { margin: [0, 2, 0, 6] }),
        ]
      : []),
    ...(earlier.length === 0 ? [] : [line(context, t('case.superseded'), { style: 'subheading' })]),
    ...earlier.map((each) => decision(context, record, each)),
  ]
}

function timelinePart(context: PrintContext, entries: readonly CaseEntry[]): Content[] {
  const { t, format, zone } = context.wording
  const titleOf = ({ kind, outcome }: CaseEntry) =>
    t(`cases.entry.${kind}`, outcome === null ? {} : { outcome: t(`cases.outcome.${outcome}`) })
  return [
    heading(context, t('cases.part.timeline')),
    line(context, t('case.zone', { zone }), { style: 'quiet', margin: [0, 0, 0, 4] }),
    {
      table: {
        widths: [130, '*'],
        body: entries.map((entry): Content[] => [
          { text: runsOf(context, format.moment(entry.at)), style: 'quiet' },
          {
            stack: [
              line(context, titleOf(entry), { bold: true }),
              ...(entry.by === null
                ? []
                : [line(context, t('cases.entry.by', { name: entry.by }), { style: 'quiet' })]),
              ...(entry.text === null ? [] : [line(context, entry.text)]),
              ...(entry.unheard_reason === null
                ? []
                : [line(context, `${t('cases.entry.unheard')} ${entry.unheard_reason}`)]),
            ],
          },
        ]),
      },
      layout: rowLines,
      fontSize: 9.5,
    },
  ]
}

/** What a file that the student handed in says about itself, or why it was not read. */
function fileCheckPart(context: PrintContext, { filename, check }: ReplyFile): Content[] {
  const { t, format } = context.wording
  const { state, reason, words, page_count, facts } = check
  const countText = (key: string, count: number | null) =>
    count === null ? [] : [t(key, { count, shown: format.count(count) })]
  const size = [
    ...countText('cases.page.check.words', words),
    ...countText('cases.page.check.pages', page_count),
  ]
  const rows = factRows(context, facts, filename, false)
  const summary = {
    waiting: [t('case.reply.unreadYet')],
    unread: [t(`cases.page.unread.${reason ?? 'failed'}`)],
    read: [...size, ...(rows.length === 0 ? [t('cases.page.check.none')] : [])],
  }[state]
  return [
    subheading(context, t('cases.page.check', { filename })),
    line(context, summary.join(' · '), { style: 'quiet' }),
    ...rows,
  ]
}

/** What the student handed in, in their own words, with the names, sizes and checks of the files. */
function repliesPart(context: PrintContext, { replies }: CasePrintOrder): Content[] {
  const { t, format } = context.wording
  return replies.flatMap(({ handed_in_at, is_appeal, answers, text, files }) => [
    heading(
      context,
      t(is_appeal ? 'case.appeal' : 'case.reply', { moment: momentOf(context, handed_in_at) }),
    ),
    ...answers.flatMap(({ question, text: answer }) => [
      line(context, question, { style: 'quiet', margin: [0, 2, 0, 0] }),
      line(context, answer, { margin: [0, 0, 0, 4] }),
    ]),
    ...(text === '' ? [] : [line(context, text, { margin: [0, 2, 0, 4] })]),
    ...(files.length === 0
      ? []
      : [
          line(context, t('case.reply.files'), { style: 'subheading' }),
          list(
            context,
            files.map(({ filename, size_bytes }) =>
              t('case.reply.file', { filename, count: size_bytes, bytes: format.count(size_bytes) }),
            ),
          ),
          ...files.flatMap((file) => fileCheckPart(context, file)),
        ]),
  ])
}

/**
 * The report as it was when its document was added, its file checks, and which detector scored which text.
 */
function documentPart(context: PrintContext, document: CasePrintOrder['documents'][number]): Content[] {
  const { t } = context.wording
  const { filename, added_at, report, is_withdrawn } = document
  const original_filename = fileNameOf(document)
  const withdrawn = is_withdrawn ? t('cases.documents.withdrawn') : null
  const shown = is_withdrawn ? withoutRates(report) : report
  const paragraphs = shownParagraphs(report)
  return [
    line(context, t('title'), { style: 'title', pageBreak: 'before' }),
    line(context, filename, { style: 'document' }),
    line(context, t('case.frozen', { date: momentOf(context, added_at) }), { style: 'quiet' }),
    ...resultPart(context, shown, null, withdrawn),
    ...evidenceRow(context, {
      report,
      earlier: null,
      writing: null,
      overlap: [],
      handedInBefore: null,
      sources: [],
      school: null,
    }),
    ...passagesPart(context, paragraphs),
    ...(report.score === null
      ? []
      : nextStepsPart(
          context,
          paragraphs.some(({ passages }) => passages.length > 0),
        )),
    ...factsPart(context, report.facts, original_filename),
    ...evidencePart(context, document),
    ...recordPart(context, {
      report,
      checks: [],
      original_filename,
    }),
  ]
}

/** The hashes of the files packed with this PDF, so that a printed copy can be compared with them. */
function hashesPart(context: PrintContext, { hashes, timeline_head }: CasePrintOrder): Content[] {
  const { t } = context.wording
  const rows = [
    ...hashes.map(({ path, sha256 }) => [path, sha256]),
    ...(timeline_head === null ? [] : [[t('case.head'), timeline_head]]),
  ]
  return [
    heading(context, t('case.hashes')),
    line(context, t('case.hashes.text'), { margin: [0, 0, 0, 6] }),
    {
      table: {
        widths: [150, '*'],
        dontBreakRows: true,
        body: rows.map(([name = '', hash = '']) => [
          { text: runsOf(context, name), style: 'quiet' },
          { text: runsOf(context, hash) },
        ]),
      },
      layout: rowLines,
      fontSize: 8.5,
    },
  ]
}

/** Makes the PDF of a case: the decisions, what happened, and each report. */
export async function printCase(order: CasePrintOrder): Promise<Uint8Array> {
  const { record, documents } = order
  const context: PrintContext = {
    wording: await loadWording(order.language, order.time_zone),
    typesetter: new Typesetter(),
  }
  const { t } = context.wording
  return renderPdf(context, {
    title: `${t('case.title')} · ${record.student_name.toWellFormed()}`,
    footer: footer(context, t('case.foot', { id: record.id })),
    content: [
      ...head(context, order),
      ...partiesPart(context, order),
      ...decisionsPart(context, record),
      ...timelinePart(context, record.entries),
      ...repliesPart(context, order),
      ...documents.flatMap((document) => documentPart(context, document)),
      ...signaturesPart(context),
      ...hashesPart(context, order),
      { stack: warningsPart(context), color: quiet },
    ],
  })
}
