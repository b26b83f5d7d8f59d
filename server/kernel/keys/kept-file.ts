import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Returns the text of a key file, or undefined if it does not exist. `what` names the keys in error messages. */
export async function readKept(file: string, what: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new Error(`The ${what} in ${file} cannot be read. Is the file this account's?`, { cause: error })
  }
}

/**
 * Writes a key file if it does not exist yet. Linking fails if the name is taken, and a file under its name is always
 * complete: a second writer reads the first one's keys.
 */
export async function keepOnce(file: string, text: string, what: string): Promise<void> {
  const folder = dirname(file)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const beside = join(folder, `.${randomUUID()}.new`)
  try {
    const handle = await open(beside, 'wx', 0o600)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await link(beside, file)
    await syncFolder(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new Error(`The ${what} could not be kept in ${file}.`, { cause: error })
  } finally {
    await rm(beside, { force: true })
  }
}

// The file name must be durable too; Windows cannot open a folder, and keeps names by itself.
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
