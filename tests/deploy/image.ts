import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DockerfileParser, type Instruction } from 'dockerfile-ast'

export type Step =
  | { kind: 'copy'; sources: string[]; target: string; from: string | null }
  | { kind: 'run'; command: string }
  | { kind: 'folder'; path: string }

/** One stage of the image, as far as the rehearsal needs it. */
export interface Stage {
  name: string | null
  /** Version of Node in its base image. */
  node: string
  steps: Step[]
  environment: Record<string, string>
  entrypoint: string[]
  healthcheck: string[]
}

const file = join(import.meta.dirname, '../../deploy/Dockerfile')

const words = (instruction: Instruction) => instruction.getArguments().map((argument) => argument.getValue())
const commandOf = (instruction: Instruction) =>
  JSON.parse(/\[.*\]/s.exec(instruction.getTextContent())?.[0] ?? '[]') as string[]

/** Reads `deploy/Dockerfile`. Throws for an instruction that the rehearsal would silently leave out. */
export async function readImage(): Promise<{ stages: Stage[] }> {
  const stages: Stage[] = []
  for (const instruction of DockerfileParser.parse(await readFile(file, 'utf8')).getInstructions()) {
    const stage = stages.at(-1)
    const keyword = instruction.getKeyword()
    if (keyword === 'FROM') {
      const [base = '', , name = null] = words(instruction)
      const node = /^node:(\d+\.\d+\.\d+)-bookworm-slim$/.exec(base)?.[1]
      if (node === undefined) throw new Error(`The base image ${base} does not name a version of Node.`)
      stages.push({ name, node, steps: [], environment: {}, entrypoint: [], healthcheck: [] })
    } else if (stage === undefined) throw new Error(`${keyword} stands before FROM.`)
    else addTo(stage, keyword, instruction)
  }
  return { stages }
}

function addTo(stage: Stage, keyword: string, instruction: Instruction): void {
  const args = words(instruction)
  switch (keyword) {
    case 'WORKDIR':
      stage.steps.push({ kind: 'folder', path: args[0] ?? '' })
      break
    case 'RUN':
      stage.steps.push({ kind: 'run', command: instruction.getRawArgumentsContent() ?? '' })
      break
    case 'COPY': {
      const from = /--from=(\S+)/.exec(instruction.getTextContent())?.[1] ?? null
      const paths = args.filter((each) => !each.startsWith('--'))
      stage.steps.push({ kind: 'copy', sources: paths.slice(0, -1), target: paths.at(-1) ?? '', from })
      break
    }
    case 'ENV':
      for (const pair of args) {
        const [name = '', ...value] = pair.split('=')
        stage.environment[name] = value.join('=')
      }
      break
    case 'ENTRYPOINT':
      stage.entrypoint = commandOf(instruction)
      break
    case 'HEALTHCHECK':
      stage.healthcheck = commandOf(instruction)
      break
    case 'LABEL':
    case 'USER':
    case 'VOLUME':
    case 'EXPOSE':
      break
    default:
      throw new Error(`The rehearsal does not know ${keyword}.`)
  }
}
