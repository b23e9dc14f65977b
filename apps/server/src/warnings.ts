import { readFile } from 'node:fs/promises'
import type { InstallationWarning } from '@penmark/contract'
import type { Config } from './config.ts'

const cardOf = (modelFile: string): string => modelFile.replace(/\.penmark$/, '.card.json')

/** The use that a model's card allows; null where there is no card beside the model or it does not say. */
async function allowedUse(modelFile: string): Promise<string | null> {
  try {
    const card: unknown = JSON.parse(await readFile(cardOf(modelFile), 'utf8'))
    return typeof card === 'object' && card !== null && 'use' in card && typeof card.use === 'string' ? card.use : null
  } catch {
    return null
  }
}

/** What the operator must know about the settings as they are together. */
export async function warningsOf({
  detectorModel,
  payment,
}: Pick<Config, 'detectorModel'> & { payment: Pick<Config['payment'], 'stripe'> }): Promise<InstallationWarning[]> {
  const isPaid = payment.stripe?.secretKey.startsWith('sk_live_') ?? false
  const use = await allowedUse(detectorModel)
  if (!isPaid || use === null || !use.includes('non-commercial')) return []
  return [
    {
      code: 'model-not-for-paid-use',
      detail:
        'This installation takes real payments, but its detector learned from texts that allow evaluation and non-commercial use only. Set DETECTOR_MODEL to "open".',
    },
  ]
}
