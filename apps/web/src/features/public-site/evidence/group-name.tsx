import { useTranslation } from 'react-i18next'
import { valueAt } from './card.ts'
import { CardWords, useEvidence } from './figure.tsx'

/** How companies spell their names; the card has them in lower case. */
const properNames = new Map([
  ['01ai', '01.AI'],
  ['alibaba', 'Alibaba'],
  ['anthropic', 'Anthropic'],
  ['baidu', 'Baidu'],
  ['bigscience', 'BigScience'],
  ['bytedance', 'ByteDance'],
  ['cohere', 'Cohere'],
  ['deepseek', 'DeepSeek'],
  ['eleutherai', 'EleutherAI'],
  ['google', 'Google'],
  ['google|anthropic', 'Google / Anthropic'],
  ['liquid', 'Liquid AI'],
  ['meta', 'Meta'],
  ['microsoft', 'Microsoft'],
  ['minimax', 'MiniMax'],
  ['mistral', 'Mistral'],
  ['moonshot', 'Moonshot'],
  ['openai', 'OpenAI'],
  ['reka', 'Reka'],
  ['tencent', 'Tencent'],
  ['tii', 'TII'],
  ['xai', 'xAI'],
  ['xiaomi', 'Xiaomi'],
  ['zhipu', 'Zhipu'],
])

const kinds = ['school', 'university', 'learner', 'essay', 'abstract', 'admission', 'answer', 'story', 'news', 'debate', 'speech'] as const

/** Vendor groups of the card that are not companies. */
const vendorGroups = new Map<string, 'fineTuned' | 'other' | 'unknown'>([
  ['finetune/other', 'fineTuned'],
  ['other', 'other'],
  ['unknown', 'unknown'],
])

interface Source {
  name: string
  kind: string
}

function isSource(value: unknown): value is Source {
  return typeof value === 'object' && value !== null && 'name' in value && 'kind' in value
}

/** A group's display name: a company by its own name, a source with its kind of texts. */
export function GroupName({ at }: { at: string }) {
  const { t } = useTranslation('site')
  const { card } = useEvidence()
  const group = String(valueAt(card, at))
  const name = properNames.get(group)
  if (name !== undefined) return <span data-card-words={at}>{name}</span>
  const vendorGroup = at.startsWith('measured.ai_by_vendor.') ? vendorGroups.get(group) : undefined
  if (vendorGroup !== undefined) return <span data-card-words={at}>{t(`evaluation.vendor.${vendorGroup}`)}</span>
  const sources = valueAt(card, 'sources')
  const found = Array.isArray(sources) ? sources.filter(isSource).find((source) => source.name === group) : undefined
  const kind = kinds.find((one) => one === found?.kind)
  return (
    <>
      <CardWords at={at} />
      {kind && <small>{t(`evaluation.kind.${kind}`)}</small>}
    </>
  )
}
