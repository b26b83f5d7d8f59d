import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FollowUpProposal } from '#domain/follow-up/recognise.ts'
import { FollowUpStrip } from '#src/features/report/follow-ups/FollowUpStrip.tsx'
import {
  type FollowUps,
  type Standing,
  useFollowUps,
} from '#src/features/report/follow-ups/use-follow-ups.ts'
import { ReportWriter } from '#src/features/report/writer/report-writer.ts'
import type { OpenReport } from '#src/features/report/writer/use-open-report.ts'
import { renderInApp } from '#tests/helpers/render-in-app.tsx'
import { sessionFields } from '#tests/helpers/session-fields.ts'
import { detail, STUDY_ID } from './fixtures.ts'

const world = vi.hoisted(() => ({
  session: undefined as unknown,
  known: [] as unknown[],
  sent: [] as string[],
  isFull: false,
  refused: [] as string[],
}))

vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => world.session }))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: true }) }))
vi.mock('#src/sync/api/use-call.ts', () => ({
  useCall: (_call: unknown, _input: unknown, isWanted: boolean) => ({
    answer: isWanted ? { result: world.known } : undefined,
    isLoading: false,
  }),
}))
vi.mock('#src/sync/reports/set-follow-ups.ts', async (original) => ({
  ...(await original<object>()),
  setFollowUps: async (_study: unknown, proposals: readonly FollowUpProposal[]) => {
    if (world.isFull) throw new Error('full')
    world.sent.push(...proposals.map(({ what }) => what))
  },
}))
vi.mock('#src/ui/notify.ts', () => ({
  notifyRefusal: (reason: string) => void world.refused.push(reason),
  notifyError: (error: unknown) => void world.refused.push(String(error)),
}))

beforeEach(() => {
  Object.assign(world, { session: sessionFields(), known: [], sent: [], isFull: false, refused: [] })
})
afterEach(cleanup)

let followUps: FollowUps
let stand: (standing: Standing) => void
function Desk({ open, ...first }: { open: OpenReport } & Standing) {
  const [standing, setStanding] = useState<Standing>(first)
  const own = useFollowUps(open, detail(), standing)
  useEffect(() => {
    followUps = own
    stand = setStanding
  }, [own])
  return (
    <FollowUpStrip study={detail().study} writer={open.writer} followUps={own} isFiled={standing.isFiled} />
  )
}

const flush = vi.fn()
function show(recommendation: string, isFiled = false, hasTwoTexts = false) {
  const text = { report_name: '', report_data: '', conclusion: '', recommendation }
  const draft = { ...text, report_id: 'r', study_id: STUDY_ID, report_no: 1, base_rev: undefined, updated: 0 }
  const writer = new ReportWriter(draft, text, {
    keep: async () => undefined,
    save: async () => undefined,
    now: () => 0,
    onDirty: () => undefined,
  })
  const open = { writer, flush } as unknown as OpenReport
  renderInApp(<Desk open={open} isFiled={isFiled} hasTwoTexts={hasTwoTexts} />)
  return writer
}

const stateText = () => within(screen.getByRole('list')).getByRole('status').textContent
const CHEST = '<p>CT chest in 3 months.</p>'

test('what the text asks for is proposed with its day, and nothing is recorded without a press', async () => {
  show(CHEST)
  expect(stateText()).toBe('Follow-up? CT chest due 20 Feb 2027')
  await act(() => followUps.afterSigning())
  expect(world.sent).toEqual([])
})

test('the key takes it along with the signature; pressed again it does not go', async () => {
  show(CHEST)
  act(() => followUps.toggle())
  expect(flush).toHaveBeenCalled()
  expect(stateText()).toContain('Goes with your signature')
  act(() => followUps.toggle())
  expect(stateText()).toContain('Follow-up?')
  act(() => followUps.toggle())
  expect(world.sent).toEqual([])
  await act(() => followUps.afterSigning())
  expect(world.sent).toEqual(['CT chest'])
  expect(stateText()).toContain('Follow-up set')
})

