import { resultSchemas } from '../../packages/contract/src/index.ts'

/** The written JSON Schemas of the command line's results, by file name in `packages/cli/schema`. */
export function schemaFiles(): Record<string, string> {
  return Object.fromEntries(resultSchemas().map(({ name, schema }) => [name, `${JSON.stringify(schema, null, 2)}\n`]))
}
