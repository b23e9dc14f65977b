import { z } from 'zod'
import { type Route, routes } from '../../../../../packages/contract/src/index.ts'
import { assertRule, type Target } from '../target.ts'
import { createValueReader, someBytes } from '../value.ts'

const all: Route[] = Object.values<Route>(routes)

interface Shape {
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
}

/** The field names of a schema, including nested ones. */
function namesIn({ properties = {}, items, anyOf = [] }: Shape): string[] {
  const inside = [...Object.values(properties), ...(items ? [items] : []), ...anyOf]
  return [...Object.keys(properties), ...inside.flatMap(namesIn)]
}

const shapeOf = (type: z.core.$ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(type, { io, unrepresentable: 'any' }) as Shape
const known = all.map(({ input }) => new Set(Object.keys(shapeOf(input, 'output').properties ?? {})))
const names = [
  ...new Set(
    all.flatMap(({ input, reply }) => [
      ...namesIn(shapeOf(input, 'input')),
      ...namesIn(shapeOf(reply, 'output')),
    ]),
  ),
]

function isClean(parsed: unknown, allowed: ReadonlySet<string>): boolean {
  if (parsed === null || typeof parsed !== 'object') return false
  return (
    Object.keys(parsed).every((key) => allowed.has(key)) && Object.getPrototypeOf(parsed) === Object.prototype
  )
}

/**
 * Every call's input as a body may contain it: it is refused, or contains the fields of the contract and
 * nothing else.
 */
export const contract = (): Target => ({
  name: 'contract',
  seeds: someBytes('contract', 24),
  words: names.slice(0, 40),
  maxBytes: 2_000,
  run(input) {
    const { fields, below } = createValueReader(input, names)
    const nth = below(all.length)
    const route = all[nth]
    if (!route) return
    const { success, data, error } = route.input.safeParse(fields())
    if (success)
      assertRule(
        isClean(data, known[nth] ?? new Set()),
        `${route.path} takes no field that the contract does not name`,
      )
    else assertRule(error.issues.length > 0, 'A refusal names what is wrong')
    assertRule(!Object.hasOwn(Object.prototype, 'role'), 'What every object has stays as it is')
    const body = route.reply.safeParse(fields())
    if (body.success) JSON.stringify(body.data)
  },
})
