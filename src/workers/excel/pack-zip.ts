import { zipSync } from 'fflate'

/** The earliest date in a zip archive, so that the same files give the same bytes. */
const FIRST_DAY = new Date(1980, 0, 1)
const USUAL_LEVEL = 6

/**
 * Packs files into a zip archive; with `isStored` they are not compressed. Runs in this thread, because the library
 * builds its own worker from a string, which the page's security rules forbid.
 */
export function packZip(
  files: ReadonlyMap<string, Uint8Array>,
  { isStored = false } = {},
): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    zipSync(Object.fromEntries(files), { level: isStored ? 0 : USUAL_LEVEL, mtime: FIRST_DAY }),
  )
}
