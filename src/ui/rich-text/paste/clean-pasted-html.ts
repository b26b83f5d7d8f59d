import { markupImageUrl } from '#domain/report/markup-node.ts'
import { keepAllowedMarkup } from './allowed-markup.ts'
import { isOfPdfViewer, joinViewerLines, keepSourceLines } from './source-lines.ts'
import { cutFragment, isOfficeMarkup, stripOfficeMarkup } from './word-fragment.ts'
import { rebuildWordLists } from './word-lists.ts'

/** Text from a clipboard as the editor takes it, and what could not be taken. */
export interface CleanedPaste {
  html: string
  /** Pictures that lie on another machine's disk or another site, which a page may not read. */
  lostImages: number
}

/** Gives the stored file that a picture inside the clipboard became; undefined where it is not one of those. */
export type FindStoredImage = (src: string) => string | undefined

const STORED_IMAGE = new RegExp(`^${markupImageUrl('[0-9a-f-]{36}')}$`)

/** True where the clipboard's text has no letter: a picture was copied, and its bytes stand beside the text. */
export function hasNoText(html: string): boolean {
  const { body } = new DOMParser().parseFromString(cutFragment(html), 'text/html')
  return !/[^\s\u00a0]/u.test(body.textContent ?? '')
}

/**
 * Cleans pasted HTML for a report (docs/wire.md#files: only the fragment is kept): Word's lists become lists, its own
 * markup and everything that a report may not hold goes, the words stay.
 */
export function cleanPastedHtml(html: string, findStored: FindStoredImage = () => undefined): CleanedPaste {
  const { body } = new DOMParser().parseFromString(cutFragment(html), 'text/html')
  if (isOfficeMarkup(html)) {
    stripOfficeMarkup(body)
    rebuildWordLists(body)
  }
  if (isOfPdfViewer(body)) joinViewerLines(body)
  keepSourceLines(body)
  const lostImages = settleImages(body, findStored)
  keepAllowedMarkup(body)
  return { html: body.innerHTML, lostImages }
}

/** Leaves only pictures that are stored; returns how many had to go. */
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
