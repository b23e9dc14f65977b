/**
 * The flags with which Node runs the API and the worker, also written in package.json, the image and the systemd unit. When all processors are
 * busy, threads that help to collect garbage wait for one, and every call of the process waits for them.
 */
export const serverFlags = ['--single-threaded-gc']
