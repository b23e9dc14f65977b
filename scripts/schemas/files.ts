import { resultSchemas } from '../../packages/contract/src/index.ts'

/** The generated JSON Schemas of the command line's output, by file name in `packages/cli/schema`. */
export function schemaFiles(): Record<string, string> {
  return Object.fromEntries(resultSchemas().map(({ name, schema }) => [name, `${JSON.stringify(schema, null, 2)}\n`]))
}
