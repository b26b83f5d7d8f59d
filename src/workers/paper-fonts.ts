import { familiesOfLocale, hanFormOf, type ScriptFamily } from '#render/fonts/families.ts'
import { unpackFonts } from '#render/fonts/font-pack.ts'
import { LETTER_FILES_MAX, lettersIn, type ShelfFile } from '#render/fonts/font-shelf.ts'
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

/** Fonts that this device has fetched; their URLs include the version, so stored ones never expire. */
const KEPT = 'paper-fonts'

const opened = new Map<string, FontFile[]>()
const fetching = new Map<string, Promise<Bytes>>()

/** Settles when no paper waits for its fonts. */
let papers: Promise<unknown> = Promise.resolve()

type Bytes = Uint8Array<ArrayBuffer>

/**
 * Returns the fonts that a paper needs besides the built-in ones: from the device, otherwise fetched and stored. Throws
 * UnprintableLetters for letters that no font has, MissingFont if a script's font is not here and cannot be fetched.
 */
export async function findPaperFonts(paper: PaperLanguage): Promise<FontFile[]> {
  const holes = findUnprintable(shelf, fieldsOfPaper(paper))
  if (holes.length > 0) throw new UnprintableLetters(holes)
  const text = textOfPaper(paper)
  const found = openAll(shelf.filesFor(text, hanFormOf(paper.locale ?? '', text)), text)
  papers = Promise.allSettled([papers, found]).then(() => undefined)
  const fonts = await found
  if (fonts.some(({ family }) => family.byLetters)) keepBehind(text, paper.locale ?? '')
  return fonts.flatMap((each) => each.fonts)
}

interface Opened {
  family: ScriptFamily
  fonts: FontFile[]
}

/** Opens stored fonts, whole files of small scripts, and the letters of large ones, all in parallel. */
async function openAll(files: readonly ShelfFile[], text: string): Promise<Opened[]> {
  const kept = await Promise.all(files.map(findOpened))
  const absent = files.filter((_, at) => !kept[at])
  const cut = fetchLetters(
    absent.filter(({ family }) => family.byLetters),
    text,
  )
  const found = await Promise.allSettled(
    files.map(
      async (file, at) => kept[at] ?? (file.family.byLetters ? (await cut).get(file) : openFile(file)),
    ),
  )
  const fonts = found.map((each) => (each.status === 'fulfilled' ? each.value : undefined))
  const missing = files.filter((_, at) => !fonts[at])
  if (missing.length > 0) throw new MissingFont([...new Set(missing.map(({ family }) => family.script))])
  return files.map(({ family }, at) => ({ family, fonts: fonts[at] ?? [] }))
}

/**
 * Stores on the device the fonts of a text and all those of a country's language, one file at a time and none while a
 * paper waits, so that a slow connection stays free for the work. Throws if a file cannot be fetched.
 */
export async function keepFonts(text: string, locale: string): Promise<void> {
  // If nothing can be stored, fetching would waste bandwidth.
  if (!(await openCache())) return
  const whole = familiesOfLocale(locale).flatMap((family) => shelf.filesOf(family))
  for (const file of new Set([...shelf.filesFor(text, hanFormOf(locale, text)), ...whole])) {
    await papers
    if (!(await findResponse(file))) await fetchFile(file)
  }
}

async function findOpened(file: ShelfFile): Promise<FontFile[] | undefined> {
  const known = opened.get(file.file)
  if (known) return known
  const bytes = await findKept(file)
  return bytes && open(file, bytes)
}

const openFile = async (file: ShelfFile) => open(file, await fetchFile(file))

/** Parses each file only once. */
function open(file: ShelfFile, bytes: Bytes): FontFile[] {
  const fonts = weightsOf(file, bytes)
  opened.set(file.file, fonts)
  return fonts
}

/** Fetches only the letters of a text, which is fast on a slow connection; whole files follow for offline use. */
async function fetchLetters(files: readonly ShelfFile[], text: string): Promise<Map<ShelfFile, FontFile[]>> {
  const parts: ShelfFile[][] = []
  for (let at = 0; at < files.length; at += LETTER_FILES_MAX)
    parts.push(files.slice(at, at + LETTER_FILES_MAX))
  const cut = await Promise.all(parts.map((part) => fetchPart(part, text)))
  return new Map(cut.flat())
}

async function fetchPart(files: readonly ShelfFile[], text: string): Promise<[ShelfFile, FontFile[]][]> {
  const response = await fetch(shelf.lettersAddress, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      files: files.map((file) => ({ file: file.file, letters: lettersIn(file, text) })),
    }),
  })
  if (!response.ok) throw new Error(`The letters of a paper did not come (${response.status}).`)
  const fonts = unpackFonts(await bytesOf(response))
  if (fonts.length !== files.length) throw new Error('The letters of a paper did not come whole.')
  return files.flatMap((file, at): [ShelfFile, FontFile[]][] => {
    const bytes = fonts[at]
    return bytes ? [[file, weightsOf(file, bytes)]] : []
  })
}

/** Runs in the background; a failure is repeated with a later paper. */
const keepBehind = (text: string, locale: string) => void keepFonts(text, locale).catch(() => undefined)

async function findKept(file: ShelfFile): Promise<Bytes | undefined> {
  const kept = await findResponse(file)
  return kept && bytesOf(kept)
}

const findResponse = async (file: ShelfFile) => (await openCache())?.match(shelf.addressOf(file))

/** Does not request a file that is already on its way; a failed one is tried again with the next paper. */
function fetchFile(file: ShelfFile): Promise<Bytes> {
  const known = fetching.get(file.file)
  if (known) return known
  const bytes = fetchAndKeep(file).finally(() => fetching.delete(file.file))
  fetching.set(file.file, bytes)
  return bytes
}

async function fetchAndKeep(file: ShelfFile): Promise<Bytes> {
  const address = shelf.addressOf(file)
  const response = await fetch(address)
  if (!response.ok) throw new Error(`The font file ${file.file} did not come (${response.status}).`)
  // A full disk must not fail the paper: the next one then fetches the font again.
  await (await openCache())?.put(address, response.clone()).catch(() => undefined)
  return bytesOf(response)
}

/** Browsers that store nothing for a page, such as in some private windows, fetch each time. */
const openCache = (): Promise<Cache | undefined> =>
  'caches' in globalThis ? caches.open(KEPT).catch(() => undefined) : Promise.resolve(undefined)

const bytesOf = async (response: Response): Promise<Bytes> => new Uint8Array(await response.arrayBuffer())