test('other words are another proposal: what was chosen before does not go', async () => {
  const writer = show(CHEST)
  act(() => followUps.toggle())
  await act(() => writer.type('recommendation', '<p>CT chest in 6 months.</p>'))
  expect(stateText()).toBe('Follow-up? CT chest due 20 May 2027')
  await act(() => followUps.afterSigning())
  expect(world.sent).toEqual([])
})

test('one of several is chosen by its button', async () => {
  show('<p>CT chest in 3 months. MRI liver in 6 months.</p>')
  fireEvent.click(screen.getAllByRole('button')[1]!)
  await act(() => followUps.afterSigning())
  expect(world.sent).toEqual(['MRI abdomen'])
})

test('in a signed report it is set at once, and what the server holds is not set again', async () => {
  show(CHEST, true)
  act(() => followUps.toggle())
  await waitFor(() => expect(world.sent).toEqual(['CT chest']))
  cleanup()
  const { followUpInput } = await import('#src/sync/reports/set-follow-ups.ts')
  const { recogniseFollowUps } = await import('#domain/follow-up/recognise.ts')
  world.known = recogniseFollowUps(CHEST, detail().study).map((one) => followUpInput(detail().study, one))
  show(CHEST, true)
  expect(stateText()).toContain('Follow-up set')
  act(() => followUps.toggle())
  expect(world.sent).toEqual(['CT chest'])
})

test('while two texts stand nothing is proposed or set, and what went with the text before is proposed anew', async () => {
  show(CHEST, true)
  act(() => followUps.toggle())
  await waitFor(() => expect(stateText()).toContain('Follow-up set'))
  act(() => stand({ isFiled: true, hasTwoTexts: true }))
  expect(screen.queryByRole('list')).toBeNull()
  act(() => followUps.toggle())
  expect(world.refused).toEqual(['Choose one of the two texts first.'])
  expect(world.sent).toEqual(['CT chest'])
  act(() => stand({ isFiled: true, hasTwoTexts: false }))
  expect(stateText()).toContain('Follow-up?')
})

test('where the signature was given up, what went with it is proposed anew', async () => {
  show(CHEST, true)
  act(() => followUps.toggle())
  await waitFor(() => expect(stateText()).toContain('Follow-up set'))
  act(() => stand({ isFiled: false, hasTwoTexts: false }))
  expect(stateText()).toContain('Follow-up?')
})

test('what a person closed is said to be closed, and is not set again', async () => {
  const { followUpInput } = await import('#src/sync/reports/set-follow-ups.ts')
  const { recogniseFollowUps } = await import('#domain/follow-up/recognise.ts')
  const [one] = recogniseFollowUps(CHEST, detail().study)
  world.known = [{ ...followUpInput(detail().study, one!), close_reason: 'Declined' }]
  show(CHEST, true)
  expect(stateText()).toBe('Follow-up closed (Patient declined): CT chest due 20 Feb 2027')
  expect(screen.queryByRole('button')).toBeNull()
  act(() => followUps.toggle())
  expect(world.sent).toEqual([])
})

test('the keyboard stays at the proposal whose button was pressed', async () => {
  show(CHEST, true)
  const button = screen.getByRole('button')
  button.focus()
  fireEvent.click(button)
  await waitFor(() => expect(stateText()).toContain('Follow-up set'))
  // Moved behind the render that takes the button away.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('listitem')))
})

test('the key says why it does nothing: no proposal, no right', () => {
  show('<p>No follow-up needed.</p>')
  act(() => followUps.toggle())
  cleanup()
  world.session = sessionFields({ can_sign: 0 })
  show(CHEST)
  expect(screen.queryByRole('list')).toBeNull()
  act(() => followUps.toggle())
  expect(world.refused).toEqual([
    expect.stringContaining('no follow-up that can be recognised'),
    'A follow-up is set by who may sign this report.',
  ])
})

test('a device that cannot keep it does not stop the signature, and says so', async () => {
  show(CHEST)
  act(() => followUps.toggle())
  world.isFull = true
  await act(() => followUps.afterSigning())
  expect(world.refused).toEqual([expect.stringContaining('The report is signed')])
})
