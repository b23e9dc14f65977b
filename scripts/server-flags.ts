/**
 * How Node runs the API and the worker: in package.json, the image and the systemd unit too. On few processors that are all busy, the threads
 * which help to collect garbage wait for one, and every call waits for them: beside a hostile teacher, calls took a quarter longer.
 */
export const serverFlags = ['--single-threaded-gc']
