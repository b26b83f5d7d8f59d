import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { packFonts } from '#render/fonts/font-pack.ts'
import { LETTER_FILES_MAX, PAPER_FONTS_PATH, type ShelfFile } from '#render/fonts/font-shelf.ts'
import { cutScriptFont, readScriptFont, shelf } from './public/read-script-font.ts'

const compress = promisify(brotliCompress)
const unfold = promisify(brotliDecompress)

/** Files are a tenth larger than at the highest quality, in a tenth of the time. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
const IMMUTABLE = 'public, max-age=31536000, immutable'

/**
 * Serves the fonts of scripts to devices, unpacked, because their pages may not run code generated at run time, as
 * the unpackers of woff2 do. Needs no session: the fonts are public. The address contains the edition, so a response
 * never changes.
 * For large scripts a device may request only the letters that a paper needs: all in one response, because a round
 * trip per file takes longer than the letters do.
 */
export function servePaperFonts(app: FastifyInstance): void {
  const kept = new Map<string, Promise<Buffer>>()
  app.get<{ Params: { file: string } }>(`${PAPER_FONTS_PATH}/:edition/:file`, async (request, reply) => {
    const file = shelf.fileOf(request.params.file)
    if (!file) return reply.callNotFound()
    const bytes = await compressedOf(kept, file)
    reply.headers({ 'cache-control': IMMUTABLE, vary: 'accept-encoding' }).type('font/ttf')
    return takesBrotli(request)
      ? reply.header('content-encoding', 'br').send(bytes)
      : reply.send(await unfold(bytes))
  })
  // The letters of a report are sent in a body, because logs and caches do not store it.
  app.post(`${PAPER_FONTS_PATH}/:edition`, { bodyLimit: LETTERS_BYTES_MAX }, async (request, reply) => {
    const input = Letters.safeParse(request.body)
    if (!input.success) return reply.code(400).send()
    const asked = input.data.files.flatMap(({ file: name, letters }) => {
      const file = shelf.fileOf(name)
      return file ? [{ file, letters }] : []
    })
    if (asked.length < input.data.files.length) return reply.callNotFound()
    const bytes = packFonts(await Promise.all(asked.map(({ file, letters }) => cutScriptFont(file, letters))))
    reply.header('cache-control', 'no-store').type('application/octet-stream')
    if (!takesBrotli(request)) return reply.send(Buffer.from(bytes))
    return reply.header('content-encoding', 'br').send(await compress(bytes, QUALITY))
  })
}

const LETTERS_BYTES_MAX = 16_000
const Letters = z.object({
  files: z
    .array(z.object({ file: z.string(), letters: z.string() }))
    .check(z.minLength(1), z.maxLength(LETTER_FILES_MAX)),
})

/** Compresses on first request only: all fonts together are twenty-five megabytes. */
function compressedOf(kept: Map<string, Promise<Buffer>>, file: ShelfFile): Promise<Buffer> {
  const known = kept.get(file.file)
  if (known) return known
  const made = readScriptFont(file).then((bytes) => compress(bytes, QUALITY))
  kept.set(file.file, made)
  made.catch(() => kept.delete(file.file))
  return made
}

const takesBrotli = ({ headers }: FastifyRequest): boolean =>
  /\bbr\b/.test(headers['accept-encoding']?.toString() ?? '')
