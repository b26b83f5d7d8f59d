import type { EditorView } from '@tiptap/pm/view'
import { markupImageUrl } from '#domain/report/markup-node.ts'
import { showRefusal } from '../images/show-refusal.tsx'
import { fileOfDataUrl, type KeepImage, takeImage } from '../images/take-image.ts'
import { RICH_TEXT_WORDS as WORDS } from '../words.ts'
import { type CleanedPaste, cleanPastedHtml, hasNoText } from './clean-pasted-html.ts'
import { isTooLong, type LightMarkup, takeOutPictures, verdictOnPaste } from './paste-limits.ts'

/** What a paste needs while its pictures are being stored. */
export interface PasteContext {
  keep: KeepImage
  /** Pictures are being stored: the editor counts as dirty until they are in the text. */
  onBusy: (busy: boolean) => void
}

/**
 * Handles a paste or drop with pictures, or with more than a report can hold; false leaves it to the editor, which
 * cleans the text with `pastedHtml`. Word adds a picture of the copied text: if there are words, they win.
 */
export function handlePaste(
  view: EditorView,
  data: DataTransfer,
  context: PasteContext,
  at?: number,
): boolean {
  const clipboard = { html: data.getData('text/html'), text: data.getData('text/plain') }
  const verdict = verdictOnPaste(clipboard)
  if (verdict === 'refused') refuseLength()
  else if (verdict === 'letters') view.pasteText(clipboard.text)
  return verdict !== 'whole' || pastePictures(view, data, takeOutPictures(clipboard.html), context, at)
}

function pastePictures(
  view: EditorView,
  data: DataTransfer,
  light: LightMarkup,
  context: PasteContext,
  at: number | undefined,
): boolean {
  // Includes files that are not pictures: they are refused with a message, and the browser does not open a dropped one.
  const files = [...data.files]
  if (files.length > 0 && (light.html === '' || hasNoText(light.html))) {
    void insertPictures(view, files, context, at)
    return true
  }
  if (light.pictures.size === 0) return false
  void pasteWithPictures(view, light, context)
  return true
}

/**
 * Inserts pictures into the text, each after it is stored; a refused one is named in a dialog, the others still follow.
 */
export async function insertPictures(
  view: EditorView,
  files: readonly File[],
  { keep, onBusy }: PasteContext,
  at?: number,
): Promise<void> {
  onBusy(true)
  try {
    for (const file of files) {
      const taken = await takeImage(file, keep)
      if (!taken.ok) showRefusal(taken.refusal)
      else if (!view.isDestroyed) insertPicture(view, taken.fileId, at)
    }
  } finally {
    onBusy(false)
  }
}

function insertPicture(view: EditorView, fileId: string, at: number | undefined): void {
  const { image } = view.state.schema.nodes
  if (!image) return
  const node = image.create({ src: markupImageUrl(fileId) })
  const { tr } = view.state
  const place = at === undefined ? undefined : Math.min(at, tr.doc.content.size)
  view.dispatch(
    (place === undefined ? tr.replaceSelectionWith(node, false) : tr.insert(place, node)).scrollIntoView(),
  )
}

async function pasteWithPictures(
  view: EditorView,
  { html, pictures }: LightMarkup,
  { keep, onBusy }: PasteContext,
): Promise<void> {
  onBusy(true)
  const stored = new Map<string, string>()
  try {
    for (const [token, url] of pictures) {
      const file = fileOfDataUrl(url)
      const taken = file && (await takeImage(file, keep))
      if (taken?.ok) stored.set(token, markupImageUrl(taken.fileId))
      else if (taken) showRefusal(taken.refusal)
    }
    if (!view.isDestroyed) view.pasteHTML(pastedHtml(html, (token) => stored.get(token)))
  } finally {
    onBusy(false)
  }
}

/** Cleans a pasted text and tells the person what was lost. */
export function pastedHtml(html: string, findStored?: (src: string) => string | undefined): string {
  const cleaned = cleanPastedHtml(html, findStored)
  if (isTooLong(cleaned.html)) {
    refuseLength()
    return ''
  }
  const message = lossWords(cleaned)
  if (message !== '')
    showRefusal({ title: cleaned.lostImages > 0 ? WORDS.lostImagesTitle : WORDS.leftOutTitle, message })
  return cleaned.html
}

/** What of a paste did not reach the text, in words; empty if all did. */
function lossWords({ lostImages, leftOut }: CleanedPaste): string {
  const kinds = (['hidden', 'deleted', 'comments'] as const).filter((kind) => leftOut[kind] > 0)
  const pieces = kinds.map((kind) => WORDS.leftOutOf[kind](leftOut[kind]))
  return [
    ...(lostImages > 0 ? [WORDS.lostImages(lostImages)] : []),
    ...(pieces.length > 0 ? [WORDS.leftOut(pieces)] : []),
  ].join(' ')
}

const refuseLength = () => showRefusal({ title: WORDS.pasteTooLongTitle, message: WORDS.pasteTooLong })
