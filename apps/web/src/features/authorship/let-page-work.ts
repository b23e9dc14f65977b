/** Lets the page handle what waits, as a key of the writer, between two parts of long work. */
export const letPageWork = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
