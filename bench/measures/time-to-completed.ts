import { type Caller, waitUntilCompleted } from '../../tests/e2e/steps/calls.ts'

/** Seconds from the call that uploads a document until its result is stored, by the product's clock. */
export async function timeToCompleted(caller: Caller, submit: () => Promise<Response>): Promise<number> {
  const started = Date.now()
  const response = await submit()
  if (response.status !== 201)
    throw new Error(`The upload answered ${response.status}: ${await response.text()}`)
  const { id } = (await response.json()) as { id: string }
  const completedAt = await waitUntilCompleted(caller, id)
  return (completedAt.getTime() - started) / 1_000
}
