import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { handler } from 'altcha-lib/workers/shared'

// Some hundred key derivations, off the main thread so that the page stays smooth.
handler({ deriveKey })
