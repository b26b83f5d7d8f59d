import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin } from '../look-inside.ts'
import type { Answer, DemoServer, Desk } from '../open-demo.ts'
import { PHP } from '../open-demo.ts'
import { putStudy } from '../reports/report-desk.ts'

/** The date of birth of the studies that these tests put there. */
export const BORN = '1990-05-17'

/** A study whose receiver can be told apart. */
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

/** Settings of the demo's centre; what is not named is the default. */
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

export const makeLink = (desk: Desk, studyId: string, part: Record<string, unknown> = {}) =>
  desk.post(`${PHP}generateViewerShareUrl`, shareInput(studyId, part))

/** The secret of a link, as the receiver finds it. */
export const secretOf = ({ body }: Answer): string => String(body.result.link).split('/shared/')[1] ?? ''

const publicCall = (server: DemoServer, call: string, payload: object) =>
  server.send({ method: 'POST', url: `/api/public/${call}`, payload })

/** What somebody can do who has the link and no session. */
export const stranger = (server: DemoServer) => ({
  look: (secret: string) => publicCall(server, 'sharedStudy', { secret }),
  open: (secret: string, answer = BORN) => publicCall(server, 'openSharedStudy', { secret, answer }),
  report: (secret: string, answer = BORN) => publicCall(server, 'sharedReport', { secret, answer }),
})
