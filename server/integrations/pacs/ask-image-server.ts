import { askWeb, type WebQuestion } from '#server/kernel/way-out/ask-web.ts'
import { basicAuth } from '../ask-partner.ts'
import type { ImageServerSettings } from './image-server.ts'

export interface SignedQuestion extends Omit<WebQuestion, 'tls'> {
  headers: Readonly<Record<string, string>>
  /**
   * Called when the request itself is sent, after its token was obtained; returns a signal that replaces `signal`.
   */
  begin?: () => AbortSignal
}

/**
 * Sends one request to an image server, signed in by its settings; every request to an image server uses this. If the
 * server rejects the token (401), renews it once and repeats the request once. Throws what askWeb throws, and
 * TokenError.
 */
export async function askImageServer(
  settings: ImageServerSettings,
  path: string,
  { begin, ...question }: SignedQuestion,
): Promise<Response> {
  const { account, out, tls } = settings
  const ask = (signedIn: Record<string, string>) =>
    askWeb(out, settings.url + path, {
      ...question,
      tls,
      headers: { ...question.headers, ...signedIn },
      signal: begin?.() ?? question.signal,
    })
  if (account.kind === 'none') return ask({})
  if (account.kind === 'basic') return ask(basicAuth(account.user, account.password))
  const { signal } = question
  const giver = { ...account.giver, out, tls }
  const token = await account.take(giver, { signal })
  const response = await ask(bearer(token))
  if (response.status !== 401) return response
  await response.body?.cancel()
  return ask(bearer(await account.take(giver, { refused: token, signal })))
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
