/**
 * Sources in five families. Related sources stay together (same underlying corpus, prompts or makers), so that a model trained without a
 * family has seen nothing of it. Unnamed sources belong to the last one.
 */
const families: readonly (readonly string[])[] = [
  [
    'persuade1_fp2021',
    'daigt-scraps',
    'hamada-essays',
    'jclegg-gpt35',
    'lechmazur_debate',
    'imdb_reviews',
    'plos_open',
    '18f_blog',
    'evade-sico',
    'hc3-part',
  ],
  [
    'asap_aes',
    'ndhal_gpt_exam',
    'commonlit_summaries',
    'uk_dissertations',
    'biscope',
    'raidar',
    'l2r',
    'razon-iterpara',
    'masc',
    'onestopenglish',
    'dbc_blogs',
    'dbc_blogs_unstated',
    'turing_portfolios',
  ],
  [
    'gede',
    'ielts_scored',
    'argugpt',
    'sherbold',
    'faid',
    'rexshijaku',
    'brown',
    'ropensci_blog',
    'turing_way',
    'eqbench_creative_writing',
    'storybench',
    'cyborgs_pen',
    'lamp_edits',
    'donorschoose',
    'precog2026',
  ],
  [
    'ilcowe',
    'arab_college',
    'cefr_asag',
    'lechmazur_persuasion',
    'comnets-courses',
    'detectrl',
    'bbc_news',
    'openstax',
    'us_speeches',
    'm4-llama2',
    'gptid-reddit',
    'blog_authorship',
    'agt2025',
  ],
]

export const familyCount = families.length + 1

export function familyOf(source: string): number {
  const found = families.findIndex((family) => family.includes(source))
  return found < 0 ? families.length : found
}
