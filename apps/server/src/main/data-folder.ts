import { access, constants, mkdir } from 'node:fs/promises'
import { hasCode } from '../lib/error-code.ts'

const refusals = ['EROFS', 'EACCES', 'EPERM', 'ENOTDIR', 'EEXIST', 'ENOENT']

/** Makes the folder of the data. Throws a line for the operator where nothing can be written in it. */
export async function prepareDataFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK)
  } catch (cause) {
    const code = refusals.find((each) => hasCode(cause, each))
    if (code === undefined) throw cause
    throw new Error(
      `The data folder ${folder} cannot be written to (${code}). Give the user of this process the right to write there, or set DATA_DIR to another folder. Nothing was changed.`,
      { cause },
    )
  }
}
