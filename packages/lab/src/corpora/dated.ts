import type { Item } from './collection.ts'

/**
 * Sources whose human texts are known to be older than 30 November 2022, when a machine that writes essays
 * first became public. Only they choose thresholds: a source without a date may contain machine texts
 * labelled human. The others are measured and reported.
 */
const dated: ReadonlySet<string> = new Set([
  '18f_blog',
  'desosa',
  'edav_cc',
  'lmu_seminars',
  'scholarslab_blog',
  'aosa',
  'arab_college',
  'argrewrite2',
  'asap_aes',
  'bbc_news',
  'blog_authorship',
  'brown',
  'carpentries_training',
  'cefr_asag',
  'dbc_blogs',
  'dbc_blogs_unstated',
  'detector-bias',
  'distill_open',
  'donorschoose',
  'ellipse',
  'falmouth_essays',
  'gds_way',
  'gede',
  'gov_service_manual',
  'hppt',
  'ilcowe',
  'juliacon_pre2022',
  'imdb_reviews',
  'learning_stats_r',
  'masc',
  'onestopenglish',
  'opensource_guide',
  'openstax',
  'outfox',
  'pd_essays',
  'persuade1_fp2021',
  'plos_open',
  'ropensci_blog',
  'rust_book',
  'seeflex',
  'sherbold',
  'stackexchange_posts',
  'student_papers_pre2022',
  'turing_portfolios',
  'turing_way',
  'ud_ewt',
  'uk_dissertations',
  'us_speeches',
  'wikitext2',
])

/**
 * Half of gede is the dated corpus of persuasive essays; its other half was collected from a site for
 * language tests without dates.
 */
const undatedPart = /^ielts/

export function isDated({ source, prompt_id }: Pick<Item, 'source' | 'prompt_id'>): boolean {
  return dated.has(source.name) && !(source.name === 'gede' && undatedPart.test(String(prompt_id ?? '')))
}
