import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { Encoder } from '@penmark/detector/lab'

/** A thread that reads lists of texts with one encoder. */
const { network, words } = workerData as { network: string; words: string[] }
const encoder = new Encoder({ words, network: readFileSync(network) })

async function answer(texts: readonly (readonly string[])[]): Promise<void> {
  const readings: Int8Array[] = []
  for (const tokens of texts) readings.push(await encoder.read(tokens))
  parentPort?.postMessage(readings)
}

parentPort?.on('message', (texts: string[][]) => void answer(texts))
