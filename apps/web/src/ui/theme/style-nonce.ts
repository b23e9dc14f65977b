declare global {
  // The name that libraries which add style elements look for.
  var __webpack_nonce__: string | undefined
}

/** The nonce this page was sent with: only style elements that carry it are applied. Empty where the server sets none. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

globalThis.__webpack_nonce__ = styleNonce()
