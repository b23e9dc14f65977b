interface Recaptcha {
  render: (place: HTMLElement, options: Record<string, unknown>) => number
  ready: (then: () => void) => void
}

declare global {
  var grecaptcha: Recaptcha | undefined
}

const address = 'https://www.google.com/recaptcha/api.js?render=explicit'

let loading: Promise<Recaptcha> | null = null

function load(): Promise<Recaptcha> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
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

/** Loads Google's script once. Call it only after analytics cookies are allowed. A failed load can be retried. */
export function loadRecaptcha(): Promise<Recaptcha> {
  loading ??= load().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}
