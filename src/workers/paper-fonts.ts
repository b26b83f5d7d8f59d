import { familiesOfLocale, hanFormOf } from '#render/fonts/families.ts'
import { lettersIn, type ShelfFile } from '#render/fonts/font-shelf.ts'
import {
  fieldsOfPaper,
  findUnprintable,
  MissingFont,
  type PaperLanguage,
  textOfPaper,
  UnprintableLetters,
} from '#render/fonts/paper-letters.ts'
import { weightsOf } from '#render/fonts/weights-of.ts'
import type { FontFile } from '#render/paper-input.ts'
import { shelf } from './paper-shelf.ts'

/** Fonts that this device fetched once; their addresses name the edition, so what is kept never grows old. */
const KEPT = 'paper-fonts'

const opened = new Map<string, Promise<FontFile[]>>()

/**
 * The fonts that a paper needs beside those that are always there: from the device, else fetched and kept. Throws
 * UnprintableLetters for letters that no font has, MissingFont where a script is neither here nor to be had.
 */
export async function findPaperFonts(paper: PaperLanguage): Promise<FontFile[]> {
  const holes = findUnprintable(shelf, fieldsOfPaper(paper))
  if (holes.length > 0) throw new UnprintableLetters(holes)
  const text = textOfPaper(paper)
  const files = shelf.filesFor(text, hanFormOf(paper.locale ?? '', text))
  const found = await Promise.allSettled(files.map((file) => openFile(file, text)))
  const missing = files.filter((_, at) => found[at]?.status === 'rejected')
  if (missing.length > 0) throw new MissingFont([...new Set(missing.map(({ family }) => family.script))])
  if (files.some(isOfMany)) keepBehind(text, paper.locale ?? '')
  return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
}

/**
 * Keeps on the device the fonts of a text and all those of a country's language, one file after the other so that a slow
 * line stays free for the work. Throws where a file cannot be had.
 */
export async function keepFonts(text: string, locale: string): Promise<void> {
  const whole = familiesOfLocale(locale).flatMap((family) => shelf.filesOf(family))
  for (const file of new Set([...shelf.filesFor(text, hanFormOf(locale, text)), ...whole]))
    await fetchFile(file)
}

/** Each file is read once; one that failed is tried again with the next paper. */
async function openFile(file: ShelfFile, text: string): Promise<FontFile[]> {
  const known = opened.get(file.file)
  if (known) return known
  if (isOfMany(file) && !(await isKept(file))) return fetchLetters(file, text)
  const fonts = fetchFile(file).then((bytes) => weightsOf(file, bytes))
  opened.set(file.file, fonts)
  fonts.catch(() => opened.delete(file.file))
  return fonts
}

/** A script of thousands of letters stands in a hundred files, and one paper needs letters of many. */
const isOfMany = ({ family }: ShelfFile) => shelf.filesOf(family).length > 1

/** A text's letters alone, which come quickly on a slow line; the whole file is kept behind it for work offline. */
async function fetchLetters(file: ShelfFile, text: string): Promise<FontFile[]> {
  const letters = lettersIn(file, text)
  const response = await fetch(shelf.addressOf(file), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ letters }),
  })
  if (!response.ok) throw new Error(`The letters of ${file.file} did not come (${response.status}).`)
  return weightsOf(file, await bytesOf(response))
}

/** What fails is fetched with a later paper. */
const keepBehind = (text: string, locale: string) => void keepFonts(text, locale).catch(() => undefined)

const isKept = async (file: ShelfFile) =>
  (await (await openCache())?.match(shelf.addressOf(file))) !== undefined

async function fetchFile(file: ShelfFile): Promise<Uint8Array> {
  const address = shelf.addressOf(file)
  const cache = await openCache()
  const kept = await cache?.match(address)
  if (kept) return bytesOf(kept)
  const response = await fetch(address)
  if (!response.ok) throw new Error(`The font file ${file.file} did not come (${response.status}).`)
  // A full disk must not cost the paper: the font is then fetched with the next one again.
  await cache?.put(address, response.clone()).catch(() => undefined)
  return bytesOf(response)
}

/** Browsers that keep nothing for a page, such as in some private windows, fetch each time. */
const openCache = (): Promise<Cache | undefined> =>
  'caches' in globalThis ? caches.open(KEPT).catch(() => undefined) : Promise.resolve(undefined)

const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer())
