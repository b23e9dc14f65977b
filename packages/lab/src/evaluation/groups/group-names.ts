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
  if (tool !== undefined) return tool.name === 'raft' ? `RAFT against ${tool.mode}` : `QuillBot, mode ${tool.mode}`
  return attacks[label ?? 'none'] ?? (label ?? '').replaceAll(/[_-]/g, ' ')
}

/** `one|other (not separated)` means that the source does not know which of two models wrote a text. */
export const modelName = (label: string): string => label.replace(/ \(not separated\)$/, '').replaceAll('|', ' or ')

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
