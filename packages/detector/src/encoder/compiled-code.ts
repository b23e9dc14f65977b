import type { CompiledCodeGate } from './encoder.ts'

/**
 * A thread that is terminated inside compiled code aborts the whole process. So it says when it is inside,
 * and is terminated when it is not; once it is to stop, it no longer enters.
 */
const isStopping = 0
const isInside = 1
/** The encoder reads a window of a text in some fifty milliseconds. */
const checkEveryMs = 5

/** What a thread and the one that started it share. */
export const createGate = (): SharedArrayBuffer => new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)

/** The thread's side. `enter` throws once the thread is to stop. */
export function gateOf(shared: SharedArrayBuffer): CompiledCodeGate {
  const state = new Int32Array(shared)
  const leave = (): void => void Atomics.store(state, isInside, 0)
  return {
    enter() {
      Atomics.store(state, isInside, 1)
      if (Atomics.load(state, isStopping) === 0) return
      leave()
      throw new Error('The thread is being stopped.')
    },
    leave,
  }
}

/** Terminates a thread as soon as it is not inside compiled code. */
export async function terminateOutside(
  thread: { terminate(): Promise<unknown> },
  shared: SharedArrayBuffer,
): Promise<void> {
  const state = new Int32Array(shared)
  Atomics.store(state, isStopping, 1)
  while (Atomics.load(state, isInside) === 1)
    await new Promise((resolve) => setTimeout(resolve, checkEveryMs))
  await thread.terminate()
}
