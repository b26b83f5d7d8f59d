import { useEffect, useSyncExternalStore } from 'react'
import { checkDocument } from '#src/parts/documents/check-document.ts'
import { useDevice } from '#src/sync/current-device.ts'
import {
  type GivenFiles,
  givenFiles,
  onGivenFiles,
  takeGivenFiles,
} from '#src/sync/shared-files/given-files.ts'
import { keepSharedFiles } from '#src/sync/shared-files/kept-files.ts'
import { notifyError } from '#src/ui/notify.ts'
import { showRefusal } from '#src/ui/rich-text/images/show-refusal.tsx'

/** What could not be taken of what was given. */
export type Missed = Pick<GivenFiles, 'leftOut' | 'isLost'>

/**
 * Seals each file that comes in as soon as the vault is open, by the rules of documents; a refused file is reported
 * and not kept.
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

async function keepAll(files: readonly File[]): Promise<void> {
  try {
    const checked = await Promise.all(
      files.map(async (file) => ({ file, outcome: await checkDocument(file) })),
    )
    await keepSharedFiles(
      checked.flatMap(({ file: { name }, outcome }) => (outcome.ok ? [{ name, bytes: outcome.bytes }] : [])),
    )
    for (const { outcome } of checked) if (!outcome.ok) showRefusal(outcome.refusal)
  } catch (problem) {
    notifyError(problem)
  }
}
