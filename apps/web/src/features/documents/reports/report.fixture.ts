import {
  type Document,
  emptyReport,
  type Report,
  type ReportParagraph,
  type ReportSpan,
} from '@penmark/contract'

type Sentence = [text: string, probability: number | null, marked?: 'marked']

/** A paragraph built from its sentences. */
export function paragraphOf(probability: number | null, ...sentences: Sentence[]): ReportParagraph {
  const spans = sentences.map(([text, score, marked], index): ReportSpan => {
    const label = score === null ? 'insufficient-text' : score >= 0.5 ? 'ai-generated' : 'human-written'
    const weights = score === null ? null : { machine: score, human: -0.4 }
    const level =
      marked === undefined ? 'none' : probability !== null && probability >= 0.7 ? 'strong' : 'light'
    const spaced = index + 1 < sentences.length ? `${text} ` : text
    return { text: spaced, label, probability: score, marked: marked !== undefined, level, weights }
  })
  const label =
    probability === null ? 'insufficient-text' : probability >= 0.5 ? 'ai-generated' : 'human-written'
  return { paragraph_text: spans.map(({ text }) => text).join(''), kind: 'prose', probability, label, spans }
}

export const riverEssay: ReportParagraph[] = [
  paragraphOf(null, ['Why our river matters', null]),
  paragraphOf(
    0.41,
    [
      'My gran used to swim in the river behind the church, and she says you could see the stones on the bottom.',
      0.22,
    ],
    ['I went there in June and I could not see my own hand under the water.', 0.31],
    [
      'The smell was not terrible but it was there, a bit like an old fish tank that nobody wants to clean.',
      0.48,
    ],
  ),
  paragraphOf(
    0.86,
    [
      'Water pollution is one of the most significant challenges that communities face in the modern world.',
      0.84,
      'marked',
    ],
    [
      'It is essential to recognise the complex interplay of factors that contribute to this pressing issue.',
      0.92,
      'marked',
    ],
    [
      'By fostering collaboration between residents, businesses and local authorities, meaningful change can be achieved.',
      0.9,
      'marked',
    ],
    ['I asked Mr Doyle at the shop and he laughed.', 0.63],
  ),
  paragraphOf(
    0.58,
    ['Farms on the hill use a lot of fertiliser in spring.', 0.49],
    [
      'When it rains, much of this is carried into the river, where it encourages the rapid growth of algae.',
      0.66,
      'marked',
    ],
    [
      'As a result, oxygen levels decline and aquatic life is placed under considerable strain.',
      0.64,
      'marked',
    ],
    ['We counted eleven dead fish by the bridge in one afternoon.', 0.37],
  ),
  paragraphOf(
    0.24,
    ['I do not think one law will fix it.', 0.2],
    [
      'What I would do is start with the bins, because they are full by Friday and nobody comes until Tuesday.',
      0.18,
    ],
    [
      'Then somebody has to talk to the farmers without shouting at them, which my uncle says is the hard part.',
      0.29,
    ],
  ),
]

/** A completed report on the essay, with changes. */
export function reportWith(change: Partial<Report> = {}): Report {
  const paragraphs = change.results ?? riverEssay
  return {
    ...emptyReport({
      document_id: 'd-1',
      status: 'COMPLETED',
      status_reason: null,
      words: 412,
      words_needed: 50,
    }),
    score: 0.824,
    label: 'ai-generated',
    finding: 'mixed',
    reasons: ['above-strict-threshold'],
    ai_share: 0.34,
    calibration: {
      p_value: 0.00208,
      n: 4_812,
      exceeding: 9,
      band: { from: 400, to: 799 },
      false_positive_rate: 12 / 1_184,
      false_positive_n: 1_184,
      human_band: { low: 0, middle: 0.02, high: 0.28, n: 4_812 },
      reaching: { low: 224, middle: 50, high: 11 },
      distribution: {
        human: [3900, 310, 180, 120, 62, 16, 60, 42, 41, 31, 20, 8, 6, 5, 4, 3, 2, 1, 1, 0],
        machine: {
          n: 1_871,
          counts: [20, 14, 12, 10, 9, 10, 12, 14, 16, 20, 30, 44, 60, 90, 130, 180, 240, 300, 330, 330],
        },
      },
    },
    sentence_band: { low: 0, middle: 0.03, high: 0.31, n: 5_580 },
    evidence: {
      log_odds: 3.9,
      cut: 2.4,
      strongest: null,
      base: -0.1,
      context: 0,
      sentences: 3.2,
      style: [
        {
          measure: 'commas',
          value: 0.071,
          weight: 0.5,
          reference: { low: 0.02, middle: 0.04, high: 0.065, n: 700 },
        },
        {
          measure: 'word-length',
          value: 4.9,
          weight: 0.3,
          reference: { low: 3.8, middle: 4.3, high: 5, n: 700 },
        },
      ],
      counted_texts: null,
    },
    detector: { name: 'penmark-tier-1', version: '1.0.0', model_hash: 'a3f1'.repeat(16) },
    text_hash: '9be4'.repeat(16),
    created_at: '2026-11-21T09:30:00.000Z',
    ...change,
    detail: null,
    paragraph_results: paragraphs,
    results: paragraphs,
  }
}

/** The document of that report, with changes. */
export function documentWith(change: Partial<Document> = {}): Document {
  const time = '2026-11-21T09:29:58.000Z'
  return {
    id: 'd-1',
    _id: 'd-1',
    teacher_id: 't-1',
    original_filename: 'essay-week-3.docx',
    filename: 'essay-week-3.docx',
    upload_timestamp: time,
    created_at: time,
    updated_at: time,
    status: 'COMPLETED',
    status_reason: null,
    failure: null,
    stage: null,
    reading_page: null,
    ai_score: 0.824,
    score: 0.824,
    label: 'ai-generated',
    finding: 'mixed',
    ai_share: 0.34,
    word_count: 412,
    character_count: 2_310,
    page_count: 2,
    file_type: 'docx',
    size_bytes: 14_200,
    student_id: 's-1',
    class_group_id: 'c-1',
    assignment_id: null,
    student_details: { first_name: 'Amara', last_name: 'Osei', year_group: 'Year 10' },
    class_details: { class_name: '10B English', academic_year: '2026/27' },
    storage_blob_path: null,
    batch_id: null,
    queue_position: null,
    processing_priority: 'NORMAL',
    is_sample: false,
    written_in_class: false,
    is_deleted: false,
    standing: null,
    standing_reasons: [],
    standing_detail: null,
    standing_since: null,
    ...change,
  }
}
