export const megabyteBytes = 1_024 * 1_024

/** For a sentence. */
export const toMegabytes = (bytes: number) => Math.ceil(bytes / megabyteBytes)
