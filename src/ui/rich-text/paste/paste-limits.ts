import { REPORT_TEXT_MAX } from '#contract/calls/reports.ts'

/** Longest markup of a clipboard, without its pictures, that is read: Word writes about six letters for one of text. */
export const PASTE_MARKUP_MAX = 3_000_000

/** Pictures of a clipboard's markup, taken out of it: what is left is short enough to be read at once. */
export interface LightMarkup {
  /** The markup with `picture:0`, `picture:1` … in the pictures' places. */
  html: string
  /** The pictures as data URLs, by their token; each once. */
  pictures: ReadonlyMap<string, string>
}

const DATA_IMAGE = /data:image\/[\w.+-]+;base64,[\w+/=\s]+/gi

/** Takes the pictures out of pasted markup without reading the markup: 30 MB of them must not hold up the page. */
export function takeOutPictures(html: string): LightMarkup {
  const tokens = new Map<string, string>()
  const light = html.replace(DATA_IMAGE, (url) => {
    const token = tokens.get(url) ?? `picture:${tokens.size}`
    tokens.set(url, token)
    return token
  })
  return { html: light, pictures: new Map([...tokens].map(([url, token]) => [token, url])) }
}

/** How a clipboard may come into a text: as it is, as its letters alone, or not at all because no report holds so much. */
export type PasteVerdict = 'whole' | 'letters' | 'refused'

/** Judges a clipboard by its length alone. */
export function verdictOnPaste({ html, text }: { html: string; text: string }): PasteVerdict {
  if (html === '') return text.length <= REPORT_TEXT_MAX ? 'whole' : 'refused'
  if (html.length <= PASTE_MARKUP_MAX) return 'whole'
  if (takeOutPictures(html).html.length <= PASTE_MARKUP_MAX) return 'whole'
  return text !== '' && text.length <= REPORT_TEXT_MAX ? 'letters' : 'refused'
}

/** True where cleaned markup is longer than a part of a report may be. */
export function isTooLong(html: string): boolean {
  return html.length > REPORT_TEXT_MAX
}
