import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as dclint from 'dclint'
import { validate } from 'dockerfile-utils'
import { Deployment } from 'kubernetes-models/apps/v1'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ConfigMap, Secret, Service } from 'kubernetes-models/v1'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { settingDescriptions } from '../../apps/server/src/main/settings/definitions.ts'
import { nodeVersions } from '../nodes/binaries.ts'
import { readImage } from './image.ts'

/** The package's own declarations lead nowhere. */
type ComposeLinter = new (
  settings: object,
) => { lintFiles(paths: string[], recursive: boolean): { messages: unknown[] }[] }

const root = join(import.meta.dirname, '../..')
const deploy = join(root, 'deploy')
const read = (name: string) => readFile(join(deploy, name), 'utf8')

interface Manifest {
  apiVersion: string
  kind: string
  data?: Record<string, string>
  stringData?: Record<string, string>
}

const models = {
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  PodDisruptionBudget,
  Secret,
  Service,
}
const isModelled = (kind: string): kind is keyof typeof models => Object.hasOwn(models, kind)

async function readManifests(): Promise<Manifest[]> {
  const files = await readdir(join(deploy, 'kubernetes'))
  const texts = await Promise.all(files.map((name) => read(`kubernetes/${name}`)))
  return texts.flatMap((text) =>
    parseAllDocuments(text, { merge: true }).map((document) => document.toJS() as Manifest),
  )
}

/** Settings that a container may be used beside the product's own. */
const known = new Set(['NODE_ENV', ...settingDescriptions.map(({ name }) => name)])

test('the Dockerfile has no mistakes', async () => {
  expect(validate(await read('Dockerfile'))).toEqual([])
})

test('the image is built with the packages of every workspace, on a tested version of Node', async () => {
  const { stages } = await readImage()
  const copied = stages[0]?.steps.flatMap((step) =>
    step.kind === 'copy' && step.sources[0]?.endsWith('/package.json') ? step.sources : [],
  )
  const workspaces = await Promise.all(
    ['apps', 'packages'].map(async (folder) =>
      (await readdir(join(root, folder))).map((name) => `${folder}/${name}/package.json`),
    ),
  )
  expect(copied?.toSorted()).toEqual(workspaces.flat().toSorted())
  expect(new Set(stages.map(({ node }) => node)).size).toBe(1)
  expect(nodeVersions).toContain(stages[0]?.node)
})

test('the compose file follows the schema of Compose', () => {
  const taste = [
    'service-keys-order',
    'services-alphabetical-order',
    'top-level-properties-order',
    'require-quotes-in-ports',
  ]
  const { DCLinter } = dclint as unknown as { DCLinter: ComposeLinter }
  const linter = new DCLinter({
    rules: Object.fromEntries(taste.map((rule) => [rule, 0])),
    quiet: false,
    debug: false,
    exclude: [],
  })
  const results = linter.lintFiles([join(deploy, 'compose.yaml')], false)
  expect(results).toHaveLength(1)
  expect(results.flatMap(({ messages }) => messages)).toEqual([])
})

test('every Kubernetes manifest follows the schema of its kind', async () => {
  const manifests = await readManifests()
  expect(manifests.length).toBeGreaterThan(5)
  for (const manifest of manifests) {
    if (!isModelled(manifest.kind)) throw new Error(`No schema is known for ${manifest.kind}.`)
    const Model = models[manifest.kind] as new (data: Manifest) => { validate(): void; apiVersion: string }
    const model = new Model(manifest)
    expect(() => model.validate(), manifest.kind).not.toThrow()
    expect(manifest.apiVersion).toBe(model.apiVersion)
  }
})

test('detects an invalid manifest', () => {
  expect(() => new Service({ spec: { ports: [{ port: 'eighty' }] } } as never).validate()).toThrow(/port/)
})

interface Locked {
  cpu?: string[]
  os?: string[]
  dev?: boolean
}

test('every program that the product installs for x86-64 has a build for ARM64', async () => {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const forProcessor = (processor: string) =>
    Object.entries(lock.packages)
      .filter(([, { cpu, os, dev }]) => dev !== true && os?.includes('linux') && cpu?.includes(processor))
      .map(([name]) => name.replace(processor, ''))
  expect(forProcessor('x64').length).toBeGreaterThan(0)
  expect(forProcessor('arm64')).toEqual(expect.arrayContaining(forProcessor('x64')))
})

test('every setting in image, compose file and manifests is one that the server knows', async () => {
  const manifests = await readManifests()
  const { services } = parse(await read('compose.yaml'), { merge: true }) as {
    services: Record<string, { image: string; environment?: Record<string, string> }>
  }
  const used = [
    ...(await readImage()).stages.flatMap(({ environment }) => Object.keys(environment)),
    ...Object.values(services).flatMap(({ image, environment }) =>
      image.startsWith('penmark') ? Object.keys(environment ?? {}) : [],
    ),
    ...manifests.flatMap(({ data, stringData }) => Object.keys({ ...data, ...stringData })),
  ]
  expect(used).toContain('DATABASE_URL')
  expect(used.filter((name) => !known.has(name))).toEqual([])
})
