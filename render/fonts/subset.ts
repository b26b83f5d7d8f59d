/** The used functions of harfbuzz-subset.wasm; pointers are numbers. */
interface SubsetExports {
  memory: WebAssembly.Memory
  _initialize?: () => void
  malloc(bytes: number): number
  free(pointer: number): void
  hb_blob_create(data: number, length: number, mode: number, user: number, destroy: number): number
  hb_blob_destroy(blob: number): void
  hb_blob_get_length(blob: number): number
  hb_blob_get_data(blob: number, length: number): number
  hb_face_create(blob: number, index: number): number
  hb_face_destroy(face: number): void
  hb_face_reference_blob(face: number): number
  hb_set_add(set: number, value: number): void
  hb_subset_input_create_or_fail(): number
  hb_subset_input_destroy(input: number): void
  hb_subset_input_glyph_set(input: number): number
  hb_subset_input_unicode_set(input: number): number
  hb_subset_input_set(input: number, kind: number): number
  hb_subset_input_pin_axis_location(input: number, face: number, axis: number, value: number): number
  hb_subset_input_set_flags(input: number, flags: number): void
  hb_subset_or_fail(face: number, input: number): number
}

/** Reduces fonts to a subset; glyph ids stay the same. */
export interface Subsetter {
  /** For a paper, which contains glyphs that are shaped already; a variable font is fixed to `weight`. */
  toGlyphs(font: Uint8Array, glyphIds: Iterable<number>, weight?: number): Uint8Array<ArrayBuffer>
  /** For shaping a text: keeps its weights and the tables that place letters. */
  toLetters(font: Uint8Array, codePoints: Iterable<number>): Uint8Array<ArrayBuffer>
}

const MEMORY_MODE_WRITABLE = 2
const DROP_TABLE_TAGS = 3
const FLAGS =
  0x1 /* no hinting */ |
  0x2 /* keep glyph ids, so that Identity-H holds */ |
  0x40 /* keep the empty box, so that a letter without a font is visible */
/** Tables that only a shaper or a desktop needs; the paper contains glyphs that are shaped already. */
const DROPPED_TABLES = ['GSUB', 'GPOS', 'GDEF', 'name', 'post', 'OS/2', 'MATH']

const tag = (name: string) =>
  ((name.charCodeAt(0) << 24) |
    (name.charCodeAt(1) << 16) |
    (name.charCodeAt(2) << 8) |
    name.charCodeAt(3)) >>>
  0

const cache = new WeakMap<Uint8Array, Promise<Subsetter>>()

/** Starts the subsetter once for the given wasm bytes. */
export function openSubsetter(wasm: Uint8Array<ArrayBuffer>): Promise<Subsetter> {
  const known = cache.get(wasm)
  if (known) return known
  const opened = WebAssembly.instantiate(wasm, {}).then(({ instance }) => {
    const exports = instance.exports as unknown as SubsetExports
    exports._initialize?.()
    return subsetterOf(exports)
  })
  cache.set(wasm, opened)
  return opened
}

type Prepare = (input: number, face: number) => void

function subsetterOf(wasm: SubsetExports): Subsetter {
  return {
    toGlyphs: (font, glyphIds, weight) =>
      cut(wasm, font, (input, face) => {
        const glyphs = wasm.hb_subset_input_glyph_set(input)
        for (const id of glyphIds) wasm.hb_set_add(glyphs, id)
        if (weight !== undefined) wasm.hb_subset_input_pin_axis_location(input, face, tag('wght'), weight)
        const dropped = wasm.hb_subset_input_set(input, DROP_TABLE_TAGS)
        for (const name of DROPPED_TABLES) wasm.hb_set_add(dropped, tag(name))
      }),
    toLetters: (font, codePoints) =>
      cut(wasm, font, (input) => {
        const letters = wasm.hb_subset_input_unicode_set(input)
        for (const code of codePoints) wasm.hb_set_add(letters, code)
      }),
  }
}

function cut(wasm: SubsetExports, font: Uint8Array, prepare: Prepare): Uint8Array<ArrayBuffer> {
  const data = wasm.malloc(font.length)
  new Uint8Array(wasm.memory.buffer).set(font, data)
  const blob = wasm.hb_blob_create(data, font.length, MEMORY_MODE_WRITABLE, 0, 0)
  const face = wasm.hb_face_create(blob, 0)
  const input = wasm.hb_subset_input_create_or_fail()
  try {
    wasm.hb_subset_input_set_flags(input, FLAGS)
    prepare(input, face)
    return bytesOf(wasm, wasm.hb_subset_or_fail(face, input))
  } finally {
    wasm.hb_subset_input_destroy(input)
    wasm.hb_face_destroy(face)
    wasm.hb_blob_destroy(blob)
    wasm.free(data)
  }
}

function bytesOf(wasm: SubsetExports, face: number): Uint8Array<ArrayBuffer> {
  if (!face) throw new Error('The font could not be cut down for the paper.')
  const blob = wasm.hb_face_reference_blob(face)
  const length = wasm.hb_blob_get_length(blob)
  const start = wasm.hb_blob_get_data(blob, 0)
  const bytes = new Uint8Array(wasm.memory.buffer).slice(start, start + length)
  wasm.hb_blob_destroy(blob)
  wasm.hb_face_destroy(face)
  return bytes
}
