import { stat } from 'node:fs/promises'
import { join, posix } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isApiPath } from './answer-errors.ts'
import { takesGzip } from './compress-answers.ts'
import { CompressedAssets } from './compressed-assets.ts'
import { INSECURE_PAGE, isInsecureOrigin } from './insecure-page.ts'

/** Suffix of the folder with the assets of earlier builds, beside the current build's. */
const PREVIOUS = '-previous'
const YEAR = '365d'
const IMMUTABLE = 'public, max-age=31536000, immutable'
const SHELL = 'index.html'
/** Pages whose address may contain a secret, at least in older links: cache nothing, least of all the address. */
const WITH_SECRET = /^\/(?:login|shared|consent-form|critical|set-password)(?:[/?]|$)|^\/\?/

/**
 * Serves the built client. A hashed asset never changes and is cached for a year; those of earlier builds stay, because
 * a page may be open for days. Everything else is always revalidated. A navigation gets the shell on any route; a
 * missing file is a 404 and never the shell, which a script tag would try to run.
 */
export async function serveClient(app: FastifyInstance, clientDir: string): Promise<void> {
  const folders = [clientDir, clientDir + PREVIOUS]
  const compressed = new CompressedAssets()
  await app.register(fastifyStatic, { root: clientDir, serve: false, dotfiles: 'ignore' })
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const path = pathOf(request)
      if (isApiPath(request.url) || path === undefined) return reply.callNotFound()
      if (path.startsWith('assets/')) return sendAsset(request, reply, { path, folders, compressed })
      if (path !== SHELL && (await isFile(join(clientDir, path)))) return sendFresh(reply, path)
      return isNavigation(request, path) ? sendShell(request, reply, clientDir) : reply.callNotFound()
    },
  })
}

// Returns the path decoded, without the query, and always inside the folder.
function pathOf(request: FastifyRequest): string | undefined {
  try {
    const path = decodeURIComponent(request.url.split('?', 1)[0] ?? '')
    return path.includes('\0') ? undefined : posix.normalize(`/${path}`).slice(1)
  } catch {
    return undefined
  }
}

interface WantedAsset {
  path: string
  folders: readonly string[]
  compressed: CompressedAssets
}

async function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  { path, folders, compressed }: WantedAsset,
): Promise<unknown> {
  for (const folder of folders) {
    if (!(await isFile(join(folder, path)))) continue
    const small = takesGzip(request) ? await compressed.find(join(folder, path)) : undefined
    reply.header('vary', 'accept-encoding')
    if (!small) return reply.sendFile(path, folder, { immutable: true, maxAge: YEAR })
    return reply
      .headers({ 'content-encoding': 'gzip', 'cache-control': IMMUTABLE })
      .type(small.type)
      .send(small.bytes)
  }
  return reply.callNotFound()
}

function sendFresh(reply: FastifyReply, path: string): unknown {
  return reply.header('cache-control', 'no-cache').sendFile(path, { cacheControl: false })
}

async function sendShell(request: FastifyRequest, reply: FastifyReply, clientDir: string): Promise<unknown> {
  if (isInsecureOrigin(request))
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(INSECURE_PAGE)
  if (!(await isFile(join(clientDir, SHELL)))) return reply.callNotFound()
  if (!WITH_SECRET.test(request.url)) return sendFresh(reply, SHELL)
  return reply.header('cache-control', 'no-store').sendFile(SHELL, { cacheControl: false })
}

// Returns true for pages: browsers request them as text/html, but never scripts, styles and pictures. The
// root always returns the shell.
function isNavigation({ headers }: FastifyRequest, path: string): boolean {
  return path === '' || path === SHELL || (headers.accept ?? '').includes('text/html')
}

const isFile = (path: string) =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
