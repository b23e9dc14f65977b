import * as contract from '@penmark/contract'
import { z } from 'zod'

export type Json = null | boolean | number | string | Json[] | JsonObject
export interface JsonObject {
  [name: string]: Json
}
export type Direction = 'input' | 'output'

/**
 * The contract's own schemas, each by the name that it is exported under. Those of a single value are shorter
 * than a reference to them.
 */
const worthAName = new Set(['array', 'enum', 'intersection', 'object', 'pipe', 'record', 'tuple', 'union'])
const named = z.registry<{ id: string }>()
for (const [id, exported] of Object.entries<unknown>(contract))
  if (exported instanceof z.core.$ZodType && worthAName.has(exported._zod.def.type) && !named.has(exported))
    named.add(exported, { id })

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isNull = (schema: Json | undefined) => isObject(schema) && schema.type === 'null'

/** `anyOf` a plain type and null as one schema with two types. */
function withNull(schema: JsonObject): JsonObject | null {
  const { anyOf, ...beside } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || !isNull(anyOf[1])) return null
  const [other] = anyOf
  if (!isObject(other) || typeof other.type !== 'string') return null
  const allowed = Array.isArray(other.enum) ? { enum: [...other.enum, null] } : {}
  return 'const' in other ? null : { ...other, ...allowed, ...beside, type: [other.type, 'null'] }
}

/**
 * Says the same in fewer words: without the bounds of every integer and the pattern of a format, which say
 * nothing more.
 */
function shorten(schema: JsonObject): JsonObject {
  const short: JsonObject = { ...schema }
  if (short.minimum === Number.MIN_SAFE_INTEGER) delete short.minimum
  if (short.maximum === Number.MAX_SAFE_INTEGER) delete short.maximum
  if (typeof short.format === 'string') delete short.pattern
  // Later versions may answer more.
  if (short.additionalProperties === false) delete short.additionalProperties
  // A list of so many values, and no more. Validators ask for `items` beside them.
  if (Array.isArray(short.prefixItems) && !isObject(short.items)) {
    const count = short.prefixItems.length
    return { ...short, minItems: count, maxItems: count, items: {} }
  }
  return withNull(short) ?? short
}

/**
 * The schema without its dialect, which the whole document states, and with references that lead into the
 * document.
 */
function settle(value: Json, rename: (id: string) => string): Json {
  if (Array.isArray(value)) return value.map((each) => settle(each, rename))
  if (!isObject(value)) return value
  const settled: JsonObject = {}
  for (const [name, part] of Object.entries(value)) {
    if (name === '$schema' || name === '$defs' || name === 'id') {
      // A property of an object may have one of these names.
      if (isObject(part) || Array.isArray(part)) settled[name] = settle(part, rename)
      continue
    }
    settled[name] =
      name === '$ref' && typeof part === 'string'
        ? `#/components/schemas/${rename(part.replace('#/$defs/', ''))}`
        : settle(part, rename)
  }
  return shorten(settled)
}

/**
 * Collects the schemas that several others use. One that differs between what is sent and what is answered
 * exists once for each.
 */
export function createSchemas() {
  const found = { input: new Map<string, string>(), output: new Map<string, string>() }

  const toJson = (type: z.core.$ZodType, io: Direction): JsonObject => {
    const schema = z.toJSONSchema(type, {
      io,
      unrepresentable: 'any',
      metadata: named,
      // What a reader puts in place of a value it does not know is never sent.
      override: ({ zodSchema, jsonSchema }) => {
        if (zodSchema._zod.def.type === 'catch') delete jsonSchema.default
      },
    }) as unknown as JsonObject
    for (const [id, definition] of Object.entries(isObject(schema.$defs) ? schema.$defs : {}))
      found[io].set(id, JSON.stringify(definition))
    const { $defs: _shared, ...own } = schema
    return own
  }
  const said = (id: string, io: Direction) =>
    JSON.stringify(settle(JSON.parse(found[io].get(id) ?? '{}') as Json, (each) => each))
  const nameOf = (id: string, io: Direction) => {
    const differs = io === 'input' && found.output.has(id) && said(id, 'output') !== said(id, 'input')
    return differs ? `${id}Input` : id
  }
  const settleAs = (io: Direction) => (schema: Json) => settle(schema, (id) => nameOf(id, io))

  return {
    toJson,
    /** Once all are collected. */
    settle: (schema: Json, io: Direction): Json => settleAs(io)(schema),
    components(): JsonObject {
      const all: JsonObject = {}
      for (const io of ['input', 'output'] as const)
        for (const [id, definition] of found[io])
          all[nameOf(id, io)] = settleAs(io)(JSON.parse(definition) as Json)
      return Object.fromEntries(Object.entries(all).sort(([a], [b]) => a.localeCompare(b)))
    },
  }
}
