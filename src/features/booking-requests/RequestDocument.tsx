import { Button } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useState } from 'react'
import type { BookingRow } from '#contract/calls/bookings.ts'
import { DocumentViewer } from '#src/parts/documents/DocumentViewer.tsx'
import { nameOf } from './row-actions.ts'
import { REQUEST_WORDS as WORDS } from './words.ts'

export interface RequestDocumentProps {
  /** Nothing is shown if there is no request, or if it has no document. */
  request: BookingRow | undefined
  onClose: () => void
}

/** The document that a patient sent with the request, as a picture or as pages. */
export function RequestDocument({ request, onClose }: RequestDocumentProps) {
  const fileId = request?.doc_file_id ?? undefined
  const document = request &&
    fileId !== undefined && {
      tag: WORDS.document.title,
      name: '',
      file_id: fileId,
      uploaded_by: nameOf(request),
    }
  return <DocumentViewer document={document || undefined} onClose={onClose} />
}

/** Opens the document for a person who converts the request. */
export function DocumentButton({ request }: { request: BookingRow }) {
  const [isOpened, setOpened] = useState(false)
  if (request.doc_file_id === null) return null
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPaperclip size={14} stroke={1.5} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {WORDS.actions.document}
      </Button>
      <RequestDocument request={isOpened ? request : undefined} onClose={() => setOpened(false)} />
    </>
  )
}

/** Marks a request that came with a document. */
export function DocumentMark({ request }: { request: BookingRow }) {
  if (request.doc_file_id === null) return null
  return <IconPaperclip size={14} stroke={1.5} role="img" aria-label={WORDS.document.has} />
}
