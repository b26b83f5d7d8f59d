import { Stack } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useState } from 'react'
import { useSession } from '#src/sync/session/session.ts'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { AddDocument } from './AddDocument.tsx'
import { DocumentItem } from './DocumentItem.tsx'
import { DocumentViewer } from './DocumentViewer.tsx'
import classes from './documents.module.css'
import { RefusedDocuments } from './RefusedDocuments.tsx'
import type { RecordDocuments, ShownDocument } from './record-documents.ts'
import { DOCUMENT_WORDS as WORDS } from './words.ts'

/** Documents: add, view, delete one's own. */
export function DocumentBoard({ recordDocuments }: { recordDocuments: RecordDocuments }) {
  const session = useSession()
  const [viewed, setViewed] = useState<ShownDocument>()
  if (recordDocuments.error) return <ErrorNote message={recordDocuments.error.message} />
  if (!recordDocuments.rows) return <SkeletonRows rows={3} height={44} />
  return (
    <Stack gap="sm">
      <AddDocument onAdd={recordDocuments.add} />
      <RefusedDocuments recordDocuments={recordDocuments} />
      {recordDocuments.rows.length === 0 ? (
        <EmptyState
          icon={<IconFileText size={32} stroke={1.4} aria-hidden />}
          title={WORDS.none}
          hint={WORDS.noneHint}
        />
      ) : (
        <ul className={classes.list} aria-label={WORDS.list[recordDocuments.purpose]}>
          {recordDocuments.rows.map((document) => (
            <DocumentItem
              key={document.id}
              document={document}
              recordDocuments={recordDocuments}
              isOwn={document.uploaded_by_id === session?.user_id}
              onView={() => setViewed(document)}
            />
          ))}
        </ul>
      )}
      <DocumentViewer document={viewed} onClose={() => setViewed(undefined)} />
    </Stack>
  )
}
