import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconFileText, IconFileX } from '@tabler/icons-react'
import { useState } from 'react'
import type { DocumentRow } from '#contract/calls/study-parts.ts'
import { retryFiles, useRefusedFiles } from '#src/sync/files/refused-files.ts'
import { useSession } from '#src/sync/session/session.ts'
import { useStudyParts } from '#src/sync/study-parts/use-study-parts.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { notifyError } from '#src/ui/notify.ts'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { AddDocument } from './AddDocument.tsx'
import { DocumentItem } from './DocumentItem.tsx'
import { DocumentViewer } from './DocumentViewer.tsx'
import classes from './documents.module.css'
import { DOCUMENT_WORDS as WORDS } from './words.ts'

export interface DocumentsProps {
  studyId: string
}

/** The documents of a study: add, look at, take one's own back. */
export function Documents({ studyId }: DocumentsProps) {
  const session = useSession()
  const { rows, error } = useStudyParts('document', studyId)
  const [viewed, setViewed] = useState<DocumentRow>()
  if (error) return <ErrorNote message={error.message} />
  if (!rows) return <SkeletonRows rows={3} height={44} />
  const documents = rows.toSorted((a, b) => Date.parse(a.created) - Date.parse(b.created))
  return (
    <Stack gap="sm">
      <AddDocument studyId={studyId} />
      <RefusedDocuments studyId={studyId} />
      {documents.length === 0 ? (
        <EmptyState
          icon={<IconFileText size={32} stroke={1.4} aria-hidden />}
          title={WORDS.none}
          hint={WORDS.noneHint}
        />
      ) : (
        <ul className={classes.list} aria-label={WORDS.list}>
          {documents.map((document) => (
            <DocumentItem
              key={document.id}
              document={document}
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

/** Files of the study that the server did not take, with its reason; their bytes are kept. */
function RefusedDocuments({ studyId }: { studyId: string }) {
  const refused = useRefusedFiles(studyId).filter(({ purpose }) => purpose === 'document')
  if (refused.length === 0) return null
  const reasons = [...new Set(refused.map(({ reason }) => reason))].join(' ')
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      icon={<IconFileX aria-hidden />}
      title={WORDS.refused(refused.length)}
    >
      <Text>
        {reasons} {WORDS.kept}
      </Text>
      <Button
        size="xs"
        mt="xs"
        variant="default"
        onClick={() => void retryFiles(refused.map(({ id }) => id)).catch(notifyError)}
      >
        {WORDS.retry}
      </Button>
    </Alert>
  )
}
