import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ReportDetail } from '#contract/calls/reports.ts'
import type { FollowUpProposal } from '#domain/follow-up/recognise.ts'
import { FollowUpStrip } from '#src/features/report/follow-ups/FollowUpStrip.tsx'
import {
  type FollowUps,
  type Standing,
  useFollowUps,
} from '#src/features/report/follow-ups/use-follow-ups.ts'
import { ReportWriter } from '#src/features/report/writer/report-writer.ts'
import type { OpenReport } from '#src/features/report/writer/use-open-report.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'
import { detail, STUDY_ID } from './fixtures.ts'

const world = vi.hoisted(() => ({
  session: undefined as unknown,
  known: [] as unknown[],
  others: [] as unknown[],
  sent: [] as string[],
  isFull: false,
  refused: [] as string[],
  called: [] as [string, object][],
  preferences: new Map<string, unknown>(),
  isUnreadable: false,
}))

vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => world.session }))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: true }) }))
vi.mock('#src/sync/api/use-call.ts', () => ({
  useCall: (_call: unknown, _input: unknown, isWanted: boolean) => ({
    answer: isWanted ? { result: world.known } : undefined,
    isLoading: false,
  }),
}))
vi.mock('#src/sync/api/call-api.ts', () => ({
  callApi: async ({ key }: { key: string }, input: object) => {
    if (world.isFull) throw new Error('No network')
    world.called.push([key, input])
    return { message: 'Closed', result: { follow_up: {} } }
  },
}))
vi.mock('#src/sync/reports/set-follow-ups.ts', async (original) => ({
  ...(await original<object>()),
  setFollowUps: async (_study: unknown, proposals: readonly FollowUpProposal[]) => {
    if (world.isFull) throw new Error('full')
    world.sent.push(...proposals.map(({ what }) => what))
  },
}))
vi.mock('#src/sync/preferences/preference.ts', () => ({
  findPreference: async (name: string) => {
    if (world.isUnreadable) throw new Error('The database does not open.')
    return world.preferences.get(name)
  },
  keepPreference: async (name: string, value: unknown) => void world.preferences.set(name, value),
}))
vi.mock('#src/ui/notes/notify.ts', () => ({
  notifyRefusal: (reason: string) => void world.refused.push(reason),
  notifyError: (error: unknown) => void world.refused.push(String(error)),
}))

beforeEach(() => {
  Object.assign(world, {
    session: sessionFields(),
    known: [],
    others: [],
    sent: [],
    isFull: false,
    refused: [],
    called: [],
    preferences: new Map(),
    isUnreadable: false,
  })
})
afterEach(cleanup)

