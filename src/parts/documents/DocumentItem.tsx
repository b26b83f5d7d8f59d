import { ActionIcon, Text, UnstyledButton } from '@mantine/core'
import { IconDeviceLaptop, IconFileTypePdf, IconPhoto, IconTrash } from '@tabler/icons-react'
import { formatDateTime } from '#domain/time/formats.ts'
import { confirmAction } from '#src/ui/dialog/confirm-action.ts'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { titleOf } from './DocumentViewer.tsx'
import classes from './documents.module.css'
import type { RecordDocuments, ShownDocument } from './record-documents.ts'
import { DOCUMENT_WORDS as WORDS } from './words.ts'

export interface DocumentItemProps {
  document: ShownDocument
  recordDocuments: Pick<RecordDocuments, 'remove' | 'zone'>
  /** Only its uploader can delete a document (docs/people.md#permissions). */
  isOwn: boolean
  onView: () => void
}

export function DocumentItem({
  document,
  recordDocuments: { remove, zone },
  isOwn,
  onView,
}: DocumentItemProps) {
  const [box, act] = useAct()
  const title = titleOf(document)
  const Icon = document.is_image ? IconPhoto : IconFileTypePdf
  return (
    <li>
      <div className={classes.document} ref={box}>
        <Icon size={22} stroke={1.4} aria-hidden />
        <UnstyledButton className={classes.name} onClick={onView} aria-label={WORDS.view(title)}>
          <Text size="sm" truncate>
            {title}
          </Text>
          <Text c="dimmed" size="xs" className="tabular">
            {document.isOfVisit && `${WORDS.ofVisit} · `}
            {document.uploaded_by} · {formatDateTime(new Date(document.created), zone)}
          </Text>
        </UnstyledButton>
        {document.isWaiting && <IconDeviceLaptop size={16} role="img" aria-label={WORDS.onDevice} />}
        {isOwn && !document.isOfVisit && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={WORDS.removeLabel(title)}
            onClick={() => void act.run(() => askAndDelete(document, title, remove))}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        )}
        <RefusalNote act={act} />
      </div>
    </li>
  )
}

async function askAndDelete(
  document: ShownDocument,
  title: string,
  remove: RecordDocuments['remove'],
): Promise<void> {
  const isSure = await confirmAction({
    title: WORDS.askRemove,
    message: WORDS.askRemoveMessage(title),
    confirmLabel: WORDS.remove,
    danger: true,
  })
  if (isSure) await remove(document)
}
