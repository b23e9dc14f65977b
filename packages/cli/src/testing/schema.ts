import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'

const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true })

/** What in a result violates its JSON Schema; empty when nothing does. */
export function faultsOf(schema: 'check' | 'score' | 'score-full', result: unknown): string[] {
  const written = JSON.parse(
    readFileSync(new URL(`../../schema/${schema}.schema.json`, import.meta.url), 'utf8'),
  ) as object
  const validate = ajv.compile(written)
  validate(result)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
