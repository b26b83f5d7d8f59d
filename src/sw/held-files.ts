import { SHARED_FIELD, SHARED_FILE_PATH, SHARED_PARAM, TAKE_FILES } from '#contract/kernel/worker-messages.ts'

/** The page that follows takes the files at its start; what nobody took for so long is forgotten. */
const HOLD_MS = 300_000
/** More files of one share are not taken. */
export const SHARED_FILES_MAX = 10
/** A file over this is far over every limit; it is left out, and the page says so. */
export const SHARED_FILE_BYTES_MAX = 25_000_000

/** Files that were shared with the app, and how many of the share are not among them. */
export interface SharedFiles {
  files: File[]
  leftOut: number
}

/**
 * Holds files between the form that the system posts and the page that takes them. In memory only: nothing readable is
 * written, and the page seals them once its vault is open.
 */
export class HeldFiles {
  readonly #shares = new Map<string, { share: SharedFiles; until: number }>()

  hold(share: SharedFiles, now = Date.now()): string {
    const id = crypto.randomUUID()
    this.#shares.set(id, { share, until: now + HOLD_MS })
    setTimeout(() => this.#forgetOld(), HOLD_MS + 1)
    return id
  }

  /** Gives the files out, once; undefined where there are none. */
  take(id: string, now = Date.now()): SharedFiles | undefined {
    const held = this.#shares.get(id)
    this.#shares.delete(id)
    return held && now <= held.until ? held.share : undefined
  }

  #forgetOld(now = Date.now()): void {
    for (const [id, { until }] of this.#shares) if (now > until) this.#shares.delete(id)
  }
}

/** Takes a posted share and sends the person to the screen that files it, with or without a network. */
export async function receiveShare(held: HeldFiles, request: Request): Promise<Response> {
  const share = await readShare(request)
  const query = share ? `?${SHARED_PARAM}=${held.hold(share)}` : ''
  return Response.redirect(new URL(SHARED_FILE_PATH + query, request.url).href, 303)
}

async function readShare(request: Request): Promise<SharedFiles | undefined> {
  const form = await request.formData().catch(() => undefined)
  const given = (form?.getAll(SHARED_FIELD) ?? []).filter((part) => part instanceof File)
  if (given.length === 0) return undefined
  const files = given.filter(({ size }) => size <= SHARED_FILE_BYTES_MAX).slice(0, SHARED_FILES_MAX)
  return { files, leftOut: given.length - files.length }
}

/** Posts the files that a page asks for to its port. Returns true where `message` asks for shared files. */
export function answerFileMessage(
  held: HeldFiles,
  { type, id }: { type?: unknown; id?: unknown },
  port: MessagePort | undefined,
): boolean {
  if (type !== TAKE_FILES || typeof id !== 'string') return false
  port?.postMessage(held.take(id))
  return true
}
