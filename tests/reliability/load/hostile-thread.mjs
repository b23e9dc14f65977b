// Node 20 does not run TypeScript in a thread, so register a loader first.
import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

register()
const { prepareHostileInput, startHostileTeacher } = await import('./hostile-teacher.ts')
const input = prepareHostileInput()
parentPort.postMessage('ready')
await once(parentPort, 'message')
const stop = once(parentPort, 'message')
const teacher = await startHostileTeacher(workerData.origin, workerData.authorization, input)
await stop
parentPort.postMessage(await teacher.stop())
