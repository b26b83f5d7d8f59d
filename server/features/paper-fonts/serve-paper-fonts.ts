import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { PAPER_FONTS_PATH, type ShelfFile } from '#render/fonts/font-shelf.ts'
import { cutScriptFont, readScriptFont, shelf } from './read-script-font.ts'

const compress = promisify(brotliCompress)
const unfold = promisify(brotliDecompress)

/** A tenth larger than the highest, in a tenth of its time. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
const IMMUTABLE = 'public, max-age=31536000, immutable'

/**
 * Gives devices the fonts of scripts, unpacked: their pages may run no code that is made at run time, which the unpackers
 * of woff2 do. No session is asked: the fonts are public. The address names the edition, so that an answer never changes.
 * Of scripts with thousands of letters a device may ask for the few that a paper needs now.
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
  // The letters of a report are told in a body, which no log and no cache keeps.
  app.post<{ Params: { file: string } }>(
    `${PAPER_FONTS_PATH}/:edition/:file`,
    { bodyLimit: LETTERS_BYTES_MAX },
    async (request, reply) => {
      const file = shelf.fileOf(request.params.file)
      if (!file) return reply.callNotFound()
      const input = Letters.safeParse(request.body)
      if (!input.success) return reply.code(400).send()
      const bytes = await cutScriptFont(file, input.data.letters)
      reply.header('cache-control', 'no-store').type('font/ttf')
      if (!takesBrotli(request)) return reply.send(Buffer.from(bytes))
      return reply.header('content-encoding', 'br').send(await compress(bytes, QUALITY))
    },
  )
}

/** A file of the largest scripts has some three hundred letters. */
const LETTERS_BYTES_MAX = 16_000
const Letters = z.object({ letters: z.string() })

/** Kept once it was asked for: all of them are twenty-five megabytes. */
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
