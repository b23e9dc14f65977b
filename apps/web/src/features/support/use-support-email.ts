import { brand } from '@penmark/contract'
import { useEffect, useState } from 'react'

/** The operator's support address; the product's own until that is loaded. */
export function useSupportEmail(): string {
  const [email, setEmail] = useState<string>(brand.supportEmail)
  useEffect(() => {
    let isShown = true
    const read = async () => (await import('./calls.ts')).readSupportEmail()
    read().then(
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
