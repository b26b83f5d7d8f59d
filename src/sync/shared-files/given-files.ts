import { SHARED_FILE_PATH, SHARED_PARAM, TAKE_FILES } from '#contract/kernel/worker-messages.ts'
import { askWorker } from '../session/ask-worker.ts'

/** Files that a person gave to the app and that are not sealed yet. */
export interface GivenFiles {
  files: readonly File[]
  /** How many were left out, too large or too many. */
  leftOut: number
  /** The service worker does not hold what the address names any more. */
  isLost: boolean
  /** Files that could not be sealed, because this device is full. They are in memory only, until a person tries again. */
  unkept: readonly File[]
}

const NONE: GivenFiles = { files: [], leftOut: 0, isLost: false, unkept: [] }
let given = NONE
const listeners = new Set<() => void>()

// Only the last share's missed files are reported.
const add = ({ files, leftOut, isLost }: Omit<GivenFiles, 'unkept'>): void =>
  change({ ...given, files: [...given.files, ...files], leftOut, isLost })

function change(next: GivenFiles): void {
  given = next
  for (const listener of listeners) listener()
}

/**
 * Takes what the service worker holds for this page, at the start of the app: it may be stopped while its person still
 * types the password. The files wait in memory until the vault is open.
 */
export async function takeSharedFiles(): Promise<void> {
  const { pathname, search } = location
  const id = new URLSearchParams(search).get(SHARED_PARAM)
  if (pathname !== SHARED_FILE_PATH || id === null) return
  // A reload must not ask for what was given out.
  history.replaceState(history.state, '', SHARED_FILE_PATH)
  const share = await askWorker<{ files: File[]; leftOut: number }>({ type: TAKE_FILES, id })
  add(share ? { ...share, isLost: false } : { ...NONE, isLost: true })
}

/** Files that the system opened with the app. */
export const giveFiles = (files: readonly File[]): void => add({ ...NONE, files })

/** What waits; for useSyncExternalStore. */
export const givenFiles = (): GivenFiles => given

/** Tells of each file that comes in; returns how to stop that. */
export function onGivenFiles(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Forgets what waits: who gave it has left. */
export const forgetGivenFiles = (): void => change(NONE)

/** Hands over the files that wait, once; what was missed stays said. */
export function takeGivenFiles(): readonly File[] {
  const { files } = given
  if (files.length > 0) change({ ...given, files: [] })
  return files
}

/** Takes back files that could not be sealed. They wait for `tryUnkeptAgain` and are not sealed by themselves. */
export const giveBackFiles = (files: readonly File[]): void =>
  change({ ...given, unkept: [...given.unkept, ...files] })

/** Gives the files that could not be sealed once more. */
export const tryUnkeptAgain = (): void =>
  change({ ...given, files: [...given.files, ...given.unkept], unkept: [] })
