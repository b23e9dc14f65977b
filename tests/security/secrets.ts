/** Patterns of secrets that must not be committed. */
const shapes: Record<string, RegExp> = {
  'a private key': /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s+[A-Za-z0-9+/]/,
  'a live key of a payment provider': /\b[sr]k_live_[A-Za-z0-9]{16,}/,
  'a test key of a payment provider': /\b[sr]k_test_[A-Za-z0-9]{24,}/,
  'a signing secret of a payment provider': /\bwhsec_[A-Za-z0-9]{24,}/,
  'an access key of a cloud': /\bAKIA[0-9A-Z]{16}\b/,
  'a token of a code host': /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{40,})/,
  'a key of ours': /\bpmk_[\w-]{43}\b/,
  'an address with a password':
    /\b(?:postgres(?:ql)?|smtps?|https?):\/\/[^\s:/@'"`]+:(?!(?:password|CHANGE-ME)@)[^\s:/@'"`${}]{8,}@(?!.*example)/,
}

/** Names of the secrets found in a text. */
export function secretsIn(text: string): string[] {
  return Object.entries(shapes).flatMap(([name, shape]) => (shape.test(text) ? [name] : []))
}

/** Whether a source reads `process.env`. */
export function readsEnvironment(source: string): boolean {
  return /\bprocess\.env\b/.test(source)
}
