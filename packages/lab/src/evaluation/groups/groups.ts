import type { Item } from '../../corpora/collection.ts'
import { isDated } from '../../corpora/dated.ts'
import type { ScoredItem } from '../verdicts/scored-items.ts'

const lengths: readonly [number, number][] = [
  [50, 99],
  [100, 149],
  [150, 249],
  [250, 399],
  [400, 699],
  [700, Number.POSITIVE_INFINITY],
]

/** The band of a text's length in words. */
export function lengthOf({ words }: ScoredItem): string | null {
  const band = lengths.find(([from, to]) => words >= from && words <= to)
  return band === undefined
    ? null
    : `${String(band[0]).padStart(3, ' ')}${band[1] === Number.POSITIVE_INFINITY ? ' and more' : `–${band[1]}`}`
}

/** A source by its name; the half of gede whose human texts carry no date by a name of its own. */
export function sourceName(item: Item): string {
  const { source, label } = item
  return source.name === 'gede' && label === 'human' && !isDated(item) ? 'gede, undated half' : source.name
}

const biasCollections: readonly [prefix: string, name: string][] = [
  ['TOEFL', 'TOEFL essays'],
  ['HewlettStudentEssay', 'US school essays, grade 8'],
  ['CollegeEssay', 'US college-admission essays'],
  ['CS224N', 'university project abstracts'],
]

/** The collection within detector-bias, with the label and what was done to the text. */
export function biasGroup(item: Item): string {
  const id = String(item.prompt_id ?? '')
  const found = biasCollections.find(([prefix]) => id.startsWith(prefix))
  if (found !== undefined) return `${found[1]}, ${item.label}`
  return `${item.domain ?? 'text'}, ${item.label}${item.attack === undefined ? '' : `, ${item.attack}`}`
}

/** A test source and label; detector-bias is split into its collections, because its writers differ most. */
export function testGroup(item: Item): string {
  return item.source.name === 'detector-bias'
    ? `detector-bias: ${biasGroup(item)}`
    : `${item.source.name}, ${item.label}`
}

const groupNames: Readonly<Record<string, string>> = {
  race_ethnicity: 'ethnicity',
  gender: 'gender',
  grade_level: 'grade',
  ses: 'household',
}
const text = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null

/** ELLIPSE's groups of writers: for each kind of group, a name from a text. */
export const learnerGroups: readonly ((one: ScoredItem) => string | null)[] = Object.entries(groupNames).map(
  ([key, name]) =>
    ({ item }) => {
      const value = text(item.meta?.[key])
      return value === null || value.trim() === '' ? null : `${name}: ${value}`
    },
)

/** Release years of the collections' models, by the beginning of their names. The first match counts. */
const lines: readonly (readonly [RegExp, string])[] = [
  [/^(?:glm-?4|chatglm)/, '2024'],
  [
    /gpt-?5|gpt-4\.[15]|gpt-oss|opus-4|sonnet-4|haiku-4|claude-4|claude-3[-.]7|gemini-?(?:2\.5|3)|gemma-?3|grok|kimi|minimax|deepseek-?(?:v3\.|v32|v4|r1)/,
    '2025–26',
  ],
  [
    /qwen-?3|qwq|seed-2|\bo[34]-?|glm|mimo|mistral-(?:large-25|large-3|medium-3|small-(?:24|3))|llama-?4|ernie-5|hy3|command-a/,
    '2025–26',
  ],
  [
    /gpt-?4o|claude-?3|gemini|llama-?3|gemma|qwen|deepseek|mixtral|\bo1|mistral-(?:large|nemo)|phi-?3|command-r|yi[-_1]|reka|internlm/,
    '2024',
  ],
  [
    /gpt-?4|gpt-?3\.?5|gpt-3-turbo|chatgpt|claude|palm|bard|bison|llama-?2|vicuna|mistral|dolly|alpaca|koala|falcon|mpt|cohere/,
    '2022–23',
  ],
  [
    /gpt-?2|gpt-?j|gpt-?neo|davinci|curie|babbage|\bada\b|bloom|\bopt\b|flan|\bt[05]\b|^llama/,
    'before 2023, base and early models',
  ],
]