let followUps: FollowUps
let stand: (standing: Standing) => void
function Desk({ open, ...first }: { open: OpenReport } & Standing) {
  const [standing, setStanding] = useState<Standing>(first)
  const [opened] = useState(() => ({ ...detail(), reports: world.others as ReportDetail['reports'] }))
  const own = useFollowUps(open, opened, standing)
  useEffect(() => {
    followUps = own
    stand = setStanding
  }, [own])
  return (
    <FollowUpStrip
      study={detail().study}
      writer={open.writer}
      followUps={own}
      isFiled={standing.isFiled}
      ownAsked={undefined}
    />
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
  renderInApp(<Desk open={open} isFiled={isFiled} isRevising={false} hasTwoTexts={hasTwoTexts} />)
  return writer
}

const stateText = () => within(screen.getByRole('list')).getByRole('status').textContent
const CHEST = '<p>CT chest in 3 months.</p>'

test('each follow-up in the text is proposed with its day, and nothing is recorded without a press', async () => {
  show(CHEST)
  expect(stateText()).toBe('Follow-up? CT chest due 20 Feb 2027')
  await act(() => followUps.afterSigning())
  expect(world.sent).toEqual([])
})

test('the key includes it in the signature; a second press excludes it', async () => {
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

test('changed words make a new proposal: the earlier choice does not apply', async () => {
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

test('in a signed report it is recorded at once, and one that the server already holds is not recorded again', async () => {
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

test('during a conflict of two texts nothing is proposed or recorded, and the earlier choices are proposed again', async () => {
  show(CHEST, true)
  act(() => followUps.toggle())
  await waitFor(() => expect(stateText()).toContain('Follow-up set'))
  act(() => stand({ isFiled: true, isRevising: false, hasTwoTexts: true }))
  expect(screen.queryByRole('list')).toBeNull()
  act(() => followUps.toggle())
  expect(world.refused).toEqual(['Choose one of the two texts first.'])
  expect(world.sent).toEqual(['CT chest'])
  act(() => stand({ isFiled: true, isRevising: false, hasTwoTexts: false }))
  expect(stateText()).toContain('Follow-up?')
})

test('after an abandoned signature its follow-ups are proposed again', async () => {
  show(CHEST, true)
  act(() => followUps.toggle())
  await waitFor(() => expect(stateText()).toContain('Follow-up set'))
  act(() => stand({ isFiled: false, isRevising: false, hasTwoTexts: false }))
  expect(stateText()).toContain('Follow-up?')
})

test('a follow-up that a person closed is shown as closed, and is not recorded again', async () => {
  const { followUpInput } = await import('#src/sync/reports/set-follow-ups.ts')
  const { recogniseFollowUps } = await import('#domain/follow-up/recognise.ts')
  const [one] = recogniseFollowUps(CHEST, detail().study)
  world.known = [{ ...followUpInput(detail().study, one!), close_reason: 'Declined' }]
  show(CHEST, true)
  expect(stateText()).toBe('Follow-up closed (Patient declined): CT chest due 20 Feb 2027')
  expect(within(screen.getByRole('list')).queryByRole('button')).toBeNull()
  act(() => followUps.toggle())
  expect(world.sent).toEqual([])
})

test('the keyboard focus stays at the proposal whose button was pressed', async () => {
  show(CHEST, true)
  const button = screen.getByRole('button', { name: 'Set follow-up (Alt+6)' })
  button.focus()
  fireEvent.click(button)
  await waitFor(() => expect(stateText()).toContain('Follow-up set'))
  // The focus moves after the render that removes the button.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('listitem')))
})

test('the key says why it has no effect: no proposal, no right', () => {
  show('<p>No follow-up needed.</p>')
  act(() => followUps.toggle())
  cleanup()
  world.session = sessionFields({ can_sign: 0 })
  show(CHEST)
  expect(screen.queryByRole('list')).toBeNull()
  act(() => followUps.toggle())
  expect(world.refused).toEqual([
    expect.stringContaining('no follow-up that can be recognised'),
    'Only people who may sign this report can set a follow-up.',
  ])
})

test('a device that cannot store it does not block the signature, and says so', async () => {
  show(CHEST)
  act(() => followUps.toggle())
  world.isFull = true
  await act(() => followUps.afterSigning())
  expect(world.refused).toEqual([expect.stringContaining('The report is signed')])
})

/** Returns a follow-up as the server holds it, from the text of a recommendation. */
async function heldOf(recommendation: string, more: object = {}) {
  const { followUpInput } = await import('#src/sync/reports/set-follow-ups.ts')
  const { recogniseFollowUps } = await import('#domain/follow-up/recognise.ts')
  const [one] = recogniseFollowUps(recommendation, detail().study)
  return { ...followUpInput(detail().study, one!), rev: 3, state: 'Later', close_reason: null, ...more }
}

test('a follow-up that the signed text no longer requests is shown, and closed by a press', async () => {
  world.known = [await heldOf(CHEST)]
  show('<p>No follow-up needed.</p>', true)
  expect(stateText()).toBe('No longer requested: CT chest due 20 Feb 2027')
  fireEvent.click(screen.getByRole('button', { name: 'Close this follow-up' }))
  await waitFor(() =>
    expect(world.called).toEqual([
      [
        'study/closeFollowUp',
        {
          id: (world.known[0] as { id: string }).id,
          rev: 3,
          reason: 'Not_Needed',
          note: 'The signed report no longer requests it.',
        },
      ],
    ]),
  )
})

test('during a revision it is shown, and closed once the revision is signed', async () => {
  world.known = [await heldOf(CHEST)]
  const writer = show(CHEST, true)
  act(() => stand({ isFiled: true, isRevising: true, hasTwoTexts: false }))
  expect(stateText()).toContain('Follow-up set')
  await act(() => writer.type('recommendation', '<p>None.</p>'))
  expect(stateText()).toContain('No longer requested')
  expect(within(screen.getByRole('list')).queryByRole('button')).toBeNull()
})

test('follow-ups of another report of the study, closed ones and completed ones are not offered for closing', async () => {
  world.known = [await heldOf(CHEST)]
  world.others = [{ id: 'other', recommendation: CHEST }]
  show('<p>None.</p>', true)
  expect(screen.queryByRole('list')).toBeNull()
  cleanup()
  world.others = []
  world.known = [
    await heldOf(CHEST, { state: 'Closed', close_reason: 'Declined' }),
    await heldOf('<p>MRI liver in 6 months.</p>', { state: 'Done' }),
  ]
  show('<p>None.</p>', true)
  expect(screen.queryByRole('list')).toBeNull()
})

test('a refused close shows the reason', async () => {
  world.known = [await heldOf(CHEST)]
  world.isFull = true
  show('<p>None.</p>', true)
  fireEvent.click(screen.getByRole('button', { name: 'Close this follow-up' }))
  await waitFor(() => expect(world.refused).toEqual(['Error: No network']))
})

const OPEN = { name: 'Follow-up in your own words (Alt+8)' }
const field = (name: string) => screen.getByRole('textbox', { name })
const typeIn = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
/** Opens the fields and types the given values into them. */
function typeOwn(what: string, time?: string) {
  fireEvent.click(screen.getByRole('button', OPEN))
  typeIn('Examination', what)
  if (time !== undefined) typeIn('Time', time)
}
const addOwn = () => fireEvent.click(screen.getByRole('button', { name: 'Add it to your signature' }))

test('one in the person’s own words is sent with the signature, by its words, and without a sentence of the report', async () => {
  show('<p>Clinical review.</p>')
  typeOwn('HRCT chest with contrast', '3')
  expect(screen.getByText('Answered by CT chest, due 20 Feb 2027.')).toBeTruthy()
  addOwn()
  await waitFor(() =>
    expect(stateText()).toBe('Goes with your signature HRCT chest with contrast due 20 Feb 2027'),
  )
  // The fields are closed, and the focus is back at its start.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', OPEN)))
  expect(world.sent).toEqual([])
  await act(() => followUps.afterSigning())
  expect(world.sent).toEqual(['HRCT chest with contrast'])
  expect(stateText()).toContain('Follow-up set')
  const { followUpInput } = await import('#src/sync/reports/set-follow-ups.ts')
  expect(followUpInput(detail().study, followUps.own[0]!)).toMatchObject({
    modality: 'CT',
    regions: ['chest'],
    words: '',
    after: '3 months',
  })
})

test('a fault is shown at its field, and the first wrong field has the focus', async () => {
  show('<p>Clinical review.</p>')
  typeOwn('chest', 'soon')
  addOwn()
  expect(await screen.findByText(/^Examination: name its kind/)).toBeTruthy()
  expect(screen.getByText(/^Time: enter a whole number/)).toBeTruthy()
  expect(document.activeElement).toBe(field('Examination'))
  typeIn('Examination', 'CT chest')
  addOwn()
  expect(document.activeElement).toBe(field('Time'))
  expect(followUps.own).toEqual([])
})

test('it is due on a typed day', async () => {
  show('<p>Clinical review.</p>')
  typeOwn('CT chest')
  fireEvent.change(screen.getByRole('combobox', { name: 'Unit' }), { target: { value: 'on' } })
  const day = screen.getByRole('combobox', { name: 'Day' })
  fireEvent.change(day, { target: { value: '15 01 2027' } })
  fireEvent.keyDown(day, { key: 'Enter' })
  addOwn()
  await waitFor(() => expect(stateText()).toContain('due 15 Jan 2027'))
})

test('it waits for the signature over a reload, until it is excluded', async () => {
  show('<p>Clinical review.</p>')
  typeOwn('CT chest', '3')
  addOwn()
  await waitFor(() => expect(stateText()).toContain('Goes with your signature'))
  await waitFor(() => expect(world.preferences.get('own_follow_ups:r')).toHaveLength(1))
  cleanup()
  show('<p>Clinical review.</p>')
  await waitFor(() => expect(stateText()).toBe('Goes with your signature CT chest due 20 Feb 2027'))
  fireEvent.click(screen.getByRole('button', { name: 'Leave out' }))
  expect(screen.queryByRole('list')).toBeNull()
  await waitFor(() => expect(world.preferences.get('own_follow_ups:r')).toBeUndefined())
  await act(() => followUps.afterSigning())
  expect(world.sent).toEqual([])
})

test('a sent one no longer waits, even if the screen closes right after the signature', async () => {
  show('<p>Clinical review.</p>')
  typeOwn('CT chest', '3')
  addOwn()
  await waitFor(() => expect(world.preferences.get('own_follow_ups:r')).toHaveLength(1))
  const signing = followUps.afterSigning()
  cleanup()
  await signing
  expect(world.sent).toEqual(['CT chest'])
  expect(world.preferences.get('own_follow_ups:r')).toBeUndefined()
})

const UNREAD = /could not be read.*not sent with your signature/

test('unreadable ones are not overwritten: the strip says so, and that new ones are not stored', async () => {
  world.preferences.set('own_follow_ups:r', [{ any: 'thing' }])
  world.isUnreadable = true
  show('<p>Clinical review.</p>')
  expect(await screen.findByText(UNREAD)).toBeTruthy()
  expect(world.refused).toEqual([])
  typeOwn('CT chest', '3')
  addOwn()
  await waitFor(() => expect(stateText()).toContain('Goes with your signature'))
  expect(world.refused).toEqual([expect.stringMatching(/^This device could not keep/)])
  await act(() => followUps.afterSigning())
  expect(world.preferences.get('own_follow_ups:r')).toEqual([{ any: 'thing' }])
})

test('permanently unreadable ones are discarded after a question, and new ones are stored from then on', async () => {
  world.preferences.set('own_follow_ups:r', [{ any: 'thing' }])
  world.isUnreadable = true
  show('<p>Clinical review.</p>')
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(world.preferences.get('own_follow_ups:r')).toHaveLength(1)
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(world.preferences.get('own_follow_ups:r')).toBeUndefined())
  await waitFor(() => expect(screen.queryByText(UNREAD)).toBeNull())
  typeOwn('CT chest', '3')
  addOwn()
  await waitFor(() => expect(world.preferences.get('own_follow_ups:r')).toMatchObject([{ what: 'CT chest' }]))
})

test('in a signed report it is recorded at once; if this device cannot store it, the fields stay and say why', async () => {
  show('<p>Clinical review.</p>', true)
  world.isFull = true
  typeOwn('CT chest', '3')
  const set = () => fireEvent.click(screen.getByRole('button', { name: 'Set it' }))
  set()
  expect(await screen.findByText('full')).toBeTruthy()
  world.isFull = false
  set()
  await waitFor(() => expect(world.sent).toEqual(['CT chest']))
  expect(stateText()).toContain('Follow-up set')
})

test('one in the person’s own words is shown as recorded, and never as no longer requested', async () => {
  world.known = [await heldOf(CHEST, { words: '', what: 'CT chest with contrast' })]
  show('<p>None.</p>', true)
  expect(screen.getByRole('listitem').textContent).toBe(
    'Follow-up set CT chest with contrast due 20 Feb 2027',
  )
  expect(within(screen.getByRole('list')).queryByRole('button')).toBeNull()
})

test('one press of the key opens the fields once: they stay closed when the strip returns', () => {
  const writer = show('<p>Clinical review.</p>')
  cleanup()
  let press: (asked: object) => void = () => undefined
  function Strip() {
    const [asked, setAsked] = useState<object>({})
    useEffect(() => {
      press = setAsked
    }, [])
    const place = { study: detail().study, writer, followUps, isFiled: false }
    return <FollowUpStrip {...place} ownAsked={asked} />
  }
  renderInApp(<Strip />)
  expect(screen.queryByRole('form')).toBeNull()
  act(() => press({}))
  expect(screen.getByRole('form')).toBeTruthy()
})

test('Escape closes only the fields', () => {
  show('<p>Clinical review.</p>')
  typeOwn('CT chest', '3')
  const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
  act(() => void field('Time').dispatchEvent(escape))
  expect(escape.defaultPrevented).toBe(true)
  expect(screen.queryByRole('form')).toBeNull()
})
