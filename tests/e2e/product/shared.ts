import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '../../../apps/server/src/services/database/embedded/embedded.ts'
import { openProduct, type Product } from './product.ts'

/** A running product that journeys of other files use too, so none of them may stop it. */
export type SharedProduct = Pick<Product, 'origin' | 'dataDir'>

export interface SharedProducts {
  /** Where a worker asks for its product: `GET /<number of the worker>`. */
  address: string
  /** Stops all of them. */
  close(): Promise<void>
}

/**
 * A copy of `template` that has an administrator. On an empty installation the first teacher to register
 * would become one.
 */
async function withAdministrator(template: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'penmark-journey-administered-'))
  cpSync(template, folder, { recursive: true })
  const database = await openEmbedded(join(folder, 'database'))
  await database.query(
    `insert into teachers (id, subject, email, is_administrator)
     values (gen_random_uuid(), 'operator', 'operator@school.example', true)`,
  )
  await database.close()
  return folder
}

/**
 * One product for each worker, started when the worker first asks. It outlives the files of the worker, each
 * of which is a process of its own, so it belongs to the process that runs them all. A product that has died
 * is replaced, and its output printed.
 */
export async function shareProducts(template: string): Promise<SharedProducts> {
  let administered: Promise<string> | null = null
  const products = new Map<string, Promise<Product>>()

  const start = async (): Promise<Product> => {
    administered ??= withAdministrator(template)
    return openProduct({}, { template: await administered })
  }
  const productOf = async (worker: string): Promise<Product> => {
    const running = await products.get(worker)?.catch(() => null)
    if (running?.isRunning()) return running
    if (running) {
      process.stderr.write(
        `The product of worker ${worker} ended by itself. Its output was:\n${running.output()}\n`,
      )
      await running.remove()
    }
    const started = start()
    products.set(worker, started)
    return started
  }

  const server = createServer((request, response) => {
    productOf(request.url ?? '').then(
      ({ origin, dataDir }) => response.end(JSON.stringify({ origin, dataDir })),
      (error: Error) => response.writeHead(500).end(error.message),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await Promise.allSettled([...products.values()].map(async (product) => (await product).remove()))
      const folder = await administered?.catch(() => null)
      if (folder) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The product of this worker. */
export async function sharedProduct(address: string): Promise<SharedProduct> {
  const response = await fetch(`${address}/${process.env.VITEST_POOL_ID ?? ''}`)
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as SharedProduct
}
