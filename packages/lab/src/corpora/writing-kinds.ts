import type { CorpusText } from './read.ts'
import type { Source } from './sources.ts'

/** Kinds of writing that schools set, by the names that teachers use. */
export const writingKinds = [
  'argument',
  'report',
  'reflection',
  'description',
  'narrative',
  'letter',
  'diary',
  'speech',
  'review',
  'summary',
  'lab report',
  'commentary on a text',
  'personal statement',
  'discussion post',
  'translation',
  'dictation',
] as const
export type WritingKind = (typeof writingKinds)[number]

/** Prose that no school sets: the reader of kinds learns from it what creative prose is not. */
type OtherKind = 'news' | 'abstract' | 'handbook' | 'answer' | 'appeal'

/** Imaginative writing, whose authors choose their words as freely as machines do. */
const creativeKinds: ReadonlySet<string> = new Set<WritingKind>(['narrative', 'description'])

export const isCreativeKind = (kind: WritingKind): boolean => creativeKinds.has(kind)

const ofSource: Readonly<Record<string, WritingKind | OtherKind>> = {
  '18f_blog': 'handbook',
  agent_diary: 'diary',
  agent_books_2026: 'handbook',
  agent_reports_2026: 'report',
  agent_tech_2026: 'handbook',
  aosa: 'handbook',
  aplang2024: 'argument',
  arab_college: 'argument',
  argrewrite2: 'argument',
  argugpt: 'argument',
  bard_essays: 'argument',
  bbc_news: 'news',
  benchpress2026: 'answer',
  blog_authorship: 'diary',
  carpentries_training: 'handbook',
  'checkgpt-part': 'abstract',
  claude_textbooks: 'handbook',
  commonlit_summaries: 'summary',
  'comnets-courses': 'answer',
  creative_amateurs: 'narrative',
  creative_published: 'narrative',
  creative_pupils: 'narrative',
  cyborgs_pen: 'narrative',
  'daigt-scraps': 'argument',
  dbc_blogs: 'reflection',
  dbc_blogs_unstated: 'reflection',
  desosa: 'report',
  dictations: 'dictation',
  distill_open: 'report',
  donorschoose: 'appeal',
  edav_cc: 'report',
  ellipse: 'argument',
  eqbench_creative_writing: 'narrative',
  'evade-sico': 'answer',
  falmouth_essays: 'report',
  gds_way: 'handbook',
  gede: 'argument',
  gov_service_manual: 'handbook',
  gpt4t_uni_essays: 'argument',
  'gptid-reddit': 'discussion post',
  hai_diversity: 'argument',
  'hamada-essays': 'argument',
  'hc3-part': 'answer',
  hppt: 'abstract',
  humanized_haiku45: 'abstract',
  ielts_official: 'argument',
  imdb_reviews: 'review',
  'jclegg-gpt35': 'argument',
  juliacon_pre2022: 'report',
  lab_reports: 'lab report',
  learning_stats_r: 'handbook',
  lechmazur_debate: 'argument',
  lechmazur_persuasion: 'argument',
  lmu_seminars: 'report',
  longform_2025: 'narrative',
  onestopenglish: 'news',
  opensource_guide: 'handbook',
  openstax: 'handbook',
  outfox: 'argument',
  personal_statements: 'personal statement',
  persuade1_fp2021: 'argument',
  pd_essays: 'argument',
  plos_open: 'abstract',
  'razon-iterpara': 'handbook',
  research_reports: 'report',
  rexshijaku: 'argument',
  ropensci_blog: 'handbook',
  rust_book: 'handbook',
  scholarslab_blog: 'reflection',
  'semeval24-taskC': 'review',
  sherbold: 'argument',
  slop_essays_2025: 'argument',
  slop_stories_2025: 'narrative',
  stackexchange_posts: 'discussion post',
  storybench2025: 'narrative',
  summaries: 'summary',
  techblog2026: 'handbook',
  translations: 'translation',
  turing_portfolios: 'reflection',
  turing_way: 'handbook',
  uk_dissertations: 'report',
  uqam_audit_en: 'news',
  us_speeches: 'speech',
  wiki2026: 'handbook',
  wikitext2: 'handbook',
}

