// Node 20 does not run TypeScript in a thread, so register a loader first.
import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

register()
const { prepareHostileInput, startHostileTeacher } = await import('./hostile-teacher.ts')
const { startSmallUploads } = await import('./small-uploads.ts')
const { attack, origin, authorization } = workerData
const input = attack === 'expensive' ? prepareHostileInput() : null
parentPort.postMessage('ready')
await once(parentPort, 'message')
const stop = once(parentPort, 'message')
const teacher = input === null ? startSmallUploads(origin, authorization) : await startHostileTeacher(origin, authorization, input)
await stop
parentPort.postMessage(await teacher.stop())