/** The release years of a text's model; null if its name does not tell. */
export function yearsOf(model: string | undefined): string | null {
  const name = (model ?? '').toLowerCase().replace(/^.*\//, '')
  return name === '' ? null : (lines.find(([pattern]) => pattern.test(name))?.[1] ?? null)
}

/** Readable names for labels of the data sets. An unlisted label stays as it is. */

const vendors: Readonly<Record<string, string>> = {
  '01ai': '01.AI',
  alibaba: 'Alibaba',
  anthropic: 'Anthropic',
  baidu: 'Baidu',
  bigscience: 'BigScience',
  bytedance: 'ByteDance',
  cohere: 'Cohere',
  databricks: 'Databricks',
  deepseek: 'DeepSeek',
  eleutherai: 'EleutherAI',
  'finetune/other': 'fine-tuned models',
  google: 'Google',
  'google|anthropic': 'Google or Anthropic, not stated which',
  liquid: 'Liquid AI',
  meta: 'Meta',
  microsoft: 'Microsoft',
  minimax: 'MiniMax',
  mistral: 'Mistral',
  moonshot: 'Moonshot',
  openai: 'OpenAI',
  other: 'other vendors',
  reka: 'Reka',
  tencent: 'Tencent',
  tii: 'TII',
  unknown: 'vendor not stated',
  xai: 'xAI',
  xiaomi: 'Xiaomi',
  zhipu: 'Zhipu',
}

export const vendorName = (label: string): string => vendors[label] ?? label

const attacks: Readonly<Record<string, string>> = {
  adversarial_character_llm: 'letters changed',
  adversarial_character_word_llm: 'letters and words changed',
  adversarial_word_llm: 'words changed',
  'copa-paraphrase': 'paraphrased with CoPA',
  dipper: 'paraphrased with DIPPER (texts of RAFT and CoPA)',
  'evade-prompt': 'prompted to evade detectors',
  expand: 'expanded from a human text',
  'humanise-prompt': 'prompted to sound human',
  'llm-edit': 'edited by another model',
  multi_llm_mixing: 'sentences of several models',
  none: 'none',
  paraphrase: 'paraphrased',
  'paraphrase-adversarial': 'paraphrased against a detector',
  'paraphrase-dipper': 'paraphrased with DIPPER',
  paraphrase_dipper_llm: 'paraphrased with DIPPER (texts of DetectRL)',
  'paraphrase-llm': 'paraphrased by a model',
  'paraphrase-llm-rewrite': 'rewritten by a model',
  'paraphrase-paws': 'paraphrased with PAWS',
  'paraphrase-x1': 'paraphrased once',
  'paraphrase-x1-simplified': 'paraphrased once, simplified',
  'paraphrase-x2': 'paraphrased twice',
  'paraphrase-x2-simplified': 'paraphrased twice, simplified',
  paraphrase_back_translation_llm: 'translated and back',
  paraphrase_polish_llm: 'polished by a model',
  prompt_SICO: 'prompted with SICO',
  prompt_few_shot: 'prompted with examples',
  rewrite: 'rewritten from a human text',
  'style-mimicry': "prompted to mimic a writer's style",
}

/** How a machine's text was disguised. */
export function attackName(label: string | undefined): string {
  const tool = /^(?<name>raft|paraphrase-quillbot)-(?<mode>.+)$/.exec(label ?? '')?.groups
  if (tool !== undefined)
    return tool.name === 'raft' ? `RAFT against ${tool.mode}` : `QuillBot, mode ${tool.mode}`
  return attacks[label ?? 'none'] ?? (label ?? '').replaceAll(/[_-]/g, ' ')
}

/** `one|other (not separated)` means that the source does not know which of two models wrote a text. */
export const modelName = (label: string): string =>
  label.replace(/ \(not separated\)$/, '').replaceAll('|', ' or ')

/** The collections of detector-bias, whose labels end with the author and the prompt. */
export const biasName = (group: string): string =>
  group
    .replace(/^(abstract|essay), ai, prompt-engineering$/, '$1s by AI, with an elaborate prompt')
    .replace(/^(abstract|essay), ai$/, '$1s by AI')
    .replace(/, human$/, ', by people')

/** A group of texts without its label, which the heading of its table says. */
export const groupName = (group: string): string =>
  group.startsWith('detector-bias: ')
    ? `detector-bias: ${biasName(group.slice('detector-bias: '.length))}`
    : group.replace(/, (?:human|ai)$/, '')
