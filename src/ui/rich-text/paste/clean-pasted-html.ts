import { markupImageUrl } from '#domain/report/markup-node.ts'
import { keepAllowedMarkup } from './allowed-markup.ts'
import { isOfPdfViewer, joinViewerLines, keepSourceLines } from './source-lines.ts'
import {
  cutFragment,
  isOfficeMarkup,
  type LeftOut,
  nothingLeftOut,
  stripOfficeMarkup,
} from './word-fragment.ts'
import { rebuildWordLists } from './word-lists.ts'

/** Clipboard text as the editor accepts it, and what was lost. */
export interface CleanedPaste {
  html: string
  /** Number of pictures on another machine's disk or another site, which a page may not read. */
  lostImages: number
  /** What Word did not show and is left out. */
  leftOut: LeftOut
}

/** Returns the stored file that a clipboard picture became; undefined if it is not one of those. */
export type FindStoredImage = (src: string) => string | undefined

const STORED_IMAGE = new RegExp(`^${markupImageUrl('[0-9a-f-]{36}')}$`)

/** True if the clipboard's text has no characters: a picture was copied, and its bytes are beside the text. */
export function hasNoText(html: string): boolean {
  const { body } = new DOMParser().parseFromString(cutFragment(html), 'text/html')
  return !/[^\s\u00a0]/u.test(body.textContent ?? '')
}

/**
 * Cleans pasted HTML for a report (docs/wire.md#files: only the fragment is kept): Word's lists become lists, its own
 * markup and everything that a report may not hold is removed, the words stay.
 */
export function cleanPastedHtml(html: string, findStored: FindStoredImage = () => undefined): CleanedPaste {
  const { body } = new DOMParser().parseFromString(cutFragment(html), 'text/html')
  const isOffice = isOfficeMarkup(html)
  const leftOut = isOffice ? stripOfficeMarkup(body) : nothingLeftOut()
  if (isOffice) rebuildWordLists(body)
  if (isOfPdfViewer(body)) joinViewerLines(body)
  keepSourceLines(body)
  const lostImages = settleImages(body, findStored)
  keepAllowedMarkup(body)
  return { html: body.innerHTML, lostImages, leftOut }
}

/** Keeps only stored pictures; returns the number removed. */
function settleImages(body: HTMLElement, findStored: FindStoredImage): number {
  let lost = 0
  for (const image of body.querySelectorAll('img')) {
    const src = image.getAttribute('src') ?? ''
    const stored = STORED_IMAGE.test(src) ? src : findStored(src)
    if (stored) image.setAttribute('src', stored)
    else {
      image.remove()
      lost += 1
    }
  }
  return lost
}
