import { readFile } from 'node:fs/promises'
import type { InstallationWarning } from '@penmark/contract'
import * as z from 'zod/mini'
import { isLiveKey } from '../services/payment/stripe.ts'
import type { Config } from './config.ts'
import { isThisMachine } from './settings/groups.ts'

const cardOf = (modelFile: string): string => modelFile.replace(/\.penmark$/, '.card.json')

const Card = z.object({ name: z.string(), version: z.string(), use: z.string() })

/** What the card beside a model says; null if there is none. */
async function readCard(modelFile: string): Promise<z.infer<typeof Card> | null> {
  try {
    return Card.parse(JSON.parse(await readFile(cardOf(modelFile), 'utf8')))
  } catch {
    return null
  }
}

const uses = new Map([
  ['any', 'for any use'],
  ['evaluation-and-non-commercial', 'for evaluation and non-commercial use'],
])

/** For the operator: which model judges here, and what its licence allows. */
export async function describeModel(modelFile: string): Promise<string> {
  const card = await readCard(modelFile)
  return card === null ? modelFile : `${card.name} ${card.version}, ${uses.get(card.use) ?? card.use}`
}

type Settings = Pick<Config, 'detectorModel' | 'host' | 'publicUrl'> & {
  payment: Pick<Config['payment'], 'stripe' | 'fakeStripe'>
}

/** Test payments give Pro to anyone who asks, which is fine on one's own machine but not on a network. */
function testPayments({ host, publicUrl, payment }: Settings): InstallationWarning[] {
  if (!payment.fakeStripe || (isThisMachine(host) && isThisMachine(new URL(publicUrl).hostname))) return []
  const detail =
    'This installation is open to the network and takes test payments: anyone who signs in can get Pro for free. Set STRIPE_SECRET_KEY to sell it, or PAYMENT_STAND_IN to "false" to sell nothing.'
  return [{ code: 'test-payments-in-the-open', detail }]
}

async function paidUse({ detectorModel, payment }: Settings): Promise<InstallationWarning[]> {
  const isPaid = payment.stripe !== null && isLiveKey(payment.stripe.secretKey)
  const card = await readCard(detectorModel)
  if (!isPaid || card === null || !card.use.includes('non-commercial')) return []
  return [
    {
      code: 'model-not-for-paid-use',
      detail:
        'This installation takes real payments, but its detector learned from texts that allow evaluation and non-commercial use only. Set DETECTOR_MODEL to "open".',
    },
  ]
}

/** What the operator must know about the settings as they are together. */
export async function warningsOf(settings: Settings): Promise<InstallationWarning[]> {
  return [...(await paidUse(settings)), ...testPayments(settings)]
}
