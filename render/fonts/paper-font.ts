import * as hb from 'harfbuzzjs'
import type { FontFile } from '../paper-input.ts'

/** One placed glyph; advances and offsets are in thousandths of the type size. */
export interface Glyph {
  id: number
  advance: number
  dx: number
  dy: number
  /** The characters that it represents; empty for the further glyphs of a cluster. */
  text: string
}

/** A text to shape, with the characters around it so that Arabic letters join across a change of style. */
export interface ShapeRequest {
  text: string
  before: string
  after: string
  rtl: boolean
}

/** A font opened for shaping, with its characters, metrics and glyphs. */
export interface PaperFont {
  file: FontFile
  /** Resource name in the paper, unique to this font: NotoSans-Bold, NotoSansSC119. */
  key: string
  /** Shares of the type size above and below the baseline; `descent` is positive. */
  ascent: number
  descent: number
  holds(codePoint: number): boolean
  shape(request: ShapeRequest): Glyph[]
  /** Returns the natural advance of a glyph, in thousandths of the type size. */
  advanceOf(glyphId: number): number
}

const CACHE_LIMIT = 20_000

/** Opens a font file; caches shaped words, because reports repeat theirs. */
export function openFont(file: FontFile, key: string): PaperFont {
  const face = new hb.Face(new hb.Blob(file.bytes))
  const font = new hb.Font(face)
  if (file.weight !== undefined) font.setVariations([new hb.Variation('wght', file.weight)])
  const extents = font.hExtents()
  const characters = new Set(face.collectUnicodes())
  const perMille = 1000 / face.upem
  const shaped = new Map<string, Glyph[]>()
  const advances = new Map<number, number>()
  const buffer = new hb.Buffer()
  return {
    file,
    key,
    ascent: extents.ascender / face.upem,
    descent: -extents.descender / face.upem,
    holds: (codePoint) => characters.has(codePoint),
    advanceOf(glyphId) {
      const known = advances.get(glyphId)
      if (known !== undefined) return known
      const advance = font.glyphHAdvance(glyphId) * perMille
      advances.set(glyphId, advance)
      return advance
    },
    shape(request) {
      const name = `${request.rtl ? 'R' : 'L'}\0${request.before}\0${request.text}\0${request.after}`
      const known = shaped.get(name)
      if (known) return known
      const glyphs = shapeWith(font, buffer, request, perMille)
      if (shaped.size >= CACHE_LIMIT) shaped.clear()
      shaped.set(name, glyphs)
      return glyphs
    },
  }
}

function shapeWith(font: hb.Font, buffer: hb.Buffer, request: ShapeRequest, perMille: number): Glyph[] {
  const { text, before, after, rtl } = request
  buffer.reset()
  buffer.addText(before + text + after, before.length, text.length)
  buffer.guessSegmentProperties()
  buffer.setDirection(rtl ? hb.Direction.RTL : hb.Direction.LTR)
  hb.shape(font, buffer)
  const infos = buffer.getGlyphInfos()
  const positions = buffer.getGlyphPositions()
  const textOf = clusterTexts(
    text,
    infos.map((info) => info.cluster - before.length),
  )
  return infos.map((info, index) => {
    const position = positions[index]
    return {
      id: info.codepoint,
      advance: (position?.xAdvance ?? 0) * perMille,
      dx: (position?.xOffset ?? 0) * perMille,
      dy: (position?.yOffset ?? 0) * perMille,
      text: textOf[index] ?? '',
    }
  })
}

/** They control how a text is set and are not part of copied text. */
export const DIRECTION_CONTROLS = /[\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069]/g

/**
 * Returns the characters of each glyph's cluster, given once: to the cluster's first glyph in the order of
 * the glyphs.
 */
function clusterTexts(text: string, clusters: readonly number[]): string[] {
  const starts = [...new Set(clusters)].sort((left, right) => left - right)
  const endOf = new Map(starts.map((start, index) => [start, starts[index + 1] ?? text.length]))
  const given = new Set<number>()
  return clusters.map((start) => {
    if (given.has(start)) return ''
    given.add(start)
    return text.slice(start, endOf.get(start)).replace(DIRECTION_CONTROLS, '')
  })
}
