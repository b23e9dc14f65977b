import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { prepareHostileInput, startHostileTeacher } from './hostile-teacher.ts'
import { startSmallUploads } from './small-uploads.ts'

/**
 * Sends the input of the hostile teacher, in a process that stands for another machine. It gets the processor
 * when nothing else wants it (`SCHED_IDLE`): otherwise what it takes to send a thousand calls would count as
 * the product's delay.
 */
execFileSync('chrt', ['-a', '--idle', '-p', '0', String(process.pid)])
const [attack, origin = '', authorization = ''] = process.argv.slice(2)
// Made before anything is measured.
const input = attack === 'expensive' ? prepareHostileInput() : null
process.send?.('ready')
await once(process, 'message')
const stop = once(process, 'message')
const teacher =
  input === null
    ? startSmallUploads(origin, authorization)
    : await startHostileTeacher(origin, authorization, input)
await stop
process.send?.(await teacher.stop())
process.disconnect()
