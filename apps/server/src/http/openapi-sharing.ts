import type { Json, JsonObject } from './openapi-schemas.ts'

/** The parts of a description of the API that its operations may share. */
export interface Shareable {
  paths: Record<string, JsonObject>
  components: Record<string, JsonObject>
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Equal for schemas of objects that say the same. */
function shapeKey({ properties, required = [] }: JsonObject): string {
  return JSON.stringify([properties ?? {}, [...(required as string[])].sort()])
}

/**
 * Puts a reference in place of what several operations repeat, and leaves out the schemas to which nothing
 * refers.
 */
export function shareParts<D extends Shareable>(description: D): D {
  const operations = Object.values(description.paths).flatMap((path) => Object.values(path).filter(isObject))
  shareBodies(operations, description.components.schemas ?? {})
  const parameters = shareParameters(operations)
  const responses = shareResponses(operations)
  const components = {
    ...description.components,
    parameters: { ...description.components.parameters, ...parameters },
    responses: { ...description.components.responses, ...responses },
  }
  return {
    ...description,
    components: { ...components, schemas: usedSchemas(description.paths, components) },
  }
}

/** A body that equals a schema of the contract becomes a reference to it. */
function shareBodies(operations: JsonObject[], schemas: JsonObject): void {
  const names = new Map(
    Object.entries(schemas).flatMap(([name, schema]) =>
      isObject(schema) && schema.type === 'object' ? [[shapeKey(schema), name]] : [],
    ),
  )
  for (const { requestBody } of operations) {
    if (!isObject(requestBody) || !isObject(requestBody.content)) continue
    const json = requestBody.content['application/json']
    if (!isObject(json) || !isObject(json.schema)) continue
    const name = names.get(shapeKey(json.schema))
    if (name !== undefined) json.schema = { $ref: `#/components/schemas/${name}` }
  }
}

/**
 * Parameters that occur more than once, by their name; of several by one name the most frequent is shared.
 */
function shareParameters(operations: JsonObject[]): JsonObject {
  const counts = new Map<string, number>()
  const listed = operations.flatMap(({ parameters }) => (Array.isArray(parameters) ? [parameters] : []))
  for (const parameter of listed.flat()) {
    const text = JSON.stringify(parameter)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  const shared = new Map<string, string>()
  for (const [text, count] of [...counts].sort(([, a], [, b]) => b - a)) {
    const { name } = JSON.parse(text) as JsonObject
    if (count > 1 && typeof name === 'string' && !shared.has(name)) shared.set(name, text)
  }
  for (const parameters of listed) {
    for (const [index, parameter] of parameters.entries()) {
      const name = isObject(parameter) && typeof parameter.name === 'string' ? parameter.name : null
      if (name !== null && shared.get(name) === JSON.stringify(parameter))
        parameters[index] = { $ref: `#/components/parameters/${name}` }
    }
  }
  return Object.fromEntries([...shared].map(([name, text]) => [name, JSON.parse(text) as Json]))
}

/** The schema of the contract that a response consists of; null for any other. */
function schemaNameOf(response: Json): string | null {
  const content = isObject(response) ? response.content : null
  const json = isObject(content) ? content['application/json'] : null
  const schema = isObject(json) ? json.schema : null
  const reference = isObject(schema) ? schema.$ref : null
  return typeof reference === 'string' ? reference.replace('#/components/schemas/', '') : null
}

/** Responses with a schema of the contract that occur more than once, by the name of the schema. */
function shareResponses(operations: JsonObject[]): JsonObject {
  const counts = new Map<string, number>()
  const listed = operations.flatMap(({ responses }) => (isObject(responses) ? [responses] : []))
  for (const response of listed.flatMap((responses) => Object.values(responses))) {
    const text = JSON.stringify(response)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  const shared = new Map<string, string>()
  for (const [text, count] of counts) {
    const name = schemaNameOf(JSON.parse(text) as Json)
    if (count > 1 && name !== null) shared.set(text, name)
  }
  for (const responses of listed) {
    for (const [status, response] of Object.entries(responses)) {
      const name = shared.get(JSON.stringify(response))
      if (name !== undefined) responses[status] = { $ref: `#/components/responses/${name}` }
    }
  }
  return Object.fromEntries([...shared].map(([text, name]) => [name, JSON.parse(text) as Json]))
}

/** The schemas to which the operations refer, directly or through others. */
function usedSchemas(
  paths: Shareable['paths'],
  { schemas = {}, ...others }: Record<string, JsonObject>,
): JsonObject {
  const byName = new Map(Object.entries(schemas))
  const used = new Set<string>()
  const follow = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name)) continue
      used.add(name)
      follow(byName.get(name) ?? {})
    }
  }
  follow([paths, others])
  return Object.fromEntries([...byName].filter(([name]) => used.has(name)))
}
