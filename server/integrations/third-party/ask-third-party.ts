import type { WayOut } from '#server/kernel/way-out/way-out.ts'
import { askPartner, basicAuth, type PartnerQuestion } from '../ask-partner.ts'
import { NotTakenError } from '../outgoing-report.ts'
import { pdfsInAnswer } from './pdf-in-answer.ts'

/** Large enough for any report; base64 makes a file a third longer. */
const ANSWER_MAX = 40 * 1024 * 1024

export interface ThirdParty {
  out: WayOut
  url: string
  user: string
  password: string
}

/** The responses of an address that only supports GET, or that does not understand or allow the POST. */
const ASKED_BY_GET: readonly number[] = [400, 403, 404, 405, 415, 422, 501]
class NotByPostError extends NotTakenError {}

/**
 * Requests another system's report on a study, as a PDF. Sends a POST with `studyuid` as JSON; if the response is no
 * report, sends a GET with `studyuid` in the query (docs/decisions/333). Throws NotTakenError with a message for a
 * person: that of the POST if neither returned a report.
 */
export async function askThirdParty(party: ThirdParty, studyUid: string): Promise<Buffer> {
  try {
    return await report(post(party, studyUid), studyUid)
  } catch (error) {
    if (!(error instanceof NotByPostError)) throw error
    return await report(get(party, studyUid), studyUid).catch((second: unknown) => {
      throw second instanceof SeveralError ? second : error
    })
  }
}

/** We must not choose between several: a report on another study could be shown as one on this. */
class SeveralError extends NotTakenError {}

async function report(question: Asked, studyUid: string): Promise<Buffer> {
  const { body } = await askPartner({ ...question, maxBytes: ANSWER_MAX })
  const [pdf, other] = pdfsInAnswer(body, studyUid)
  if (!pdf) throw new NotByPostError('The partner did not send a PDF.')
  if (other) throw new SeveralError('The partner sent several reports.')
  return pdf
}

type Asked = Pick<PartnerQuestion, 'out' | 'url' | 'method' | 'headers' | 'body' | 'explain'>

const post = ({ out, url, user, password }: ThirdParty, studyuid: string): Asked => ({
  out,
  url,
  method: 'POST',
  headers: { ...basicAuth(user, password), 'content-type': 'application/json' },
  body: JSON.stringify({ studyuid }),
  explain: (_, status) => {
    if (ASKED_BY_GET.includes(status)) throw new NotByPostError(`The partner answered with status ${status}.`)
  },
})

function get({ out, url, user, password }: ThirdParty, studyUid: string): Asked {
  const address = new URL(url)
  address.searchParams.set('studyuid', studyUid)
  return { out, url: address.href, method: 'GET', headers: basicAuth(user, password) }
}
