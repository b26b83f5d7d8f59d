import { type HanForm, isHanForm, SCRIPT_FAMILIES, type ScriptFamily } from './families.ts'
import { hasLetter, type LetterRange, readRanges } from './letter-ranges.ts'

/** What `shelf.json` holds: letters as writeRanges writes them, of the fonts that are always there and of each file. */
export interface ShelfData {
  /** Tells these packages from others of the same names. */
  edition: string
  always: string
  families: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** A file of a family with the letters that it alone of the family brings. */
export interface ShelfFile {
  family: ScriptFamily
  /** Name in the package's folder `files`. */
  file: string
  letters: readonly LetterRange[]
}

/** Every font that a paper can be set in, by its letters; nothing of it needs to be on the device. */
export interface FontShelf {
  /** True for what stands on paper as ink or as a blank: a font holds it, or it only says how to set the others. */
  holds(codePoint: number): boolean
  /** The files that a text needs beside the fonts that are always there, in an order that the text alone decides. */
  filesFor(text: string, han: HanForm): ShelfFile[]
  filesOf(family: ScriptFamily): readonly ShelfFile[]
  /** The file of a name; undefined for one that is not on the shelf. */
  fileOf(name: string): ShelfFile | undefined
  /** Where the server gives a file to a device; another edition has another address. */
  addressOf(file: ShelfFile): string
  /** Where it gives the letters of a paper, cut out of the files that hold them. */
  lettersAddress: string
}

/** Where devices fetch fonts of scripts from. */
export const PAPER_FONTS_PATH = '/paper-fonts'

/** Files whose letters a device asks for at once; a paper that needs more asks twice. */
export const LETTER_FILES_MAX = 100

/** Where the file of a package lies, as a module name. */
export const modulePathOf = ({ family, file }: ShelfFile): string =>
  `@fontsource-variable/noto-sans-${family.id}/files/${file}`

/** Blanks, line ends, joiners and signs of direction: they say how to set the letters around them. */
const UNSEEN = /[\s\p{Cc}\p{Default_Ignorable_Code_Point}\uFFFC]/u

/** Opens the table of `shelf.json`, which scripts/font-shelf.ts writes from the packages. */
export function openShelf(data: ShelfData): FontShelf {
  const always = readRanges(data.always)
  const files = SCRIPT_FAMILIES.flatMap((family) =>
    Object.entries(data.families[family.id] ?? {}).map(
      ([file, letters]): ShelfFile => ({ family, file, letters: readRanges(letters) }),
    ),
  )
  const isAlways = (code: number) => hasLetter(always, code) || UNSEEN.test(String.fromCodePoint(code))
  const findFile = (code: number, order: readonly ShelfFile[]) =>
    order.find(({ letters }) => hasLetter(letters, code))
  return {
    holds: (code) => isAlways(code) || findFile(code, files) !== undefined,
    fileOf: (name) => files.find(({ file }) => file === name),
    lettersAddress: `${PAPER_FONTS_PATH}/${data.edition}`,
    addressOf: ({ file }) => `${PAPER_FONTS_PATH}/${data.edition}/${file}`,
    filesOf: (family) => files.filter((file) => file.family === family),
    filesFor(text, han) {
      const order = files.toSorted((left, right) => rankOf(left, han) - rankOf(right, han))
      const codes = [...lettersOf(text)].filter((code) => !isAlways(code))
      const needed = new Set(codes.map((code) => findFile(code, order)))
      return order.filter((file) => needed.has(file))
    },
  }
}

const rankOf = ({ family: { id } }: ShelfFile, han: HanForm) => (isHanForm(id) && id !== han ? 1 : 0)

/** The code points of a text as they are set: Hangul letters that were written apart stand together. */
export function lettersOf(text: string): Set<number> {
  return new Set(Array.from(composeHangul(text), (character) => character.codePointAt(0) ?? 0))
}

/** Fonts hold Korean syllables whole; some systems write names in their single letters. */
export const composeHangul = (text: string): string =>
  text.replace(/[\u1100-\u11FF]+/g, (letters) => letters.normalize('NFC'))

/** The letters of a text that a file holds, each once and in order: what else the text says stays with the device. */
export const lettersIn = ({ letters }: ShelfFile, text: string): string =>
  String.fromCodePoint(
    ...[...lettersOf(text)].filter((code) => hasLetter(letters, code)).sort((left, right) => left - right),
  )
