import { createHmac, timingSafeEqual } from 'node:crypto'
import { filePath } from '#contract/calls/files.ts'

/** How long a signed link is valid. */
const LINK_MINUTES = 10

/** Short-lived links to files: the holder may read that one file until it expires, without a session. */
export interface FileLinks {
  signedUrl: (clientId: string, fileId: string, now: Date) => string
  /** Returns the client whose file the link names, or undefined if it has expired or was not signed here. */
  findClient: (
    link: { fileId: string; client: string; exp: string; sig: string },
    now: Date,
  ) => string | undefined
}

/** Creates links signed with `key`, which all processes of the server share. */
export function createFileLinks(key: Buffer): FileLinks {
  const sign = (clientId: string, fileId: string, exp: string) =>
    createHmac('sha256', key).update(`${clientId}\n${fileId}\n${exp}`).digest()
  return {
    signedUrl: (client, fileId, now) => {
      const exp = String(Math.floor(now.getTime() / 1000) + LINK_MINUTES * 60)
      const sig = sign(client, fileId, exp).toString('base64url')
      return `${filePath(fileId)}?${new URLSearchParams({ client, exp, sig }).toString()}`
    },
    findClient: ({ fileId, client, exp, sig }, now) => {
      const wanted = sign(client, fileId, exp)
      const given = Buffer.from(sig, 'base64url')
      const isOurs = given.length === wanted.length && timingSafeEqual(given, wanted)
      return isOurs && Number(exp) * 1000 > now.getTime() ? client : undefined
    },
  }
}
