import { Skeleton, Text } from '@mantine/core'
import { useRef } from 'react'
import type { TREATMENT_TYPES } from '#contract/calls/visit-records.ts'
import { clinicalRecordIdOf } from '#domain/clinical/record-id.ts'
import { isEmptyMarkup } from '#domain/report/markup-text.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import { useVisitParts } from '#src/sync/desk/use-visit.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { useSession } from '#src/sync/session/session.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { UnreadTextNote } from '#src/ui/notes/UnreadTextNote.tsx'
import { ReportText } from '#src/ui/rich-text/ReportText.tsx'
import type { RichTextHandle } from '#src/ui/rich-text/RichText.tsx'
import { setEditorDirty } from '#src/ui/unsaved/dirty-editors.ts'
import { ConflictNote } from './ConflictNote.tsx'
import classes from './clinical.module.css'
import { RecordHead, RecordProblems } from './RecordHead.tsx'
import { useClinicalWriter } from './use-clinical-writer.ts'
import { CLINICAL_WORDS as WORDS } from './words.ts'

// The editor is the heaviest part of the app, so it loads when a tab is opened.
const RichText = lazyPart(
  async () => ({ default: (await import('#src/ui/rich-text/RichText.tsx')).RichText }),
  <Skeleton height={220} aria-label={WORDS.opening} />,
)

// A visit's files are visible to more people than a doctor's notes.
const IMAGES = {
  keep: () => Promise.reject(new Error(WORDS.picturesElsewhere)),
  load: () => Promise.resolve(undefined),
}

export interface ClinicalTabProps {
  visit: Shown<'visit'>
}

export interface NoteTabProps extends ClinicalTabProps {
  type: (typeof TREATMENT_TYPES)[number]
}

type Note = Shown<'treatment'>

/** Notes of one type on a visit: the doctor's own to edit, those of other clinic doctors read-only. */
export function NoteTab({ visit, type }: NoteTabProps) {
  const session = useSession()
  const { rows, error } = useVisitParts('treatment', visit.id)
  const id = session?.is_clinic_doctor === 1 ? clinicalRecordIdOf(visit.id, session.user_id, type) : undefined
  const notes = (rows ?? []).filter((row) => row.type === type)
  const others = notes.filter((note) => note.id !== id && !isEmptyMarkup(note.content))
  const own = notes.find((note) => note.id === id)
  return (
    <section className={classes.tab} aria-label={WORDS.titles[type]}>
      <RecordHead kind={type} id={id} hasText={own !== undefined} />
      {error && <ErrorNote message={error.message} />}
      {id !== undefined && (
        <OwnNote key={id} id={id} visitId={visit.id} type={type} own={own} isRead={rows !== undefined} />
      )}
      {others.map((note) => (
        <article key={note.id} className={classes.other} aria-label={note.doctor}>
          <Text size="sm" c="dimmed">
            {WORDS.ofOther(note.doctor, formatDateTime(new Date(note.updated), branchZone()))}
          </Text>
          <ReportText html={note.content} loadImage={IMAGES.load} />
        </article>
      ))}
      {id === undefined && rows && others.length === 0 && (
        <EmptyState title={WORDS.noneTitle} hint={WORDS.noneHint} />
      )}
    </section>
  )
}

interface OwnNoteProps {
  id: string
  visitId: string
  type: NoteTabProps['type']
  own: Note | undefined
  isRead: boolean
}

function OwnNote({ id, visitId, type, own, isRead }: OwnNoteProps) {
  const editor = useRef<RichTextHandle>(null)
  const stored = own && { rev: own.rev, content: own.content, isWaiting: own.isWaiting }
  const writer = useClinicalWriter({ id, appt_id: visitId, kind: type, stored, isRead }, () =>
    editor.current?.flush(),
  )
  if (writer.unread) return <UnreadTextNote problem={writer.unread.problem} onRetry={writer.unread.retry} />
  if (!writer.text) return <SkeletonRows rows={4} />
  return (
    <>
      <RecordProblems id={id} kind={type} problem={writer.problem} />
      <ConflictNote id={id} kind={type} Reader={NoteText} onSettled={writer.adopt} />
      <div className={classes.text}>
        <RichText
          ref={editor}
          label={WORDS.titles[type]}
          value={writer.text.content}
          version={writer.text.version}
          onChange={writer.write}
          onWaiting={(waiting) => setEditorDirty(`clinical:${id}`, waiting)}
          images={IMAGES}
          isWithoutPictures
        />
      </div>
      <Text size="sm" c="dimmed">
        {WORDS.keeps}
      </Text>
    </>
  )
}

function NoteText({ content }: { content: string }) {
  return <ReportText html={content} loadImage={IMAGES.load} />
}
