import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../../apps/server/src/testing/port.ts'
import { binariesFolder, fetchNode } from '../nodes/binaries.ts'
import { plainTable } from '../reliability/table.ts'
import { readImage, type Stage, type Step } from './image.ts'

/**
 * `npm run trial -- image`: carries out the Dockerfile without a container engine. Each stage is a folder;
 * only what the Dockerfile copies lies in it, and its commands run on the Node of the base image. The
 * finished stage is started as the image starts it, must answer its health check and its pages, and must end
 * on SIGTERM. Base images, users and capabilities are not rehearsed.
 */
const root = join(import.meta.dirname, '../..')
const readyWithinMs = 120_000
const run = promisify(execFile)
/** How this machine reaches the registry. Nothing else of its environment belongs to an image. */
const networkVariables =
  /^(npm_config_(registry|cache|cafile|.*proxy)|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|(https?|no)_proxy)$/i

const folder = await mkdtemp(join(tmpdir(), 'penmark-image-'))
const rows: (string | number)[][] = []
try {
  const { stages } = await readImage()
  const context = join(folder, 'context')
  await copyContext(context)
  const built = new Map<string, string>()
  for (const [at, stage] of stages.entries()) {
    const stageFolder = join(folder, `stage-${at}`)
    built.set(stage.name ?? String(at), stageFolder)
    await buildStage(stage, stageFolder, context, built)
  }
  const last = stages.at(-1)
  if (last === undefined) throw new Error('The Dockerfile has no stage.')
  await tryImage(last, join(folder, `stage-${stages.length - 1}`))
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
process.stdout.write(`${plainTable({ columns: ['Step', 'Seconds'], rows })}\n`)

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  process.stderr.write(`… ${name}\n`)
  const start = performance.now()
  const result = await work()
  rows.push([name, ((performance.now() - start) / 1000).toFixed(1)])
  return result
}

/** What `docker build` sends: the files of the repository, less those in the ignore file. */
async function copyContext(folder: string): Promise<void> {
  const ignored = (await readFile(join(root, 'deploy/Dockerfile.dockerignore'), 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    maxBuffer: 1 << 26,
  })
  const isIgnored = (path: string) =>
    ignored.some((rule) =>
      rule.startsWith('**/')
        ? path.split('/').includes(rule.slice('**/'.length))
        : path === rule || path.startsWith(`${rule}/`),
    )
  for (const path of stdout.split('\0'))
    if (path !== '' && !isIgnored(path)) await cp(join(root, path), join(folder, path), { recursive: true })
}

async function buildStage(
  { node, steps, environment }: Stage,
  stageFolder: string,
  context: string,
  built: Map<string, string>,
): Promise<void> {
  const binary = await fetchNode(node, binariesFolder())
  let cwd = stageFolder
  const inStage = (path: string) => (path.startsWith('/') ? join(stageFolder, path) : join(cwd, path))
  const copy = async ({ sources, target, from }: Extract<Step, { kind: 'copy' }>) => {
    const origin = from === null ? context : built.get(from)
    if (origin === undefined) throw new Error(`No stage is called ${from}.`)
    for (const source of sources) {
      const isFile = target.endsWith('/')
      await cp(join(origin, source), isFile ? join(inStage(target), basename(source)) : inStage(target), {
        recursive: true,
        verbatimSymlinks: true,
      })
    }
  }
  for (const step of steps) {
    if (step.kind === 'folder') {
      cwd = join(stageFolder, step.path)
      await mkdir(cwd, { recursive: true })
    } else if (step.kind === 'copy') await copy(step)
    else {
      // The stage stands for the root of the container, whose users do not exist here.
      const command = `chown() { :; }; ${step.command.replaceAll(/(?<=\s)\/(?=\w)/g, `${stageFolder}/`)}`
      await timed(step.command, () =>
        run('sh', ['-c', command], { cwd, env: environmentOf(binary, environment), maxBuffer: 1 << 26 }),
      )
    }
  }
}

function environmentOf(binary: string, settings: Record<string, string>): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => networkVariables.test(name))
  return {
    ...Object.fromEntries(kept),
    PATH: [dirname(binary), process.env.PATH].join(delimiter),
    HOME: process.env.HOME,
    ...settings,
  }
}

/** Starts the image's entry point and asks what its health check asks. */
async function tryImage(stage: Stage, stageFolder: string): Promise<void> {
  const binary = await fetchNode(stage.node, binariesFolder())
  const [port, metricsPort] = [await freePort(), await freePort()]
  const settings = {
    ...environmentOf(binary, stage.environment),
    PORT: String(port),
    HOST: '127.0.0.1',
    METRICS_HOST: '127.0.0.1',
    METRICS_PORT: String(metricsPort),
    DATA_DIR: join(stageFolder, stage.environment.DATA_DIR ?? '/data'),
  }
  const [command = '', ...args] = stage.entrypoint
  let output = ''
  const child = spawn(command, args, {
    cwd: join(stageFolder, 'app'),
    env: settings,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
  const exit = once(child, 'exit')
  try {
    const [program = '', ...check] = stage.healthcheck.map((each) =>
      each.replace(stage.environment.METRICS_PORT ?? '9464', String(metricsPort)),
    )
    await timed('first start until the health check passes', () =>
      untilHealthy(child, () => run(program, check, { env: settings })),
    )
    for (const path of ['/', '/documents', '/api/v1/openapi.json', '/healthz']) {
      const { status } = await fetch(`http://127.0.0.1:${port}${path}`)
      if (status !== 200) throw new Error(`${path} answers ${status}.`)
    }
    child.kill('SIGTERM')
    const [code] = (await timed('stop', () => exit)) as [number | null]
    if (code !== 0) throw new Error(`The image ended with code ${code}.`)
  } catch (error) {
    child.kill('SIGKILL')
    throw new Error(`The image does not work.\n${output}`, { cause: error })
  }
}

async function untilHealthy(child: ChildProcess, check: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + readyWithinMs
  while (Date.now() < deadline && child.exitCode === null) {
    const isHealthy = await check().then(
      () => true,
      () => false,
    )
    if (isHealthy) return
    await wait(250)
  }
  throw new Error(
    child.exitCode === null ? 'The health check never passed.' : `It ended with code ${child.exitCode}.`,
  )
}
