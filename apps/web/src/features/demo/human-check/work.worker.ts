import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { handler } from 'altcha-lib/workers/shared'

// Some hundred key derivations, beside the page so that it stays smooth.
handler({ deriveKey })
