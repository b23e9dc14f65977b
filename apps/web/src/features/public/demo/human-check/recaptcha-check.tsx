import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import plain from '../../../../ui/plain/plain.module.css'
import { verifyChallengeToken } from './calls.ts'
import type { CheckProps } from './work-check.tsx'

interface Recaptcha {
  render: (container: HTMLElement, options: Record<string, unknown>) => number
  ready: (then: () => void) => void
}

declare global {
  var grecaptcha: Recaptcha | undefined
}

const scriptUrl = 'https://www.google.com/recaptcha/api.js?render=explicit'

let loaded: Promise<Recaptcha> | null = null

function addScript(): Promise<Recaptcha> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = scriptUrl
    script.nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
    script.onload = () => {
      const { grecaptcha } = globalThis
      if (grecaptcha) grecaptcha.ready(() => resolve(grecaptcha))
      else reject(new Error('The script brought no reCAPTCHA.'))
    }
    script.onerror = () => {
      script.remove()
      reject(new Error('reCAPTCHA could not be loaded.'))
    }
    document.head.append(script)
  })
}

/**
 * Loads Google's script once. Call it only after analytics cookies are allowed. A failed load can be retried.
 */
function loadRecaptcha(): Promise<Recaptcha> {
  loaded ??= addScript().catch((error: unknown) => {
    loaded = null
    throw error
  })
  return loaded
}

type Fault = 'failed' | 'connection' | 'expired'

/** Google's challenge, if the operator set it up and the visitor allowed it. */
export function RecaptchaCheck({ siteKey, onProof }: CheckProps & { siteKey: string }) {
  const { t } = useTranslation('demo')
  const container = useRef<HTMLDivElement>(null)
  const [fault, setFault] = useState<Fault | null>(null)
  const passed = useEffectEvent(onProof)
  useEffect(() => {
    let isShown = true
    // Google needs an element it has not rendered into yet.
    const widget = document.createElement('div')
    container.current?.append(widget)
    const showFault = (newFault: Fault | null) => isShown && setFault(newFault)
    const verify = async (token: string) => {
      const proof = await verifyChallengeToken(token)
      if (!isShown) return
      if (proof === null) setFault('failed')
      else passed(proof)
    }
    loadRecaptcha().then(
      (recaptcha) => {
        if (!isShown) return
        recaptcha.render(widget, {
          sitekey: siteKey,
          callback: (token: string) => {
            showFault(null)
            void verify(token)
          },
          'error-callback': () => showFault('connection'),
          'expired-callback': () => showFault('expired'),
        })
      },
      () => showFault('connection'),
    )
    return () => {
      isShown = false
      widget.remove()
    }
  }, [siteKey])
  return (
    <>
      <div ref={container} />
      {fault && (
        <p role="alert" className={plain.error}>
          {t(`check.recaptcha.${fault}`)}
        </p>
      )}
    </>
  )
}
