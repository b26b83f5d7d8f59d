import { useCallback, useEffect, useRef, useState } from 'react'
import { BOOKLET_IMAGES_MAX, bookletPages, cellsPerPage, trimCells } from '#domain/study/booklet.ts'
import { type BookletContent, saveBooklet } from '#src/sync/booklets/save-booklet.ts'
import type { ShownBooklet } from '#src/sync/booklets/use-booklet.ts'

/** Delay between the last change and saving: a series of pasted pictures is one save. */
const KEEP_AFTER_MS = 800

export interface BookletDraft {
  content: BookletContent
  /** The cells page by page, including empty ones to fill. */
  pages: (string | null)[][]
  /** True while a change is not saved on this device yet. */
  isKeeping: boolean
  /** Why the last change could not be saved on this device. */
  problem: Error | undefined
  setLook: (look: Partial<Pick<BookletContent, 'layout' | 'empty_area_bg'>>) => void
  /** Puts pictures into empty cells from `at` on; returns how many did not fit. */
  put: (at: number, fileIds: readonly string[]) => number
  remove: (at: number) => void
  addPage: () => void
}

/** A booklet before its first save. */
export const EMPTY_BOOKLET: BookletContent = { layout: '2x2', empty_area_bg: 'black', img_file_ids: [] }

const contentOf = ({ layout, empty_area_bg, img_file_ids }: BookletContent): BookletContent => ({
  layout,
  empty_area_bg,
  img_file_ids,
})

const isSame = (one: BookletContent, other: BookletContent) =>
  one.layout === other.layout &&
  one.empty_area_bg === other.empty_area_bg &&
  trimCells(one.img_file_ids).join() === trimCells(other.img_file_ids).join()

/** Returns a booklet being laid out: each change is saved on this device automatically, shortly afterwards. */
export function useBookletDraft(studyId: string, booklet: ShownBooklet | undefined): BookletDraft {
  const [content, setContent] = useState(() => (booklet ? contentOf(booklet) : EMPTY_BOOKLET))
  const [pageCount, setPageCount] = useState(1)
  const [isKeeping, setKeeping] = useState(false)
  const [problem, setProblem] = useState<Error>()
  // Read by the timer and on unmount, so these must never be from an older render.
  const latest = useRef(content)
  const kept = useRef(content)
  const rev = useRef(booklet?.rev ?? 0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const keep = useCallback(async () => {
    clearTimeout(timer.current)
    const wanted = latest.current
    if (isSame(wanted, kept.current)) return setKeeping(false)
    const before = kept.current
    kept.current = wanted
    try {
      await saveBooklet(studyId, wanted, rev.current)
      setProblem(undefined)
    } catch (error) {
      kept.current = before
      setProblem(error instanceof Error ? error : new Error(String(error)))
    }
    setKeeping(!isSame(latest.current, kept.current))
  }, [studyId])
  // A change made just before the dialog closes is saved too.
  useEffect(() => () => void keep(), [keep])

  // A newer copy equal to what was saved here is our own save returning: later saves build on it. A differing copy is
  // the server's merge of two people's cells; if nothing waits to be saved it is shown now, to avoid a surprise later.
  useEffect(() => {
    if (!booklet) return
    // A waiting change may be confirmed already, never on a lower revision; a copy's may drop after the server was
    // restored.
    if (isSame(booklet, kept.current))
      rev.current = booklet.isWaiting ? Math.max(rev.current, booklet.rev) : booklet.rev
    else if (!booklet.isWaiting && booklet.rev > rev.current && isSame(latest.current, kept.current)) {
      rev.current = booklet.rev
      kept.current = contentOf(booklet)
      latest.current = kept.current
      setContent(kept.current)
    }
  }, [booklet])

  const change = (next: BookletContent) => {
    latest.current = next
    setContent(next)
    setKeeping(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void keep(), KEEP_AFTER_MS)
  }
  const cells = content.img_file_ids
  const room = Math.max(pageCount * cellsPerPage(content.layout), cells.length)
  const padded = Array.from({ length: room }, (_, at) => cells[at] ?? null)
  return {
    content,
    pages: bookletPages(padded, content.layout),
    isKeeping,
    problem,
    setLook: (look) => change({ ...latest.current, ...look }),
    put: (at, fileIds) => {
      const next = [...latest.current.img_file_ids]
      const left = [...fileIds]
      for (let cell = at; left.length > 0 && cell < BOOKLET_IMAGES_MAX; cell++) {
        while (next.length <= cell) next.push(null)
        if (next[cell] === null) next[cell] = left.shift() ?? null
      }
      if (left.length < fileIds.length) change({ ...latest.current, img_file_ids: next })
      return left.length
    },
    remove: (at) =>
      change({
        ...latest.current,
        img_file_ids: latest.current.img_file_ids.map((id, cell) => (cell === at ? null : id)),
      }),
    addPage: () => setPageCount(Math.ceil(room / cellsPerPage(content.layout)) + 1),
  }
}
