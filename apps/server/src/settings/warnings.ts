import { readFile } from 'node:fs/promises'
import type { InstallationWarning } from '@penmark/contract'
import type { Config } from '../config.ts'
import { isLiveKey } from '../outside/payment/stripe.ts'
import { isThisMachine } from './groups.ts'

const cardOf = (modelFile: string): string => modelFile.replace(/\.penmark$/, '.card.json')

/** The use that a model's card allows; null if there is no card beside the model or it does not say. */
async function allowedUse(modelFile: string): Promise<string | null> {
  try {
    const card: unknown = JSON.parse(await readFile(cardOf(modelFile), 'utf8'))
    return typeof card === 'object' && card !== null && 'use' in card && typeof card.use === 'string' ? card.use : null
  } catch {
    return null
  }
}

type Settings = Pick<Config, 'detectorModel' | 'host' | 'publicUrl'> & { payment: Pick<Config['payment'], 'stripe' | 'fakeStripe'> }

/** Test payments give Pro to anyone who asks, which is fine on one's own machine but not on a network. */
function testPayments({ host, publicUrl, payment }: Settings): InstallationWarning[] {
  if (!payment.fakeStripe || (isThisMachine(host) && isThisMachine(new URL(publicUrl).hostname))) return []
  const detail =
    'This installation is open to the network and takes test payments: anyone who signs in can get Pro for free. Set STRIPE_SECRET_KEY to sell it, or PAYMENT_STAND_IN to "false" to sell nothing.'
  return [{ code: 'test-payments-in-the-open', detail }]
}

async function paidUse({ detectorModel, payment }: Settings): Promise<InstallationWarning[]> {
  const isPaid = payment.stripe !== null && isLiveKey(payment.stripe.secretKey)
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

/** What the operator must know about the settings as they are together. */
export async function warningsOf(settings: Settings): Promise<InstallationWarning[]> {
  return [...(await paidUse(settings)), ...testPayments(settings)]
}
