import { apiBase, brand, type ProblemCode, problemStatus, type Route } from '@penmark/contract'
import { createSchemas, type Json, type JsonObject } from './openapi-schemas.ts'
import { shareParts } from './openapi-sharing.ts'

/** What a problem means to a program, as responses that operations share. */
const problems = {
  refused: `Refused. \`code\` says why, each with its own status: ${Object.entries(problemStatus)
    .filter(([, status]) => status < 500)
    .map(([code, status]) => `\`${code}\` (${status})`)
    .join(', ')}.`,
  not_found: 'It does not exist, or belongs to somebody else.',
  too_large: 'The file or text is too large.',
  unsupported_file: 'The file is of a kind that cannot be read.',
  allowance_exceeded: 'The allowance of words does not suffice. No other problem has this status.',
  busy: 'Too busy, or something outside does not answer (503, repeat it after the seconds in `Retry-After`), the storage is full (507), or our fault (500).',
}

const schemas = {
  ProblemCode: { enum: Object.keys(problemStatus), type: 'string' },
  FieldProblem: {
    type: 'object',
    required: ['loc', 'msg'],
    properties: {
      loc: {
        description: 'Path of the field in the input',
        type: 'array',
        items: { type: ['string', 'integer'] },
      },
      msg: { description: 'A sentence for people', type: 'string' },
    },
  },
  Problem: {
    type: 'object',
    required: ['code', 'detail'],
    properties: {
      code: { $ref: '#/components/schemas/ProblemCode' },
      detail: {
        oneOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#/components/schemas/FieldProblem' } }],
      },
    },
  },
  ProblemDetails: {
    description: 'The same by RFC 9457, for callers that accept application/problem+json',
    type: 'object',
    required: ['type', 'title', 'status', 'detail', 'code'],
    properties: {
      type: { type: 'string', format: 'uri' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      code: { $ref: '#/components/schemas/ProblemCode' },
      errors: {
        type: 'array',
        items: { type: 'object', properties: { detail: { type: 'string' }, pointer: { type: 'string' } } },
      },
    },
  },
} satisfies JsonObject

const problemContent = {
  'application/json': { schema: { $ref: '#/components/schemas/Problem' } },
  'application/problem+json': { schema: { $ref: '#/components/schemas/ProblemDetails' } },
}

const responses: JsonObject = Object.fromEntries(
  Object.entries(problems).map(([code, description]) => [code, { description, content: problemContent }]),
)

/** The problems of a call that are particular to its kind; `4XX` stands for those that any call may have. */
function problemsOf(route: Route): ProblemCode[] {
  if (route.scope === 'documents:write') return ['too_large', 'unsupported_file', 'allowance_exceeded']
  return route.path.includes(':') ? ['not_found'] : []
}

const file: JsonObject = { type: 'string', format: 'binary' }
/** The field of a form that holds its files. */
const fileFields = new Map<string, { name: string; schema: JsonObject }>([
  ['/documents/upload', { name: 'file', schema: file }],
  ['/documents/batch', { name: 'files', schema: { type: 'array', items: file, minItems: 1 } }],
])

const namesIn = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
const propertiesOf = (input: JsonObject) => Object.entries((input.properties ?? {}) as JsonObject)
const requiredOf = (input: JsonObject) => (input.required ?? []) as string[]
const isInAddress = (route: Route, name: string) =>
  namesIn(route.path).includes(name) ||
  route.method === 'GET' ||
  route.method === 'DELETE' ||
  route.body === 'raw'

const idempotencyKey: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'The same upload with the same key within 24 hours is answered as the first time and stores nothing more.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

function parametersOf(route: Route, input: JsonObject): JsonObject {
  const parameters = propertiesOf(input)
    .filter(([name]) => isInAddress(route, name))
    .map(([name, schema]): JsonObject => {
      const isPath = namesIn(route.path).includes(name)
      return {
        name,
        in: isPath ? 'path' : 'query',
        ...(isPath || requiredOf(input).includes(name) ? { required: true } : {}),
        schema,
      }
    })
  if (route.repeatable) parameters.push(idempotencyKey)
  return parameters.length > 0 ? { parameters } : {}
}

function bodyOf(route: Route, input: JsonObject): JsonObject {
  if (route.method === 'GET' || route.method === 'DELETE') return {}
  if (route.body === 'raw')
    return { requestBody: { required: true, content: { 'application/octet-stream': { schema: file } } } }
  const properties = propertiesOf(input).filter(([name]) => !isInAddress(route, name))
  const required = requiredOf(input).filter((name) => !isInAddress(route, name))
  const form = fileFields.get(route.path)
  if (form === undefined && properties.length === 0) return {}
  const schema: JsonObject = {
    type: 'object',
    properties: Object.fromEntries([...properties, ...(form ? [[form.name, form.schema] as const] : [])]),
    ...(form || required.length > 0 ? { required: [...required, ...(form ? [form.name] : [])] } : {}),
  }
  return {
    requestBody: {
      required: true,
      content: { [form ? 'multipart/form-data' : 'application/json']: { schema } },
    },
  }
}

/** What a call is about: the first word of its address. */
export const areaOf = ({ path }: Pick<Route, 'path'>): string => path.split('/')[1] ?? ''

const tagOf = (route: Route): string => {
  const words = areaOf(route).replaceAll('-', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** An object's own shape, where it is only named: parameters and bodies are made of its properties. */
const shapeOf = (input: JsonObject, components: ReadonlyMap<string, Json>): JsonObject => {
  const name = typeof input.$ref === 'string' ? input.$ref.replace('#/components/schemas/', '') : null
  return name === null ? input : ((components.get(name) ?? input) as JsonObject)
}

function operationOf(name: string, route: Route, input: JsonObject, reply: Json): JsonObject {
  const type = route.attachment ?? (route.plainText ? 'text/plain' : 'application/json')
  const refused = problemsOf(route).map((code): [string, Json] => [
    String(problemStatus[code]),
    { $ref: `#/components/responses/${code}` },
  ])
  return {
    operationId: name,
    summary: route.summary,
    ...(route.scope === undefined ? {} : { description: `An API key needs the scope \`${route.scope}\`.` }),
    tags: [tagOf(route)],
    ...(route.access === 'public' ? { security: [] } : {}),
    ...parametersOf(route, input),
    ...bodyOf(route, input),
    responses: {
      [String(route.success ?? 200)]: {
        description: 'Good',
        content: { [type]: { schema: route.attachment ? file : reply } },
      },
      ...Object.fromEntries(refused),
      '4XX': { $ref: '#/components/responses/refused' },
      '5XX': { $ref: '#/components/responses/busy' },
    },
  }
}

