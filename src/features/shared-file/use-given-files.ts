import { useEffect, useSyncExternalStore } from 'react'
import { StorageFullError } from '#src/db/quota.ts'
import { type CheckedDocument, checkDocument } from '#src/parts/documents/check-document.ts'
import { useDevice } from '#src/sync/current-device.ts'
import {
  type GivenFiles,
  giveBackFiles,
  givenFiles,
  onGivenFiles,
  takeGivenFiles,
} from '#src/sync/shared-files/given-files.ts'
import { keepSharedFiles } from '#src/sync/shared-files/kept-files.ts'
import { notifyError } from '#src/ui/notes/notify.ts'
import { showRefusal } from '#src/ui/rich-text/images/show-refusal.tsx'

/** The given files that could not be accepted. */
export type Missed = Pick<GivenFiles, 'leftOut' | 'isLost' | 'unkept'>

/**
 * Seals each incoming file as soon as the vault is open, by the rules of documents; reports a refused file
 * and does not keep it. Files without space wait in memory until a person tries again.
 */
export function useGivenFiles(): Missed {
  const given = useSyncExternalStore(onGivenFiles, givenFiles)
  const isOpen = useDevice() !== undefined
  const waits = given.files.length > 0
  useEffect(() => {
    if (isOpen && waits) void keepAll(takeGivenFiles())
  }, [isOpen, waits])
  return given
}

interface Checked {
  file: File
  outcome: CheckedDocument
}

async function keepAll(files: readonly File[]): Promise<void> {
  try {
    const checked = await Promise.all(
      files.map(async (file) => ({ file, outcome: await checkDocument(file) })),
    )
    await keepOrGiveBack(checked)
    for (const { outcome } of checked) if (!outcome.ok) showRefusal(outcome.refusal)
  } catch (problem) {
    notifyError(problem)
  }
}

/** Keeps the documents among them. If this device is full, returns them to memory, and the screen says so. */
async function keepOrGiveBack(checked: readonly Checked[]): Promise<void> {
  const documents = checked.flatMap(({ file, outcome }) =>
    outcome.ok ? [{ file, bytes: outcome.bytes }] : [],
  )
  try {
    await keepSharedFiles(documents.map(({ file: { name }, bytes }) => ({ name, bytes })))
  } catch (problem) {
    if (!(problem instanceof StorageFullError)) throw problem
    giveBackFiles(documents.map(({ file }) => file))
  }
}
