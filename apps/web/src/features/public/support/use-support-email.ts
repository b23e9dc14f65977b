import { apiBase, brand, type PublicSettings } from '@penmark/contract'
import { useEffect, useState } from 'react'

/** Without the code that checks answers, which a visitor's page would load for this address alone. */
async function readSupportEmail(): Promise<string> {
  const response = await fetch(`${apiBase}/settings`, { headers: { accept: 'application/json' } })
  const { support_email } = (await response.json()) as Partial<PublicSettings>
  if (support_email === undefined) throw new Error(`The settings answered ${response.status}.`)
  return support_email
}

/** The operator's support address; the product's own until that is loaded. */
export function useSupportEmail(): string {
  const [email, setEmail] = useState<string>(brand.supportEmail)
  useEffect(() => {
    let isShown = true
    readSupportEmail().then(
      (address) => isShown && setEmail(address),
      // The form still works with the product's own address.
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [])
  return email
}
