import { askWeb, type WebQuestion } from '#server/kernel/way-out/ask-web.ts'
import { basicAuth } from '../ask-partner.ts'
import type { ImageServerSettings } from './image-server.ts'

export interface SignedQuestion extends Omit<WebQuestion, 'tls'> {
  headers: Readonly<Record<string, string>>
  /** Called as the request itself goes out, after its token came; returns what ends it in the place of `signal`. */
  begin?: () => AbortSignal
}

/**
 * One request to an image server, signed in as its settings say; every request to one goes by here. A token that the
 * server does not take (401) is renewed once, and the request goes again once. Throws what askWeb throws, and TokenError.
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
