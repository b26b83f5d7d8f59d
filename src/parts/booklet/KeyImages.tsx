import { useMemo } from 'react'
import type { KeyImageLayout } from '#domain/study/booklet.ts'
import { useBooklet } from '#src/sync/booklets/use-booklet.ts'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { BookletSheets } from './BookletSheets.tsx'
import { keyImagesOf } from './booklet-input.ts'
import { BOOKLET_WORDS as WORDS } from './words.ts'

/** The key images of a study, the pictures of its booklet, in the requested layout, with Print and Download. */
export function KeyImages({ studyId, layout }: { studyId: string; layout: KeyImageLayout }) {
  const { booklet, isLoading, error } = useBooklet(studyId)
  const pictures = useMemo(() => booklet && keyImagesOf(booklet, layout), [booklet, layout])
  if (isLoading) return <SkeletonRows />
  if (error && !booklet) return <ErrorNote title={WORDS.failed} message={error.message} />
  if (!pictures || pictures.imageIds.length === 0)
    return <EmptyState title={WORDS.noKeyImages} hint={WORDS.noKeyImagesHint} />
  return <BookletSheets studyId={studyId} pictures={pictures} />
}
