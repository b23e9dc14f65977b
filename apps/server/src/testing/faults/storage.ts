import type { Storage } from '../../services/storage/storage.ts'
import type { Plan } from './plan.ts'

/** The same storage, whose operations fail as planned. */
export function faultyStorage(storage: Storage, plan: Plan): Storage {
  return new Proxy(storage, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      const operation = String(name)
      return (...given: unknown[]): unknown => {
        const fail = (at: string) => {
          const planned = plan.next(at, '')
          if (planned === null) return
          const error = new Error(`The storage failed at ${operation} (a fault of the test).`)
          throw planned.code === undefined ? error : Object.assign(error, { code: planned.code })
        }
        if (operation === 'list') return listing(value.apply(target, given) as AsyncIterable<string>, fail)
        return (async () => {
          fail(`storage ${operation}`)
          const answer: unknown = await value.apply(target, given)
          fail(`after storage ${operation}`)
          return answer
        })()
      }
    },
  })
}

async function* listing(keys: AsyncIterable<string>, fail: (at: string) => void): AsyncIterable<string> {
  fail('storage list')
  yield* keys
  fail('after storage list')
}
