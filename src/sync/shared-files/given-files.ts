import { SHARED_FILE_PATH, SHARED_PARAM, TAKE_FILES } from '#contract/kernel/worker-messages.ts'
import { askWorker } from '../session/ask-worker.ts'

/** Files that a user gave to the app and that are not sealed yet. */
export interface GivenFiles {
  files: readonly File[]
  /** How many were left out because they were too large or too many. */
  leftOut: number
  /** The service worker no longer has the files that the URL names. */
  isLost: boolean
  /** Files that could not be sealed because this device is full. In memory only, until the user tries again. */
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
 * Takes the files that the service worker holds for this page, at app start: it may be stopped while the user still
 * types the password. The files wait in memory until the vault is open.
 */
export async function takeSharedFiles(): Promise<void> {
  const { pathname, search } = location
  const id = new URLSearchParams(search).get(SHARED_PARAM)
  if (pathname !== SHARED_FILE_PATH || id === null) return
  // A reload must not request files that were already handed out.
  history.replaceState(history.state, '', SHARED_FILE_PATH)
  const share = await askWorker<{ files: File[]; leftOut: number }>({ type: TAKE_FILES, id })
  add(share ? { ...share, isLost: false } : { ...NONE, isLost: true })
}

/** Accepts files that the system opened with the app. */
export const giveFiles = (files: readonly File[]): void => add({ ...NONE, files })

/** Returns the waiting files; for useSyncExternalStore. */
export const givenFiles = (): GivenFiles => given

/** Calls `listener` for each new file; returns the unsubscribe function. */
export function onGivenFiles(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Forgets the waiting files, because the user who gave them has left. */
export const forgetGivenFiles = (): void => change(NONE)

/** Returns the waiting files once; the report of missed files stays. */
export function takeGivenFiles(): readonly File[] {
  const { files } = given
  if (files.length > 0) change({ ...given, files: [] })
  return files
}

/** Takes back files that could not be sealed. They wait for `tryUnkeptAgain` and are not retried automatically. */
export const giveBackFiles = (files: readonly File[]): void =>
  change({ ...given, unkept: [...given.unkept, ...files] })

/** Retries the files that could not be sealed. */
export const tryUnkeptAgain = (): void =>
  change({ ...given, files: [...given.files, ...given.unkept], unkept: [] })
