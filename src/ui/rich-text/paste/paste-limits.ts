import { REPORT_TEXT_MAX } from '#contract/calls/reports.ts'

/**
 * Longest clipboard markup, without pictures, that is parsed: Word writes about six characters per character of text.
 */
export const PASTE_MARKUP_MAX = 3_000_000

/** Clipboard markup with its pictures extracted: the rest is short enough to be parsed at once. */
export interface LightMarkup {
  /** The markup with `picture:0`, `picture:1` … instead of the pictures. */
  html: string
  /** The pictures as data URLs, by their token; each once. */
  pictures: ReadonlyMap<string, string>
}

const DATA_IMAGE = /data:image\/[\w.+-]+;base64,[\w+/=\s]+/gi

/** Extracts the pictures from pasted markup without parsing it: 30 MB of them must not block the page. */
export function takeOutPictures(html: string): LightMarkup {
  const tokens = new Map<string, string>()
  const light = html.replace(DATA_IMAGE, (url) => {
    const token = tokens.get(url) ?? `picture:${tokens.size}`
    tokens.set(url, token)
    return token
  })
  return { html: light, pictures: new Map([...tokens].map(([url, token]) => [token, url])) }
}

/** How a clipboard may be pasted: whole, as plain text, or not at all because no report holds so much. */
export type PasteVerdict = 'whole' | 'letters' | 'refused'

/** Judges a clipboard by its length alone. */
export function verdictOnPaste({ html, text }: { html: string; text: string }): PasteVerdict {
  if (html === '') return text.length <= REPORT_TEXT_MAX ? 'whole' : 'refused'
  if (html.length <= PASTE_MARKUP_MAX) return 'whole'
  if (takeOutPictures(html).html.length <= PASTE_MARKUP_MAX) return 'whole'
  return text !== '' && text.length <= REPORT_TEXT_MAX ? 'letters' : 'refused'
}

/** True if cleaned markup is longer than a part of a report may be. */
export function isTooLong(html: string): boolean {
  return html.length > REPORT_TEXT_MAX
}
