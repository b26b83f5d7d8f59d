import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** poppler-utils, which reads PDFs independently of our writer; its suites are skipped by name without it. */
export const hasPoppler = existsSync('/usr/bin/pdftotext') && existsSync('/usr/bin/pdftoppm')

const run = (program: string, args: string[], pdf: Uint8Array): Buffer =>
  execFileSync(program, args, { input: pdf, maxBuffer: 256 * 1024 * 1024, stdio: ['pipe', 'pipe', 'pipe'] })

/** Returns the text of each page, in reading order. */
export function pageTexts(pdf: Uint8Array): string[] {
  const text = run('pdftotext', ['-enc', 'UTF-8', '-', '-'], pdf).toString('utf8')
  return text.split('\f').slice(0, -1)
}

/** The box of the ink on a page, in millimetres from its top left corner; undefined for an empty page. */
export interface Ink {
  left: number
  top: number
  right: number
  bottom: number
}

const DOTS_PER_INCH = 100
const WHITE = 250

/** Returns the smallest box around all ink of each page. */
export function pageInks(pdf: Uint8Array): (Ink | undefined)[] {
  return pageGreys(pdf, DOTS_PER_INCH).map(({ pixels, width }) => inkOf(pixels, width))
}

/** A page as a grey picture: a byte per pixel, row by row, 0 is black. */
export interface GreyPage {
  pixels: Uint8Array
  width: number
  height: number
}

/** Returns every page as a picture with so many dots per inch. */
export function pageGreys(pdf: Uint8Array, dotsPerInch: number): GreyPage[] {
  const images = run('pdftoppm', ['-gray', '-r', String(dotsPerInch), '-'], pdf)
  const pages: GreyPage[] = []
  let at = 0
  while (at < images.length) {
    const [head = '', width = '0', height = '0'] =
      /^P5\s+(\d+)\s+(\d+)\s+\d+\s/.exec(images.toString('latin1', at, at + 64)) ?? []
    if (head === '') throw new Error('pdftoppm did not answer with a grey image.')
    const start = at + head.length
    const end = start + Number(width) * Number(height)
    pages.push({ pixels: images.subarray(start, end), width: Number(width), height: Number(height) })
    at = end
  }
  return pages
}

const mm = (dots: number) => (dots * 25.4) / DOTS_PER_INCH

function inkOf(pixels: Uint8Array, width: number): Ink | undefined {
  const box = { left: Infinity, top: Infinity, right: -1, bottom: -1 }
  for (const [at, value] of pixels.entries()) {
    if (value >= WHITE) continue
    const [x, y] = [at % width, Math.floor(at / width)]
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x + 1)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y + 1)
  }
  if (box.right < 0) return undefined
  return { left: mm(box.left), top: mm(box.top), right: mm(box.right), bottom: mm(box.bottom) }
}

/** A word of a paper with the number of dark dots in its box. */
export interface InkedWord {
  text: string
  ink: number
}

const DARK = 128
const POINTS_PER_INCH = 72

/** Returns every word of a paper, by the box of its letters: a word without ink was drawn with missing letters. */
export function inkedWords(pdf: Uint8Array): InkedWord[] {
  const pages = pageGreys(pdf, DOTS_PER_INCH)
  return placedWords(pdf).map(({ text, page, left, top, right, bottom }) => {
    const box = [left, top, right, bottom].map((points) => (points * DOTS_PER_INCH) / POINTS_PER_INCH)
    return { text, ink: inkIn(pages[page], box) }
  })
}

/** A word of a paper with its page (from 0) and the box of its letters in points, from the top left corner. */
export interface PlacedWord {
  text: string
  page: number
  left: number
  top: number
  right: number
  bottom: number
}

/** Returns every word of a paper with its place. */
export function placedWords(pdf: Uint8Array): PlacedWord[] {
  const boxes = run('pdftotext', ['-bbox', '-enc', 'UTF-8', '-', '-'], pdf).toString('utf8')
  return boxes
    .split('<page ')
    .slice(1)
    .flatMap((words, page) =>
      [...words.matchAll(/xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*?)<\/word>/g)].map(
        ([, left, top, right, bottom, text = '']) => ({
          text,
          page,
          left: Number(left),
          top: Number(top),
          right: Number(right),
          bottom: Number(bottom),
        }),
      ),
    )
}

function inkIn(page: GreyPage | undefined, [left = 0, top = 0, right = 0, bottom = 0]: number[]): number {
  if (!page) return 0
  let ink = 0
  for (let y = Math.floor(top); y < bottom; y++)
    for (let x = Math.floor(left); x < right; x++) if ((page.pixels[y * page.width + x] ?? 255) < DARK) ink++
  return ink
}