/** Domains that mean the same in every source which is not of one kind. */
const ofDomain: Readonly<Record<string, WritingKind | OtherKind>> = {
  story: 'narrative',
  fiction: 'narrative',
  novel: 'narrative',
  'story / letter': 'narrative',
  'novella chapter': 'narrative',
  description: 'description',
  review: 'review',
  abstract: 'abstract',
  'encyclopedic/abstract': 'handbook',
  'abstract / prose, revised by AI': 'abstract',
  news: 'news',
  'invented news': 'news',
  'news analysis': 'news',
  wiki: 'handbook',
  handbook: 'handbook',
  textbook: 'handbook',
  government: 'handbook',
  'technical blog': 'handbook',
  'course text': 'handbook',
  'lecture transcript': 'handbook',
  'exam reading passage': 'handbook',
  LegalDocument: 'handbook',
  TechnicalWriting: 'handbook',
  MedicalText: 'handbook',
  Finance: 'handbook',
  Environmental: 'handbook',
  GovernmentPublic: 'handbook',
  Business: 'handbook',
  education: 'handbook',
  qa: 'answer',
  answer: 'answer',
  'medical qa': 'answer',
  'explanation for a reader': 'answer',
  'short answer': 'answer',
  summary: 'summary',
  letter: 'letter',
  email: 'letter',
  'cover letter': 'letter',
  forum: 'discussion post',
  'discussion post': 'discussion post',
  essay: 'argument',
  'persuasive piece': 'argument',
  'persuasive chat message': 'argument',
  'literature review': 'report',
  'project report': 'report',
  'research report': 'report',
  report: 'report',
  dissertation: 'report',
  'term paper': 'report',
  'IB extended essay': 'report',
  'internship report (L2)': 'report',
  'student report (L2)': 'report',
  'research paper': 'report',
  'religion paper': 'report',
  'ethics essay': 'argument',
  'lab report': 'lab report',
  'biology paper': 'lab report',
  'statement of purpose': 'personal statement',
  'personal / research statement': 'personal statement',
  'UCAS personal statement': 'personal statement',
  reflection: 'reflection',
}

/** Collections of many kinds, with what their fields say of a text. */
const fromMeta: Readonly<Record<string, (text: CorpusText) => WritingKind | OtherKind | null>> = {
  // Its first task is a letter to a newspaper.
  asap_aes: ({ meta, prompt_id }) =>
    meta?.task === 'narrative'
      ? 'narrative'
      : meta?.task === 'source'
        ? 'commentary on a text'
        : prompt_id === 'asap-1'
          ? 'letter'
          : 'argument',
  'detector-bias': ({ prompt_id, domain }) =>
    domain === 'abstract'
      ? 'abstract'
      : String(prompt_id ?? '').startsWith('CollegeEssay')
        ? 'personal statement'
        : 'argument',
  ielts_scored: ({ meta }) => (String(meta?.task) === '2' ? 'argument' : 'report'),
  seeflex: ({ meta }) => ofSeeflex[String(meta?.operator)] ?? null,
  // Tasks of all kinds, stories among them.
  alpaca_eval: () => null,
  hellobench: ({ domain }) => (domain === 'essay' ? null : (ofDomain[domain ?? ''] ?? null)),
  ndhal_gpt_exam: () => null,
  precog2026: () => null,
  wildbench: () => null,
  coauthor: ({ domain }) => (domain === 'story' ? 'narrative' : domain === 'essay' ? 'argument' : null),
  // Its essays are invented scenes and memoirs beside columns.
  lamp_edits: ({ domain }) => (domain === 'essay' ? null : 'narrative'),
  // Its labels of domains are the makers' guesses.
  l2r: ({ domain }) =>
    ['Religious', 'ArtCulture', 'OnlineContent', 'PersonalCommunication'].includes(domain ?? '')
      ? null
      : domain === 'Entertainment'
        ? 'review'
        : (ofDomain[domain ?? ''] ?? null),
  // Its other prompts ask for concepts of films and descriptions of pictures.
  storybench: ({ meta }) =>
    typeof meta?.prompt === 'string' && /Scene|Script|Dialogue/.test(meta.prompt) ? 'narrative' : null,
}

/** The task of an exam paper, by its operator. */
const ofSeeflex: Readonly<Record<string, WritingKind>> = {
  analyze: 'commentary on a text',
  sonnet_paraphrase: 'commentary on a text',
  comment: 'argument',
  discuss: 'argument',
  'informal_e-mail': 'letter',
  formal_letter: 'letter',
  summarize: 'summary',
  outline: 'summary',
  point_out: 'summary',
  report: 'report',
  speech: 'speech',
  diary: 'diary',
}

/** The kind of writing of a text; null if its source does not tell. */
export function writingKindOf(
  text: CorpusText & { source: Pick<Source, 'name'> },
): WritingKind | OtherKind | null {
  const { name } = text.source
  const read = fromMeta[name]
  return read === undefined ? (ofSource[name] ?? ofDomain[text.domain ?? ''] ?? null) : read(text)
}

/** Whether a text is creative prose; null if its source does not tell. A diary may tell a story or not. */
export function isCreativeProse(text: CorpusText & { source: Pick<Source, 'name'> }): boolean | null {
  const kind = writingKindOf(text)
  return kind === null || kind === 'diary' ? null : creativeKinds.has(kind)
}
