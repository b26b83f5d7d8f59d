import { useEffect, useState } from 'react'
import { fileIdOfLink } from '#domain/file/file-of-link.ts'
import { findFile } from '#src/sync/files/find-file.ts'
import { useAttempt } from '#src/sync/link/use-attempt.ts'
import { currentSession } from '#src/sync/session/session.ts'
import { usePageAddress } from '#src/ui/files/use-page-address.ts'
import { useSteady } from '#src/ui/use-steady.ts'
import { type DeskPaper, deskImageIdsOf, renderDeskPdf } from '#src/workers/pdf-client.ts'

export interface DeskPdf {
  blob?: Blob
  url?: string | undefined
  error?: Error
  /** A picture of the letterhead was unavailable: the paper was created without it. */
  isPictureMissing: boolean
}

const STARTED: DeskPdf = { isPictureMissing: false }

/**
 * Returns a desk paper as a PDF, created in the worker; created again when the paper changes, and when the
 * network returns after one without its pictures.
 */
export function useDeskPdf(wanted: DeskPaper | undefined, logoLink: string): DeskPdf {
  const [made, setMade] = useState<DeskPdf & { of?: DeskPaper }>(STARTED)
  const paper = useSteady(wanted)
  const attempt = useAttempt(made.error !== undefined || made.isPictureMissing)
  useEffect(() => {
    if (!paper) return undefined
    let isCurrent = true
    makeDeskPdf(paper, logoLink)
      .then(({ blob, isPictureMissing }) => {
        if (!isCurrent) return
        setMade({ of: paper, blob, isPictureMissing })
      })
      .catch((error: Error) => isCurrent && setMade({ of: paper, error, isPictureMissing: false }))
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- made again with each attempt
  }, [paper, logoLink, attempt])
  const shown = made.of === paper ? made : STARTED
  const url = usePageAddress(shown.blob)
  return { ...shown, url }
}

/** Creates the PDF with pictures from this device or the server; missing ones are left out. */
export async function makeDeskPdf(
  paper: DeskPaper,
  logoLink: string,
): Promise<{ blob: Blob; isPictureMissing: boolean }> {
  const ids = deskImageIdsOf(paper)
  const logoId = fileIdOfLink(logoLink)
  const found = await Promise.all(
    ids.map(async (id) => {
      const file = await findFile(id, id === logoId ? logoLink : undefined).catch(() => undefined)
      return file && ([id, file.bytes] as const)
    }),
  )
  const images = new Map(found.filter((one) => one !== undefined))
  const blob = await renderDeskPdf({ ...paper, locale: currentSession()?.locale }, images)
  return { blob, isPictureMissing: ids.some((id) => id !== logoId && !images.has(id)) }
}
