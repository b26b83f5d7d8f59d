import { Text } from '@mantine/core'
import { useState } from 'react'
import { gridOf } from '#domain/study/booklet.ts'
import type { ShownBooklet } from '#src/sync/booklets/use-booklet.ts'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { BookletCell } from './BookletCell.tsx'
import { BookletTools } from './BookletTools.tsx'
import classes from './booklet.module.css'
import { filesOf } from './pictures-of.ts'
import { RefusedPictures } from './RefusedPictures.tsx'
import { useBookletDraft } from './use-booklet-draft.ts'
import { useTakePictures } from './use-take-pictures.ts'
import { BOOKLET_WORDS as WORDS } from './words.ts'

export interface LoadedBookletProps {
  studyId: string
  booklet: ShownBooklet | undefined
  onView: () => void
}

/** The pages of a booklet with their tools. A paste goes to the selected cell, else to the first empty one. */
export function LoadedBooklet({ studyId, booklet, onView }: LoadedBookletProps) {
  const draft = useBookletDraft(studyId, booklet)
  const [selected, setSelected] = useState<number>()
  const take = useTakePictures(studyId, draft.put)
  const { pages, content } = draft
  const { columns, rows } = gridOf(content.layout)
  const firstEmpty = pages.flat().indexOf(null)
  const pasteAt = selected ?? (firstEmpty < 0 ? pages.flat().length : firstEmpty)
  const [box, act] = useAct()
  const fill = (at: number, files: readonly File[]) =>
    act.run(async () => {
      const refusals = files.length === 0 ? [WORDS.noPicture] : await take(at, files)
      if (refusals.length > 0) throw new Error(refusals.join(' '))
    })
  return (
    <div
      className={classes.desk}
      onPaste={(event) => void fill(pasteAt, filesOf(event.clipboardData))}
      ref={box}
    >
      <BookletTools draft={draft} booklet={booklet} onView={onView} />
      <RefusedPictures studyId={studyId} />
      <RefusalNote act={act} />
      <RefusalNote act={{ problem: draft.problem, fields: {} }} title={WORDS.failedSave} />
      <Text size="sm" c="dimmed">
        {WORDS.hint}
      </Text>
      <div className={classes.pages}>
        {pages.map((cells, page) => (
          <section
            // Only their position identifies pages.
            key={page}
            className={classes.page}
            aria-label={WORDS.page(page + 1, pages.length)}
          >
            <div
              className={classes.grid}
              data-ground={content.empty_area_bg}
              style={{
                gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
                gridTemplateRows: `repeat(${rows}, minmax(0, 1fr))`,
              }}
            >
              {cells.map((fileId, cell) => {
                const at = page * cells.length + cell
                return (
                  <BookletCell
                    key={at}
                    number={at + 1}
                    fileId={fileId}
                    isSelected={selected === at}
                    onSelect={() => setSelected(at)}
                    onFiles={(files) => void fill(at, files)}
                    onRemove={() => draft.remove(at)}
                  />
                )
              })}
            </div>
            <Text size="xs" c="dimmed" ta="right">
              {WORDS.page(page + 1, pages.length)}
            </Text>
          </section>
        ))}
      </div>
    </div>
  )
}
