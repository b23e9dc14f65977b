import { apiBase, brand, problemStatus, type Route } from '@penmark/contract'
import { z } from 'zod'

interface Schema {
  properties?: Record<string, unknown>
  required?: string[]
}

const toSchema = (type: z.core.$ZodType, io: 'input' | 'output'): Schema => {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(type, {
    io,
    unrepresentable: 'any',
    // What a reader puts in place of a value it does not know is never sent.
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'catch') delete jsonSchema.default
    },
  })
  return schema as Schema
}

const problemSchema = {
  type: 'object',
  required: ['code', 'detail'],
  properties: { code: { enum: Object.keys(problemStatus) }, detail: {} },
}

function parametersOf(route: Route, input: Schema, names: string[]) {
  const locationOf = (name: string) => (names.includes(name) ? 'path' : 'query')
  return Object.entries(input.properties ?? {})
    .filter(([name]) => names.includes(name) || route.method === 'GET' || route.method === 'DELETE' || route.body === 'raw')
    .map(([name, schema]) => ({
      name,
      in: locationOf(name),
      required: names.includes(name) || (input.required ?? []).includes(name),
      schema,
    }))
}

function bodyOf(route: Route, input: Schema, names: string[]) {
  if (route.method === 'GET' || route.method === 'DELETE') return {}
  if (route.body === 'raw')
    return { requestBody: { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } } }
  const properties = Object.fromEntries(Object.entries(input.properties ?? {}).filter(([name]) => !names.includes(name)))
  const required = (input.required ?? []).filter((name) => !names.includes(name))
  const isForm = route.body === 'multipart'
  if (!isForm && Object.keys(properties).length === 0) return {}
  const file = { type: 'string', format: 'binary' }
  const files = isForm ? { file, files: { type: 'array', items: file } } : {}
  const schema = { type: 'object', properties: { ...properties, ...files }, ...(required.length > 0 ? { required } : {}) }
  return { requestBody: { content: { [isForm ? 'multipart/form-data' : 'application/json']: { schema } } } }
}

function operationOf(name: string, route: Route) {
  const input = toSchema(route.input, 'input')
  const names = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
  const type = route.attachment ?? (route.plainText ? 'text/plain' : 'application/json')
  const good = route.attachment ? { type: 'string', format: 'binary' } : toSchema(route.reply, 'output')
  return {
    operationId: name,
    summary: route.summary,
    ...(route.access === 'public' ? {} : { security: [{ bearer: [] }] }),
    parameters: parametersOf(route, input, names),
    ...bodyOf(route, input, names),
    responses: {
      [String(route.success ?? 200)]: { description: 'Good', content: { [type]: { schema: good } } },
      default: { description: 'Problem', content: { 'application/json': { schema: problemSchema } } },
    },
  }
}

/** The OpenAPI 3.1 document of the contract. */
export function describeApi(routes: Record<string, Route>, version: string): object {
  const paths = new Map<string, Record<string, object>>()
  for (const [name, route] of Object.entries(routes)) {
    const path = `${apiBase}${route.path.replaceAll(/:(\w+)/g, '{$1}')}`
    paths.set(path, { ...paths.get(path), [route.method.toLowerCase()]: operationOf(name, route) })
  }
  return {
    openapi: '3.1.0',
    info: { title: `${brand.name} API`, version },
    paths: Object.fromEntries(paths),
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  }
}
