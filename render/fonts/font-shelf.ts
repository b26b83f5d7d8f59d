import { type HanForm, isHanForm, SCRIPT_FAMILIES, type ScriptFamily } from './families.ts'
import { hasLetter, type LetterRange, readRanges } from './letter-ranges.ts'

/** The content of `shelf.json`: letters in the format of writeRanges, of the base fonts and of each file. */
export interface ShelfData {
  /** Distinguishes these packages from other versions of the same names. */
  edition: string
  always: string
  families: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** A file of a family, with the letters that no other file of the family contains. */
export interface ShelfFile {
  family: ScriptFamily
  /** Name in the package's folder `files`. */
  file: string
  letters: readonly LetterRange[]
}

/** Every font that a paper can use, by its letters; the fonts themselves need not be on the device. */
export interface FontShelf {
  /**
   * Returns true for everything that prints as ink or as a blank: a font contains it, or it only controls how
   * others are set.
   */
  holds(codePoint: number): boolean
  /** Returns the files that a text needs besides the base fonts, in an order that depends only on the text. */
  filesFor(text: string, han: HanForm): ShelfFile[]
  filesOf(family: ScriptFamily): readonly ShelfFile[]
  /** Returns the file of a name; undefined for one that is not on the shelf. */
  fileOf(name: string): ShelfFile | undefined
  /** Returns the server's address of a file; another edition has another address. */
  addressOf(file: ShelfFile): string
  /** The address of a paper's letters, cut out of the files that contain them. */
  lettersAddress: string
}

/** The path from which devices fetch fonts of scripts. */
export const PAPER_FONTS_PATH = '/paper-fonts'

/** The most files in one request for letters; a paper that needs more sends two requests. */
export const LETTER_FILES_MAX = 100

/** Returns the path of a package's file, as a module name. */
export const modulePathOf = ({ family, file }: ShelfFile): string =>
  `@fontsource-variable/noto-sans-${family.id}/files/${file}`

/** Blanks, line ends, joiners and direction marks: they control how the letters around them are set. */
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

/** Returns the code points of a text as they are set: separate Hangul letters are composed. */
export function lettersOf(text: string): Set<number> {
  return new Set(Array.from(composeHangul(text), (character) => character.codePointAt(0) ?? 0))
}

/**
 * Composes Korean syllables, because fonts contain only whole syllables and some systems write names in
 * single letters.
 */
export const composeHangul = (text: string): string =>
  text.replace(/[\u1100-\u11FF]+/g, (letters) => letters.normalize('NFC'))

/**
 * Returns the letters of a text that a file contains, each once and in order: the rest of the text stays on
 * the device.
 */
export const lettersIn = ({ letters }: ShelfFile, text: string): string =>
  String.fromCodePoint(
    ...[...lettersOf(text)].filter((code) => hasLetter(letters, code)).sort((left, right) => left - right),
  )
