import { zipSync } from 'fflate'

/** The first day that a zip archive knows: the same files give the same bytes. */
const FIRST_DAY = new Date(1980, 0, 1)
const USUAL_LEVEL = 6

/**
 * Packs files to a zip archive; with `isStored` they are not compressed. In this thread, for a library's own worker is
 * made of a text, which the page's security rules refuse.
 */
export function packZip(
  files: ReadonlyMap<string, Uint8Array>,
  { isStored = false } = {},
): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    zipSync(Object.fromEntries(files), { level: isStored ? 0 : USUAL_LEVEL, mtime: FIRST_DAY }),
  )
}
