import { Button, Group, Text } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { useReportDetail } from '#src/sync/reports/use-report.ts'
import { placeZone } from '#src/sync/session/place-zone.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import type { PaperPictures } from '#src/workers/pdf-client.ts'
import classes from './booklet.module.css'
import { bookletInputOf } from './booklet-input.ts'
import { StoredPicture } from './StoredPicture.tsx'
import { useBookletPdf } from './use-booklet-pdf.ts'
import { useCovers } from './use-covers.ts'
import { BOOKLET_WORDS as WORDS } from './words.ts'

export interface BookletSheetsProps {
  studyId: string
  pictures: PaperPictures
  /** Front and back of the branch before and after the pictures. */
  withCovers?: boolean
}

/** Pages of pictures as they are printed. */
export function BookletSheets({ studyId, pictures, withCovers = false }: BookletSheetsProps) {
  const { detail, isLoading, error } = useReportDetail(studyId)
  const study = detail?.study
  const covers = useCovers(study, withCovers)
  const zone = useBranches().find(({ id }) => id === study?.branch_id)?.time_zone ?? placeZone()
  const input = useMemo(
    () => study && bookletInputOf({ study, pictures, covers, zone }),
    [study, pictures, covers, zone],
  )
  const fileName = WORDS.fileName(study?.accession_no ?? '', study?.pat_id ?? '')
  const { progress, parts, print, download } = useBookletPdf(input, fileName)
  const [box, act] = parts
  if (!input) {
    if (isLoading) return <SkeletonRows />
    return <ErrorNote title={WORDS.failed} message={error?.message ?? WORDS.studyUnknown} />
  }
  return (
    <>
      <Group justify="flex-end" gap="xs" pb="sm" ref={box}>
        <RefusalNote act={act} title={WORDS.failed} />
        {progress !== undefined && (
          <Text size="sm" role="status">
            {WORDS.making(Math.round(progress * 100))}
          </Text>
        )}
        <Button
          variant="default"
          loading={progress !== undefined}
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={print}
        >
          {WORDS.print}
        </Button>
        <Button
          loading={progress !== undefined}
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={download}
        >
          {WORDS.download}
        </Button>
      </Group>
      <div className={classes.sheets}>
        <Cover fileId={input.frontImageId} label={WORDS.front} />
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
