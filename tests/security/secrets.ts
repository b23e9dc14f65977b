/** Patterns of secrets that must not be committed. */
const patterns: Record<string, RegExp> = {
  'a private key': /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s+[A-Za-z0-9+/]/,
  'a live key of a payment provider': /\b[sr]k_live_[A-Za-z0-9]{16,}/,
  'a test key of a payment provider': /\b[sr]k_test_[A-Za-z0-9]{24,}/,
  'a signing secret of a payment provider': /\bwhsec_[A-Za-z0-9]{24,}/,
  'a cloud access key': /\bAKIA[0-9A-Z]{16}\b/,
  'a GitHub token': /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{40,})/,
  'a Penmark API key': /\bpmk_[\w-]{43}\b/,
  'a URL with a password':
    /\b(?:postgres(?:ql)?|smtps?|https?):\/\/[^\s:/@'"`]+:(?!(?:password|CHANGE-ME)@)[^\s:/@'"`${}]{8,}@(?!.*example)/,
}

/** Names of the secrets found in a text. */
export function secretsIn(text: string): string[] {
  return Object.entries(patterns).flatMap(([name, pattern]) => (pattern.test(text) ? [name] : []))
}

/** Whether a source reads `process.env`. */
export function readsEnvironment(source: string): boolean {
  return /\bprocess\.env\b/.test(source)
}
