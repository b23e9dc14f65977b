/** Release years of the collections' models, by the beginning of their names. The first match counts. */
const lines: readonly (readonly [RegExp, string])[] = [
  [/^(?:glm-?4|chatglm)/, '2024'],
  [
    /gpt-?5|gpt-4\.[15]|gpt-oss|opus-4|sonnet-4|haiku-4|claude-4|claude-3[-.]7|gemini-?(?:2\.5|3)|gemma-?3|grok|kimi|minimax|deepseek-?(?:v3\.|v32|v4|r1)/,
    '2025–26',
  ],
  [/qwen-?3|qwq|seed-2|\bo[34]-?|glm|mimo|mistral-(?:large-25|large-3|medium-3|small-(?:24|3))|llama-?4|ernie-5|hy3|command-a/, '2025–26'],
  [
    /gpt-?4o|claude-?3|gemini|llama-?3|gemma|qwen|deepseek|mixtral|\bo1|mistral-(?:large|nemo)|phi-?3|command-r|yi[-_1]|reka|internlm/,
    '2024',
  ],
  [/gpt-?4|gpt-?3\.?5|gpt-3-turbo|chatgpt|claude|palm|bard|bison|llama-?2|vicuna|mistral|dolly|alpaca|koala|falcon|mpt|cohere/, '2022–23'],
  [/gpt-?2|gpt-?j|gpt-?neo|davinci|curie|babbage|\bada\b|bloom|\bopt\b|flan|\bt[05]\b|^llama/, 'before 2023, base and early models'],
]

/** The release years of a text's model; null where its name does not tell. */
export function yearsOf(model: string | undefined): string | null {
  const name = (model ?? '').toLowerCase().replace(/^.*\//, '')
  return name === '' ? null : (lines.find(([pattern]) => pattern.test(name))?.[1] ?? null)
}
