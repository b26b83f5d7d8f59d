import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { AiSendDialog } from '#src/parts/ai/AiSendDialog.tsx'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { studyRowOf } from '#tests/helpers/device/study-row.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const world = vi.hoisted(() => ({ online: true }))
vi.mock('#src/sync/link/use-link.ts', () => ({
  useLink: () => ({ online: world.online, since: new Date() }),
}))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  world.online = true
})

const id = (n: number) => `01970000-0000-7000-8000-${String(n).padStart(12, '0')}`
const study = studyRowOf({ id: id(1), study_iuid: '1.2', modality: 'CT' })
const part = (n: number, bodypart: string, ai_company_id = id(7), company = 'Lumina') => ({
  id: id(n),
  modality: 'CT',
  bodypart,
  ae_title: 'LUMINA',
  ai_company_id,
  company,
})
const series = (no: number, more: object = {}) => ({
  id: `1.2.${no}`,
  series_no: String(no),
  modality: 'CT',
  body_part: '',
  series_desc: `Series of ${no}`,
  created_time: '2026-11-20T10:15:00+05:30',
  no_of_img: 3,
  ...more,
})

function open(result = [series(1, { body_part: 'BRAIN' }), series(2), series(3, { modality: 'MR' })]) {
  const aiBodyParts = [part(11, 'Brain'), part(12, 'Chest'), part(13, 'Knee', id(8), 'Other Reads')]
  const onClose = vi.fn()
  const server = scriptServer({
    [`study/getSeries/${study.id}`]: () => ({ body: { result, aiBodyParts } }),
    'study/sendToAI': () => ({ body: { message: 'Sending', result: { study } } }),
  })
  renderInApp(<AiSendDialog study={study} opened onClose={onClose} />)
  return { ...server, onClose }
}
const sent = ({ asked }: ReturnType<typeof open>) =>
  asked.find(({ path }) => path.endsWith('sendToAI'))?.input
const row = (name: RegExp) => screen.findByRole('row', { name })

test('a series that names its body part is sent with it, in one click', async () => {
  const opened = open()
  await userEvent.click(within(await row(/Series of 1/)).getByRole('checkbox'))
  await userEvent.click(screen.getByRole('button', { name: 'Send 1 record' }))
  await waitFor(() => expect(opened.onClose).toHaveBeenCalled())
  expect(sent(opened)).toEqual({
    study_id: study.id,
    ai_company_id: id(7),
    records: [{ id: '1.2.1', aetitle: 'LUMINA', bodypart: 'Brain', modality: 'CT', class: 'series' }],
  })
})

test('an unknown body part is requested before anything is sent', async () => {
  const opened = open()
  await userEvent.click(within(await row(/Series of 2/)).getByRole('checkbox'))
  const send = screen.getByRole('button', { name: 'Send' })
  expect(send.getAttribute('aria-description')).toBe('Choose the body part of each picked record')
  await userEvent.click(send)
  expect(sent(opened)).toBeUndefined()
  await userEvent.click(screen.getByRole('combobox', { name: /^Read Series 2/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'Chest' }))
  await userEvent.click(screen.getByRole('button', { name: 'Send 1 record' }))
  await waitFor(() => expect(sent(opened)).toMatchObject({ records: [{ id: '1.2.2', bodypart: 'Chest' }] }))
})

test('the whole study includes its series: nothing is sent twice', async () => {
  open()
  await userEvent.click(within(await row(/Series of 1/)).getByRole('checkbox'))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Send Whole study' }))
  const box = within(await row(/Series of 1/)).getByRole('checkbox')
  expect([(box as HTMLInputElement).checked, (box as HTMLInputElement).disabled]).toEqual([true, true])
})

test('a part that the company does not read cannot be selected; another company reads other parts', async () => {
  open()
  expect(within(await row(/Series of 3/)).getByRole<HTMLInputElement>('checkbox').disabled).toBe(true)
  await userEvent.click(screen.getByRole('combobox', { name: 'AI company' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Other Reads' }))
  await userEvent.click(within(await row(/Series of 2/)).getByRole('checkbox'))
  expect(screen.getByRole('button', { name: 'Send 1 record' })).toBeDefined()
})

test('offline no request is sent, and a message says so', async () => {
  world.online = false
  const { asked } = open()
  expect(await screen.findByText('Sending to AI needs the network')).toBeDefined()
  expect(asked).toEqual([])
})