/** The OpenAPI 3.1 document of the contract. `publicUrl` is the address of this installation. */
export function describeApi(routes: Record<string, Route>, version: string, publicUrl: string): object {
  const shared = createSchemas()
  const described = Object.entries(routes).map(([name, route]) => ({
    name,
    route,
    input: shared.toJson(route.input, 'input'),
    reply: shared.toJson(route.reply, 'output'),
  }))
  const components = { ...shared.components(), ...schemas }
  const componentsByName = new Map(Object.entries<Json>(components))
  const paths = new Map<string, JsonObject>()
  for (const { name, route, input, reply } of described) {
    const path = `${apiBase}${route.path.replaceAll(/:(\w+)/g, '{$1}')}`
    const shape = shapeOf(shared.settle(input, 'input') as JsonObject, componentsByName)
    const operation = operationOf(name, route, shape, shared.settle(reply, 'output'))
    paths.set(path, { ...paths.get(path), [route.method.toLowerCase()]: operation })
  }
  return shareParts({
    openapi: '3.1.0',
    info: {
      title: `${brand.name} API`,
      version,
      description:
        'Upload documents, read reports, and everything else that the pages do. Begin with docs/api.md of the release. `openapi.json?area=documents` describes one area alone, here `/documents`.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: brand.name, url: `${publicUrl}/support` },
    },
    servers: [{ url: publicUrl }],
    security: [{ bearer: [] }],
    tags: [...new Set(Object.values(routes).map(tagOf))]
      .sort()
      .map((name) => ({ name, description: `Calls about ${name.toLowerCase()}` })),
    paths: Object.fromEntries(paths),
    components: {
      schemas: components,
      responses,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, or the access token of somebody who is signed in',
        },
      },
    },
  })
}
