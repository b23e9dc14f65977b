import type { InferenceSession, TensorConstructor } from 'onnxruntime-common'

type Runtime = Pick<typeof import('onnxruntime-common'), 'InferenceSession'> & { Tensor: TensorConstructor }

export interface OpenSession {
  session: InferenceSession
  Tensor: TensorConstructor
}

/**
 * Compiled code where there is a build for this system, otherwise WebAssembly; or WebAssembly in any case.
 */
export type RuntimeChoice = 'fastest' | 'wasm'

async function loadRuntime(choice: RuntimeChoice): Promise<{ runtime: Runtime; provider: 'cpu' | 'wasm' }> {
  if (choice === 'fastest') {
    const native = await import('onnxruntime-node').catch(() => null)
    if (native !== null) return { runtime: native, provider: 'cpu' }
  }
  const web = await import('onnxruntime-web')
  web.env.wasm.numThreads = 1
  return { runtime: web, provider: 'wasm' }
}

/**
 * Opens an ONNX file to run on one thread, in float32. Rejects with a sentence for the operator if this
 * system cannot.
 */
export async function openSession(network: Uint8Array, choice: RuntimeChoice): Promise<OpenSession> {
  try {
    return await createSession(network, choice)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(
      `The detector's encoder cannot run here: ${reason}. Install Penmark again with its packages (npm install).`,
      { cause },
    )
  }
}

async function createSession(network: Uint8Array, choice: RuntimeChoice): Promise<OpenSession> {
  const { runtime, provider } = await loadRuntime(choice)
  const session = await runtime.InferenceSession.create(network, {
    executionProviders: [provider],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
    // Weights are stored in int8 and computed with in float32: int8 arithmetic differs between processors.
    extra: { session: { disable_quant_qdq: '1' } },
  })
  return { session, Tensor: runtime.Tensor }
}
