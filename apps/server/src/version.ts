/** The release, the same as in package.json (checked by a test). */
export const version = '0.1.0'
