declare global {
  // The global that libraries read when they add style elements.
  var __webpack_nonce__: string | undefined
}

/** The page's style nonce: only style elements with it are applied. Empty when the server sets none. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

globalThis.__webpack_nonce__ = styleNonce()
