import { Anchor, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { OfflineError } from '#src/sync/api/errors.ts'
import { findFile } from '#src/sync/files/find-file.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { usePageAddress } from '#src/ui/files/use-page-address.ts'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import classes from './documents.module.css'
import type { ShownDocument } from './record-documents.ts'
import { DOCUMENT_WORDS as WORDS } from './words.ts'

/** The properties of a document that its viewer shows. */
export type ViewedDocument = Pick<ShownDocument, 'tag' | 'name' | 'file_id' | 'uploaded_by'>

export interface DocumentViewerProps {
  document: ViewedDocument | undefined
  onClose: () => void
}

/** Shows a document as a picture or as pages. */
export function DocumentViewer({ document, onClose }: DocumentViewerProps) {
  return (
    <Dialog
      opened={document !== undefined}
      onClose={onClose}
      title={document && titleOf(document)}
      size="min(1000px, 94vw)"
    >
      {document && <Opened key={document.file_id} document={document} />}
    </Dialog>
  )
}

/** Returns a document's title: its tag, and its file name if known. */
export const titleOf = ({ tag, name }: Pick<ShownDocument, 'tag' | 'name'>) =>
  [tag, name].filter(Boolean).join(' · ') || WORDS.title

interface Loaded {
  blob?: Blob
  problem?: string
}

function Opened({ document }: { document: ViewedDocument }) {
  const { url, blob, problem } = useFileUrl(document.file_id)
  if (problem !== undefined) return <ErrorNote title={WORDS.failed} message={problem} />
  if (url === undefined) return <SkeletonRows rows={6} />
  return (
    <>
      {blob?.type.startsWith('image/') ? (
        <img className={classes.picture} src={url} alt={titleOf(document)} />
      ) : (
        // Browsers show no PDF in a sandboxed frame; the server verified the type and serves it only as that.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        <iframe className={classes.frame} src={`${url}#view=FitH`} title={titleOf(document)} />
      )}
      <Group justify="flex-end" mt="xs">
        <Anchor href={url} target="_blank" rel="noopener" size="sm">
          {WORDS.open}
        </Anchor>
      </Group>
      <Text c="dimmed" size="xs">
        {document.uploaded_by}
      </Text>
    </>
  )
}

/** Returns an object URL for a file's bytes, revoked when the viewer closes. */
function useFileUrl(fileId: string): Loaded & { url: string | undefined } {
  const [loaded, setLoaded] = useState<Loaded>({})
  useEffect(() => {
    let isCurrent = true
    findFile(fileId).then(
      ({ bytes, type }) => {
        if (isCurrent) setLoaded({ blob: new Blob([bytes], { type }) })
      },
      (error: unknown) => {
        if (!isCurrent) return
        const words = error instanceof Error ? error.message : String(error)
        setLoaded({ problem: error instanceof OfflineError ? WORDS.notHere : words })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [fileId])
  const url = usePageAddress(loaded.blob)
  return { ...loaded, url }
}
