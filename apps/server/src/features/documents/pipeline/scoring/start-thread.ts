import { Worker } from 'node:worker_threads'

/** Starts a thread of the server from its bundled program, or from its source. */
export function startThread(source: URL, bundled: string | undefined, workerData: unknown): Worker {
  if (bundled !== undefined) return new Worker(bundled, { workerData })
  // Node 20 does not run TypeScript, and a thread takes no loader from its options, so register it first.
  const program = `import { register } from '${import.meta.resolve('tsx/esm/api')}'; register(); await import('${source.href}')`
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`), { workerData })
}
