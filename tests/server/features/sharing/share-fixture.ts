import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin } from '../look-inside.ts'
import type { Answer, ApiUser, DemoServer } from '../open-demo.ts'
import { PHP } from '../open-demo.ts'
import { putStudy } from '../reports/report-fixture.ts'

/** The date of birth of the studies that these tests insert. */
export const BORN = '1990-05-17'

/** Inserts a study for the receiver's identification. */
export async function putShared(
  server: DemoServer,
  { born = BORN, payment = '' }: { born?: string | null; payment?: string } = {},
): Promise<string> {
  const id = await putStudy(server, { writer: 'dr.iyer', signer: 'dr.iyer' })
  await askAdmin(server, 'update study set pat_birthdate = $2, payment_status = $3 where id = $1', [
    id,
    born,
    payment,
  ])
  return id
}

/** Saves settings of the demo's centre; the others get their defaults. */
export async function setSettings(server: DemoServer, settings: Record<string, unknown>): Promise<void> {
  await askAdmin(server, 'delete from client_setting where client_id = $1', [SANJEEVANI.id])
  const names = Object.keys(settings)
  const places = names.map((_, index) => `$${index + 2}`)
  await askAdmin(
    server,
    `insert into client_setting (${['client_id', ...names].join(', ')}) values (${['$1', ...places].join(', ')})`,
    [SANJEEVANI.id, ...Object.values(settings)],
  )
}

export const shareInput = (studyId: string, part: Record<string, unknown> = {}) => ({
  share_via: 'E',
  share_to: 'asha@mail.example',
  phonecode: '91',
  is_expiry: 0,
  expiry_type: 'Minutes',
  expiry: 0,
  dtl: { study_id: studyId },
  viewer_url: '',
  ...part,
})

export const makeLink = (desk: ApiUser, studyId: string, part: Record<string, unknown> = {}) =>
  desk.post(`${PHP}generateViewerShareUrl`, shareInput(studyId, part))

/** Returns the secret of a link, as the receiver finds it. */
export const secretOf = ({ body }: Answer): string =>
  new URL(body.result.link, 'https://here.example').hash.slice(1)

export const ANDROID =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'

/** Returns the calls of a person who has the link and no session, in one session of a browser. */
export function stranger(server: DemoServer, userAgent = ANDROID) {
  const cookies = new Map<string, string>()
  const ask = async (call: string, payload: object): Promise<Answer> => {
    const answer = await server.send({
      method: 'POST',
      url: `/api/public/${call}`,
      payload,
      headers: {
        'user-agent': userAgent,
        'x-forwarded-for': '203.0.113.7',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    })
    const [, name, value] = /^([^=]+)=([^;]+)/.exec(String(answer.headers['set-cookie'])) ?? []
    if (name !== undefined && value !== undefined) cookies.set(name, value)
    return answer
  }
  const look = (secret: string) => ask('sharedStudy', { secret })
  /** Calls behind a link's door, or throws the link's refusal. */
  const behind = async (secret: string, run: (door: string) => Promise<Answer>): Promise<Answer> => {
    const looked = await look(secret)
    return looked.status === 200 ? run(looked.body.result.door) : looked
  }
  return {
    cookies,
    ask,
    look,
    open: (secret: string, answer = BORN) =>
      behind(secret, (door) => ask('openSharedStudy', { door, answer })),
    report: (secret: string) => behind(secret, (door) => ask('sharedReport', { door })),
  }
}
