import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { serverFlags } from '../../scripts/server-flags.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'deploy')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const commands = ['api', 'worker', 'migrate']
const image = read('Dockerfile')

interface Service {
  image: string
  command: string[]
  user?: string
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  environment: Record<string, string>
  deploy?: { resources: { limits: { memory: string } } }
  depends_on?: Record<string, { condition: string }>
}
const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<string, Service>
  volumes: object
}
const ours = Object.entries(compose.services).filter(([, service]) => service.image.startsWith('penmark'))

interface Container {
  name: string
  args: string[]
  securityContext: {
    readOnlyRootFilesystem: boolean
    allowPrivilegeEscalation: boolean
    capabilities: { drop: string[] }
  }
  resources: { requests: object; limits: { memory: string } }
  startupProbe?: { httpGet: { path: string } }
  livenessProbe?: { httpGet: { path: string } }
  readinessProbe?: { httpGet: { path: string } }
}
interface Manifest {
  kind: string
  metadata: { name: string }
  data?: Record<string, string>
  stringData?: Record<string, string>
  spec: {
    template: {
      spec: {
        securityContext: { runAsNonRoot: boolean; runAsUser: number }
        terminationGracePeriodSeconds: number
        initContainers: Container[]
        containers: Container[]
      }
    }
  }
}
const manifests = readdirSync(join(folder, 'kubernetes')).flatMap((name) =>
  parseAllDocuments(read(`kubernetes/${name}`)).map((document) => {
    expect(document.errors, name).toEqual([])
    return document.toJS() as Manifest
  }),
)
const deployments = manifests.filter(({ kind }) => kind === 'Deployment')

test('the image installs from the lockfile, builds, and starts the build as an unprivileged user', () => {
  const steps = [...image.matchAll(/^RUN (npm .*)$/gm)].map(([, step]) => step)
  expect(steps).toEqual(['npm ci', 'npm run release -- --program /program'])
  expect(image).toMatch(/^USER 1000:1000$/m)
  expect(image).toContain(
    `ENTRYPOINT ${JSON.stringify(['node', ...serverFlags, 'apps/server/dist/start.js']).replaceAll(',', ', ')}`,
  )
  expect(image).toContain('/readyz')
})

test('npm and systemd start Node with the same flags as the image', () => {
  const { scripts } = JSON.parse(read('../package.json')) as { scripts: Record<string, string> }
  const command = ['node', ...serverFlags, 'scripts/start.mjs'].join(' ')
  expect([scripts.start, scripts.api, scripts.worker]).toEqual([
    command,
    `${command} api`,
    `${command} worker`,
  ])
  expect(read('systemd/penmark.service')).toMatch(new RegExp(`^ExecStart=/usr/bin/${command}$`, 'm'))
})

test('the finished image holds the built program and nothing else, and says what it is', () => {
  expect([...image.matchAll(/^COPY --from=build (.+)$/gm)].map(([, copied]) => copied)).toEqual([
    '/program ./',
  ])
  const { version, description, license } = JSON.parse(read('../package.json')) as Record<string, string>
  const labels = Object.fromEntries(
    [...image.matchAll(/org\.opencontainers\.image\.(\w+)="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  )
  expect(labels).toEqual({ title: 'Penmark', description, version, licenses: license })
})

test('every service of the compose file is hardened, limited, and waits for its dependencies', () => {
  expect(ours.map(([name]) => name).sort()).toEqual(['api', 'migrate', 'worker'])
  for (const [name, service] of ours) {
    expect(service.command).toEqual([name])
    expect(commands).toContain(name)
    expect(service).toMatchObject({
      user: '1000:1000',
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
    for (const needed of Object.keys(service.depends_on ?? {}))
      expect(compose.services).toHaveProperty(needed)
    if (name !== 'migrate') expect(service.deploy?.resources.limits.memory).toMatch(/^\d+m$/)
  }
})

test('every container of the manifests is hardened, limited and monitored', () => {
  expect(deployments.map(({ metadata }) => metadata.name).sort()).toEqual(['penmark-api', 'penmark-worker'])
  for (const { spec } of deployments) {
    const pod = spec.template.spec
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 })
    for (const container of [...pod.initContainers, ...pod.containers]) {
      expect(container.args).toEqual([container.name])
      expect(commands).toContain(container.name)
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      expect(container.resources.limits.memory).toMatch(/^\d+Mi$/)
    }
    for (const { startupProbe, livenessProbe, readinessProbe } of pod.containers)
      expect([startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet.path)).toEqual([
        '/healthz',
        '/healthz',
        '/readyz',
      ])
  }
})

test('every process gets more time to stop than it needs', () => {
  const settings = manifests.find(({ kind }) => kind === 'ConfigMap')?.data ?? {}
  const stopSeconds = Number(settings.LEAVE_SECONDS) + Number(settings.FINISH_SECONDS)
  for (const { spec } of deployments)
    expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(stopSeconds)
})
