import { Alert } from '@mantine/core'
import { useMemo } from 'react'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import type { PaperPictures } from '#src/workers/pdf-client.ts'
import { PREVIEW_WORDS } from '../report-preview/words.ts'
import classes from './booklet.module.css'
import { bookletInputOf } from './booklet-input.ts'
import { ReportSheet } from './ReportSheet.tsx'
import { SheetActions } from './SheetActions.tsx'
import { StoredPicture } from './StoredPicture.tsx'
import { useBookletSource } from './use-booklet-source.ts'
import { BOOKLET_WORDS as WORDS } from './words.ts'

export interface BookletSheetsProps {
  studyId: string
  pictures: PaperPictures
  /** The whole booklet: the signed report before the pictures, between the branch's front and back covers. */
  isWhole?: boolean
}

/** Pages of a booklet as printed, or only its pictures. */
export function BookletSheets({ studyId, pictures, isWhole = false }: BookletSheetsProps) {
  const { source, problem, isHeld, isAsking, isLoading, error } = useBookletSource(studyId, pictures, isWhole)
  const input = useMemo(() => source && bookletInputOf(source), [source])
  if (!source || !input) {
    if (isLoading) return <SkeletonRows />
    return <ErrorNote title={WORDS.failed} message={error?.message ?? WORDS.studyUnknown} />
  }
  const { mark } = input
  return (
    <>
      <SheetActions
        source={source}
        input={input}
        isAsking={isAsking}
        refusal={isHeld ? PREVIEW_WORDS.held : problem}
      />
      {mark && <Alert color="orange">{PREVIEW_WORDS.marks[mark]}</Alert>}
      {problem !== undefined && <Alert color="orange">{problem}</Alert>}
      <div className={classes.sheets}>
        <Cover fileId={input.frontImageId} label={WORDS.front} />
        {input.reports.map((report, at) => (
          // Only their position identifies reports on paper.
          <ReportSheet key={at} report={report} />
        ))}
        <PictureSheets pictures={pictures} />
        <Cover fileId={input.backImageId} label={WORDS.back} />
      </div>
    </>
  )
}

function Cover({ fileId, label }: { fileId: string | undefined; label: string }) {
  if (fileId === undefined) return null
  return (
    <section className={classes.sheet} aria-label={label}>
      <StoredPicture fileId={fileId} label={label} />
    </section>
  )
}

function PictureSheets({ pictures: { columns, rows, background, imageIds } }: { pictures: PaperPictures }) {
  const size = columns * rows
  const pages = Math.ceil(imageIds.length / size)
  return Array.from({ length: pages }, (_, page) => (
    <section
      key={page}
      className={classes.sheet}
      data-ground={background}
      aria-label={WORDS.page(page + 1, pages)}
      style={{
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        gridTemplateRows: `repeat(${rows}, minmax(0, 1fr))`,
      }}
    >
      {imageIds.slice(page * size, (page + 1) * size).map((fileId, cell) => (
        <div key={`${page}-${cell}`} className={classes.sheetCell}>
          {fileId !== null && <StoredPicture fileId={fileId} label={WORDS.picture(page * size + cell + 1)} />}
        </div>
      ))}
    </section>
  ))
}
