import { notifications } from '@mantine/notifications'
import { createElement } from 'react'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { type StreamProgress, streamStudy } from '#src/sync/studies/stream-study.ts'
import { downloadBlob } from '#src/ui/files/download-blob.ts'
import { notifyDone, notifyError } from '#src/ui/notes/notify.ts'
import { DownloadNote } from './DownloadNote.tsx'
import { DOWNLOAD_WORDS as WORDS } from './words.ts'

/** The note rerenders at most this often. */
const DRAWN_EVERY_MS = 200

/** Returns why a study cannot be downloaded now (docs/studies.md#study-lists); undefined if it can. */
export function downloadReason(
  study: Pick<StudyRow, 'pacs_type'>,
  session: Pick<SessionFields, 'study_download'>,
  isOnline: boolean,
): string | undefined {
  if (session.study_download === 0) return WORDS.notSwitchedOn
  if (study.pacs_type !== 'Premium') return WORDS.wrongServer
  return isOnline ? undefined : WORDS.offline
}

/**
 * Downloads the study's images as one zip, with progress and Cancel in a note. Creates a file only if the download is
 * complete; shows failures.
 */
export async function downloadStudy(
  study: Pick<StudyRow, 'study_id' | 'accession_no' | 'study_iuid'>,
): Promise<void> {
  const stop = new AbortController()
  const id = `download-${study.study_id}`
  const noteOf = (progress?: StreamProgress) => ({
    id,
    title: WORDS.title,
    message: createElement(DownloadNote, { progress, onCancel: () => stop.abort() }),
    autoClose: false as const,
    withCloseButton: false,
    role: 'status',
  })
  notifications.show(noteOf())
  try {
    const whole = await streamStudy(study.study_id, drawSometimes(noteOf), stop.signal)
    downloadBlob(whole, WORDS.fileName(study.accession_no, study.study_iuid))
    notifyDone(WORDS.done)
  } catch (error) {
    if (stop.signal.aborted) notifyDone(WORDS.cancelled)
    else notifyError(`${wordsOf(error)} ${WORDS.nothingKept}`, WORDS.failed)
  } finally {
    notifications.hide(id)
  }
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function drawSometimes(noteOf: (progress: StreamProgress) => Parameters<typeof notifications.update>[0]) {
  let drawnAt = 0
  return (progress: StreamProgress) => {
    const now = performance.now()
    if (now - drawnAt < DRAWN_EVERY_MS) return
    drawnAt = now
    notifications.update(noteOf(progress))
  }
}
