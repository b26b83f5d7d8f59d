import { SHARED_FIELD, SHARED_FILE_PATH, SHARED_PARAM, TAKE_FILES } from '#contract/kernel/worker-messages.ts'

/** The next page takes the files when it starts; files that nobody took within this time are dropped. */
const HOLD_MS = 300_000
/** Maximum number of files accepted from one share. */
export const SHARED_FILES_MAX = 10
/** A larger file exceeds every limit; it is left out, and the page reports that. */
export const SHARED_FILE_BYTES_MAX = 25_000_000

/** Files that were shared with the app, and how many of the share were left out. */
export interface SharedFiles {
  files: File[]
  leftOut: number
}

/**
 * Holds files between the system's form post and the page that takes them. In memory only: nothing readable is
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

  /** Returns the files once; undefined if there are none. */
  take(id: string, now = Date.now()): SharedFiles | undefined {
    const held = this.#shares.get(id)
    this.#shares.delete(id)
    return held && now <= held.until ? held.share : undefined
  }

  #forgetOld(now = Date.now()): void {
    for (const [id, { until }] of this.#shares) if (now > until) this.#shares.delete(id)
  }
}

/** Accepts a posted share and redirects to the screen that files it, online or offline. */
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

/** Posts the requested files to the page's port. Returns true if `message` asks for shared files. */
export function answerFileMessage(
  held: HeldFiles,
  { type, id }: { type?: unknown; id?: unknown },
  port: MessagePort | undefined,
): boolean {
  if (type !== TAKE_FILES || typeof id !== 'string') return false
  port?.postMessage(held.take(id))
  return true
}
