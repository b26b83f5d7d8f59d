import { useEffect, useState, useSyncExternalStore } from 'react'
import { checkDocument } from '#src/parts/documents/check-document.ts'
import { useDevice } from '#src/sync/current-device.ts'
import { givenFiles, onGivenFiles, takeGivenFiles } from '#src/sync/shared-files/given-files.ts'
import { keepSharedFiles } from '#src/sync/shared-files/kept-files.ts'
import { notifyError } from '#src/ui/notify.ts'
import { showRefusal } from '#src/ui/rich-text/images/show-refusal.tsx'

/** What could not be taken of what was given. */
export interface Missed {
  leftOut: number
  isLost: boolean
}

/**
 * Seals each file that comes in as soon as the vault is open, by the rules of documents: one that is refused is said and
 * not kept.
 */
export function useGivenFiles(): Missed {
  const given = useSyncExternalStore(onGivenFiles, givenFiles)
  const isOpen = useDevice() !== undefined
  const [missed, setMissed] = useState<Missed>({ leftOut: 0, isLost: false })
  useEffect(() => {
    if (!isOpen || (given.files.length === 0 && given.leftOut === 0 && !given.isLost)) return
    const { files, leftOut, isLost } = takeGivenFiles()
    if (leftOut > 0 || isLost) setMissed({ leftOut, isLost })
    void keepAll(files)
  }, [given, isOpen])
  return missed
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
