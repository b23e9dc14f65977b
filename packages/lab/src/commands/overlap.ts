import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { measureDolos } from '../evaluation/overlap/measure-dolos.ts'
import { measureOverlap, overlapSources } from '../evaluation/overlap/measure-overlap.ts'
import { gather } from '../training/train.ts'

/**
 * Measures the comparison of a class: what it finds of passages copied between student texts, and in classes
 * where nothing was copied. With `--dolos FOLDER`, in which `@dodona/dolos-lib` is installed, that tool
 * compares the same texts.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    out: { type: 'string', default: 'models' },
    seed: { type: 'string', default: '1' },
    dolos: { type: 'string' },
  },
})

const seed = Number(values.seed)
const collection = gather(values.data, seed, overlapSources)
const figures = measureOverlap(collection, seed)
if (values.dolos !== undefined) figures.dolos = await measureDolos(resolve(values.dolos), collection, figures)
writeFileSync(join(values.out, 'overlap.json'), `${JSON.stringify(figures, null, 1)}\n`)
