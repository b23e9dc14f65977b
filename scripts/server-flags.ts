/**
 * Node's flags for the API and the worker, repeated in package.json, the image and the systemd unit. When all
 * processors are busy, extra threads for garbage collection have to wait for one, and every call of the
 * process waits for them.
 */
export const serverFlags = ['--single-threaded-gc']
