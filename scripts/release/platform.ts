/** A system that compiled packages are made for, in the words of Node. */
export interface Platform {
  os: string
  cpu: string
}

export const thisPlatform: Platform = { os: process.platform, cpu: process.arch }
